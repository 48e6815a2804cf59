//! Where a quotation stands in a body.

use super::fold::Folded;
use super::miss::{Miss, Nearest};
use super::{Matched, occurrences};
use room_core::text::{Bytes, Chars, Span, chars, from, span_of};

/// How many places of an ambiguous quotation are kept.
const PLACES: usize = 10;

/// A quotation, prepared once for many bodies.
#[derive(Debug)]
pub struct Quote<'q> {
    typed: &'q str,
    folded: Folded<'q>,
}

impl<'q> Quote<'q> {
    /// Prepares a quotation; one that is empty or all white space is a miss everywhere.
    pub fn new(typed: &'q str) -> Result<Self, Miss> {
        if typed.trim().is_empty() {
            Err(Miss::Blank)
        } else {
            Ok(Self { typed, folded: Folded::new(typed) })
        }
    }

    /// The words as they were typed.
    pub fn typed(&self) -> &'q str {
        self.typed
    }

    /// The words folded, without white space at the ends: what is looked for in a folded body.
    pub fn folded(&self) -> &str {
        self.folded.text().trim_matches(' ')
    }

    /// How many code points of the typed words agree with the beginning of a text.
    pub fn agrees(&self, text: &str) -> Chars {
        let text = Folded::new(text);
        let pairs =
            self.folded().chars().zip(text.text().chars()).take_while(|(ours, theirs)| ours == theirs);
        let prefix: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
        if prefix == 0 { Chars(0) } else { self.typed_chars(prefix) }
    }

    /// How many code points of the typed words a prefix of [`Quote::folded`] (in bytes) stands for.
    pub fn typed_chars(&self, prefix: usize) -> Chars {
        let blanks = self.folded.text().len() - self.folded.text().trim_start_matches(' ').len();
        chars(room_core::text::before(self.typed, self.folded.place(blanks + prefix)))
    }
}

/// A quotation's place in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The place, in code points of the body as it stands.
    pub span: Span,
    /// How the two agree.
    pub matched: Matched,
}

/// Looks for a quotation in a body: exact first, then folded. It must stand there once, overlaps counted.
pub fn locate(body: &str, quote: &Quote<'_>) -> Result<Found, Miss> {
    let exact = Places::exact(body, quote.typed());
    if exact.times > 0 {
        return exact.only(Matched::Exact);
    }
    let folded = Folded::new(body);
    let normalised = Places::folded(&folded, quote.folded());
    if normalised.times > 0 {
        return normalised.only(Matched::Normalised);
    }
    Err(Miss::Absent(Nearest::of(&folded, quote)))
}

/// The first place of a quotation in a body, however often it stands there: exact first, then folded, as [`locate`]
/// has it. For whoever asks whether words stand in a body, not which of several places is meant. A quotation that may
/// stand in many bodies gives each body's folded form once.
pub fn first(body: &Folded<'_>, quote: &Quote<'_>) -> Option<Found> {
    let (mut exact, mut normalised) = (None, None);
    occurrences::each(body.original(), quote.typed(), |at| {
        exact = Some(span_of(body.original(), Bytes(at), Bytes(at + quote.typed().len())));
        false
    });
    if let Some(span) = exact {
        return Some(Found { span, matched: Matched::Exact });
    }
    let folded = quote.folded();
    occurrences::each(body.text(), folded, |at| {
        normalised = body.span(at, at + folded.len());
        normalised.is_none()
    });
    normalised.map(|span| Found { span, matched: Matched::Normalised })
}

/// The places of a quotation in one body: the first few, and how many there are.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub(super) times: usize,
    pub(super) first: Vec<Span>,
}

impl Places {
    /// The exact places.
    pub(super) fn exact(body: &str, typed: &str) -> Self {
        let mut places = Self::default();
        occurrences::each(body, typed, |at| {
            places.add(|| Some(span_of(body, Bytes(at), Bytes(at + typed.len()))));
            true
        });
        places
    }

    /// The places once both are folded; those that would split a letter from its marks are none.
    pub(super) fn folded(body: &Folded<'_>, folded: &str) -> Self {
        let mut places = Self::default();
        occurrences::each(body.text(), folded, |at| {
            if places.first.len() < PLACES {
                places.add(|| body.span(at, at + folded.len()));
            } else if !splits_marks(body.text(), at, at + folded.len()) {
                places.times += 1;
            }
            true
        });
        places
    }

    fn add(&mut self, span: impl FnOnce() -> Option<Span>) {
        if self.first.len() == PLACES {
            self.times += 1;
        } else if let Some(span) = span() {
            self.times += 1;
            self.first.push(span);
        }
    }

    fn only(self, matched: Matched) -> Result<Found, Miss> {
        match self.first.as_slice() {
            [span] if self.times == 1 => Ok(Found { span: *span, matched }),
            _ => Err(Miss::Several {
                times: self.times,
                places: self.first.iter().map(|span| span.start).collect(),
                matched,
            }),
        }
    }
}

fn splits_marks(folded: &str, start: usize, end: usize) -> bool {
    let mark = |at| {
        from(folded, Bytes(at)).chars().next().is_some_and(unicode_normalization::char::is_combining_mark)
    };
    mark(start) || mark(end)
}
