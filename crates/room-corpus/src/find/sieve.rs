//! A pattern for bytes that were not read yet, that lets no item with a match through unseen.
//!
//! A corpus writes a body as it is, but for a backslash before lines that would look like its own. So a match in a body
//! stands in the corpus as it is, unless such a line is in it; and a body begins after a line end and ends before one.
//! What else the sieve holds back, an `@` line or words of two items, is let go when the item itself is read.

use regex_syntax::hir::{Capture, Class, Hir, HirKind, Look, Repetition};

/// Lines that a corpus writes otherwise than they are: an item that has one is read, where a match may hold it.
const ESCAPED: &str = r"\n\\+@";

/// The sieve of a pattern for a corpus.
pub(super) fn of(pattern: &Hir) -> String {
    let ends = [Look::Start, Look::End, Look::StartLF, Look::EndLF, Look::StartCRLF, Look::EndCRLF];
    let looks = pattern.properties().look_set();
    let lines = of_lines(pattern);
    // Within a line the backslash before it changes nothing: like a line end it is no part of a word.
    let within_a_line = !ends.iter().any(|look| looks.contains(*look)) && !may_hold(pattern, &['\n']);
    if within_a_line { lines.to_string() } else { format!("(?:{lines})|{ESCAPED}") }
}

/// The pattern with the ends of a body taken for ends of a line. Patterns nest at most as deep as the parser lets them.
fn of_lines(pattern: &Hir) -> Hir {
    let all = |parts: &[Hir]| parts.iter().map(of_lines).collect();
    match pattern.kind() {
        HirKind::Look(Look::Start) => Hir::look(Look::StartLF),
        HirKind::Look(Look::End) => Hir::look(Look::EndLF),
        HirKind::Repetition(repetition) => {
            let sub = Box::new(of_lines(&repetition.sub));
            Hir::repetition(Repetition { sub, ..*repetition })
        }
        HirKind::Capture(capture) => {
            let Capture { index, name, sub } = capture;
            Hir::capture(Capture { index: *index, name: name.clone(), sub: Box::new(of_lines(sub)) })
        }
        HirKind::Concat(parts) => Hir::concat(all(parts)),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => pattern.clone(),
    }
}

/// Whether a match stands in the JSON string of a body as it stands in the body, so that the pattern is its own sieve
/// for the lines of a record: it holds nothing that must be escaped there, and does not ask what stands around it. (A
/// line may escape other characters too, as `\u` and four digits: it must be read.)
pub(super) fn is_plain(pattern: &Hir) -> bool {
    let controls = '\0'..='\x1f';
    let escaped: Vec<_> = controls.chain(['"', '\\', '/']).collect();
    pattern.properties().look_set().is_empty() && !may_hold(pattern, &escaped)
}

/// Whether a match may hold one of these ASCII characters.
fn may_hold(pattern: &Hir, any_of: &[char]) -> bool {
    let holds = |start: char, end: char| any_of.iter().any(|c| (start..=end).contains(c));
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.iter().any(|byte| holds(char::from(*byte), char::from(*byte))),
        HirKind::Class(Class::Unicode(class)) => class.iter().any(|range| holds(range.start(), range.end())),
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().any(|range| holds(char::from(range.start()), char::from(range.end())))
        }
        HirKind::Repetition(repetition) => may_hold(&repetition.sub, any_of),
        HirKind::Capture(capture) => may_hold(&capture.sub, any_of),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().any(|part| may_hold(part, any_of))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_writes_otherwise_is_not_plain() {
        let told = |pattern: &str| is_plain(&regex_syntax::parse(pattern).unwrap());
        for plain in ["harbour", r"(?i)har\w+", "[a-z]{2}|é", "x 7"] {
            assert!(told(plain), "{plain}");
        }
        for other in ["^a", r"\bx", r"a\sb", "[^x]y", "a.b", "\"x", r"a\\b", r"a\tb", "a/b", "(a|b\n)c"] {
            assert!(!told(other), "{other}");
        }
    }
}
