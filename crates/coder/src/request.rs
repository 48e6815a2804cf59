//! A payload turned into a request, or told which field is wrong and which one would be right.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::CoderError;

/// Reads a request. `what` names the function, or the file, for the message.
pub fn parse<T: DeserializeOwned>(what: &str, payload: Value) -> Result<T, CoderError> {
    if !payload.is_object() {
        return Err(CoderError::bad(format!("{what} takes a JSON object")));
    }
    serde_path_to_error::deserialize(payload).map_err(|error| {
        let place = error.path().to_string();
        let why = error.inner().to_string();
        CoderError::bad(match in_our_words(&why) {
            Some(words) => format!("{what}: {}{words}", within(&place)),
            None => format!("{what}: '{place}': {why}"),
        })
    })
}

/// ` in files[0]`, for a path to a field of something; nothing at the top.
fn within(place: &str) -> String {
    match place.rsplit_once('.') {
        Some((above, _)) => format!("in {above}: "),
        None if place.ends_with(']') => format!("in {place}: "),
        None => String::new(),
    }
}

/// serde's sentences about unknown and missing names, with the nearest right one.
fn in_our_words(why: &str) -> Option<String> {
    let quoted: Vec<&str> = why.split('`').skip(1).step_by(2).collect();
    let (first, rest) = quoted.split_first()?;
    if why.starts_with("unknown field") {
        return Some(unknown("field", first, rest));
    }
    if why.starts_with("missing field") {
        return Some(format!("the field '{first}' is missing"));
    }
    why.starts_with("duplicate field").then(|| format!("the field '{first}' is given twice"))
}

/// Says that a name is unknown, and which of the known ones comes nearest.
pub fn unknown(kind: &str, name: &str, known: &[&str]) -> String {
    let near = most_alike(name, known).map(|near| format!(" Did you mean '{near}'?")).unwrap_or_default();
    format!("unknown {kind} '{name}'.{near} Known: {}", known.join(", "))
}

/// The known name that shares most with a guessed one: whole words first (`start_line` and `line_from`), then letters.
fn most_alike<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let words = |text: &str| text.split(['_', '-', ':']).map(meaning).collect::<Vec<_>>();
    let mine = words(name);
    let common = |other: &str| words(other).iter().filter(|word| mine.contains(word)).count();
    let alike = room_core::cli::nearest(name, known.iter().copied());
    alike.or_else(|| {
        let best = known.iter().copied().max_by_key(|other| (common(other), std::cmp::Reverse(other.len())));
        best.filter(|other| common(other) > 0)
    })
}

/// What a word of a guessed name means in ours.
fn meaning(word: &str) -> String {
    match word.to_lowercase().as_str() {
        "start" | "begin" | "first" | "offset" | "source" | "src" => "from",
        "end" | "stop" | "last" | "until" | "destination" | "dest" | "dst" | "target" => "to",
        "lines" => "line",
        "text" | "body" | "data" => "content",
        "file" | "filename" | "filepath" | "folder" | "dir" | "directory" => "path",
        "edits" | "operations" | "changes" => "ops",
        "regexp" | "search" => "pattern",
        word => return word.to_owned(),
    }
    .to_owned()
}

/// A list entry that is either a bare path or an object with more to say.
#[derive(Clone, Debug)]
pub struct PathOr<T>(pub T);

impl<'de, T: Deserialize<'de> + From<String>> Deserialize<'de> for PathOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + From<String>> Visitor<'de> for Either<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a path or an object with a path")
            }
            fn visit_str<E: de::Error>(self, path: &str) -> Result<T, E> {
                Ok(T::from(path.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_any(Either(PhantomData)).map(PathOr)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        #[expect(dead_code, reason = "only its parsing is looked at")]
        line_from: Option<u64>,
        #[expect(dead_code, reason = "only its parsing is looked at")]
        files: Vec<PathOr<Entry>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        #[expect(dead_code, reason = "only its parsing is looked at")]
        path: String,
    }

    impl From<String> for Entry {
        fn from(path: String) -> Self {
            Self { path }
        }
    }

    #[test]
    fn a_wrong_field_is_named_with_its_place_and_the_nearest_right_one() {
        let cases = [
            (json!({"files": [], "start_line": 1}), "unknown field 'start_line'. Did you mean 'line_from'?"),
            (json!({"files": ["a", {"pth": "x"}]}), "in files[1]: unknown field 'pth'. Did you mean 'path'?"),
            (json!({"line_from": 1}), "the field 'files' is missing"),
            (json!({"files": [], "line_from": -1}), "'line_from': invalid value"),
            (json!({"files": [7]}), "'files[0]': invalid type: integer `7`, expected a path"),
            (json!(["files"]), "takes a JSON object"),
        ];
        for (payload, wanted) in cases {
            let error = parse::<Wanted>("coder::x", payload.clone()).unwrap_err();
            assert!(error.message.contains(wanted), "{payload}: {}", error.message);
        }
        assert!(parse::<Wanted>("coder::x", json!({"files": ["a", {"path": "b"}]})).is_ok());
    }
}
