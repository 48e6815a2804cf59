//! Comparisons looser than any match may be: they only ever say why a quotation was not found.

use super::classes::is_invisible;
use super::fold::Folded;
use super::miss::Loosened;

/// A folded text with something taken away, and where its bytes come from.
struct Loose {
    text: String,
    /// For each byte of the text, the byte of the folded text it comes from.
    places: Vec<usize>,
}

/// The place, in bytes of the folded body, where the quotation stands once `how` is taken as the record has it.
pub(super) fn place(body: &Folded<'_>, quote: &str, how: Loosened) -> Option<(usize, usize)> {
    let needle = Loose::of(quote, how).text;
    let needle = needle.trim();
    if needle.is_empty() {
        return None;
    }
    let loose = Loose::of(body.text(), how);
    let at = memchr::memmem::find(loose.text.as_bytes(), needle.as_bytes())?;
    let last = at + needle.len() - 1;
    let end = loose.places.get(last + 1).copied().unwrap_or(body.text().len());
    Some((loose.places[at], end))
}

impl Loose {
    fn of(text: &str, how: Loosened) -> Self {
        let mut loose =
            Self { text: String::with_capacity(text.len()), places: Vec::with_capacity(text.len()) };
        match how {
            Loosened::Invisible => loose.each(text, |c, _| (!is_invisible(c)).then_some((c, c.len_utf8()))),
            Loosened::Entities => loose.each(text, |c, rest| Some(entity(rest).unwrap_or((c, c.len_utf8())))),
            Loosened::Markdown => {
                loose.each(text, |c, _| (!is_markdown(c)).then_some((c, c.len_utf8())));
                loose.fold_blanks();
            }
            Loosened::Case => loose.lower(text),
        }
        loose
    }

    /// Takes each character, or what `keep` makes of it and how many bytes of the text that stands for.
    fn each(&mut self, text: &str, keep: impl Fn(char, &str) -> Option<(char, usize)>) {
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = text.get(at..).expect("we move from character to character");
            let (kept, length) =
                keep(c, rest).map_or((None, c.len_utf8()), |(kept, length)| (Some(kept), length));
            if let Some(kept) = kept {
                self.push(kept, at);
            }
            at += length;
        }
    }

    fn lower(&mut self, text: &str) {
        for (at, c) in text.char_indices() {
            c.to_lowercase().for_each(|lower| self.push(lower, at));
        }
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.places.resize(self.text.len(), at);
    }

    /// Blanks that marks stood between become one.
    fn fold_blanks(&mut self) {
        let (text, places) = (std::mem::take(&mut self.text), std::mem::take(&mut self.places));
        for (at, c) in text.char_indices() {
            if !(c == ' ' && self.text.ends_with(' ')) {
                self.push(c, places[at]);
            }
        }
    }
}

/// The character an entity at the start of a text stands for, and the entity's bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 7] = [
        ("&amp;", '&'),
        ("&gt;", '>'),
        ("&lt;", '<'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&apos;", '\''),
        ("&nbsp;", ' '),
    ];
    NAMED.iter().find(|(name, _)| text.starts_with(name)).map(|(name, c)| (*c, name.len()))
}

/// Characters that are Markdown's marks more often than words.
fn is_markdown(c: char) -> bool {
    matches!(c, '*' | '_' | '~' | '`' | '#' | '>' | '\\' | '^' | '[' | ']')
}
