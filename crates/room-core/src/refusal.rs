//! How a call fails: one line on standard error and one exit code, made here and nowhere else.

use std::borrow::Cow;
use std::fmt;

/// An error of one domain. Its label opens the line a user sees: `ReadError: no thread 'x' in this corpus`.
pub trait Refuse: std::error::Error {
    /// The name before the colon.
    fn label(&self) -> &'static str;

    /// Whether what the call was to do is done all the same, and only its lasting is in doubt: then it ends as a call
    /// whose record stands, in exit 3.
    fn stands(&self) -> bool {
        false
    }
}

/// Every way a call can end other than well.
#[derive(Debug)]
pub enum Failure {
    /// The call was wrong and changed nothing: one line, exit 2.
    Refused {
        /// The name before the colon.
        label: &'static str,
        /// What was wrong, and the call that would be right.
        why: String,
    },
    /// A check that was asked for did not hold; what failed is on standard output: exit 1.
    DoesNotHold,
    /// What was to be done is done, but its flush failed or its answer could not be written: one line, exit 3.
    AfterTheRecord {
        /// `LogError`, `OutputError`, or that of a tool whose files are what it does.
        label: &'static str,
        /// What happened.
        why: String,
    },
    /// Whoever read standard output closed it (`| head`): a quiet end, exit 0.
    HungUp,
}

/// The most code points a refusal's line may have.
pub const LINE_LIMIT: usize = 500;

/// The most code points that a refusal quotes of a caller's words.
const QUOTED: usize = 120;

impl<R: Refuse> From<R> for Failure {
    fn from(refusal: R) -> Self {
        let (label, why) = (refusal.label(), refusal.to_string());
        if refusal.stands() {
            Failure::AfterTheRecord { label, why }
        } else {
            Failure::Refused { label, why }
        }
    }
}

impl Failure {
    /// The exit code: 0, 1, 2 or 3.
    pub fn code(&self) -> u8 {
        match self {
            Failure::HungUp => 0,
            Failure::DoesNotHold => 1,
            Failure::Refused { .. } => 2,
            Failure::AfterTheRecord { .. } => 3,
        }
    }

    /// The line for standard error, without its newline; `None` where there is nothing to say.
    pub fn line(&self) -> Option<String> {
        match self {
            Failure::Refused { label, why } | Failure::AfterTheRecord { label, why } => {
                Some(one_line(label, why))
            }
            Failure::DoesNotHold | Failure::HungUp => None,
        }
    }
}

/// `<label>: <why>` in at most [`LINE_LIMIT`] code points, whatever the caller's words in it hold.
pub fn one_line(label: &str, why: &str) -> String {
    let room = LINE_LIMIT - label.chars().count() - 2;
    format!("{label}: {}", clip(why, room))
}

/// The text after the colon of a refusal with this label: one line, escaped and clipped as it is printed and logged.
pub fn why_line(label: &str, why: &str) -> String {
    clip(why, LINE_LIMIT - label.chars().count() - 2)
}

/// The caller's own words as a refusal quotes them: so few that what is wrong and what would be right still fit after.
pub fn shortened(words: &str) -> Cow<'_, str> {
    match words.char_indices().nth(QUOTED) {
        None => Cow::Borrowed(words),
        Some((end, _)) => Cow::Owned(format!("{}…", words.split_at(end).0)),
    }
}

/// Control characters and line breaks escaped, the whole clipped to `limit` code points with `…` at the cut.
fn clip(why: &str, limit: usize) -> String {
    let escaped: String = Escaped(why).to_string();
    if escaped.chars().count() <= limit {
        return escaped;
    }
    let mut kept: String = escaped.chars().take(limit - 1).collect();
    kept.push('…');
    kept
}

/// Text a caller wrote, safe on one line: control characters, line separators and direction overrides are escaped.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() || is_invisible_break(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// Line and paragraph separators, and the marks that turn a line's direction.
fn is_invisible_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_whatever_it_quotes() {
        let line = one_line("ReadError", "no item 'a\nb\u{1b}[2J\u{2028}' here");
        assert_eq!(line, "ReadError: no item 'a\\nb\\u{1b}[2J\\u{2028}' here");
    }

    #[test]
    fn what_a_caller_wrote_is_quoted_in_short() {
        assert_eq!(shortened("é".repeat(120).as_str()), "é".repeat(120));
        assert_eq!(shortened("é".repeat(121).as_str()), format!("{}…", "é".repeat(120)));
    }

    #[test]
    fn a_long_refusal_is_clipped_to_the_limit() {
        let line = one_line("CiteError", &"é".repeat(2_000));
        assert_eq!(line.chars().count(), LINE_LIMIT);
        assert!(line.ends_with('…'));
    }
}
