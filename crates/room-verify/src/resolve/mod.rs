//! The quotations of a brief against the record: all of them in one pass over the items, each by the matcher of `cite`.
//!
//! A quotation is asked for as it is written, then as Markdown renders it, then with its elisions; the first of these
//! that any item holds is what counts. The nearest places of those that no item holds take a second pass.

mod anchors;
mod elision;
mod names;
mod nearest;
mod readings;
mod scan;
mod stretch;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use room_core::text::Span;
use room_corpus::corpus::CorpusError;
use room_corpus::matching::Matched;
use room_corpus::record::{Share, Source};
use serde::Serialize;

pub(crate) use elision::count_words;
pub(crate) use names::{Names, named};
pub(crate) use nearest::Near;

use crate::brief::Quotation;
use readings::Asked;
use scan::Hits;

/// How a quotation fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// It stands in one item, code point for code point.
    Exact,
    /// It stands in one item once both are folded.
    Normalised,
    /// It stands in several items.
    Several,
    /// Its parts stand in one item, in order, with words left out between them.
    Elided,
    /// It stands there but is so short that this proves nothing.
    Short,
    /// No item, or not the one it names, holds it.
    #[serde(rename = "not found")]
    NotFound,
    /// The item it names does not exist.
    #[serde(rename = "no such item")]
    NoSuchItem,
    /// Its mark never closes.
    Unclosed,
}

impl Status {
    /// All of them, in the order in which they are counted.
    pub(crate) const ALL: [Self; 8] = [
        Self::Exact,
        Self::Normalised,
        Self::Several,
        Self::Elided,
        Self::Short,
        Self::NotFound,
        Self::NoSuchItem,
        Self::Unclosed,
    ];

    /// Its name, as it is shown.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normalised => "normalised",
            Self::Several => "several",
            Self::Elided => "elided",
            Self::Short => "short",
            Self::NotFound => "not found",
            Self::NoSuchItem => "no such item",
            Self::Unclosed => "unclosed",
        }
    }

    /// Whether a brief with such a quotation verifies.
    pub(crate) fn holds(self, strict: bool) -> bool {
        match self {
            Self::Exact | Self::Normalised => true,
            Self::NotFound | Self::NoSuchItem => false,
            Self::Several | Self::Elided | Self::Short | Self::Unclosed => !strict,
        }
    }
}

/// What was found of a quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolved {
    pub(crate) status: Status,
    /// The items that hold it, the first ten.
    pub(crate) items: Vec<String>,
    /// How many items hold it.
    pub(crate) count: usize,
    /// Where it stands in the first of them.
    pub(crate) span: Option<Span>,
    /// The words left out, where it is elided.
    pub(crate) left_out: Vec<String>,
    /// The nearest place, where none holds it.
    pub(crate) nearest: Option<Near>,
}

impl Resolved {
    fn without_place(status: Status) -> Self {
        Self { status, items: Vec::new(), count: 0, span: None, left_out: Vec::new(), nearest: None }
    }

    /// What the items that hold it make of it.
    fn held(quote: &Quotation, hits: &Hits) -> Option<Self> {
        let first = hits.first.as_ref()?;
        let status = if count_words(&quote.rendered) < 3 {
            Status::Short
        } else if !first.left_out.is_empty() {
            Status::Elided
        } else if hits.count > 1 {
            Status::Several
        } else if first.matched == Matched::Exact {
            Status::Exact
        } else {
            Status::Normalised
        };
        Some(Self {
            status,
            items: hits.items.clone(),
            count: hits.count,
            span: Some(first.span),
            left_out: first.left_out.clone(),
            nearest: None,
        })
    }
}

/// Resolves all quotations of a brief. `names` are the items its names stand for.
pub(crate) fn resolve(
    quotes: &[Quotation],
    names: &Names,
    source: &Source,
) -> Result<Vec<Resolved>, CorpusError> {
    let mut asked: Vec<Asked<'_>> = quotes.iter().map(|quote| Asked::of(quote, names)).collect();
    let tallies = scan::scan(&mut asked, source)?;
    let mut resolved: Vec<Resolved> = Vec::with_capacity(quotes.len());
    for ((quote, asked), tally) in quotes.iter().zip(&asked).zip(&tallies) {
        let held = tally.that_count(asked.items.is_some()).and_then(|hits| Resolved::held(quote, hits));
        resolved.push(match held {
            Some(held) => held,
            None if !quote.closed => Resolved::without_place(Status::Unclosed),
            None if asked.names_nothing => Resolved::without_place(Status::NoSuchItem),
            None => {
                let elsewhere = tally.that_count(false).and_then(|hits| Near::elsewhere(quote, hits));
                Resolved { nearest: elsewhere, ..Resolved::without_place(Status::NotFound) }
            }
        });
    }
    nearest::complete(&asked, &mut resolved, source)?;
    Ok(resolved)
}

/// Looks through all items on all cores, a share a piece of work; what came of the shares, in order.
fn over_all<T: Send>(
    source: &Source,
    look: impl Fn(Share<'_>) -> Result<T, CorpusError> + Send + Sync,
) -> Result<Vec<T>, CorpusError> {
    source.shares(rayon::current_num_threads() * 8)?.into_par_iter().map(look).collect()
}
