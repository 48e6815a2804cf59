//! How a room cannot be made.

use std::io;
use std::path::Path;

use room_core::atomic::Unplaced;
use room_core::refusal::Refuse;
use room_corpus::corpus::{CorpusError, file_name};
use room_corpus::record::Bad;

use crate::Options;

/// Why nothing was rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The dump or the corpus cannot be read at all.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A line of the dump is no item, and no more may be let go.
    #[error("{file} line {line}: {bad}. --skip-bad N lets up to N such lines go")]
    BadLine {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        bad: Bad,
    },
    /// A file beside the lines that cannot be understood.
    #[error("{file} line {line}: {why}")]
    BadTitles {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A folder without dumps.
    #[error("{folder} holds no *.jsonl, *.ndjson, *.json, *.gz, *.zst, RC_* or RS_* file")]
    NoDump {
        /// The folder.
        folder: String,
    },
    /// Which community is meant must be said.
    #[error("several communities, '{first}' and '{second}' among them: say --community, or rooms for all")]
    Several {
        /// One of them.
        first: String,
        /// Another.
        second: String,
    },
    /// Nothing is left to make a room of.
    #[error(
        "no item{} in the dump{}",
        .community.as_ref().map(|name| format!(" of '{name}'")).unwrap_or_default(),
        if *.span { ", or none of a thread between --from and --to" } else { "" }
    )]
    NoItem {
        /// The community that was asked for.
        community: Option<String>,
        /// Whether a span was.
        span: bool,
    },
    /// There is a room already.
    #[error("{room} holds {file} already: --force replaces it")]
    Stands {
        /// The folder.
        room: String,
        /// What stands in it.
        file: String,
    },
    /// There is a room that was worked in.
    #[error("{room} was worked in, it holds {log}: render into another folder")]
    HasLog {
        /// The folder.
        room: String,
        /// A log in it.
        log: String,
    },
    /// It is made, but the system would not say that it lasts.
    #[error("{file} was made and stands, but may not last ({error}): render again with --force")]
    MayNotLast {
        /// The room.
        file: String,
        /// What the system said.
        error: io::Error,
    },
    /// The system would not take it.
    #[error("{file}: {error}")]
    Unwritable {
        /// The file or folder.
        file: String,
        /// What the system said.
        error: io::Error,
    },
}

impl Refuse for RenderError {
    fn label(&self) -> &'static str {
        match self {
            RenderError::Corpus(error) => error.label(),
            _ => "RenderError",
        }
    }

    fn stands(&self) -> bool {
        matches!(self, RenderError::MayNotLast { .. })
    }
}

impl RenderError {
    /// Nothing is left of what these options ask for.
    pub(crate) fn no_item(options: &Options) -> Self {
        let span = options.from.is_some() || options.to.is_some();
        Self::NoItem { community: options.community.clone(), span }
    }

    /// What an error of the system means for the file or folder at `path` that was to be written.
    pub(crate) fn writing(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Unwritable { file: file_name(path), error }
    }

    /// The same for a room that may be in its place all the same.
    pub(crate) fn placing(room: &Path) -> impl Fn(Unplaced) -> Self {
        move |unplaced| match unplaced {
            Unplaced::Refused(error) => Self::Unwritable { file: file_name(room), error },
            Unplaced::MayNotLast(error) => Self::MayNotLast { file: file_name(room), error },
        }
    }
}
