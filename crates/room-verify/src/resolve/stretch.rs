//! The stretches of a folded text, which tell in raw bytes where it cannot stand.

use std::iter;

use memchr::memmem::Finder;

/// Letters and digits of ASCII on end, as they stand in every text that folds to one with them: nothing folds to an
/// ASCII letter or digit but itself, save the Kelvin sign to `K`.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    text: String,
    finder: Finder<'static>,
    /// The stretches that stand after this one with white space alone between them.
    next: Vec<String>,
}

/// The stretches of a folded text, each with those that follow it.
pub(super) fn stretches(folded: &str) -> Vec<Stretch> {
    let plain = |c: char| c.is_ascii_alphanumeric() && c != 'K';
    let mut phrases: Vec<Vec<&str>> = vec![Vec::new()];
    // A piece is a run of blanks or of what is no ASCII letter, or of letters. One blank goes on with a phrase.
    let mut rest = folded;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| plain(c) != plain(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        match phrases.last_mut() {
            Some(phrase) if plain(first) => phrase.push(piece),
            _ if piece != " " => phrases.push(Vec::new()),
            _ => {}
        }
    }
    let of_phrase = |phrase: Vec<&str>| {
        let after = |at: usize| phrase.get(at + 1..).unwrap_or_default().iter().map(ToString::to_string);
        phrase
            .iter()
            .enumerate()
            .map(|(at, text)| Stretch::new(text, after(at).collect()))
            .collect::<Vec<_>>()
    };
    phrases.into_iter().flat_map(of_phrase).collect()
}

impl Stretch {
    fn new(text: &str, next: Vec<String>) -> Self {
        Self { text: text.to_owned(), finder: Finder::new(text).into_owned(), next }
    }

    /// The stretch in small letters, for texts in which letter case and marks may differ: what follows it is not told.
    pub(super) fn loosened(&self) -> Self {
        Self::new(&self.text.to_ascii_lowercase(), Vec::new())
    }

    /// Its letters.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its letters and those of the stretches after it.
    pub(super) fn phrase(&self) -> impl Iterator<Item = &str> {
        iter::once(self.text.as_str()).chain(self.next.iter().map(String::as_str))
    }

    /// Whether it stands in some bytes.
    pub(super) fn stands_in(&self, bytes: &[u8]) -> bool {
        self.finder.find(bytes).is_some()
    }

    /// Where its first place from a byte on ends.
    pub(super) fn end_in(&self, bytes: &[u8], from: usize) -> Option<usize> {
        Some(from + self.finder.find(bytes.get(from..)?)? + self.text.len())
    }

    /// Whether what stands after one of its places may be what follows it.
    pub(super) fn goes_on(&self, after: &After<'_>) -> bool {
        let mut after = *after;
        self.next.iter().all(|next| {
            let rest = after.rest.strip_prefix(next.as_bytes()).filter(|_| after.spaced);
            after = After::of(rest.unwrap_or_default());
            rest.is_some()
        })
    }
}

/// What stands after a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct After<'b> {
    /// Whether white space may come first.
    spaced: bool,
    /// What comes then.
    rest: &'b [u8],
}

impl<'b> After<'b> {
    /// These bytes.
    pub(super) fn of(bytes: &'b [u8]) -> Self {
        let rest = after_space(bytes);
        Self { spaced: rest.len() < bytes.len(), rest }
    }

    /// The first byte after white space, where there is any.
    pub(super) fn next(&self) -> Option<u8> {
        self.rest.first().copied().filter(|_| self.spaced)
    }
}

/// The bytes after whatever may be white space, in a text or in its JSON: no letter or digit of ASCII is passed but
/// those of an escape.
fn after_space(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'\\', b'n' | b'r' | b't' | b'f', after @ ..] | [b' ' | b'\t'..=b'\r' | 0x80.., after @ ..] => {
                after
            }
            _ => return rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(folded: &str) -> Vec<Vec<String>> {
        stretches(folded).iter().map(|stretch| stretch.phrase().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn one_blank_goes_on_with_a_phrase_and_nothing_else_does() {
        assert_eq!(told("a b-c d"), [&["a", "b"][..], &["b"], &["c", "d"], &["d"]]);
        assert_eq!(told("café au lait"), [&["caf"][..], &["au", "lait"], &["lait"]]);
        assert_eq!(told("300 K of it"), [&["300"][..], &["of", "it"], &["it"]]);
        assert_eq!(told(" \"' … "), [&[""; 0]; 0]);
    }

    #[test]
    fn white_space_may_be_spelled_in_any_way() {
        let first = stretches("pier north end").remove(0);
        for after in
            [" north end", "\\nnorth\\r\\n\\tend", "\u{85}\u{2003}north\u{3000}endless", "\t \x0bnorth\nend"]
        {
            assert!(first.goes_on(&After::of(after.as_bytes())), "{after}");
        }
        for after in ["north end", " nort end", " north", " north, end", " \\\\north end", ""] {
            assert!(!first.goes_on(&After::of(after.as_bytes())), "{after}");
        }
    }
}
