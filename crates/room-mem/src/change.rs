//! `drop` and `link`: decisions about notes that stand.

use room_core::cli::Out;
use room_core::refusal::Failure;

use crate::desk::{self, Desk};
use crate::error::MemError;
use crate::name;
use crate::store::Store;

impl Desk {
    /// Takes a key out of sight. Its versions stay in the log and in its history.
    pub(crate) fn drop(&self, key: &str, why: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        if why.trim().is_empty() {
            return Err(MemError::BlankReason.into());
        }
        let mut writer = self.writer()?;
        let version = Store::replay(writer.history()?)?.standing(key)?.1.number;
        let entry = self.entry("drop", key).field("version", version).field("why", why);
        desk::write(writer, entry, (key, version), out)
    }

    /// Links a key to another by a name.
    pub(crate) fn link(&self, key: &str, to: &str, rel: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        name::link(rel)?;
        let mut writer = self.writer()?;
        let version = {
            let store = Store::replay(writer.history()?)?;
            store.standing(to)?;
            store.standing(key)?.1.number
        };
        let entry = self.entry("link", key).field("to", to).field("as", rel);
        desk::write(writer, entry, (key, version), out)
    }
}
