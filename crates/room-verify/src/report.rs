//! What was checked and what came of it: the object that `--json` prints, and what the table and the page show.

use std::collections::BTreeMap;

use room_core::text::Span;
use serde::{Serialize, Serializer};

use crate::brief::Quotation;
use crate::resolve::{Near, Resolved, Status};

/// One room. Parts that were not checked are `None`.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) tool: &'static str,
    pub(crate) room: String,
    pub(crate) brief: Option<Brief>,
    pub(crate) journal: Option<Log>,
    pub(crate) reads: Option<Log>,
    pub(crate) corpus: Option<Faults>,
    pub(crate) ok: bool,
    /// Why the room could not be checked at all, where it is one of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// The quotations of a brief.
#[derive(Debug, Serialize)]
pub(crate) struct Brief {
    pub(crate) file: String,
    #[serde(serialize_with = "lines")]
    pub(crate) quotes: Vec<(Quotation, Resolved)>,
    pub(crate) counts: BTreeMap<&'static str, usize>,
}

/// A log that was replayed.
#[derive(Debug, Serialize)]
pub(crate) struct Log {
    pub(crate) records: u64,
    pub(crate) head: String,
    pub(crate) faults: Vec<String>,
}

/// The faults of a corpus.
#[derive(Debug, Serialize)]
pub(crate) struct Faults {
    pub(crate) faults: Vec<String>,
}

/// Many rooms.
#[derive(Debug, Serialize)]
pub(crate) struct Rooms {
    pub(crate) tool: &'static str,
    #[serde(rename = "rooms")]
    pub(crate) reports: Vec<Report>,
    pub(crate) ok: bool,
}

impl Report {
    /// A room in which nothing was checked yet.
    pub(crate) fn new(tool: &'static str, room: String) -> Self {
        Self { tool, room, brief: None, journal: None, reads: None, corpus: None, ok: true, error: None }
    }

    /// How many quotations do not hold.
    pub(crate) fn failed_quotes(&self, strict: bool) -> usize {
        let quotes = self.brief.iter().flat_map(|brief| &brief.quotes);
        quotes.filter(|(_, resolved)| !resolved.status.holds(strict)).count()
    }

    /// How many faults were found in logs and corpus.
    pub(crate) fn faults(&self) -> usize {
        let logs = [&self.journal, &self.reads].into_iter().flatten().map(|log| log.faults.len());
        logs.chain(self.corpus.iter().map(|corpus| corpus.faults.len())).sum()
    }

    /// Whether everything that was checked held.
    pub(crate) fn settle(&mut self, strict: bool) {
        self.ok = self.failed_quotes(strict) == 0 && self.faults() == 0 && self.error.is_none();
    }
}

impl Brief {
    /// The quotations of a brief, with what was found of each.
    pub(crate) fn new(file: String, quotes: Vec<(Quotation, Resolved)>) -> Self {
        let mut counts: BTreeMap<_, _> = Status::ALL.iter().map(|status| (status.word(), 0)).collect();
        for (_, resolved) in &quotes {
            *counts.entry(resolved.status.word()).or_default() += 1;
        }
        Self { file, quotes, counts }
    }
}

/// A quotation as `--json` shows it.
#[derive(Serialize)]
struct Shown<'a> {
    line: usize,
    column: usize,
    quote: &'a str,
    named: Option<&'a str>,
    status: Status,
    items: &'a [String],
    start: Option<usize>,
    end: Option<usize>,
    nearest: Option<Nearest<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

#[derive(Serialize)]
struct Nearest<'a> {
    item_id: &'a str,
    start: usize,
    matched: usize,
}

impl<'a> Shown<'a> {
    fn of(quote: &'a Quotation, resolved: &'a Resolved) -> Self {
        let near =
            |near: &'a Near| Nearest { item_id: &near.item_id, start: near.start, matched: near.matched };
        let Resolved { status, items, count, span, left_out, nearest } = resolved;
        let place = |place: fn(&Span) -> usize| span.as_ref().map(place);
        Self {
            line: quote.line,
            column: quote.column,
            quote: &quote.written,
            named: quote.named.as_deref(),
            status: *status,
            items,
            start: place(|span| span.start.0),
            end: place(|span| span.end.0),
            nearest: nearest.as_ref().map(near),
            left_out: (*status == Status::Elided).then_some(left_out.as_slice()),
            count: (*status == Status::Several).then_some(*count),
        }
    }
}

fn lines<S: Serializer>(quotes: &[(Quotation, Resolved)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(quotes.iter().map(|(quote, resolved)| Shown::of(quote, resolved)))
}
