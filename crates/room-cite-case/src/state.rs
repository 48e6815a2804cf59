//! `state`: what was served of the root so far.

use std::borrow::Cow;
use std::collections::BTreeMap;

use room_core::cli::Out;
use room_core::log::LogState;
use room_core::refusal::Failure;
use serde::{Deserialize, Serialize};

use crate::desk::{Desk, TOOL};

#[derive(Serialize)]
struct State<'a> {
    tool: &'static str,
    root: String,
    cases: usize,
    reads: BTreeMap<Cow<'a, str>, usize>,
    log: LogState,
}

/// A record of the log, as far as it is counted.
#[derive(Deserialize)]
struct Served<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

impl Desk {
    /// Prints it. Logs nothing.
    pub(crate) fn state(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let cases = self.root.cases()?.len();
        let history = self.history()?;
        let mut reads = BTreeMap::new();
        for record in history.records::<Served<'_>>() {
            *reads.entry(record?.kind).or_default() += 1;
        }
        out.json(&State { tool: TOOL, root: self.root.name(), cases, reads, log: history.state() })
    }
}
