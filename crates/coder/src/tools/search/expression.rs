//! What is looked for: a regular expression, or a text meant as it stands.
//!
//! Agents write code where an expression is expected. Braces that are no repetition stand for themselves, and so do
//! parentheses where one is not closed; what is refused is what could mean something else.

use std::ops::Range;

use grep_matcher::Matcher as _;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

use crate::error::CoderError;
use crate::searching::reason;

/// Something to look for.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) matcher: RegexMatcher,
    /// Whether a match may go over a line's end.
    pub(super) spans_lines: bool,
    /// How the pattern was read, where that is not as it was written.
    pub(super) notice: Option<String>,
}

impl Expression {
    /// Compiles a pattern; with `literal` it stands for itself.
    pub(super) fn new(pattern: &str, literal: bool, ignore_case: bool) -> Result<Self, CoderError> {
        if pattern.trim().is_empty() {
            return Err(CoderError::bad("pattern is empty or blank; say what to look for"));
        }
        let text = if literal { regex::escape(pattern) } else { pattern.to_owned() };
        let error = match compile(&text, ignore_case) {
            Ok((matcher, spans_lines)) => return Ok(Self { matcher, spans_lines, notice: None }),
            Err(error) => error,
        };
        for (lenient, how) in [
            (with_braces_escaped(&text), "braces that are no repetition stand for themselves"),
            (with_parentheses_escaped(&text), "parentheses are not balanced, and stand for themselves"),
        ] {
            if let Some((matcher, spans_lines)) = lenient.and_then(|text| compile(&text, ignore_case).ok()) {
                return Ok(Self { matcher, spans_lines, notice: Some(how.to_owned()) });
            }
        }
        let why = reason(&error.to_string());
        Err(CoderError::bad(format!(
            "pattern '{pattern}' is no regular expression: {why}. For the text as it stands set literal"
        )))
    }

    /// Where the first match is in a line.
    pub(super) fn place(&self, line: &[u8]) -> Range<usize> {
        let found = self.matcher.find(line).ok().flatten();
        found.map_or(0..0, |found| found.start()..found.end())
    }
}

fn compile(text: &str, ignore_case: bool) -> Result<(RegexMatcher, bool), grep_regex::Error> {
    let (text, spans_lines) = with_either_line_end(text);
    let mut builder = RegexMatcherBuilder::new();
    builder.case_insensitive(ignore_case).multi_line(true).crlf(true);
    builder.line_terminator(if spans_lines { None } else { Some(b'\n') });
    Ok((builder.build(&text)?, spans_lines))
}

/// The pattern with every line end in it, as itself or as `\n`, standing for CRLF as well; and whether it has one.
fn with_either_line_end(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let (mut in_class, mut spans_lines) = (false, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        match (c, escaped) {
            ('\n', _) | ('\\', Some('n' | '\n')) => {
                spans_lines = true;
                out.push_str(if in_class { r"\n" } else { r"(?:\r?\n)" });
                continue;
            }
            ('[', _) => in_class = true,
            (']', _) => in_class = false,
            _ => {}
        }
        out.push(c);
        out.extend(escaped);
    }
    (out, spans_lines)
}

/// The pattern with braces escaped that are no repetition, and a `$` before one, which can mean nothing else; `None` where
/// there are none.
fn with_braces_escaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut changed = false;
    while let Some(c) = rest.chars().next() {
        let (head, tail) = rest.split_at(c.len_utf8());
        rest = tail;
        match c {
            '\\' => {
                out.push('\\');
                let mut after = rest.chars();
                if let Some(escaped) = after.next() {
                    out.push(escaped);
                    rest = after.as_str();
                    // `\p{…}` and `\x{…}` have braces of their own.
                    if "pPxuU".contains(escaped)
                        && let Some(close) = rest.strip_prefix('{').and_then(|braced| braced.find('}'))
                    {
                        let (own, after) = rest.split_at(close + 2);
                        out.push_str(own);
                        rest = after;
                    }
                }
            }
            '{' if !is_repetition(rest) => {
                let close = rest.find('}');
                out.push_str("\\{");
                changed = true;
                if let Some((inner, after)) = close.map(|close| rest.split_at(close))
                    && !inner.contains(['{', '\\', '(', '['])
                {
                    out.push_str(inner);
                    out.push_str("\\}");
                    rest = after.strip_prefix('}').unwrap_or(after);
                }
            }
            '$' if rest.strip_prefix('{').is_some_and(|braced| !is_repetition(braced)) => {
                out.push_str("\\$");
                changed = true;
            }
            _ => out.push_str(head),
        }
    }
    changed.then_some(out)
}

/// Whether what follows a brace makes it a repetition: `3}`, `3,}`, `3,5}`.
fn is_repetition(after: &str) -> bool {
    let Some((inner, _)) = after.split_once('}') else { return false };
    let (from, to) = inner.split_once(',').unwrap_or((inner, "0"));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number(from) && (to.is_empty() || number(to))
}

/// The pattern with its parentheses escaped, where they are not balanced.
fn with_parentheses_escaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 8);
    let (mut open, mut balanced) = (0_u32, true);
    let mut chars = text.chars();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' | ')' if !in_class => {
                if c == '(' {
                    open += 1;
                } else if open == 0 {
                    balanced = false;
                } else {
                    open -= 1;
                }
                out.push('\\');
            }
            _ => {}
        }
        out.push(c);
    }
    // Groups that are more than parentheses were meant as an expression.
    let is_balanced = balanced && open == 0;
    (!is_balanced && !text.contains("(?")).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, text: &str) -> bool {
        Expression::new(pattern, false, false).unwrap().matcher.is_match(text.as_bytes()).unwrap()
    }

    #[test]
    fn code_is_taken_for_what_it_says() {
        for (pattern, text) in [
            ("${x}", "v ${x}"),
            ("fn main() {", "fn main {"),
            ("foo(", "foo(bar)"),
            ("foo(a", "x = foo(a)"),
            ("bar)", "foo(bar)"),
            ("a{2}", "aa"),
            (r"a\{", "a{"),
            ("{% if x %}", "{% if x %}"),
            (r"\p{L}+ {", "é {"),
            ("x => {", "x => {"),
        ] {
            assert!(found(pattern, text), "{pattern}");
        }
        assert!(!found("a{2}", "a{2}"));
    }

    #[test]
    fn what_could_mean_something_else_is_refused() {
        for pattern in ["[", "fn (?=one)", "a(?<!b)", "*", "", "  ", r"\"] {
            let error = Expression::new(pattern, false, false).unwrap_err();
            assert!(error.message.contains("pattern"), "{pattern}: {error}");
            assert!(pattern.trim().is_empty() || Expression::new(pattern, true, false).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn only_a_pattern_with_a_line_end_spans_lines() {
        for (pattern, spans) in
            [(r"a\nb", true), ("a\nb", true), (r"a\\nb", false), (r"a\sb", false), ("a.b", false)]
        {
            assert_eq!(Expression::new(pattern, false, false).unwrap().spans_lines, spans, "{pattern}");
        }
        assert!(Expression::new("a\nb", true, false).unwrap().spans_lines);
        assert!(found("a\nb", "a\r\nb") && found(r"a\n+b", "a\r\n\nb") && found(r"a[^\n]b", "a b"));
        assert!(!found(r"a[^\n]b", "a\nb"));
    }
}
