//! `get`: a note's text, verbatim.

use room_core::cli::Out;
use room_core::refusal::Failure;

use crate::desk::Desk;
use crate::store::Store;

impl Desk {
    /// Prints a version, the standing one unless another is named, and the links from its key where they are wanted. A
    /// line break is added where the text ends in none.
    pub(crate) fn get(
        &self,
        key: &str,
        version: Option<u64>,
        links: bool,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let history = self.history()?;
        let store = Store::replay(&history)?;
        let (note, current) = store.standing(key)?;
        let version = version.map_or(Ok(current), |number| note.version(key, number))?;
        out.ended(&version.text)?;
        if links {
            for (rel, to) in store.links(note) {
                out.line(&format!("@link {rel} {to}"))?;
            }
        }
        Ok(())
    }
}
