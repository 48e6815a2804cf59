//! What of a pattern can be looked for in the bytes of a whole corpus, many items at a time.
//!
//! A corpus writes a body as it is, but for a backslash before some lines. So a match that holds no line end stands in
//! the corpus just as it stands in the body, and what it sees on either side is of the same kind: a backslash and a line
//! end are both no part of a word.

use std::fmt::Write as _;

use regex_syntax::hir::literal::Extractor;
use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// The shortest beginning that is worth a search of its own, in bytes.
const WORTH: usize = 2;

/// Whether no match holds a line end or asks where a text or line begins or ends.
pub(super) fn is_of_one_line(pattern: &Hir) -> bool {
    let ends = [Look::Start, Look::End, Look::StartLF, Look::EndLF, Look::StartCRLF, Look::EndCRLF];
    let looks = pattern.properties().look_set();
    !ends.iter().any(|look| looks.contains(*look)) && !may_hold_a_line_end(pattern)
}

/// Whether a match may hold a line feed. Patterns nest at most as deep as the parser lets them.
fn may_hold_a_line_end(pattern: &Hir) -> bool {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.contains(&b'\n'),
        HirKind::Class(Class::Unicode(class)) => {
            class.iter().any(|range| (range.start()..=range.end()).contains(&'\n'))
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().any(|range| (range.start()..=range.end()).contains(&b'\n'))
        }
        HirKind::Repetition(repetition) => may_hold_a_line_end(&repetition.sub),
        HirKind::Capture(capture) => may_hold_a_line_end(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(may_hold_a_line_end),
    }
}

/// The words that every match begins with one of, as a pattern of bytes, where there are a few that are long enough and
/// within a line.
pub(super) fn beginnings(pattern: &Hir) -> Option<String> {
    let found = Extractor::new().extract(pattern);
    let mut any_of = String::from("(?-u:");
    for (n, literal) in found.literals()?.iter().enumerate() {
        let bytes = literal.as_bytes();
        if bytes.len() < WORTH || bytes.contains(&b'\n') {
            return None;
        }
        any_of.push_str(if n == 0 { "" } else { "|" });
        for byte in bytes {
            write!(any_of, "\\x{byte:02X}").expect("a String takes every write");
        }
    }
    (any_of.len() > 5).then_some(any_of + ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_of_one_line_is_told() {
        let told = |pattern: &str| is_of_one_line(&regex_syntax::parse(pattern).unwrap());
        for one_line in ["harbour", r"(?i)har\w+", r"\bx\b", "a.b", "[a-z]{2}|é", r"[^\n]x"] {
            assert!(told(one_line), "{one_line}");
        }
        for other in ["^a", "a$", "(?m)^a", r"a\sb", "[^x]y", "(?s)a.b", "a\nb", r"\Aa", r"(a|b\W)c"] {
            assert!(!told(other), "{other}");
        }
    }

    #[test]
    fn beginnings_are_told_where_there_are_some() {
        let told = |pattern: &str| beginnings(&regex_syntax::parse(pattern).unwrap());
        assert_eq!(told(r"ab\s+c").as_deref(), Some(r"(?-u:\x61\x62)"));
        assert_eq!(told(r"^ab|cd\z").as_deref(), Some(r"(?-u:\x61\x62|\x63\x64)"));
        for none in [r"\s+c", "a\nb", r"a\s", r"(ab)?\sx"] {
            assert_eq!(told(none), None, "{none}");
        }
    }
}
