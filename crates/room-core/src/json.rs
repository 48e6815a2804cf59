//! The one JSON form of every answer, record and log line: compact, one line, keys in the order they are given,
//! non-ASCII characters as themselves but for U+0085, U+2028 and U+2029, which some readers take for line ends.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

/// A value as one line of JSON, without a newline.
pub fn line<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::with_capacity(256);
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, OneLine);
    value.serialize(&mut serializer).expect("our types have string keys and a Vec takes every byte");
    String::from_utf8(bytes).expect("serde_json writes UTF-8")
}

/// serde_json's compact form, with the three characters escaped.
struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = breaker(rest) {
            let (before, from) = rest.split_at(at);
            let mut tail = from.chars();
            let breaker = tail.next().expect("find stopped at a character");
            out.write_all(before.as_bytes())?;
            write!(out, "\\u{:04x}", u32::from(breaker))?;
            rest = tail.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

/// Where the first of the three characters stands, in bytes. Every string of every record passes here, so only bytes
/// that could begin one are looked at.
fn breaker(text: &str) -> Option<usize> {
    let begins = |at: &usize| {
        let from = text.as_bytes().get(*at..).unwrap_or_default();
        from.starts_with("\u{85}".as_bytes())
            || from.starts_with("\u{2028}".as_bytes())
            || from.starts_with("\u{2029}".as_bytes())
    };
    memchr::memchr2_iter(0xc2, 0xe2, text.as_bytes()).find(begins)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn only_what_breaks_lines_is_escaped() {
        let value = json!({"b": "é 😀 \u{85}\u{2028}x\u{2029}", "a": "\n\u{1b}\u{7f}"});
        assert_eq!(super::line(&value), "{\"b\":\"é 😀 \\u0085\\u2028x\\u2029\",\"a\":\"\\n\\u001b\u{7f}\"}");
    }

    proptest! {
        #[test]
        fn breakers_are_found_among_their_likes(text in "[\u{85}\u{84}\u{2027}-\u{202a}\u{1085}é¢a]{0,12}") {
            prop_assert_eq!(super::breaker(&text), text.find(['\u{85}', '\u{2028}', '\u{2029}']));
        }
    }
}
