//! The names of the store: keys, tags, links.

use crate::error::MemError;

/// The longest key, in characters.
const LONGEST: usize = 200;

/// Refuses a key with characters that would need quoting somewhere.
pub(crate) fn key(key: &str) -> Result<(), MemError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let sound = (1..=LONGEST).contains(&key.len()) && key.chars().all(fits);
    if sound { Ok(()) } else { Err(MemError::Key(key.to_owned())) }
}

/// Refuses a tag that would be read as two, or as none.
pub(crate) fn tag(tag: &str) -> Result<(), MemError> {
    word(tag, "tag", "; several are --tag A --tag B")
}

/// Refuses a link's name that would run into the key after it.
pub(crate) fn link(name: &str) -> Result<(), MemError> {
    word(name, "name of a link", ", as in lived-at")
}

fn word(word: &str, what: &'static str, hint: &'static str) -> Result<(), MemError> {
    let parts = |c: char| c.is_whitespace() || c.is_control() || c == ',';
    if word.is_empty() || word.contains(parts) {
        return Err(MemError::Word { what, word: word.to_owned(), hint });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_plain_and_short() {
        for sound in ["a", "mill/fate", "A.b_c-9", "..", "/", &"k".repeat(200)] {
            assert!(key(sound).is_ok(), "{sound}");
        }
        for wrong in ["", "a key", "é", "a\n", "a,b", "k:v", &"k".repeat(201)] {
            assert!(key(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_tag_is_one_word() {
        for sound in ["place", "ä", "a:b", "#1"] {
            assert!(tag(sound).is_ok(), "{sound}");
        }
        for wrong in ["", " ", "a b", "a,b", "a\u{85}b", "\u{1b}"] {
            assert!(tag(wrong).is_err(), "{wrong}");
        }
    }
}
