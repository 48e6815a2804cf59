//! `state`: what stands in the store.

use room_core::cli::Out;
use room_core::log::LogState;
use room_core::refusal::Failure;
use room_core::text::chars;
use serde::Serialize;

use crate::desk::{Desk, TOOL};
use crate::store::Store;

#[derive(Serialize)]
struct State<'a> {
    tool: &'static str,
    root: String,
    keys: usize,
    versions: usize,
    chars: usize,
    last_stage: Option<&'a str>,
    log: LogState,
}

impl Desk {
    /// Keys that stand and the code points of their texts; every version there ever was; the stage of the last record.
    pub(crate) fn state(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let history = self.history()?;
        let store = Store::replay(&history)?;
        out.json(&State {
            tool: TOOL,
            root: self.root.name(),
            keys: store.current().count(),
            versions: store.notes().map(|(_, note)| note.versions.len()).sum(),
            chars: store.current().map(|(_, version)| chars(&version.text).0).sum(),
            last_stage: store.last_stage(),
            log: history.state(),
        })
    }
}
