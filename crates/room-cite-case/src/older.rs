//! The older forms of a call, refused with the form that is right now, spelled out in the caller's own words.

use std::ffi::OsString;

use room_core::cli::UsageError;

/// Refuses `--find PATTERN`, `--count PATTERN`, `--section CASE NAME` and a bare `CASE SECTION QUOTE`: the words after
/// the root. `is_verb` tells the verbs, whose names win over a case's.
pub(crate) fn refuse(words: &[OsString], is_verb: impl Fn(&str) -> bool) -> Result<(), UsageError> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let Some(first) = words.first() else { return Ok(()) };
    let (flag, inline) = match first.split_once('=') {
        Some((flag, value)) => (flag, Some(value)),
        None => (&**first, None),
    };
    let word = |at: usize, name: &str| quoted(words.get(at).map_or(name, |word| word));
    let pattern = || inline.map_or_else(|| word(1, "REGEX"), quoted);
    let (older, now) = match flag {
        "--find" => ("--find", format!("find {}", pattern())),
        "--count" => ("--count", format!("count {}", pattern())),
        "--section" => {
            let (case, name) = match inline {
                Some(case) => (quoted(case), word(1, "NAME")),
                None => (word(1, "CASE"), word(2, "NAME")),
            };
            ("--section", format!("section {name} --case {case}"))
        }
        _ if words.len() == 3 && !is_verb(first) && words.iter().all(|word| !word.starts_with("--")) => {
            let [case, section, quote] = [word(0, ""), word(1, ""), word(2, "")];
            ("ROOT CASE SECTION QUOTE", format!("cite --case {case} --section {section} {quote}"))
        }
        _ => return Ok(()),
    };
    Err(UsageError::new(format!("{older} is the older form. Say: room cite-case ROOT {now}")))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
