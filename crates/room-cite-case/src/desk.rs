//! Where the tool works: a root, the stage of the work, and its one log.

use std::path::Path;

use room_core::cli::Out;
use room_core::environment;
use room_core::log::{self, Entry, History};
use room_core::refusal::{Failure, why_line};
use room_core::text::{Chars, chars};
use room_corpus::cases::Root;

use crate::CASE_ERROR;

/// The tool's name in its records.
pub(crate) const TOOL: &str = "cite-case";

/// A root at a stage.
pub(crate) struct Desk {
    pub(crate) root: Root,
    stage: Option<String>,
}

impl Desk {
    /// Opens a root. Without `--stage` the stage is that of the environment, if it names one.
    pub(crate) fn open(root: &Path, stage: Option<String>) -> Result<Self, Failure> {
        Ok(Self { root: Root::open(root)?, stage: stage.or_else(environment::case_stage) })
    }

    /// A record of a service.
    pub(crate) fn entry(&self, kind: &str, served: Chars) -> Entry {
        Entry::new(kind, TOOL).stage(self.stage.as_deref()).chars(served)
    }

    /// Logs a listing, then prints it.
    pub(crate) fn list(
        &self,
        kind: &str,
        of: impl FnOnce(Entry) -> Entry,
        text: &str,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        self.append(of(self.entry(kind, chars(text))))?;
        out.text(text)
    }

    /// Logs an answer, then prints it.
    pub(crate) fn answer(&self, entry: Entry, line: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        self.append(entry)?;
        out.line(line)
    }

    /// Logs a refused citation, then refuses it in the words of its record.
    pub(crate) fn refuse(&self, why: &str, entry: impl FnOnce(&str) -> Entry) -> Result<(), Failure> {
        let why = why_line(CASE_ERROR, why);
        self.append(entry(&why))?;
        Err(Failure::Refused { label: CASE_ERROR, why })
    }

    /// Everything this tool served of the root so far.
    pub(crate) fn history(&self) -> Result<History, Failure> {
        Ok(log::replay(&self.place())?)
    }

    pub(crate) fn append(&self, entry: Entry) -> Result<(), Failure> {
        log::open(&self.place())?.append(&[entry])?;
        Ok(())
    }

    fn place(&self) -> log::Place {
        self.root.log("_cite-case.jsonl", false)
    }
}
