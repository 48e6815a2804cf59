//! How a record or a corpus cannot be read.

use std::io;
use std::path::Path;

use room_core::refusal::Refuse;

/// A file that cannot be worked on. Every variant names the file by the last part of its path.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// There is no such file.
    #[error("no file {file}")]
    Missing {
        /// The file.
        file: String,
    },
    /// A folder stands there.
    #[error("{file} is a folder; say the file in it, {file}/corpus.txt")]
    Folder {
        /// The folder.
        file: String,
    },
    /// There is no such folder.
    #[error("no folder {file}")]
    MissingFolder {
        /// The folder.
        file: String,
    },
    /// A file stands where a folder should.
    #[error("{file} is a file; say the folder that holds a folder for each case")]
    NotAFolder {
        /// The file.
        file: String,
    },
    /// The system would not give it.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        error: io::Error,
    },
    /// It is something else.
    #[error(
        "{file} does not begin with \"# reading-room corpus 1\"; to cite from a record, use cite; to make a corpus, render"
    )]
    NotACorpus {
        /// The file.
        file: String,
    },
    /// Bytes that are no text.
    #[error("{file} line {line}: not UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// A line that breaks the format.
    #[error("{file} line {line}: {why}")]
    Broken {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl Refuse for CorpusError {
    fn label(&self) -> &'static str {
        "CorpusError"
    }
}

impl CorpusError {
    /// What an error of the system means for the file at `path`.
    pub fn from_io(path: &Path, error: io::Error) -> Self {
        let file = name(path);
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing { file },
            io::ErrorKind::IsADirectory => Self::Folder { file },
            _ => Self::Unreadable { file, error },
        }
    }
}

/// The last part of a path, as answers and refusals name a file; the path itself where it has none (`..`, `/`).
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
