//! Why nothing could be verified.

use std::io;

use room_core::atomic::Unplaced;
use room_core::refusal::Refuse;

/// A check that cannot be made; one that fails is no error.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The room has no brief, and none was named.
    #[error("{room} has neither brief.md nor out/brief.md: name the brief, as in brief FILE")]
    NoBrief {
        /// The room.
        room: String,
    },
    /// The brief that was named cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        error: io::Error,
    },
    /// The brief is no text.
    #[error("{file} line {line}: not UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// A folder of rooms without a room.
    #[error("no folder in {folder} holds a corpus.txt or record.jsonl: rooms takes a folder of rooms")]
    NoRooms {
        /// The folder.
        folder: String,
    },
    /// Something other than a page stands where the page should go.
    #[error("{file} stands already and is no page of this tool: name another file, as in --html report.html")]
    Taken {
        /// The file.
        file: String,
    },
    /// The page is written, but the system would not say that it lasts.
    #[error("{file}: {unplaced}")]
    MayNotLast {
        /// The file.
        file: String,
        /// What the system said.
        unplaced: Unplaced,
    },
    /// The page could not be written.
    #[error("{file}: {error}. Nothing was written")]
    Unwritable {
        /// The file.
        file: String,
        /// What the system said.
        error: io::Error,
    },
}

impl Refuse for VerifyError {
    fn label(&self) -> &'static str {
        "VerifyError"
    }

    fn stands(&self) -> bool {
        matches!(self, VerifyError::MayNotLast { .. })
    }
}
