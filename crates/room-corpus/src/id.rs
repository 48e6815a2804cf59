//! How items and threads are named, typed and told apart.
//!
//! An id as it is stored is one word of printable ASCII. People type it with or without Reddit's kind prefix.

use std::fmt;

/// Whether an item opens a thread or answers in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A post: title and text; opens a thread.
    Post,
    /// A comment in a thread.
    Comment,
}

impl Kind {
    /// Reddit's prefix of this kind: `t3_` or `t1_`.
    pub fn prefix(self) -> &'static str {
        match self {
            Kind::Post => "t3_",
            Kind::Comment => "t1_",
        }
    }

    /// The word of records and corpora: `post` or `comment`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Post => "post",
            Kind::Comment => "comment",
        }
    }
}

/// Takes one kind prefix off an id: `t1_x` is the comment `x`, `t3_x` the post `x`, `x` of no kind said.
pub fn split(id: &str) -> (Option<Kind>, &str) {
    if let Some(bare) = id.strip_prefix("t1_") {
        (Some(Kind::Comment), bare)
    } else if let Some(bare) = id.strip_prefix("t3_") {
        (Some(Kind::Post), bare)
    } else {
        (None, id)
    }
}

/// What a stored id is looked up by: the id without its kind prefix. One that is nothing but a prefix is its own.
pub fn bare(stored: &str) -> &str {
    Some(split(stored).1).filter(|bare| !bare.is_empty()).unwrap_or(stored)
}

/// An id as it is stored: bytes outside `!` to `~`, and `%`, percent-encoded (capitals).
pub fn encoded(raw: &str) -> String {
    use fmt::Write as _;
    let mut id = String::with_capacity(raw.len());
    for byte in raw.bytes() {
        if (b'!'..=b'~').contains(&byte) && byte != b'%' {
            id.push(char::from(byte));
        } else {
            write!(id, "%{byte:02X}").expect("a String takes every write");
        }
    }
    id
}

/// The stored names a typed id may stand for, likeliest first, each with the kind it must then have (`None`: any).
///
/// An id exactly as it is stored is always itself, whatever its prefix says: records decide their own ids. A bare id may
/// also stand for a prefixed one, where a post and a comment of the room share it; a prefixed id stands for the bare one
/// of its kind. What was typed with characters an id cannot hold is tried in its encoded spelling.
pub fn readings(typed: &str) -> Vec<(String, Option<Kind>)> {
    let mut out = Vec::with_capacity(3);
    let spellings = [typed.to_owned(), encoded(typed)];
    let distinct = if spellings[0] == spellings[1] { 1 } else { 2 };
    for typed in spellings.into_iter().take(distinct) {
        if let (Some(kind), bare) = split(&typed) {
            let bare = bare.to_owned();
            out.push((typed, None));
            out.push((bare, Some(kind)));
        } else {
            let (post, comment) = (format!("t3_{typed}"), format!("t1_{typed}"));
            out.push((typed, None));
            out.push((post, Some(Kind::Post)));
            out.push((comment, Some(Kind::Comment)));
        }
    }
    out
}

/// The order of ids everywhere: shorter first, then bytewise, which is the order of base-36 numbers.
pub fn compare(a: &str, b: &str) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_prefix_comes_off() {
        assert_eq!(split("t1_t1_x"), (Some(Kind::Comment), "t1_x"));
        assert_eq!(split("t3_62sgj5"), (Some(Kind::Post), "62sgj5"));
        assert_eq!(split("t2_x"), (None, "t2_x"));
    }

    #[test]
    fn an_id_as_it_is_stored_is_itself_whatever_its_prefix_says() {
        let read = readings("t1_x");
        assert_eq!(read, [("t1_x".to_owned(), None), ("x".to_owned(), Some(Kind::Comment))]);
    }

    #[test]
    fn odd_bytes_are_encoded_in_capitals() {
        assert_eq!(encoded("odd id%é"), "odd%20id%25%C3%A9");
        assert_eq!(encoded("plain~!"), "plain~!");
    }
}
