//! What was answered, on file before it is printed, where the operator asks for it with `CODER_LOG_DIR`.

use room_core::environment;
use room_core::log::{self, Entry, Place};
use room_core::refusal::Failure;
use room_core::text::chars;
use serde_json::Value;

/// The functions that change files: what they did stands, whatever becomes of the log.
const CHANGING: [&str; 6] = [
    "coder::update-file",
    "coder::create-file",
    "coder::delete-file",
    "coder::move",
    "tool::edit",
    "tool::write",
];

/// Records an answer. Without `CODER_LOG_DIR` there is no log.
pub(crate) fn record(function: &str, paths: &[String], answer: &Value, served: &str) -> Result<(), Failure> {
    let Some(folder) = environment::coder_log_dir() else { return Ok(()) };
    let place = Place { path: folder.join("_coder.jsonl"), durable: false, record: None };
    let kind = function.rsplit("::").next().unwrap_or(function);
    let results = answer["results"].as_array();
    let failed = results.map(|results| results.iter().filter(|result| result.get("error").is_some()).count());
    // Where every entry failed there is nothing that could stand.
    let changed = results.is_none_or(|results| results.len() > failed.unwrap_or(0));
    let entry = Entry::new(kind, "coder").chars(chars(served)).field("paths", paths).field("failed", failed);
    let written = log::open(&place).map_err(Failure::from).and_then(|log| log.append(&[entry]));
    match written {
        Ok(_) => Ok(()),
        Err(Failure::Refused { label, why }) if CHANGING.contains(&function) && changed => {
            let why = format!("{why}. What this call changed stands");
            Err(Failure::AfterTheRecord { label, why })
        }
        Err(failure) => Err(failure),
    }
}

/// The paths a payload names, as they are written in it.
pub(crate) fn paths(payload: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    for list in ["paths", "files"] {
        for entry in payload[list].as_array().into_iter().flatten() {
            let named = ["path", "from", "to"].iter().filter_map(|key| entry[*key].as_str());
            paths.extend(entry.as_str().into_iter().chain(named).map(str::to_owned));
        }
    }
    paths.extend(payload["path"].as_str().map(str::to_owned));
    paths
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn every_path_of_a_payload_is_named() {
        let payload =
            json!({"paths": ["a", {"path": "b"}], "files": [{"from": "c", "to": "d"}], "path": "e"});
        assert_eq!(super::paths(&payload), ["a", "b", "c", "d", "e"]);
        assert!(super::paths(&json!([1])).is_empty());
    }
}
