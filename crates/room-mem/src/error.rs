//! Why the store refuses, each with the call that would be right.

use room_core::refusal::Refuse;

/// A call that does not hold against the store or the cases.
#[derive(Debug, thiserror::Error)]
pub enum MemError {
    /// A key with other characters, or too long.
    #[error("'{0}' is no key: 1 to 200 of A-Z a-z 0-9 / . _ - (as in mill/fate)")]
    Key(String),
    /// A tag or a link's name that a line of `list` or `get` could not show.
    #[error("'{word}' is no {what}: one word, without commas{hint}")]
    Word {
        /// `tag`, or `name of a link`.
        what: &'static str,
        /// The word as it was typed.
        word: String,
        /// The call that would be right.
        hint: &'static str,
    },
    /// A reason that says nothing.
    #[error("the reason is blank: say why it is dropped, with --why")]
    BlankReason,
    /// No such key, or it was dropped.
    #[error("no key '{key}' in this store{}", hint(*dropped, nearest.as_deref()))]
    NoKey {
        /// The key as it was typed.
        key: String,
        /// Whether it stood once.
        dropped: bool,
        /// A standing key that may have been meant.
        nearest: Option<String>,
    },
    /// No such version of a standing key.
    #[error("no version {version} of {key}, which stands at version {last}: history {key} lists them")]
    NoVersion {
        /// The key.
        key: String,
        /// The version that was asked for.
        version: u64,
        /// The version that stands.
        last: u64,
    },
    /// A version from before its key was dropped.
    #[error("version {version} of {key} was dropped: {why}")]
    Dropped {
        /// The key.
        key: String,
        /// The version that was asked for.
        version: u64,
        /// Why it was dropped.
        why: String,
    },
    /// Someone wrote in between.
    #[error("{key} {}, not at version {expected}: look at it, then say --expect-version {stands}",
        if *stands == 0 { "does not stand".to_owned() } else { format!("stands at version {stands}") })]
    Unexpected {
        /// The key.
        key: String,
        /// The version the caller knew.
        expected: u64,
        /// The version that stands, 0 for none.
        stands: u64,
    },
    /// Evidence that is no citation.
    #[error("not a citation ({0}): give what cite-case or cite printed, unchanged")]
    NotACitation(String),
    /// An item that no room of the root has.
    #[error(
        "no item '{0}' in the rooms of this root's cases: name the record it was cited from with --record PATH"
    )]
    NoItem(String),
    /// An item that the record that was named does not have.
    #[error("no item '{item}' in {record}: cite it again from there")]
    NotInRecord {
        /// The item.
        item: String,
        /// The record, as it was given.
        record: String,
    },
    /// A pattern that is refused.
    #[error(transparent)]
    Pattern(#[from] room_corpus::find::PatternError),
}

fn hint(dropped: bool, nearest: Option<&str>) -> String {
    match (dropped, nearest) {
        (true, _) => ": it was dropped, see history".to_owned(),
        (false, Some(near)) => format!(". Nearest: '{near}'"),
        (false, None) => ": list shows those there are".to_owned(),
    }
}

/// The label of this tool's refusals.
pub(crate) const MEM_ERROR: &str = "MemError";

impl Refuse for MemError {
    fn label(&self) -> &'static str {
        MEM_ERROR
    }
}
