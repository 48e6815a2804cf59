//! A citation: words cut from the record, with their shelf mark. What `cite` prints and `emit` and `mem` take back.

use serde::{Deserialize, Serialize};

use crate::text::{self, Chars, Span};

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
    #[error("not a citation ({0}): give what cite printed, {{\"item_id\",\"start\",\"end\",\"text\"}}")]
    Malformed(String),
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
        // serde would take a list of the four values for a citation.
        if json.trim_ascii_start().starts_with('[') {
            return Err(CitationError::Malformed("a list".to_owned()));
        }
        serde_json::from_str(json).map_err(|error| {
            let said = error.to_string();
            // serde_json's "at line 1 column 2" helps nobody with one line.
            CitationError::Malformed(said.split(" at line ").next().unwrap_or_default().to_owned())
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
            stands: stands.text,
            given: self.text.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_an_object_whatever_else_it_holds() {
        let cited = r#" {"item_id":"c","x":[1],"start":0,"end":3,"text":"abc"}"#;
        assert_eq!(Citation::parse(cited).unwrap().verified("c", "abcd").unwrap().text, "abc");
        for other in [r#"["c",0,3,"abc"]"#, r#" ["c",0,3,"abc"]"#, "null", r#""c""#, "{}", "[[["] {
            assert!(matches!(Citation::parse(other), Err(CitationError::Malformed(_))), "{other}");
        }
    }
}
