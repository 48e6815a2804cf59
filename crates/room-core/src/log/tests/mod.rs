//! The rules of logs, and what is done to them on purpose.
#![expect(clippy::disallowed_methods, reason = "logs are broken here by hand")]

mod faults;
mod hints;
mod laws;
mod many;
mod rules;
mod torn;

use std::fs;
use std::path::Path;

use super::entry::Stamp;
use super::{Appended, Entry, LogError, Place, open, replay};
use crate::refusal::Failure;
use crate::text::Chars;

/// A place for a log in a folder of its own that does not exist yet.
fn place(folder: &Path) -> Place {
    Place { path: folder.join("out").join("_read.jsonl"), durable: false, record: None }
}

/// A log of this many records there.
fn begun(place: &Place, records: usize) {
    for number in 0..records {
        append(place, &format!("t{number}")).unwrap();
    }
}

fn entry(thread: &str) -> Entry {
    Entry::new("thread", "read").chars(Chars(7)).field("thread_id", thread)
}

fn append(place: &Place, thread: &str) -> Result<Appended, Failure> {
    open(place)?.append(&[entry(thread)])
}

fn stamp() -> Stamp {
    Stamp { t: "2031-05-06T07:08:09.010Z".to_owned(), run: None }
}

fn bytes(place: &Place) -> Vec<u8> {
    fs::read(&place.path).unwrap()
}

fn aside(place: &Place) -> Vec<u8> {
    fs::read(place.path.with_file_name("_read.jsonl.torn")).unwrap()
}

fn add(place: &Place, bytes: &[u8]) {
    use std::io::Write as _;
    fs::OpenOptions::new().append(true).open(&place.path).unwrap().write_all(bytes).unwrap();
}

/// The numbers and threads a log holds.
fn threads(place: &Place) -> Vec<(u64, String)> {
    #[derive(serde::Deserialize)]
    struct Thread<'a> {
        seq: u64,
        thread_id: &'a str,
    }
    let history = replay(place).unwrap();
    history
        .records()
        .map(|read: Result<Thread<'_>, _>| read.unwrap())
        .map(|r| (r.seq, r.thread_id.to_owned()))
        .collect()
}

/// The line that a refusal names.
fn broken_line(error: &LogError) -> u64 {
    match error {
        LogError::Broken { line, .. } => *line,
        other => panic!("not a broken line: {other}"),
    }
}

/// All names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
