//! Every log of the room: JSON Lines, appended under a lock, chained by hash, healed when torn.
//!
//! A reading verb calls [`replay`], or [`recall`] where a hint may stand for most lines; a verb that logs calls [`open`], decides while it holds the lock, and then
//! [`Writer::append`]s its records or drops the writer, which leaves no trace. Nothing else writes a log.

mod chain;
mod entry;
mod error;
mod file;
mod hint;
mod history;
mod limit;
mod recall;
mod shares;
mod survey;
mod tail;
#[cfg(test)]
mod tests;
mod torn;
mod writer;

use std::path::PathBuf;

pub use chain::{Digest, LogState};
pub use entry::Entry;
pub use error::LogError;
pub use history::{History, replay, unchecked};
pub use limit::survive_file_size_limit;
pub use recall::{Keyed, Recall, recall};
pub use survey::{Survey, survey};
pub use writer::{Appended, Writer, open};

/// Where a log lies and what is asked of it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The log itself. Its folder is made when the first record is.
    pub path: PathBuf,
    /// Whether a record is on the disk, not only with the system, before the call answers: decisions are.
    pub durable: bool,
    /// The header's hash in the logs that belong to one record: put on the first record, and compared with it.
    pub record: Option<String>,
}

impl Place {
    /// The last part of the path, as messages name the log.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }
}
