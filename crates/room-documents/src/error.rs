//! Why a document is not shown. Every message is one line and names no path.

/// A document that is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A format that is not read.
    #[error(".{0} documents are not read; save it in a newer format, such as .docx, .xlsx, .pptx or .pdf")]
    Legacy(&'static str),
    /// It is protected by a password.
    #[error("it is protected by a password")]
    Encrypted,
    /// It has no text, as a scanned page has none.
    #[error("it has no text")]
    NoText,
    /// It is damaged, or of another format than its name says.
    #[error("it is damaged, or no such document: {0}")]
    Damaged(String),
    /// Much more comes out of a part than went in.
    #[error("refused as a bomb: a part expands to more than {0} times its size")]
    Bomb(u64),
    /// Something is larger than its bound.
    #[error("{what} is larger than {most}")]
    Larger {
        /// What.
        what: &'static str,
        /// Bytes, or how many.
        most: u64,
    },
}

impl DocumentError {
    /// Damage in the words of whoever found it, on one line.
    #[expect(clippy::needless_pass_by_value, reason = "it is called as `map_err(DocumentError::damaged)`")]
    pub(crate) fn damaged(found: impl ToString) -> Self {
        let said = found.to_string();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        Self::Damaged(said.chars().take(200).collect())
    }
}
