//! What is asked for a quotation: as it is written, as it is rendered, with its elisions.

use room_core::text::Span;
use room_corpus::matching::{Folded, Matched, Quote, first};

use super::anchors::Frequencies;
use super::elision::Elided;
use super::names::Names;
use super::stretch::{Stretch, stretches};
use crate::brief::Quotation;

/// A quotation, ready to be looked for in many items.
#[derive(Debug)]
pub(super) struct Asked<'q> {
    /// As written, and as rendered where that differs. None where there is nothing to look for.
    pub(super) readings: Vec<Reading<'q>>,
    /// The items it names: only there it counts.
    pub(super) items: Option<&'q [String]>,
    /// Whether it names an item that does not exist.
    pub(super) names_nothing: bool,
}

/// One spelling of a quotation.
#[derive(Debug)]
pub(super) struct Reading<'q> {
    pub(super) whole: Quote<'q>,
    elided: Option<Elided<'q>>,
    /// What stands in every text that holds this.
    pub(super) stretches: Vec<Stretch>,
}

/// Where a quotation stands in an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) span: Span,
    pub(super) matched: Matched,
    pub(super) left_out: Vec<String>,
}

/// In how many ways a quotation can stand in an item, the better before the worse.
pub(super) const LEVELS: usize = 4;

impl<'q> Asked<'q> {
    pub(super) fn of(quote: &'q Quotation, names: &'q Names) -> Self {
        let items = quote.named.as_deref().map(|name| names.items(name));
        let names_nothing = items.is_some_and(<[String]>::is_empty);
        let mut readings = Vec::new();
        if quote.closed && !names_nothing {
            readings.extend(Reading::of(&quote.written));
            if quote.rendered != quote.written {
                readings.extend(Reading::of(&quote.rendered));
            }
        }
        Self { readings, items, names_nothing }
    }

    /// Where it stands in a body, and at which level: as written, as rendered, and both with their elisions.
    /// `may` tells which of the readings are worth trying.
    pub(super) fn stands(&self, body: &Folded<'_>, may: impl Fn(usize) -> bool) -> Option<(usize, Hit)> {
        let tried = || self.readings.iter().enumerate().filter(|(at, _)| may(*at));
        let whole = tried().find_map(|(at, reading)| {
            let found = first(body, &reading.whole)?;
            Some((at, Hit { span: found.span, matched: found.matched, left_out: Vec::new() }))
        });
        whole.or_else(|| tried().find_map(|(at, reading)| Some((LEVELS / 2 + at, reading.held(body)?))))
    }
}

impl<'q> Reading<'q> {
    /// `None` for what says nothing.
    fn of(text: &'q str) -> Option<Self> {
        let whole = Quote::new(text).ok()?;
        let stretches = stretches(whole.folded());
        Some(Self { whole, elided: Elided::of(text), stretches })
    }

    /// Where it stands with its elisions.
    fn held(&self, body: &Folded<'_>) -> Option<Hit> {
        let elided = self.elided.as_ref()?;
        // Elisions at the ends leave nothing out.
        if let Some(found) = elided.whole().and_then(|words| first(body, words)) {
            return Some(Hit { span: found.span, matched: found.matched, left_out: Vec::new() });
        }
        let held = elided.held(body)?;
        Some(Hit { span: held.span, matched: Matched::Normalised, left_out: held.left_out })
    }

    /// Puts its stretches in order, the rarest first: that one tells most often that it does not stand somewhere.
    pub(super) fn sort(&mut self, frequencies: &Frequencies) {
        self.stretches.sort_by_key(|stretch| frequencies.rank(stretch));
    }

    /// Whether all its stretches stand in some bytes.
    pub(super) fn may_stand_in(&self, bytes: &[u8]) -> bool {
        self.stretches.iter().all(|stretch| stretch.stands_in(bytes))
    }
}
