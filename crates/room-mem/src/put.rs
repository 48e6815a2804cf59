//! `put`: a new version of a note.

use room_core::cli::Out;
use room_core::refusal::Failure;

use crate::desk::{self, Desk};
use crate::error::MemError;
use crate::evidence::{self, Cite};
use crate::name;
use crate::store::{Note, Store};

/// A version to be.
pub(crate) struct Draft<'a> {
    pub(crate) key: &'a str,
    pub(crate) text: &'a str,
    pub(crate) tags: &'a [String],
    /// Citations, as they were printed.
    pub(crate) cites: &'a [String],
    /// The record that items were cited from, where it is none of the cases' own.
    pub(crate) record: Option<&'a str>,
    /// The version that must stand, 0 for none.
    pub(crate) expected: Option<u64>,
}

impl Desk {
    /// Keeps a version, once its evidence is verified. Which version it is, and whether that was expected, is decided
    /// under the log's lock.
    pub(crate) fn put(&self, draft: &Draft<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
        name::key(draft.key)?;
        draft.tags.iter().try_for_each(|tag| name::tag(tag))?;
        let cites: Vec<Cite> =
            draft.cites.iter().map(|json| Cite::parse(json, draft.record)).collect::<Result<_, _>>()?;
        let cites: Vec<Cite> = evidence::verify(&self.root, &cites).into_iter().collect::<Result<_, _>>()?;
        let mut tags: Vec<&str> = Vec::with_capacity(draft.tags.len());
        for tag in draft.tags {
            if !tags.contains(&tag.as_str()) {
                tags.push(tag);
            }
        }
        let mut writer = self.writer()?;
        let version = {
            let store = Store::replay(writer.history()?)?;
            let nothing = Note::default();
            let note = store.note(draft.key).unwrap_or(&nothing);
            if let Some(expected) = draft.expected.filter(|expected| *expected != note.stands()) {
                let (key, stands) = (draft.key.to_owned(), note.stands());
                return Err(MemError::Unexpected { key, expected, stands }.into());
            }
            note.next()
        };
        let entry = self
            .entry("put", draft.key)
            .field("version", version)
            .field("text", draft.text)
            .field("tags", tags)
            .field("cites", cites);
        desk::write(writer, entry, (draft.key, version), out)
    }
}
