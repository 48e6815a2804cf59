//! References to groups in a replacement, checked before anything is replaced.
//!
//! A reference to a group that does not exist would silently become nothing: the classic loss is a template literal's
//! `${name}`. The grammar is the regex crate's: `$` and the longest run of letters, digits and `_`, or anything in braces.

use regex::bytes::Regex;

use super::op::Replace;
use crate::error::CoderError;

/// A piece of a replacement.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'r> {
    Text(&'r str),
    /// The name, and the reference as it is written.
    Reference(&'r str, &'r str),
}

/// Takes a replacement apart.
fn pieces(replacement: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('$') {
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let word = after.len() - after.trim_start_matches(is_word).len();
        let braced = after.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let dollar = rest.get(before.len()..).unwrap_or(after);
        let taken = if let Some(tail) = after.strip_prefix('$') {
            pieces.push(Piece::Text("$"));
            after.len() - tail.len()
        } else if let Some((name, tail)) = braced {
            let length = after.len() - tail.len();
            pieces.push(Piece::Reference(name, dollar.get(..length + 1).unwrap_or(dollar)));
            length
        } else if word > 0 {
            let (name, _) = after.split_at(word);
            pieces.push(Piece::Reference(name, dollar.get(..word + 1).unwrap_or(dollar)));
            word
        } else {
            pieces.push(Piece::Text("$"));
            0
        };
        rest = after.get(taken..).unwrap_or_default();
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The replacement as text, where it refers to nothing.
pub(super) fn literal(replacement: &str) -> Option<String> {
    pieces(replacement)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Reference(..) => None,
        })
        .collect()
}

/// Refuses a reference to a group the pattern does not have, and says how to write what was perhaps meant.
pub(super) fn check(index: usize, op: &Replace, regex: &Regex) -> Result<(), CoderError> {
    let defined = |name: &str| match name.parse::<usize>() {
        Ok(number) if name.bytes().all(|byte| byte.is_ascii_digit()) => number < regex.captures_len(),
        _ => regex.capture_names().flatten().any(|known| known == name),
    };
    for piece in pieces(&op.replacement) {
        let Piece::Reference(name, written) = piece else { continue };
        if !defined(name) {
            return Err(undefined(index, op, regex, name, written));
        }
    }
    Ok(())
}

fn undefined(index: usize, op: &Replace, regex: &Regex, name: &str, written: &str) -> CoderError {
    let groups = regex.captures_len() - 1;
    let names: Vec<_> = regex.capture_names().flatten().map(|known| format!("${{{known}}}")).collect();
    let has = match (groups, names.is_empty()) {
        (0, _) => "no groups, only $0".to_owned(),
        (n, true) => format!("$0 to ${n}"),
        (n, false) => format!("$0 to ${n}, named {}", names.join(", ")),
    };
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let leading = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let split = if leading > 0 && digits.len() == name.len() && leading < name.len() {
        let (number, tail) = name.split_at(leading);
        format!(" For group {number} before the text '{tail}' write ${{{number}}}{tail}.")
    } else {
        String::new()
    };
    CoderError::bad(format!(
        "ops[{index}]: the replacement refers to '{written}', but the pattern '{}' has {has}. For a literal dollar \
         write ${written}; for a group, define it in the pattern.{split} Nothing was written",
        snippet(&op.pattern)
    ))
}

/// The first 60 characters of a pattern.
pub(super) fn snippet(pattern: &str) -> String {
    let mut short: String = pattern.chars().take(60).collect();
    if short.len() < pattern.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_replacement_is_taken_apart_as_the_regex_crate_does() {
        use Piece::{Reference, Text};
        assert_eq!(pieces("a$1b"), [Text("a"), Reference("1b", "$1b")]);
        assert_eq!(pieces("${1}b$$x"), [Reference("1", "${1}"), Text("b"), Text("$"), Text("x")]);
        assert_eq!(
            pieces("$ $. $é ${open"),
            [Text("$"), Text(" "), Text("$"), Text(". "), Text("$"), Text("é "), Text("$"), Text("{open"),]
        );
        assert_eq!(pieces("a${}b"), [Text("a"), Reference("", "${}"), Text("b")]);
    }

    proptest! {
        /// What we take for plain text is what the regex crate puts there.
        #[test]
        fn plain_text_is_what_the_regex_crate_expands_to(replacement in "[$${}a1_é .]{0,12}") {
            let regex = Regex::new("x").unwrap();
            let expanded = regex.replace_all(b"x", replacement.as_bytes()).into_owned();
            if let Some(text) = literal(&replacement) {
                prop_assert_eq!(text.into_bytes(), expanded);
            }
        }
    }
}
