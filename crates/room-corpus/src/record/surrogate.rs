//! Lone surrogates in JSON escapes: legal for some writers, text for nobody. One place replaces and counts them.

use std::borrow::Cow;

use memchr::memmem;

/// What stands for one lone surrogate escape: also six bytes, so a line keeps its length.
const REPLACEMENT: &str = "\\ufffd";

/// The JSON text with each lone surrogate escape (`\ud83d` without its other half) made `\ufffd`, one for one, and
/// how many there were.
pub(super) fn replaced(json: &str) -> (Cow<'_, str>, u64) {
    let bytes = json.as_bytes();
    if memmem::find(bytes, b"\\u").is_none() {
        return (Cow::Borrowed(json), 0);
    }
    let mut out = String::new();
    let mut count = 0;
    let mut copied = 0;
    let mut at = 0;
    // Outside strings JSON has no backslash, so every one met at this pace opens an escape of two or six bytes.
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        at += found;
        match half(bytes, at) {
            Some(Half::High) if matches!(half(bytes, at + 6), Some(Half::Low)) => at += 12,
            Some(_) => {
                out.push_str(json.get(copied..at).expect("a backslash stands at a character's first byte"));
                out.push_str(REPLACEMENT);
                count += 1;
                at += 6;
                copied = at;
            }
            None => at += 2,
        }
    }
    if count == 0 {
        return (Cow::Borrowed(json), 0);
    }
    out.push_str(json.get(copied..).expect("an escape ends at a character's last byte"));
    (Cow::Owned(out), count)
}

/// A half of a surrogate pair.
#[derive(Clone, Copy)]
enum Half {
    High,
    Low,
}

/// The half that the escape at `at` is, if it is one.
fn half(bytes: &[u8], at: usize) -> Option<Half> {
    let escape = bytes.get(at..at + 6)?;
    let digits = escape.strip_prefix(b"\\u")?;
    let [b'd' | b'D', second, third, fourth] = digits else { return None };
    if !third.is_ascii_hexdigit() || !fourth.is_ascii_hexdigit() {
        return None;
    }
    match second {
        b'8' | b'9' | b'a' | b'A' | b'b' | b'B' => Some(Half::High),
        b'c'..=b'f' | b'C'..=b'F' => Some(Half::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, want: &str, count: u64) {
        let (out, counted) = replaced(json);
        assert_eq!((out.as_ref(), counted), (want, count), "{json}");
    }

    #[test]
    fn only_lone_halves_are_replaced() {
        check(r#""lone \ud83d here""#, r#""lone \ufffd here""#, 1);
        check(r#""\ud83d\ude00""#, r#""\ud83d\ude00""#, 0);
        check(r#""\ude00\ud83d""#, r#""\ufffd\ufffd""#, 2);
        check(r#""\uD83D\ud83d\uDE00""#, r#""\ufffd\ud83d\uDE00""#, 1);
        check(r#""\ud83dé""#, r#""\ufffdé""#, 1);
        check(r#""\ud83d\n\ude00""#, r#""\ufffd\n\ufffd""#, 2);
    }

    #[test]
    fn an_escaped_backslash_before_u_is_no_escape() {
        check(r#""\\ud83d""#, r#""\\ud83d""#, 0);
        check(r#""\\\ud83d""#, r#""\\\ufffd""#, 1);
        check(r#""\ud83d\\ude00""#, r#""\ufffd\\ude00""#, 1);
    }

    #[test]
    fn a_line_cut_off_in_an_escape_is_left_alone() {
        check(r#"{"a":"\ud8"#, r#"{"a":"\ud8"#, 0);
        check(r#"{"a":"\"#, r#"{"a":"\"#, 0);
        check(r#"{"a":"\ud83d"#, r#"{"a":"\ufffd"#, 1);
    }
}
