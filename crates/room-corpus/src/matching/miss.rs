//! Why a quotation has no place in a body, said so that the next call is right.

use std::fmt::Write as _;

use super::fold::Folded;
use super::locate::Quote;
use super::{Matched, loose};
use room_core::text::{Bytes, Chars, before, between, byte_of, chars, from};

/// Code points of the record shown in a message.
const SHOWN: usize = 40;

/// A quotation without one place in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// It says nothing.
    Blank,
    /// It stands there more than once, overlaps counted.
    Several {
        /// How often.
        times: usize,
        /// Where, the first ten, in code points.
        places: Vec<Chars>,
        /// Whether exactly or folded.
        matched: Matched,
    },
    /// It does not stand there.
    Absent(Nearest),
}

/// What a body has instead of a quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// It would stand there if one difference were overlooked.
    But {
        /// The difference.
        how: Loosened,
        /// Where, in code points of the body.
        at: Chars,
        /// The record's words, the first 40 code points of them.
        words: String,
    },
    /// Its beginning stands there.
    Beginning {
        /// How much of it, in code points of the quotation as typed.
        matched: Chars,
        /// Where the beginning stands, in code points of the body.
        at: Chars,
        /// How the record goes on, 40 code points; empty at the body's end.
        goes_on: String,
    },
    /// Nothing worth saying.
    Nothing,
}

/// A difference that no match overlooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loosened {
    /// Zero-width characters, soft hyphens, direction marks.
    Invisible,
    /// `&gt;` and its like, which the record keeps as they are.
    Entities,
    /// Emphasis, code and quote marks.
    Markdown,
    /// Capitals.
    Case,
}

impl Loosened {
    /// In the order in which they are tried.
    const ALL: [Self; 4] = [Self::Invisible, Self::Entities, Self::Markdown, Self::Case];

    /// What it is called in a message.
    pub fn words(self) -> &'static str {
        match self {
            Self::Invisible => "invisible characters",
            Self::Entities => "HTML entities, which the record keeps",
            Self::Markdown => "Markdown marks",
            Self::Case => "letter case",
        }
    }
}

impl Nearest {
    /// What this body has instead of the quotation, the first that is true.
    pub fn of(body: &Folded<'_>, quote: &Quote<'_>) -> Self {
        Self::loosened(body, quote).or_else(|| Self::beginning(body, quote)).unwrap_or(Self::Nothing)
    }

    /// The quotation but for one difference that no match overlooks: always a [`Nearest::But`].
    pub fn loosened(body: &Folded<'_>, quote: &Quote<'_>) -> Option<Self> {
        let loose = |how| loose::place(body, quote.folded(), how).map(|place| (how, place));
        let (how, (start, end)) = Loosened::ALL.into_iter().find_map(loose)?;
        let (start, end) = (body.place(start), body.place(end));
        let words = clipped(between(body.original(), start, end));
        Some(Self::But { how, at: chars(before(body.original(), start)), words })
    }

    /// The longest beginning of the quotation that stands in the body, if it is long enough to mean anything: two
    /// words, eight code points, or half of it.
    pub fn beginning(body: &Folded<'_>, quote: &Quote<'_>) -> Option<Self> {
        let folded = quote.folded();
        let ends: Vec<usize> = folded.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
        let find = |length: usize| {
            let prefix = before(folded, Bytes(ends[length - 1]));
            memchr::memmem::find(body.text().as_bytes(), prefix.as_bytes())
        };
        // What holds for a beginning holds for every shorter one.
        let (mut least, mut most) = (0, ends.len());
        while least < most {
            let middle = (least + most).div_ceil(2);
            if find(middle).is_some() { least = middle } else { most = middle - 1 }
        }
        let start = if least == 0 { return None } else { find(least)? };
        let end = ends[least - 1];
        let words = before(folded, Bytes(end)).split(' ').filter(|word| !word.is_empty()).count();
        if words < 2 && least < 8 && least * 2 < ends.len() {
            return None;
        }
        let goes_on = from(body.original(), body.place(start + end));
        Some(Self::Beginning {
            matched: quote.typed_chars(end),
            at: chars(before(body.original(), body.place(start))),
            goes_on: clipped(goes_on),
        })
    }
}

/// The first code points of a text, with `…` where more follows.
fn clipped(text: &str) -> String {
    match byte_of(text, Chars(SHOWN)).filter(|end| end.0 < text.len()) {
        None => text.to_owned(),
        Some(end) => format!("{}…", before(text, end)),
    }
}

impl Miss {
    /// The sentence of a refusal. `place` names what was searched (`dfnrqjq`); `elsewhere` names others that hold the
    /// words exactly, three at most, and is only asked where there is nothing better to say.
    pub fn why(&self, place: &str, elsewhere: impl FnOnce() -> Vec<String>) -> String {
        match self {
            Self::Blank => "the quotation is empty: quote the words that stand there".to_owned(),
            Self::Several { times, places, matched } => {
                let mut at = places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                if *times > places.len() {
                    write!(at, " and {} more", times - places.len()).expect("a String takes every write");
                }
                let how = match matched {
                    Matched::Exact => "",
                    Matched::Normalised => ", once marks and blanks are taken as equal",
                };
                format!("occurs {times} times in {place}{how}, at {at}: extend it")
            }
            Self::Absent(Nearest::But { how, at, words }) => {
                format!(
                    "not found in {place} but for {}. Cite it as the record has it at {at}: \"{words}\"",
                    how.words()
                )
            }
            Self::Absent(Nearest::Beginning { matched, goes_on, .. }) if goes_on.is_empty() => {
                format!("not found in {place}. The record ends after its first {matched} characters")
            }
            Self::Absent(Nearest::Beginning { matched, goes_on, .. }) => {
                format!(
                    "not found in {place}. The record goes on \"{goes_on}\" after its first {matched} characters"
                )
            }
            Self::Absent(Nearest::Nothing) => {
                let others = elsewhere();
                if others.is_empty() {
                    return format!(
                        "not found in {place}. Quote the record's own words; find takes a pattern"
                    );
                }
                format!("not found in {place}, but exactly so in {}: cite it there", others.join(", "))
            }
        }
    }
}
