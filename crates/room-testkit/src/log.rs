//! A log's rules, checked without the library that keeps them.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The records of a log that must be sound: whole lines, `seq` from 1 without gaps, each line's `prev` the hash of the
/// line before it.
///
/// # Panics
/// Where it is not, with the line.
#[track_caller]
pub fn records(log: &str) -> Vec<Value> {
    checked(log).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The same for whoever goes on after a fault, which is told with its line.
pub fn checked(log: &str) -> Result<Vec<Value>, String> {
    if !log.is_empty() && !log.ends_with('\n') {
        return Err("the log's last line is not whole".to_owned());
    }
    let mut before = "";
    let mut records = Vec::new();
    for (line, seq) in log.split_terminator('\n').zip(1_u64..) {
        let record: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        if record["seq"] != seq {
            return Err(format!("seq is {}, not {seq}: {line}", record["seq"]));
        }
        if record["prev"] != *head(before) {
            return Err(format!("prev is not the hash of the line before: {line}"));
        }
        records.push(record);
        before = line;
    }
    Ok(records)
}

/// A sound log with its records changed, and the chain made anew.
pub fn changed(log: &str, change: impl Fn(&mut Value)) -> Result<String, String> {
    let (mut changed, mut prev) = (String::new(), head(""));
    for mut record in checked(log)? {
        change(&mut record);
        record["prev"] = prev.into();
        let line = record.to_string();
        prev = head(&line);
        changed.push_str(&line);
        changed.push('\n');
    }
    Ok(changed)
}

/// The first 32 hex digits of a line's hash.
fn head(line: &str) -> String {
    let digest = Sha256::digest(line.as_bytes());
    digest.iter().take(16).flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

fn digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).expect("four bits are one hex digit")
}
