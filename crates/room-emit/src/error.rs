//! Why a decision is refused, each with the call that would be right.

use room_core::refusal::Refuse;
use room_corpus::citation::CitationError;

/// A decision that does not hold against the record, the reads or the journal.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// A text that must say something is blank.
    #[error("{what} is blank: say {example}")]
    Blank {
        /// Which text.
        what: &'static str,
        /// A call that says it.
        example: &'static str,
    },
    /// The span is no citation, or not what stands there.
    #[error(transparent)]
    Span(#[from] CitationError),
    /// The item was not served to its last code point.
    #[error("{item} was {how}: read item {item} first")]
    NotServed {
        /// The item.
        item: String,
        /// `never served` or `served only in part`.
        how: &'static str,
    },
    /// Nothing of the thread was served.
    #[error("thread {thread} was never served: read thread {thread} first")]
    ThreadNotServed {
        /// The thread.
        thread: String,
    },
    /// The quotation that excludes a thread is of another.
    #[error("{item} is in thread {theirs}, not in {thread}: quote the thread that is excluded")]
    OtherThread {
        /// The item that was quoted.
        item: String,
        /// Its thread.
        theirs: String,
        /// The thread that is decided on.
        thread: String,
    },
    /// The same label stands on the same span.
    #[error(
        "'{label}' stands on {item} {start}-{end} already, as record {seq}: retract {seq} to give it again"
    )]
    Twice {
        /// The label.
        label: String,
        /// The item.
        item: String,
        /// The first code point.
        start: usize,
        /// The code point after the last.
        end: usize,
        /// The record that gave it.
        seq: u64,
    },
    /// No record of that number.
    #[error("no record {seq} in the journal, which has {records}: emit state counts them")]
    NoRecord {
        /// The number.
        seq: u64,
        /// How many there are.
        records: u64,
    },
    /// A retraction cannot be retracted.
    #[error("record {seq} is a retraction itself (of {of}): decide anew instead")]
    Retraction {
        /// The number.
        seq: u64,
        /// What it took back.
        of: u64,
    },
    /// It was retracted before.
    #[error("record {seq} is retracted already: nothing is left to take back")]
    RetractedAlready {
        /// The number.
        seq: u64,
    },
}

/// The label of this tool's refusals.
pub(crate) const EMIT_ERROR: &str = "EmitError";

impl Refuse for EmitError {
    fn label(&self) -> &'static str {
        EMIT_ERROR
    }
}
