//! Functions called by name, with JSON in and JSON out.

use std::io::BufRead;

use room_core::cli::Out;
use room_core::refusal::Failure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CoderError;
use crate::request::{parse, unknown};
use crate::worker::Coder;

/// The functions, in the order of the documentation.
pub const FUNCTIONS: [&str; 9] = [
    "coder::info",
    "coder::read-file",
    "coder::search",
    "coder::update-file",
    "coder::create-file",
    "coder::delete-file",
    "coder::move",
    "coder::list-folder",
    "coder::tree",
];

/// A line of a stream of calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Called {
    function: String,
    payload: Option<Value>,
}

/// A line of answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answered {
    Ok(Value),
    Error(CoderError),
}

impl From<Result<Value, CoderError>> for Answered {
    fn from(result: Result<Value, CoderError>) -> Self {
        match result {
            Ok(value) => Answered::Ok(value),
            Err(error) => Answered::Error(error),
        }
    }
}

impl Coder {
    /// Calls a function by its name. An empty payload is an empty object.
    pub fn call(&self, function: &str, payload: Value) -> Result<Value, CoderError> {
        let payload = if payload.is_null() { Value::Object(serde_json::Map::new()) } else { payload };
        Ok(match function {
            "coder::info" => {
                parse::<crate::functions::InfoRequest>(function, payload)?;
                answer(self.info())
            }
            "coder::read-file" => answer(self.read_file(parse(function, payload)?)?),
            "coder::search" => answer(self.search(&parse(function, payload)?)?),
            "coder::update-file" => answer(self.update_file(&parse(function, payload)?)?),
            "coder::create-file" => answer(self.create_file(&parse(function, payload)?)?),
            "coder::delete-file" => answer(self.delete_file(parse(function, payload)?)?),
            "coder::move" => answer(self.move_entries(&parse(function, payload)?)?),
            "coder::list-folder" => answer(self.list_folder(&parse(function, payload)?)?),
            "coder::tree" => answer(self.tree(&parse(function, payload)?)?),
            _ => return Err(CoderError::bad(unknown("function", function, &FUNCTIONS))),
        })
    }
}

fn answer(response: impl Serialize) -> Value {
    serde_json::to_value(response).expect("our responses have string keys")
}

/// One call: the payload is all of the input, the answer one line.
pub fn once(coder: &Coder, function: &str, payload: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    let payload = if payload.trim().is_empty() { Ok(Value::Null) } else { serde_json::from_str(payload) };
    let payload =
        payload.map_err(|error| CoderError::bad(format!("{function}: the payload is no JSON: {error}")));
    out.json(&Answered::from(payload.and_then(|payload| coder.call(function, payload))))
}

/// A call a line until the input ends; each is answered by one line before the next is read.
pub fn stream(coder: &Coder, input: &mut impl BufRead, out: &mut Out<'_>) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        let read = read.map_err(|error| CoderError::bad(format!("standard input: {error}")))?;
        if read == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        out.json(&Answered::from(called(coder, &line)))?;
        out.flush()?;
    }
}

fn called(coder: &Coder, line: &[u8]) -> Result<Value, CoderError> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| CoderError::bad(format!("a call is one line of JSON: {error}")))?;
    let call: Called = parse("a call", value)?;
    coder.call(&call.function, call.payload.unwrap_or(Value::Null))
}
