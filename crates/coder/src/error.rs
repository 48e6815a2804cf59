//! How a function fails: a code for programs, a message for whoever has to go on.
//!
//! A message says what was wrong and the call that would be right. For a missing path and a denied one it is the same,
//! byte for byte.

use std::fmt;
use std::path::Path;

use room_core::cli::nearest;
use room_core::refusal::Refuse;
use room_jail::{Beside, Escape, Jail, JailError};
use serde::{Deserialize, Serialize};

/// What kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The call itself is wrong: a field, a number, a pattern, the kind of thing a path names.
    C210,
    /// Not there, or not to be touched.
    C211,
    /// Larger than a limit.
    C213,
    /// Outside every allowed root.
    C215,
    /// The system's own refusal.
    C216,
    /// Something is there already.
    C217,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A failure, as it is answered: `{"code":"C211","message":"…"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{code}: {message}")]
pub struct CoderError {
    /// The kind.
    pub code: Code,
    /// What was wrong, and what would be right.
    pub message: String,
    /// Whether what was asked is done all the same, or some of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands: bool,
}

impl CoderError {
    /// A failure of a kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), stands: false }
    }

    /// The call itself is wrong.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(Code::C210, message)
    }
}

impl Refuse for CoderError {
    fn label(&self) -> &'static str {
        "CoderError"
    }

    fn stands(&self) -> bool {
        self.stands
    }
}

/// What a path is wanted for, where that changes what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// A file to read or change.
    File,
    /// A folder to list or look through.
    Folder,
    /// A new file.
    New,
    /// Something to delete.
    Removal,
}

/// Says what the jail refused, in the terms of the path the caller gave.
pub fn refused(jail: &Jail, asked: &str, wanted: For, error: &JailError) -> CoderError {
    let told = |code, why: &str| CoderError::new(code, format!("'{asked}' {why}"));
    match error {
        JailError::Missing => missing(jail, asked),
        JailError::Escape(how) => escaped(jail, asked, *how),
        JailError::IsAFolder if wanted == For::New => {
            told(Code::C210, "names a folder: a file needs a name of its own")
        }
        JailError::IsAFolder => {
            told(Code::C210, "is a folder, not a regular file; look into it with coder::list-folder")
        }
        JailError::IsAFile => told(Code::C210, "is a file, not a folder; read it with coder::read-file"),
        JailError::Special => {
            told(Code::C210, "is a FIFO, socket or device, not a regular file, and is not opened")
        }
        JailError::NotAFolder => told(Code::C216, "goes on below something that is not a folder"),
        JailError::Exists => told(Code::C217, "exists; set \"overwrite\": true to replace it"),
        JailError::NotEmpty if wanted == For::Removal => told(
            Code::C216,
            "is a folder that is not empty; set \"recursive\": true to delete it with all that is in it",
        ),
        JailError::NotEmpty => told(Code::C216, "is a folder that is not empty"),
        JailError::IsARoot => {
            told(Code::C210, "is an allowed root, or holds one; roots are neither moved nor deleted")
        }
        JailError::IntoItself => told(Code::C216, "would lie inside itself"),
        JailError::AcrossRoots => told(
            Code::C210,
            "cannot be moved cross-root: only files move from one root to another, one at a time",
        ),
        JailError::Changed => told(Code::C216, "was changed by another process meanwhile; read it again"),
        JailError::Busy => told(Code::C216, "is being changed by another process; try again"),
        JailError::MayNotLast(_) | JailError::Partly(_) | JailError::LeftOver(_) => {
            CoderError { stands: true, ..told(Code::C216, &format!("failed: {error}")) }
        }
        JailError::Halfway { .. } | JailError::Io(_) => told(Code::C216, &format!("failed: {error}")),
    }
}

/// Nothing there, or nothing that may be touched. Names near the one asked for may help.
fn missing(jail: &Jail, asked: &str) -> CoderError {
    let near = jail.beside(Path::new(asked)).map(|beside| near_paths(&beside)).unwrap_or_default();
    let near = if near.is_empty() { String::new() } else { format!(" Near it: {}.", near.join(", ")) };
    let message = format!(
        "no file or folder '{asked}' that can be used.{near} See what there is with coder::list-folder or coder::tree."
    );
    CoderError::new(Code::C211, message)
}

/// Up to three paths that are spelled nearly like the one asked for.
fn near_paths(beside: &Beside) -> Vec<String> {
    let mut left: Vec<&str> = beside.names.iter().map(String::as_str).collect();
    let mut near = Vec::new();
    while near.len() < 3
        && let Some(name) = nearest(&beside.name, left.iter().copied())
    {
        left.retain(|other| *other != name);
        near.push(format!("'{}'", Path::new(&beside.above).join(name).display()));
    }
    near
}

fn escaped(jail: &Jail, asked: &str, how: Escape) -> CoderError {
    let roots: Vec<_> = jail.roots().map(|root| root.display().to_string()).collect();
    let primary = &roots[0];
    let message = if how == Escape::ByName && !asked.starts_with('/') {
        format!(
            "'{asked}' leads outside the primary root {primary}: {how}. Relative paths start there and stay there; \
             coder::info lists all roots"
        )
    } else {
        format!(
            "'{asked}' is outside every allowed root, or not reachable from within its own: {how}. Allowed roots: {}. \
             Paths elsewhere are not this tool's",
            roots.join(", ")
        )
    };
    CoderError::new(Code::C215, message)
}
