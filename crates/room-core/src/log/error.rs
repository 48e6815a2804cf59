//! Why a log cannot be read or written, each with what to do about it.

use std::io;

use super::Place;
use crate::refusal::Refuse;

/// A log that cannot be read or written. Each names the log by the last part of its path.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system would not open or read it.
    #[error("cannot read {file}: {why}")]
    Unreadable {
        /// The log.
        file: String,
        /// What the system said.
        why: io::Error,
    },
    /// It could not be made or written, and stands as it was.
    #[error("cannot write {file}, nothing was recorded: {why}")]
    NotWritten {
        /// The log, or the file its torn end goes to.
        file: String,
        /// What the system said.
        why: io::Error,
    },
    /// A link, a folder, a FIFO or a device lies in its place.
    #[error("{file} is {what}, and a log is a regular file with one name: move it away, a new one is made")]
    NotALog {
        /// The log.
        file: String,
        /// What lies there instead.
        what: &'static str,
    },
    /// A whole line is not the record that was written there.
    #[error(
        "line {line} of {file} is broken: {why}. Put the log back as it was, or move it away to begin anew"
    )]
    Broken {
        /// The log.
        file: String,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// It was begun for another record than the one that is worked on.
    #[error(
        "{file} belongs to another record ({theirs}, not {ours}, says its line 1): move it away to begin anew"
    )]
    OfAnotherRecord {
        /// The log.
        file: String,
        /// The hash on its first record.
        theirs: String,
        /// The hash in the corpus's header.
        ours: String,
    },
    /// Others held it for longer than a call waits.
    #[error("{file} was in use by other calls for {seconds} seconds: try again")]
    Busy {
        /// The log.
        file: String,
        /// How long this call waited.
        seconds: u64,
    },
    /// The file system does not lock files; writing without a lock would lose records.
    #[error("{file} cannot be locked here ({why}): keep the log on a local disk")]
    NoLock {
        /// The log.
        file: String,
        /// What the system said.
        why: io::Error,
    },
}

impl Refuse for LogError {
    fn label(&self) -> &'static str {
        "LogError"
    }
}

impl LogError {
    pub(super) fn unreadable(place: &Place, why: impl Into<io::Error>) -> Self {
        LogError::Unreadable { file: place.name(), why: why.into() }
    }

    pub(super) fn not_written(place: &Place, why: impl Into<io::Error>) -> Self {
        LogError::NotWritten { file: place.name(), why: why.into() }
    }

    pub(super) fn broken(place: &Place, line: u64, why: impl Into<String>) -> Self {
        LogError::Broken { file: place.name(), line, why: why.into() }
    }
}
