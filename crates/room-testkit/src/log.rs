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
    assert!(log.is_empty() || log.ends_with('\n'), "the log's last line is whole");
    let mut before = "";
    let mut records = Vec::new();
    for (line, seq) in log.lines().zip(1_u64..) {
        let record: Value = serde_json::from_str(line).expect("each line is JSON");
        assert_eq!(record["seq"], seq, "seq is dense: {line}");
        assert_eq!(record["prev"], *head(before), "prev is the hash of the line before: {line}");
        records.push(record);
        before = line;
    }
    records
}

/// The first 32 hex digits of a line's hash.
fn head(line: &str) -> String {
    let digest = Sha256::digest(line.as_bytes());
    digest.iter().take(16).flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

fn digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).expect("four bits are one hex digit")
}
