//! The chain: each record counts one on and carries the hash of the line before it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{LogError, Place, shares};
use crate::threads;

/// The SHA-256 of a line without its newline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// All 64 hex digits: a log's `head`.
    pub fn hex(self) -> String {
        hex_of::<64>(&self.0).into_iter().map(char::from).collect()
    }

    /// The 32 bytes of the hash.
    pub(super) fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// A hash that was kept.
    pub(super) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The first 32 hex digits: a record's `prev`.
    pub(super) fn prev(self) -> [u8; 32] {
        hex_of(&self.0)
    }
}

/// The first `N` hex digits of a hash.
fn hex_of<const N: usize>(bytes: &[u8; 32]) -> [u8; N] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    std::array::from_fn(|at| {
        let byte = bytes[at / 2];
        DIGITS[usize::from(if at % 2 == 0 { byte >> 4 } else { byte & 15 })]
    })
}

/// What every `state` ends with: who keeps the head knows later whether anything before it was changed or cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogState {
    /// How many records the log has.
    pub records: u64,
    /// The 64 hex digits of the last line's hash; of nothing where there is none.
    pub head: String,
}

/// A place between two records: how many stand before it, and the hash of the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) records: u64,
    pub(super) head: Digest,
}

/// The keys by which a record is placed in its log. Unknown keys are read past.
#[derive(Deserialize)]
pub(super) struct Common<'a> {
    pub(super) seq: u64,
    #[serde(borrow)]
    prev: Cow<'a, str>,
    #[serde(borrow, default)]
    record: Option<Cow<'a, str>>,
}

impl<'a> Common<'a> {
    /// These keys of a line, or what keeps the line from being a record.
    pub(super) fn of(line: &'a str) -> Result<Self, String> {
        // serde would take an array for a struct.
        if !line.trim_ascii_start().starts_with('{') {
            return Err("it is not a JSON object".to_owned());
        }
        serde_json::from_str(line).map_err(|error| in_words(&error))
    }
}

/// What `serde_json` found wrong, without its place: there is one line.
pub(super) fn in_words(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line ").map_or(said.clone(), |(why, _)| why.to_owned())
}

impl Chain {
    /// Before the first record.
    pub(super) fn start() -> Self {
        Self { records: 0, head: Digest::of(b"") }
    }

    /// Goes on over a line that this process wrote.
    pub(super) fn pass(&mut self, line: &str) {
        self.records += 1;
        self.head = Digest::of(line.as_bytes());
    }

    /// Goes on over a line of a file, if it is the record that comes next.
    pub(super) fn check(&mut self, line: &str, place: &Place) -> Result<(), LogError> {
        let number = self.records + 1;
        let common = Common::of(line).map_err(|why| LogError::broken(place, number, why))?;
        if common.seq != number {
            let why = format!("its seq is {}, where {number} comes next", common.seq);
            return Err(LogError::broken(place, number, why));
        }
        if common.prev.as_bytes() != self.head.prev() {
            let why = match number {
                1 => "its prev is not the hash of nothing, with which a log begins".to_owned(),
                _ => {
                    format!("its prev is not the hash of line {}, so one of the two was changed", number - 1)
                }
            };
            return Err(LogError::broken(place, number, why));
        }
        if number == 1 {
            belongs(common.record.as_deref(), place)?;
        }
        self.pass(line);
        Ok(())
    }

    /// Goes on over whole lines, each with its newline. The one loop that replays a log.
    fn walk(mut self, text: &str, place: &Place) -> Result<Self, LogError> {
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
            let line = text.get(start..end).expect("newlines are characters of their own");
            self.check(line, place)?;
            start = end + 1;
        }
        Ok(self)
    }

    /// Where the chain stands after whole lines, if all of them are sound.
    fn beyond(self, text: &str) -> Self {
        let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64;
        let last = text.strip_suffix('\n').unwrap_or(text).rsplit('\n').next().unwrap_or_default();
        Self { records: self.records + lines, head: Digest::of(last.as_bytes()) }
    }

    /// [`Chain::walk`], a long log on all cores: a line is checked against the line before it alone, so each share can
    /// begin where the one before it must end. Of several faults the first in the log is the one that is told.
    pub(super) fn follow(self, text: &str, place: &Place) -> Result<Self, LogError> {
        let mut start = self;
        let share = |share| {
            let before = start;
            start = start.beyond(share);
            (before, share)
        };
        let shares = shares::split(text).into_iter().map(share).collect();
        let ends = threads::on_all(shares, |(start, share)| start.walk(share, place));
        ends.into_iter().try_fold(self, |_, end| end)
    }

    /// What a `state` shows of the log here.
    pub(super) fn state(self) -> LogState {
        LogState { records: self.records, head: self.head.hex() }
    }
}

/// Compares the hash on a first record, where there is one, with the record that is worked on.
fn belongs(theirs: Option<&str>, place: &Place) -> Result<(), LogError> {
    match (theirs, &place.record) {
        (Some(theirs), Some(ours)) if theirs != ours => Err(LogError::OfAnotherRecord {
            file: place.name(),
            theirs: theirs.to_owned(),
            ours: ours.clone(),
        }),
        _ => Ok(()),
    }
}
