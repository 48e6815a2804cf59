//! Why a call is refused. Every message is one line and names no path: the caller knows which archive it asked.

use std::io;

use zip::result::ZipError;

use crate::kind::Kind;

/// A call that was not answered.
///
/// A [`MemberReader`](crate::MemberReader) fails with an [`io::Error`] that holds one of these; `from` takes it out again.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The bytes are of another kind.
    #[error("not {}", .0.called())]
    NotAnArchive(Kind),
    /// The end is missing.
    #[error("the archive ends before it is complete")]
    Truncated,
    /// It contradicts itself or its format.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// The member is encrypted.
    #[error("the member is encrypted")]
    Encrypted,
    /// The member, or the archive, uses something of its format that is not read.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// Much more comes out than went in.
    #[error("refused as a bomb: it expands to more than {0} times its size")]
    Bomb(u64),
    /// The archive expands to more than its bound, in bytes.
    #[error("the archive expands to more than {0} bytes")]
    Expanded(u64),
    /// More entries than the bound.
    #[error("the archive has more than {0} entries")]
    Entries(usize),
    /// More bytes of names, or of headers before one member, than the bound.
    #[error("the archive has more than {0} bytes of names and headers")]
    Headers(usize),
    /// A member too large to be read whole.
    #[error("the member has {size} bytes, and {bound} is the most that is read whole")]
    Whole {
        /// What the archive says it has, in bytes.
        size: u64,
        /// [`Bounds::whole`](crate::Bounds::whole).
        bound: u64,
    },
    /// No such member, or a denied one, or a name that climbs: one variant, so that no caller can tell them apart.
    #[error("no such member in the archive")]
    Missing,
    /// A folder, where a file was wanted.
    #[error("a folder of the archive, not a file")]
    IsAFolder,
    /// A file, where a folder was wanted.
    #[error("a file of the archive, not a folder")]
    IsAFile,
    /// The system failed.
    #[error("the archive could not be read: {0}")]
    Io(io::Error),
}

impl ArchiveError {
    /// Damage in the words of whoever found it, on one line.
    pub(crate) fn damaged(found: &impl ToString) -> Self {
        Self::Damaged(found.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(ours) => return ours,
            Err(error) => error,
        };
        match error.kind() {
            _ if error.raw_os_error().is_some() => Self::Io(error),
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Self::damaged(&error)
            }
            _ => Self::Io(error),
        }
    }
}

impl From<ArchiveError> for io::Error {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::Io(error) => error,
            ArchiveError::Truncated => Self::new(io::ErrorKind::UnexpectedEof, error),
            _ => Self::new(io::ErrorKind::InvalidData, error),
        }
    }
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => error.into(),
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
                Self::Encrypted
            }
            ZipError::UnsupportedArchive(what) => Self::Unsupported(what.to_owned()),
            ZipError::CompressionMethodNotSupported(method) => {
                Self::Unsupported(format!("compression method {method}"))
            }
            ZipError::InvalidArchive(what) => Self::damaged(&what),
            other => Self::damaged(&other),
        }
    }
}
