//! The item a quotation names right after it: `"…" (dfnrqjq)`, `"…" [dfnrqjq]`.

use super::markdown::Paragraph;

/// A word in brackets after a quotation: whether it names an item, the record and its look must say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) String);

impl Name {
    /// Whether it looks like an id, so that it must be one: 5 to 8 of `a-z0-9` with a digit, or a kind prefix and some
    /// of these.
    pub(crate) fn looks_like_an_id(&self) -> bool {
        let plain = |id: &str| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if let (Some(_), bare) = room_corpus::id::split(&self.0) {
            return !bare.is_empty() && plain(bare);
        }
        let digit = self.0.bytes().any(|byte| byte.is_ascii_digit());
        (5..=8).contains(&self.0.len()) && plain(&self.0) && digit
    }
}

/// The name that follows a letter of a paragraph, white space between or none.
pub(crate) fn after(paragraph: &Paragraph, letter: usize) -> Option<Name> {
    let rest = paragraph.letters.get(letter + 1..)?;
    let blanks = rest.iter().take_while(|letter| letter.c.is_whitespace()).count();
    let start = letter + 1 + blanks;
    // A link's brackets are not shown.
    if let Some(link) = paragraph.links.iter().find(|link| link.start == start) {
        let text: String = paragraph.letters.get(link.clone())?.iter().map(|letter| letter.c).collect();
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        return word(bare.unwrap_or(&text));
    }
    let mut rest = rest.iter().skip(blanks).map(|letter| letter.c);
    let close = closing(rest.next()?)?;
    let inner: String = rest.by_ref().take_while(|c| *c != close && !c.is_whitespace()).collect();
    // The bracket that ended it is the last letter taken.
    let end = start + 1 + inner.chars().count();
    paragraph.letters.get(end).filter(|letter| letter.c == close)?;
    word(&inner)
}

/// The name at the end of a text, and the text before it.
pub(crate) fn at_end(text: &str) -> Option<(&str, Name)> {
    let text = text.trim_end();
    let close = text.chars().next_back()?;
    let open = match close {
        ')' => '(',
        ']' => '[',
        _ => return None,
    };
    let inside = text.strip_suffix(close)?;
    let (before, inner) = inside.rsplit_once(open)?;
    let inner = inner.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')).unwrap_or(inner);
    Some((before.trim_end(), word(inner)?))
}

/// The name that is all of a text.
pub(crate) fn alone(text: &str) -> Option<Name> {
    at_end(text).filter(|(before, _)| before.is_empty()).map(|(_, name)| name)
}

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    }
}

/// One word of the characters that ids are stored with.
fn word(text: &str) -> Option<Name> {
    let plain = !text.is_empty() && text.bytes().all(|byte| (b'!'..=b'~').contains(&byte));
    plain.then(|| Name(text.to_owned()))
}
