//! A payload of any shape, or a right one with one field misnamed: it is a request, or C210 and names what is wrong.
#![no_main]

use coder::config::Config;
use coder::functions::{
    CreateFile, DeleteFile, InfoRequest, ListFolder, Move, ReadRequest, Search, Tree, UpdateFile,
};
use coder::request::parse;
use coder::{Code, CoderError};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};

/// Names of fields, of any function and of none.
const FIELDS: [&str; 28] = [
    "path",
    "paths",
    "files",
    "ops",
    "op",
    "at_line",
    "from_line",
    "to_line",
    "line_from",
    "line_to",
    "content",
    "pattern",
    "replacement",
    "ignore_case",
    "expect_matches",
    "expect_sha256",
    "atomic",
    "dry_run",
    "overwrite",
    "recursive",
    "from",
    "to",
    "parents",
    "page",
    "page_size",
    "max_depth",
    "query",
    "constructor",
];

#[derive(Arbitrary, Debug)]
enum Asked {
    Shape(Shape),
    /// A right request, and the name one of its fields gets instead.
    Renamed {
        which: u8,
        field: u8,
        name: String,
    },
    Raw(String),
    Configuration(String),
}

#[derive(Arbitrary, Debug)]
enum Shape {
    Null,
    Bool(bool),
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<Shape>),
    Object(Vec<(Field, Shape)>),
}

#[derive(Arbitrary, Debug)]
enum Field {
    Known(u8),
    Other(String),
}

fuzz_target!(|asked: Asked| {
    match asked {
        Asked::Shape(shape) => all(&shape.value()),
        Asked::Raw(text) => {
            if let Ok(payload) = serde_json::from_str(&text) {
                all(&payload);
            }
        }
        Asked::Renamed { which, field, name } => renamed(which, field, &name),
        Asked::Configuration(text) => {
            if let Err(error) = Config::parse(&text) {
                assert_eq!(error.code, Code::C210);
            }
        }
    }
});

impl Shape {
    fn value(&self) -> Value {
        match self {
            Shape::Null => Value::Null,
            Shape::Bool(yes) => json!(yes),
            Shape::Number(number) => json!(number),
            Shape::Float(number) => json!(number),
            Shape::Text(text) => json!(text),
            Shape::List(list) => list.iter().map(Shape::value).collect(),
            Shape::Object(fields) => {
                let name = |field: &Field| match field {
                    Field::Known(known) => FIELDS[usize::from(*known) % FIELDS.len()].to_owned(),
                    Field::Other(name) => name.clone(),
                };
                Value::Object(fields.iter().map(|(field, shape)| (name(field), shape.value())).collect())
            }
        }
    }
}

/// Every function, with a payload that may be anything.
fn all(payload: &Value) {
    for which in 0..9 {
        if let Err(error) = read(which, payload.clone()) {
            assert_eq!(error.code, Code::C210);
            assert!(error.message.starts_with("coder::"), "{error}");
            if !payload.is_object() {
                assert!(error.message.ends_with("takes a JSON object"), "{error}");
            }
        } else {
            assert!(payload.is_object());
        }
    }
}

/// A right request is one; with a field's name changed to one that is none, it is refused by that name.
fn renamed(which: u8, field: u8, name: &str) {
    let which = usize::from(which) % 9;
    let payload = right(which);
    let fields = payload.as_object().expect("a right request is an object");
    read(which, payload.clone()).expect("a right request");
    let Some(old) = fields.keys().nth(usize::from(field) % fields.len().max(1)) else { return };
    if FIELDS.contains(&name) || taken(which, name) || name.contains('`') {
        return;
    }
    let changed: Map<_, _> = fields
        .iter()
        .map(|(key, value)| (if key == old { name } else { key }.to_owned(), value.clone()))
        .collect();
    let error = read(which, Value::Object(changed)).expect_err("no function has such a field");
    assert_eq!(error.code, Code::C210);
    assert!(error.message.contains(&format!("unknown field '{name}'")), "{error}");
}

/// Whether a function knows a field that no other list here has.
fn taken(which: usize, name: &str) -> bool {
    let known = read(which, json!({ "\u{1}": 0 })).expect_err("no function has such a field").message;
    known.rsplit_once("Known: ").is_some_and(|(_, known)| known.split(", ").any(|known| known == name))
}

/// A request that is right for each function.
fn right(which: usize) -> Value {
    match which {
        0 => json!({}),
        1 => json!({"path": "a"}),
        2 => json!({"query": "a", "ignore_case": true}),
        3 => {
            json!({"files": [{"path": "a", "ops": [{"op": "remove", "from_line": 1, "to_line": 1}]}], "atomic": true})
        }
        4 => json!({"files": [{"path": "a", "content": ""}], "dry_run": true}),
        5 => json!({"paths": ["a"]}),
        6 => json!({"files": [{"from": "a", "to": "b"}], "atomic": false}),
        7 => json!({"path": "a", "page": 1}),
        _ => json!({"path": "a"}),
    }
}

fn read(which: usize, payload: Value) -> Result<(), CoderError> {
    match which {
        0 => parse::<InfoRequest>("coder::info", payload).map(drop),
        1 => parse::<ReadRequest>("coder::read-file", payload).map(drop),
        2 => parse::<Search>("coder::search", payload).map(drop),
        3 => parse::<UpdateFile>("coder::update-file", payload).map(drop),
        4 => parse::<CreateFile>("coder::create-file", payload).map(drop),
        5 => parse::<DeleteFile>("coder::delete-file", payload).map(drop),
        6 => parse::<Move>("coder::move", payload).map(drop),
        7 => parse::<ListFolder>("coder::list-folder", payload).map(drop),
        _ => parse::<Tree>("coder::tree", payload).map(drop),
    }
}
