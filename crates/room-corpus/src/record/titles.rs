//! The `conversations.json` of `ConvoKit`, as far as it is read: a title for each conversation.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::fields::{Fields, Key};
use super::line::{Titles, stored};
use super::surrogate;

/// The titles of conversations (`{"ID":{"meta":{"title":"…"}}}`), by stored id. Conversations without one are passed
/// over, whatever they hold instead.
pub fn titles(json: &str) -> serde_json::Result<Titles> {
    let (json, _) = surrogate::replaced(json);
    let conversations: HashMap<String, &RawValue> = serde_json::from_str(&json)?;
    let titles = conversations.into_iter().filter_map(|(id, conversation)| {
        let conversation = Fields::of(conversation.get()).ok()?;
        let meta = Fields::of(conversation.raw(Key::Meta)?).ok()?;
        Some((stored(&id).1, meta.string(Key::Title)?))
    });
    Ok(titles.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_title_is_passed_over() {
        let json = r#"{"a":{"meta":{"title":"first","title":"A\ud83d","x":1e400},"vectors":[]},"b":null,
            "c":{"meta":null},"d":{"meta":{"title":7}},"e":[],"t3_f g":{"meta":{"title":"F"}}}"#;
        let mut met: Vec<_> = titles(json).unwrap().into_iter().collect();
        met.sort_unstable();
        assert_eq!(
            met,
            [("a", "A\u{fffd}"), ("f%20g", "F")].map(|(id, title)| (id.to_owned(), title.to_owned()))
        );
    }

    #[test]
    fn what_is_no_object_of_conversations_is_refused() {
        for json in ["[]", "{\"a\":", "", "{\"a\":NaN}"] {
            assert!(titles(json).is_err(), "{json}");
        }
    }
}
