//! Why the jail refuses. What a refusal means to a caller, and its code, is for the caller's own layer to say.

use std::io;

use rustix::io::Errno;

use crate::roots::Unreachable;

/// A call the jail did not do.
#[derive(Debug, thiserror::Error)]
pub enum JailError {
    /// Nothing is there, or it is denied: one variant, so that no caller can tell them apart.
    #[error("nothing there that may be touched")]
    Missing,
    /// The path leads out of its root.
    #[error("{0}")]
    Escape(Escape),
    /// The path goes on below something that is no folder.
    #[error("not a folder")]
    NotAFolder,
    /// A folder, where a file was wanted.
    #[error("a folder, not a file")]
    IsAFolder,
    /// A file, where a folder was wanted.
    #[error("a file, not a folder")]
    IsAFile,
    /// A FIFO, socket or device. It was not opened.
    #[error("not a regular file")]
    Special,
    /// Something stands there already.
    #[error("exists already")]
    Exists,
    /// A folder that still holds something.
    #[error("the folder is not empty")]
    NotEmpty,
    /// A root, or a folder that holds one: never moved, never deleted.
    #[error("an allowed root")]
    IsARoot,
    /// A folder was to be moved below itself.
    #[error("a folder cannot be moved into itself")]
    IntoItself,
    /// Folders, links and special files are not carried from one root into another.
    #[error("only files move across roots")]
    AcrossRoots,
    /// It was replaced, again and again, while we looked.
    #[error("it kept changing while it was looked at")]
    Changed,
    /// Another process held the file for longer than we wait.
    #[error("another process holds the file")]
    Busy,
    /// It is done, but the system would not say that it lasts.
    #[error("it is done, but may not last: {0}")]
    MayNotLast(String),
    /// A folder's contents are gone in part.
    #[error("some of what is in it is gone: {0}")]
    Partly(String),
    /// It is done, but what it took the place of, or took away, is left under a hidden name.
    #[error("it is done, but what stood there is left: {0}")]
    LeftOver(String),
    /// What was done could not be taken back either.
    #[error("{what}; taking it back failed too: {then}")]
    Halfway {
        /// What failed first.
        what: String,
        /// What was left behind, and why.
        then: String,
    },
    /// The system's own error.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// The ways out of a root. All are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Escape {
    /// By name: `..` past the root, or an absolute path elsewhere.
    #[error("it leads outside")]
    ByName,
    /// Through a link whose target lies outside the link's own root.
    #[error("a link in it leads outside its root")]
    ByLink,
    /// A link whose target does not exist, so that nobody can say where a new file would land.
    #[error("a link in it is dangling: its target does not exist")]
    Dangling,
    /// More links than a path may have, as when they lead to each other.
    #[error("its links lead to each other")]
    Loop,
}

/// The one place an escape is refused.
pub(crate) fn escape(how: Escape) -> JailError {
    JailError::Escape(how)
}

impl From<Errno> for JailError {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => JailError::Missing,
            Errno::EXIST => JailError::Exists,
            Errno::NOTDIR => JailError::NotAFolder,
            Errno::ISDIR => JailError::IsAFolder,
            Errno::NOTEMPTY => JailError::NotEmpty,
            // Every open here forbids following, so a link can only have come in after we looked.
            Errno::LOOP => JailError::Changed,
            other => JailError::Io(other.into()),
        }
    }
}

/// A jail that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A deny glob that is no glob.
    #[error("'{glob}' is not a glob: {why}")]
    Glob {
        /// The glob as it was given.
        glob: String,
        /// What is wrong with it.
        why: String,
    },
    /// Not one root is a folder that can be opened.
    #[error("no root can be opened: {}", .tried.iter().map(|root| format!("{} ({})", root.path.display(), root.why)).collect::<Vec<_>>().join(", "))]
    NoRoot {
        /// What was tried, and why it was no root.
        tried: Vec<Unreachable>,
    },
}
