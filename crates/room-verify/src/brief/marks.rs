//! Pairs of quotation marks in a paragraph.
//!
//! A mark opens, and the first closing mark of its kind ends; what lies between belongs to the one quotation. Straight
//! single marks and `‚…‘` are never taken for quotations: too many apostrophes look like them.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use super::markdown::Letter;

/// A quotation's marks, as places among the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) open: usize,
    /// `None` for a straight mark that never closes in its paragraph.
    pub(crate) close: Option<usize>,
}

/// The kinds of marks, by how they open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `"…"`
    Straight,
    /// `“…”`
    Curly,
    /// `„…“` and `„…”`
    Low,
    /// `«…»`
    Guillemets,
    /// `‘…’`
    Single,
}

/// All pairs of a paragraph, in order. `source` is the brief its letters stand in.
pub(crate) fn pairs(letters: &[Letter], source: &str) -> Vec<Pair> {
    let text = Text { letters, source };
    let mut pairs = Vec::new();
    // A kind for which nothing closed from here on will not be looked for again: else many open marks cost the square.
    let mut never: Vec<Kind> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let Some(kind) = text.opens(at) else {
            at += 1;
            continue;
        };
        let close = if never.contains(&kind) { None } else { text.close(kind, at + 1) };
        if close.is_none() && !never.contains(&kind) {
            never.push(kind);
        }
        if close.is_some() || kind == Kind::Straight {
            pairs.push(Pair { open: at, close });
        }
        at = close.unwrap_or(at) + 1;
    }
    pairs
}

/// Whether one pair of marks encloses a whole text; then the text between them.
pub(crate) fn without_outer_marks(text: &str) -> &str {
    let letters: Vec<Letter> =
        text.char_indices().map(|(at, c)| Letter { c, at: at..at + c.len_utf8(), code: false }).collect();
    let whole = Text { letters: &letters, source: text };
    let last = letters.len().saturating_sub(1);
    match (whole.opens(0), letters.last()) {
        (Some(kind), Some(letter)) if last > 0 && whole.closes(kind, last) => {
            let first = letters.first().map_or(0, |first| first.at.end);
            text.get(first..letter.at.start).unwrap_or(text)
        }
        _ => text,
    }
}

/// A paragraph's letters with what stands around them.
struct Text<'p> {
    letters: &'p [Letter],
    source: &'p str,
}

impl Text<'_> {
    /// The kind of quotation a letter opens.
    fn opens(&self, at: usize) -> Option<Kind> {
        let letter = self.letters.get(at).filter(|letter| !letter.code)?;
        match letter.c {
            '"' if self.before(at).any(|c| c.is_none_or(may_stand_before)) && self.speaks_on(at) => {
                Some(Kind::Straight)
            }
            '“' => Some(Kind::Curly),
            '„' => Some(Kind::Low),
            '«' => Some(Kind::Guillemets),
            '‘' if !self.is_word(at.checked_sub(1)) && self.speaks_on(at) => Some(Kind::Single),
            _ => None,
        }
    }

    /// The first letter from `from` on that closes a kind of quotation.
    fn close(&self, kind: Kind, from: usize) -> Option<usize> {
        (from..self.letters.len()).find(|at| self.closes(kind, *at))
    }

    fn closes(&self, kind: Kind, at: usize) -> bool {
        let Some(letter) = self.letters.get(at).filter(|letter| !letter.code) else { return false };
        match (kind, letter.c) {
            (Kind::Straight, '"') => {
                !self.is_blank(at.checked_sub(1)) && self.after(at).any(|c| !c.is_some_and(goes_on))
            }
            (Kind::Curly | Kind::Low, '”') | (Kind::Low, '“') | (Kind::Guillemets, '»') => true,
            (Kind::Single, '’') => !self.is_blank(at.checked_sub(1)) && !self.is_word(Some(at + 1)),
            _ => false,
        }
    }

    /// What stands before a letter, as it is rendered and as it is written; `None` for the start.
    fn before(&self, at: usize) -> impl Iterator<Item = Option<char>> {
        let shown = at.checked_sub(1).and_then(|at| self.letters.get(at)).map(|letter| letter.c);
        let start = self.letters.get(at).map_or(0, |letter| letter.at.start);
        let written = self.source.get(..start).and_then(|before| before.chars().next_back());
        [shown, written].into_iter()
    }

    /// What stands after a letter, as it is rendered and as it is written; `None` for the end.
    fn after(&self, at: usize) -> impl Iterator<Item = Option<char>> {
        let shown = self.letters.get(at + 1).map(|letter| letter.c);
        let end = self.letters.get(at).map_or(0, |letter| letter.at.end);
        let written = self.source.get(end..).and_then(|after| after.chars().next());
        [shown, written].into_iter()
    }

    /// Whether words follow a letter at once.
    fn speaks_on(&self, at: usize) -> bool {
        self.letters.get(at + 1).is_some_and(|next| !next.c.is_whitespace())
    }

    fn is_word(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.letters.get(at)).is_some_and(|letter| letter.c.is_alphanumeric())
    }

    fn is_blank(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.letters.get(at)).is_some_and(|letter| letter.c.is_whitespace())
    }
}

/// What a straight mark may open after.
fn may_stand_before(c: char) -> bool {
    use GeneralCategory::{DashPunctuation, InitialPunctuation, OpenPunctuation};
    let opening = matches!(c.general_category(), OpenPunctuation | InitialPunctuation | DashPunctuation);
    c.is_whitespace() || opening || matches!(c, '*' | '_' | '~')
}

/// What a straight mark does not close before.
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
