//! The codes of a journal, read for what they say: thousands a case, hundreds of cases a call.
//!
//! The journal may be a copy, and whether its chain is whole is for whoever verifies its room. So nothing is replayed
//! but what decides which codes stand.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Deserialize;

use room_core::log::{self, LogError};

/// A code that was not retracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code<'j> {
    /// The label.
    pub label: Cow<'j, str>,
    /// The item it is on.
    pub item_id: Cow<'j, str>,
    /// The first code point of its span.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
    /// The words that stand there.
    pub text: Cow<'j, str>,
    /// A remark.
    pub note: Option<Cow<'j, str>>,
}

/// The codes that stand in a journal's text, in order. `file` is how refusals name it.
pub fn codes<'j>(text: &'j str, file: &str) -> Result<Vec<Code<'j>>, LogError> {
    let (mut codes, mut retracted) = (Vec::new(), HashSet::new());
    for line in log::unchecked(text, file, read) {
        match line? {
            Line::Code { seq, code } => codes.push((seq, code)),
            Line::Retract { of } => {
                retracted.insert(of);
            }
            Line::Other => {}
        }
    }
    codes.retain(|(seq, _)| !retracted.contains(seq));
    Ok(codes.into_iter().map(|(_, code)| code).collect())
}

/// What a line says of the codes.
enum Line<'j> {
    Code { seq: u64, code: Code<'j> },
    Retract { of: u64 },
    Other,
}

/// A text, borrowed where it holds no escapes; serde borrows no bare `Option<Cow>`.
#[derive(Deserialize)]
struct Text<'j>(#[serde(borrow)] Cow<'j, str>);

/// The keys of a code.
#[derive(Deserialize)]
struct CodeKeys<'j> {
    seq: u64,
    #[serde(borrow)]
    kind: Cow<'j, str>,
    #[serde(borrow)]
    label: Cow<'j, str>,
    #[serde(borrow)]
    item_id: Cow<'j, str>,
    start: usize,
    end: usize,
    #[serde(borrow)]
    text: Cow<'j, str>,
    #[serde(borrow)]
    note: Option<Text<'j>>,
}

/// The keys of any record that can take a code back.
#[derive(Deserialize)]
struct OtherKeys<'j> {
    #[serde(borrow)]
    kind: Cow<'j, str>,
    of: Option<serde_json::Value>,
}

/// Reads a line. Nearly all are codes, so that is tried first; keys and kinds of later versions are passed over.
fn read(line: &str) -> serde_json::Result<Line<'_>> {
    let error = match serde_json::from_str::<CodeKeys<'_>>(line) {
        Ok(CodeKeys { seq, kind, label, item_id, start, end, text, note }) if kind == "code" => {
            let note = note.map(|note| note.0);
            return Ok(Line::Code { seq, code: Code { label, item_id, start, end, text, note } });
        }
        Ok(_) => None,
        Err(error) => Some(error),
    };
    let OtherKeys { kind, of } = serde_json::from_str(line)?;
    match (&*kind, error) {
        ("code", Some(error)) => Err(error),
        ("retract", _) => Ok(Line::Retract { of: serde_json::from_value(of.unwrap_or_default())? }),
        _ => Ok(Line::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = r#"{"seq":1,"kind":"code","label":"a\u0041","item_id":"c1","start":0,"end":2,"text":"hi","note":null,"x":1}"#;

    #[test]
    fn codes_are_read_and_everything_else_passed_over() {
        let text = format!(
            "{CODE}\n{}\n{}\n{{\"torn",
            r#"{"seq":2,"kind":"pointer","item_id":"c1","start":0,"end":2,"text":"hi","note":"n","label":"x"}"#,
            r#"{"seq":3,"kind":"of a later version","label":[],"of":"x"}"#,
        );
        let found = codes(&text, "journal").unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].label, &found[0].note), ("aA", &None));
    }

    #[test]
    fn what_was_retracted_does_not_stand() {
        let text = format!("{CODE}\n{}\n", r#"{"seq":2,"kind":"retract","of":1,"why":""}"#);
        assert!(codes(&text, "journal").unwrap().is_empty());
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let broken =
            |line: &str| codes(&format!("{CODE}\n{line}\n"), "alpha/journal").unwrap_err().to_string();
        for (line, with) in [
            (r#"{"seq":2,"kind":"code","label":"a"}"#, "missing field `item_id`"),
            (r#"{"seq":2,"kind":"retract","why":"x"}"#, "invalid type: null"),
            ("[1,2]", "it is not a JSON object"),
            ("", "it is not a JSON object"),
            ("{", "EOF"),
        ] {
            let why = broken(line);
            assert!(why.starts_with("line 2 of alpha/journal is broken: ") && why.contains(with), "{why}");
        }
    }
}
