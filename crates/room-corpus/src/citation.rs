//! A citation: words cut from the record, with their shelf mark. What `cite` prints and `emit` and `mem` take back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use room_core::refusal::shortened;
use room_core::text::{self, Chars, Span};

/// `{"item_id","start","end","text"}`: a place in an item's body, in code points, and the words that stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The item, as the room stores its id.
    pub item_id: String,
    /// The first code point.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
    /// The record's words.
    pub text: String,
}

/// Why a citation does not hold.
#[derive(Debug, thiserror::Error)]
pub enum CitationError {
    /// It is not the JSON object that `cite` prints.
    #[error("not a citation, {0}: give what cite printed, {{\"item_id\",\"start\",\"end\",\"text\"}}")]
    Malformed(&'static str),
    /// It is empty, reversed, or reaches past the body's end.
    #[error("{start}-{end} is no place in {item}, whose body has {length} code points (0-{length})")]
    NoPlace {
        /// The item.
        item: String,
        /// The first code point asked for.
        start: usize,
        /// The code point after the last.
        end: usize,
        /// Code points of the body.
        length: Chars,
    },
    /// Other words stand there.
    #[error("{item} has \"{stands}\" at {start}-{end}, not \"{given}\": cite it again")]
    OtherWords {
        /// The item.
        item: String,
        /// The first code point.
        start: usize,
        /// The code point after the last.
        end: usize,
        /// What stands there.
        stands: String,
        /// What the citation says stands there.
        given: String,
    },
}

impl Citation {
    /// Reads what `cite` printed; keys it does not know are passed over.
    pub fn parse(json: &str) -> Result<Self, CitationError> {
        // Key by key: derived code would take an array for an object, and name our types in what it says.
        let value: Value =
            serde_json::from_str(json).map_err(|_| CitationError::Malformed("it is not JSON"))?;
        let given = value.as_object().ok_or(CitationError::Malformed("it is not a JSON object"))?;
        let text =
            |key: &str, why| given.get(key).and_then(Value::as_str).ok_or(CitationError::Malformed(why));
        let offset = |key: &str, why| {
            let number =
                given.get(key).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
            number.ok_or(CitationError::Malformed(why))
        };
        Ok(Self {
            item_id: text("item_id", "its item_id is missing or no string")?.to_owned(),
            start: offset("start", "its start is missing or no whole number")?,
            end: offset("end", "its end is missing or no whole number")?,
            text: text("text", "its text is missing or no string")?.to_owned(),
        })
    }

    /// Cuts a place out of a body.
    pub fn cut(item_id: &str, body: &str, start: usize, end: usize) -> Result<Self, CitationError> {
        let span = Span { start: Chars(start), end: Chars(end) };
        match text::cut(body, span) {
            Some(words) => Ok(Self { item_id: item_id.to_owned(), start, end, text: words.to_owned() }),
            None => Err(CitationError::NoPlace {
                item: item_id.to_owned(),
                start,
                end,
                length: text::chars(body),
            }),
        }
    }

    /// Cuts the same place again and compares every code point. The answer names the item as the room stores it.
    pub fn verified(&self, item_id: &str, body: &str) -> Result<Self, CitationError> {
        let stands = Self::cut(item_id, body, self.start, self.end)?;
        if stands.text == self.text {
            return Ok(stands);
        }
        Err(CitationError::OtherWords {
            item: stands.item_id,
            start: self.start,
            end: self.end,
            stands: shortened(&stands.text).into_owned(),
            given: shortened(&self.text).into_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cite_printed_is_taken_and_nothing_else() {
        let cited = Citation { item_id: "a1".to_owned(), start: 0, end: 2, text: "é\u{2028}".to_owned() };
        assert_eq!(Citation::parse(&room_core::json::line(&cited)).unwrap(), cited);
        let with_more = r#"{"v":1,"end":2,"start":0,"text":"é\u2028","item_id":"a1","matched":"exact"}"#;
        assert_eq!(Citation::parse(with_more).unwrap(), cited);
        for (given, why) in [
            ("", "it is not JSON"),
            ("{} {}", "it is not JSON"),
            (r#"["a1",0,2,"words"]"#, "it is not a JSON object"),
            (r#"{"item_id":1,"start":0,"end":2,"text":""}"#, "its item_id is missing or no string"),
            (r#"{"item_id":"a1","start":-1,"end":2,"text":""}"#, "its start is missing or no whole number"),
            (r#"{"item_id":"a1","start":0,"end":"2","text":""}"#, "its end is missing or no whole number"),
            (r#"{"item_id":"a1","start":0,"end":2}"#, "its text is missing or no string"),
        ] {
            let error = Citation::parse(given).unwrap_err().to_string();
            assert!(error.starts_with(&format!("not a citation, {why}: ")), "{given}: {error}");
        }
    }

    #[test]
    fn a_citation_is_an_object_whatever_else_it_holds() {
        let cited = r#" {"item_id":"c","x":[1],"start":0,"end":3,"text":"abc"}"#;
        assert_eq!(Citation::parse(cited).unwrap().verified("c", "abcd").unwrap().text, "abc");
        for other in [r#"["c",0,3,"abc"]"#, r#" ["c",0,3,"abc"]"#, "null", r#""c""#, "{}", "[[["] {
            assert!(matches!(Citation::parse(other), Err(CitationError::Malformed(_))), "{other}");
        }
    }
}
