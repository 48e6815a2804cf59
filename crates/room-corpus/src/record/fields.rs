//! The keys of a line that mean something here, found without reading the values of all the others.
//!
//! Values are kept as they stand in the JSON until their kind is known: a float of 400 digits or a listing nested a
//! thousand deep under a key nobody asks for is passed over and cannot make a line bad.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::number::Number;

macro_rules! keys {
    ($($key:ident = $name:literal,)*) => {
        /// A key that one of the forms reads.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Key { $($key,)* Other }

        impl Key {
            fn named(name: &str) -> Self {
                match name { $($name => Key::$key,)* _ => Key::Other }
            }
        }
    };
}

keys! {
    Author = "author",
    Body = "body",
    ConversationId = "conversation_id",
    CreatedUtc = "created_utc",
    Id = "id",
    ItemId = "item_id",
    Kind = "kind",
    LinkId = "link_id",
    Meta = "meta",
    Name = "name",
    ParentId = "parent_id",
    ReplyTo = "reply_to",
    ReplyToHyphen = "reply-to",
    RetrievedOn = "retrieved_on",
    Root = "root",
    Score = "score",
    Selftext = "selftext",
    Speaker = "speaker",
    Subreddit = "subreddit",
    Text = "text",
    ThreadId = "thread_id",
    Timestamp = "timestamp",
    Title = "title",
    Url = "url",
    User = "user",
}

/// The values of a JSON object's known keys, each as its JSON text. Of a key given twice the last counts.
#[derive(Debug)]
pub(super) struct Fields<'a>([Option<&'a str>; Key::Other as usize]);

impl<'a> Fields<'a> {
    /// The fields of a JSON object.
    pub(super) fn of(json: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(json)
    }

    /// A value as JSON text; `None` where it is missing or null.
    pub(super) fn raw(&self, key: Key) -> Option<&'a str> {
        self.0.get(key as usize).copied().flatten().filter(|value| *value != "null")
    }

    /// A value that is a string.
    pub(super) fn string(&self, key: Key) -> Option<String> {
        self.raw(key).and_then(string)
    }

    /// A value as words: a string's own, of anything else its JSON text, so that nothing written is lost; empty where
    /// it is missing or null.
    pub(super) fn words(&self, key: Key) -> String {
        let raw = self.raw(key);
        raw.map(|json| string(json).unwrap_or_else(|| json.to_owned())).unwrap_or_default()
    }

    /// A value that is a number or a string of one.
    pub(super) fn number(&self, key: Key) -> Option<Number> {
        let json = self.raw(key)?;
        if json.starts_with('"') { Number::read(&string(json)?) } else { Number::read(json) }
    }
}

/// The text of a JSON string; `None` for any other value.
fn string(json: &str) -> Option<String> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(inner.to_owned());
    }
    serde_json::from_str(json).ok()
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Fields([None; Key::Other as usize]);
        while let Some(key) = map.next_key::<Key>()? {
            match fields.0.get_mut(key as usize) {
                Some(value) => *value = Some(map.next_value::<&RawValue>()?.get()),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(fields)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;

        impl Visitor<'_> for NameVisitor {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_str<E>(self, name: &str) -> Result<Key, E> {
                Ok(Key::named(name))
            }
        }

        deserializer.deserialize_identifier(NameVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_values_may_be_anything_json_allows() {
        let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
        let json = format!(r#"{{"x":{deep},"y":1e400,"z":12345678901234567890123,"id":"a"}}"#);
        assert_eq!(Fields::of(&json).unwrap().string(Key::Id).as_deref(), Some("a"));
    }

    #[test]
    fn what_is_no_json_is_still_refused_where_it_is_ignored() {
        for json in
            [r#"{"x":NaN,"id":"a"}"#, r#"{"x":01}"#, "{\"x\":\"\u{1}\"}", r#"{"x":1,}"#, "[1]", "{} {}"]
        {
            assert!(Fields::of(json).is_err(), "{json}");
        }
    }

    #[test]
    fn the_last_of_two_keys_counts_however_it_is_spelled() {
        let json = r#"{"body":"one","b\u006fdy":"two","title":"x","title":null}"#;
        let fields = Fields::of(json).unwrap();
        assert_eq!(fields.string(Key::Body).as_deref(), Some("two"));
        assert_eq!(fields.string(Key::Title), None);
    }

    #[test]
    fn words_lose_nothing() {
        let fields = Fields::of(r#"{"title":5,"body":"a\/b\n","selftext":[1, 2]}"#).unwrap();
        assert_eq!(fields.words(Key::Title), "5");
        assert_eq!(fields.words(Key::Body), "a/b\n");
        assert_eq!(fields.words(Key::Selftext), "[1, 2]");
        assert_eq!(fields.words(Key::Text), "");
    }
}
