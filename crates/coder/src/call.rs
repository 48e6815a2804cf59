//! Functions called by name, with JSON in and JSON out.

use std::io::BufRead;

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CoderError;
use crate::journal;
use crate::request::{parse, unknown};
use crate::text;
use crate::worker::Coder;

/// The functions, in the order of the documentation.
pub const FUNCTIONS: [&str; 14] = [
    "coder::info",
    "coder::read-file",
    "coder::search",
    "coder::update-file",
    "coder::create-file",
    "coder::delete-file",
    "coder::move",
    "coder::list-folder",
    "coder::tree",
    "tool::read",
    "tool::search",
    "tool::find",
    "tool::edit",
    "tool::write",
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
                value(self.info())
            }
            "coder::read-file" => value(self.read_file(parse(function, payload)?)?),
            "coder::search" => value(self.search(&parse(function, payload)?)?),
            "coder::update-file" => value(self.update_file(&parse(function, payload)?)?),
            "coder::create-file" => value(self.create_file(&parse(function, payload)?)?),
            "coder::delete-file" => value(self.delete_file(parse(function, payload)?)?),
            "coder::move" => value(self.move_entries(&parse(function, payload)?)?),
            "coder::list-folder" => value(self.list_folder(&parse(function, payload)?)?),
            "coder::tree" => value(self.tree(&parse(function, payload)?)?),
            "tool::read" => value(self.tool_read(&parse(function, payload)?)?),
            "tool::search" => value(self.tool_search(&parse(function, payload)?)?),
            "tool::find" => value(self.tool_find(&parse(function, payload)?)?),
            "tool::edit" => value(self.tool_edit(&parse(function, payload)?)?),
            "tool::write" => value(self.tool_write(&parse(function, payload)?)?),
            _ => return Err(CoderError::bad(unknown("function", function, &FUNCTIONS))),
        })
    }
}

fn value(response: impl Serialize) -> Value {
    serde_json::to_value(response).expect("our responses have string keys")
}

/// One call from the command line: its answer for a reader or, with `as_json`, for a program. Where several things were
/// asked and not one was done, the call is refused for the first.
pub(crate) fn answer(
    coder: &Coder,
    function: &str,
    payload: Value,
    as_json: bool,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let paths = journal::paths(&payload);
    let answer = coder.call(function, payload)?;
    if let Some(error) = first_error_of_all(&answer) {
        return Err(error.into());
    }
    let served = if as_json { json::line(&answer) + "\n" } else { text::of(function, &answer) };
    journal::record(function, &paths, &answer, &served)?;
    out.text(&served)
}

/// The first entry's failure, where every entry failed; that of one who changed something all the same, where there is.
fn first_error_of_all(answer: &Value) -> Option<CoderError> {
    let results = answer["results"].as_array().filter(|results| !results.is_empty())?;
    let error = |result: &Value| serde_json::from_value::<CoderError>(result.get("error")?.clone()).ok();
    let errors: Vec<_> = results.iter().map(error).collect::<Option<_>>()?;
    errors.iter().find(|error| error.stands).or(errors.first()).cloned()
}

/// One call: the payload is all of the input, the answer one line.
pub fn once(coder: &Coder, function: &str, payload: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    let payload = if payload.trim().is_empty() { Ok(Value::Null) } else { serde_json::from_str(payload) };
    let call = payload
        .map(|payload| Called { function: function.to_owned(), payload: Some(payload) })
        .map_err(|error| CoderError::bad(format!("{function}: the payload is no JSON: {error}")));
    in_band(coder, call, out)
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
        in_band(coder, called(&line), out)?;
        out.flush()?;
    }
}

fn called(line: &[u8]) -> Result<Called, CoderError> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| CoderError::bad(format!("a call is one line of JSON: {error}")))?;
    parse("a call", value)
}

/// Answers a call with one line, an error as well as a success.
fn in_band(coder: &Coder, call: Result<Called, CoderError>, out: &mut Out<'_>) -> Result<(), Failure> {
    let (function, payload) = match call {
        Ok(call) => (call.function, call.payload.unwrap_or(Value::Null)),
        Err(error) => return out.json(&Answered::Error(error)),
    };
    let paths = journal::paths(&payload);
    let answered = Answered::from(coder.call(&function, payload));
    let served = json::line(&answered);
    if let Answered::Ok(answer) = &answered {
        journal::record(&function, &paths, answer, &served)?;
    }
    out.line(&served)
}
