//! Code points and spans: what every offset counts. Bytes index our strings, code points leave the process; the two
//! have types of their own, so that the compiler keeps them apart.

use serde::{Deserialize, Serialize};

/// A number of code points from the start of a text, or a length in code points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chars(pub usize);

/// A number of bytes from the start of a UTF-8 text; always at a character's first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub usize);

/// A place in a body, half open, in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The first code point of the place.
    pub start: Chars,
    /// The code point after its last.
    pub end: Chars,
}

impl std::fmt::Display for Chars {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::ops::Add for Chars {
    type Output = Chars;
    fn add(self, other: Chars) -> Chars {
        Chars(self.0 + other.0)
    }
}

/// The length of a text in code points.
pub fn chars(text: &str) -> Chars {
    Chars(text.chars().count())
}

/// The text before a byte offset.
pub fn before(text: &str, at: Bytes) -> &str {
    text.get(..at.0).expect("a byte offset stands at a character's first byte")
}

/// The text from a byte offset on.
pub fn from(text: &str, at: Bytes) -> &str {
    text.get(at.0..).expect("a byte offset stands at a character's first byte")
}

/// The text between two byte offsets.
pub fn between(text: &str, start: Bytes, end: Bytes) -> &str {
    text.get(start.0..end.0).expect("byte offsets stand at characters' first bytes, in order")
}

/// Where a code point begins in the text's bytes; `None` past its end. The end itself is a place.
pub fn byte_of(text: &str, at: Chars) -> Option<Bytes> {
    let mut places = text.char_indices().map(|(byte, _)| byte).chain(std::iter::once(text.len()));
    places.nth(at.0).map(Bytes)
}

/// The text of a span, or `None` where the span is empty, reversed or reaches past the text's end.
pub fn cut(text: &str, span: Span) -> Option<&str> {
    if span.start >= span.end {
        return None;
    }
    let start = byte_of(text, span.start)?;
    let rest = from(text, start);
    let end = byte_of(rest, Chars(span.end.0 - span.start.0))?;
    Some(before(rest, end))
}

/// The span in code points of a place given in bytes.
pub fn span_of(text: &str, start: Bytes, end: Bytes) -> Span {
    let first = chars(before(text, start));
    Span { start: first, end: first + chars(between(text, start, end)) }
}

/// Seconds since 1970 as `2017-04-01T17:02:11Z`; `None` outside the years 1 to 9999.
pub fn rfc3339_seconds(seconds: i64) -> Option<String> {
    rfc3339(seconds, 0)
}

/// The same with the nanoseconds of that second, where there are some: `2017-04-01T17:02:11.05Z`.
pub fn rfc3339(seconds: i64, nanos: u32) -> Option<String> {
    // jiff's timestamps end a day early, its civil times do not.
    let epoch = jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0);
    let time = epoch.checked_add(jiff::SignedDuration::new(seconds, i32::try_from(nanos).ok()?)).ok()?;
    (1..=9999).contains(&time.year()).then(|| format!("{time}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_counts_code_points_and_never_bytes() {
        let body = "ok 😀 then\r\n";
        assert_eq!(cut(body, Span { start: Chars(3), end: Chars(4) }), Some("😀"));
        assert_eq!(cut(body, Span { start: Chars(5), end: Chars(11) }), Some("then\r\n"));
        assert_eq!(cut(body, Span { start: Chars(5), end: Chars(12) }), None);
        assert_eq!(cut(body, Span { start: Chars(5), end: Chars(5) }), None);
    }

    #[test]
    fn years_outside_one_to_9999_have_no_name() {
        assert_eq!(rfc3339_seconds(1_491_066_131).as_deref(), Some("2017-04-01T17:02:11Z"));
        assert_eq!(rfc3339_seconds(253_402_300_800), None);
        assert_eq!(rfc3339_seconds(-62_135_596_801), None);
        assert_eq!(rfc3339_seconds(-62_135_596_800).as_deref(), Some("0001-01-01T00:00:00Z"));
        assert_eq!(rfc3339_seconds(253_402_300_799).as_deref(), Some("9999-12-31T23:59:59Z"));
    }
}
