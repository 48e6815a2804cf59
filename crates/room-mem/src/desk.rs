//! Where the tool works: a root, the stage of the work, and the store's log.

use std::path::Path;

use room_core::cli::Out;
use room_core::environment;
use room_core::log::{self, Entry, History, Writer};
use room_core::refusal::Failure;
use room_corpus::cases::Root;
use serde::Serialize;

/// The tool's name in its records.
pub(crate) const TOOL: &str = "mem";

/// A root at a stage.
pub(crate) struct Desk {
    pub(crate) root: Root,
    stage: Option<String>,
}

/// What the verbs that write answer.
#[derive(Serialize)]
struct Written<'a> {
    key: &'a str,
    version: u64,
    seq: u64,
}

impl Desk {
    /// Opens a root. Without `--stage` the stage is that of the environment, if it names one.
    pub(crate) fn open(root: &Path, stage: Option<String>) -> Result<Self, Failure> {
        Ok(Self { root: Root::open(root)?, stage: stage.or_else(environment::case_stage) })
    }

    /// The log as it is, for a verb that writes nothing.
    pub(crate) fn history(&self) -> Result<History, Failure> {
        Ok(log::replay(&self.place())?)
    }

    /// The log, locked: what a verb decides on it stands until it has written.
    pub(crate) fn writer(&self) -> Result<Writer, Failure> {
        Ok(log::open(&self.place())?)
    }

    /// A record of a decision about a key.
    pub(crate) fn entry(&self, kind: &str, key: &str) -> Entry {
        Entry::new(kind, TOOL).stage(self.stage.as_deref()).field("key", key)
    }

    fn place(&self) -> log::Place {
        self.root.log("_mem.jsonl", true)
    }
}

/// Appends a record about this version of a key, and says so.
pub(crate) fn write(
    writer: Writer,
    entry: Entry,
    (key, version): (&str, u64),
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let appended = writer.append(&[entry])?;
    out.json(&Written { key, version, seq: appended.seqs.start })
}
