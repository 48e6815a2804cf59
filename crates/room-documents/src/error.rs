//! Why a document is not shown: one line each. Which file it was is for the caller to say.

use crate::{Bound, Kind};

/// A document that is not shown as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A format that is recognised but not read.
    #[error(".{} files cannot be read as text: save a copy as .{} and read that", .0.extension(), successor(*.0))]
    Unsupported(Kind),
    /// A password is needed to open it.
    #[error("it is password-protected")]
    Password,
    /// A PDF without a letter in it.
    #[error("it holds no text: its pages are empty, or pictures of text")]
    NoText,
    /// The end of the file is missing.
    #[error("it is cut short: the end of the file is missing")]
    Truncated,
    /// Not what its extension says, or damaged.
    #[error("it cannot be read: {0}")]
    Malformed(&'static str),
    /// Larger than is allowed.
    #[error("it is too large to be shown: {0}")]
    Over(Bound),
    /// The reader of the format panicked.
    #[error("it cannot be read: the reader of this format failed on it")]
    GaveUp,
}

/// The extension of the format that came after an old one.
const fn successor(kind: Kind) -> &'static str {
    match kind {
        Kind::Ppt => Kind::Pptx.extension(),
        _ => Kind::Docx.extension(),
    }
}
