//! How a line is shown: after its number, after its number and anchor, or by itself.

use std::borrow::Cow;

use serde::Deserialize;
use xxhash_rust::xxh32::xxh32;

/// How lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Display {
    /// `41|text`.
    #[default]
    Number,
    /// `41th|text`: two letters that tell the line's content.
    Anchor,
    /// `text`.
    Plain,
}

/// How many code points of a line are shown.
pub(super) const COLUMNS: usize = 768;

/// How far back from there a blank is looked for, to cut at.
const NEAR: usize = 40;

/// What stands where a line was cut, and between blocks of lines.
pub(super) const CUT: char = '…';

/// The pairs of letters that are no anchor, in order.
const UNUSED: [&[u8; 2]; 29] = [
    b"bq", b"gk", b"gq", b"jv", b"jz", b"kq", b"kz", b"lq", b"nq", b"qf", b"qg", b"qj", b"qk", b"qv", b"qz",
    b"rj", b"tq", b"wq", b"wz", b"xg", b"xj", b"xk", b"xq", b"xv", b"xw", b"yq", b"zj", b"zq", b"zv",
];

/// How many anchors there are.
const ANCHORS: u32 = 26 * 26 - 29;

/// The two letters of a line: its text without CRs and blanks at its end, hashed.
pub(super) fn anchor(line: &str) -> String {
    let text: Cow<'_, str> = if line.contains('\r') { line.replace('\r', "").into() } else { line.into() };
    let wanted = xxh32(text.trim_end().as_bytes(), 0) % ANCHORS;
    let letters = || b'a'..=b'z';
    let pairs = letters().flat_map(|first| letters().map(move |second| [first, second]));
    let pair = pairs.filter(|pair| !UNUSED.contains(&pair)).nth(usize::try_from(wanted).unwrap_or(0));
    String::from_utf8_lossy(&pair.expect("there are as many pairs as anchors")).into_owned()
}

impl Display {
    /// What stands before the text of a line, or of the lines from one to another.
    pub(super) fn prefix(self, numbers: (u64, u64), texts: (&str, &str)) -> String {
        let one = |number: u64, text: &str| match self {
            Self::Anchor => format!("{number}{}", anchor(text)),
            _ => number.to_string(),
        };
        match self {
            Self::Plain => String::new(),
            _ if numbers.0 == numbers.1 => format!("{}|", one(numbers.0, texts.0)),
            _ => format!("{}-{}|", one(numbers.0, texts.0), one(numbers.1, texts.1)),
        }
    }
}

/// A line's text cut to what is shown, and whether it was cut: at a blank near the end, else hard.
pub(super) fn capped(text: &str) -> (Cow<'_, str>, bool) {
    let Some((end, _)) = text.char_indices().nth(COLUMNS) else { return (text.into(), false) };
    let (shown, _) = text.split_at(end);
    let near = shown.char_indices().rev().take(NEAR).find(|(_, c)| c.is_whitespace());
    let shown = near.map_or(shown, |(at, _)| shown.split_at(at).0);
    (format!("{shown}{CUT}").into(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_tell_the_text_of_a_line_and_not_its_end() {
        for (line, letters) in [
            ("", "yy"),
            ("abc", "jx"),
            ("abc  \r", "jx"),
            ("  abc", "cn"),
            ("}", "rk"),
            ("{", "bt"),
            ("fn main() {", "zu"),
            ("日本語", "ey"),
        ] {
            assert_eq!(anchor(line), letters, "{line}");
        }
    }

    #[test]
    fn a_long_line_is_cut_at_a_blank_near_its_end_or_hard() {
        assert_eq!(capped(&"x".repeat(768)), ("x".repeat(768).into(), false));
        assert_eq!(capped(&"é".repeat(769)).0, "é".repeat(768) + "…");
        let words = "x".repeat(740) + " " + &"y".repeat(100);
        assert_eq!(capped(&words).0, "x".repeat(740) + "…");
        let early = "x".repeat(700) + " " + &"y".repeat(100);
        assert_eq!(capped(&early).0.chars().count(), 769);
    }
}
