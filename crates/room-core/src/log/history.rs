//! A log read back: every line checked, then handed out as text or as records of a verb's own type.

use std::fs::File;
use std::sync::Arc;

use serde::Deserialize;

use super::chain::{Chain, LogState, in_words};
use super::file::{self, PATIENCE};
use super::tail::read_from;
use super::{LogError, Place, shares};
use crate::threads;

/// The records of a log, all or those after a byte, checked: each a JSON object, `seq` dense, the chain of `prev` whole.
#[derive(Clone, Debug)]
pub struct History {
    place: Place,
    text: String,
    /// How many records stand before these.
    before: u64,
    chain: Chain,
}

/// Reads a log for a verb that logs nothing. A log that does not exist is an empty one; a torn last line is read past.
///
/// No lock is taken, so a reader never waits for a writer. Only where the log seems broken is it read once more, under
/// a lock: a writer that cuts off a torn line while we read can make two lines look like one.
pub fn replay(place: &Place) -> Result<History, LogError> {
    let Some(file) = file::to_read(place)?.map(Arc::new) else {
        return History::of(Vec::new(), place, Chain::start());
    };
    let seen = History::read(&file, place);
    if matches!(seen, Err(LogError::Broken { .. })) && file::hold_off_writers(&file, PATIENCE) {
        return History::read(&file, place);
    }
    seen
}

impl History {
    /// Reads a whole file.
    pub(super) fn read(file: &File, place: &Place) -> Result<Self, LogError> {
        Self::after(file, place, 0, Chain::start())
    }

    /// Reads the lines after a byte, at which the chain stands there.
    pub(super) fn after(file: &File, place: &Place, byte: u64, chain: Chain) -> Result<Self, LogError> {
        let bytes = read_from(file, byte);
        Self::of(bytes.map_err(|why| LogError::unreadable(place, why))?, place, chain)
    }

    /// Checks bytes that follow where the chain stands, less what follows their last newline.
    fn of(mut bytes: Vec<u8>, place: &Place, start: Chain) -> Result<Self, LogError> {
        bytes.truncate(memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1));
        match String::from_utf8(bytes) {
            Ok(text) => {
                let chain = start.follow(&text, place)?;
                Ok(Self { place: place.clone(), text, before: start.records, chain })
            }
            Err(error) => Err(not_text(&error, place, start)),
        }
    }

    /// How many bytes the lines have, newlines included.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Where the chain stands after the last line.
    pub(super) fn end(&self) -> Chain {
        self.chain
    }

    /// The lines of a log that was looked through to its end, whatever was found.
    pub(super) fn unchecked(text: String, place: &Place, chain: Chain) -> Self {
        Self { place: place.clone(), text, before: 0, chain }
    }

    /// How many records the log has.
    pub fn len(&self) -> u64 {
        self.chain.records
    }

    /// Whether the log has no record.
    pub fn is_empty(&self) -> bool {
        self.chain.records == 0
    }

    /// The 64 hex digits of the last line's hash; of nothing where there is none.
    pub fn head(&self) -> String {
        self.chain.head.hex()
    }

    /// What every `state` ends with.
    pub fn state(&self) -> LogState {
        self.chain.state()
    }

    /// The lines, as they stand, without their newlines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    /// The lines with their numbers in the log, from 1.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (u64, &str)> {
        (self.before + 1..).zip(self.lines())
    }

    /// The records as `T`, which may borrow from the log (with `Cow` where a text may hold escapes). Keys that `T` does
    /// not know are read past; a line that is no `T` is an error that names file and line.
    pub fn records<'a, T: Deserialize<'a> + 'a>(&'a self) -> impl Iterator<Item = Result<T, LogError>> + 'a {
        self.numbered().map(|(number, line)| self.record(number, line))
    }

    /// What `add` makes of all records, from nothing: a long log in shares on all cores, each a `Made` of its own, in
    /// their order.
    pub fn made_of<'a, T: Deserialize<'a>, Made: Default + Send>(
        &'a self,
        add: impl Fn(&mut Made, T) + Sync,
    ) -> Result<Vec<Made>, LogError> {
        let mut number = self.before + 1;
        let share = |share: &'a str| {
            let first = number;
            number += memchr::memchr_iter(b'\n', share.as_bytes()).count() as u64;
            (first, share)
        };
        let shares = shares::split(&self.text).into_iter().map(share).collect();
        let made = threads::on_all(shares, |(first, share)| {
            let mut made = Made::default();
            for (number, line) in (first..).zip(share.split_terminator('\n')) {
                add(&mut made, self.record(number, line)?);
            }
            Ok(made)
        });
        made.into_iter().collect()
    }

    fn record<'a, T: Deserialize<'a>>(&self, number: u64, line: &'a str) -> Result<T, LogError> {
        serde_json::from_str(line).map_err(|error| LogError::broken(&self.place, number, in_words(&error)))
    }
}

/// The records of a log that is read for what it says alone: neither `seq` nor `prev` is looked at. `read` makes a
/// record of a line, `file` is how refusals name the log; what follows the last newline is a torn line and read past.
pub fn unchecked<'a, T>(
    text: &'a str,
    file: &str,
    read: impl Fn(&'a str) -> serde_json::Result<T>,
) -> impl Iterator<Item = Result<T, LogError>> {
    let whole = text.rfind('\n').map_or("", |end| text.split_at(end + 1).0);
    (1..).zip(whole.split_terminator('\n')).map(move |(line, text)| {
        let record = if text.trim_ascii_start().starts_with('{') {
            read(text).map_err(|error| in_words(&error))
        } else {
            Err("it is not a JSON object".to_owned())
        };
        record.map_err(|why| LogError::Broken { file: file.to_owned(), line, why })
    })
}

/// The first fault of a log that is not UTF-8 all through: it may lie before the bytes that are not.
fn not_text(error: &std::string::FromUtf8Error, place: &Place, start: Chain) -> LogError {
    let sound = error.as_bytes().split_at(error.utf8_error().valid_up_to()).0;
    let whole = sound.split_at(memchr::memrchr(b'\n', sound).map_or(0, |at| at + 1)).0;
    let text = str::from_utf8(whole).expect("UTF-8 is valid up to where the error says");
    match start.follow(text, place) {
        Ok(chain) => LogError::broken(place, chain.records + 1, "it is not UTF-8"),
        Err(earlier) => earlier,
    }
}
