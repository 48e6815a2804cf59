//! `history`: every version of a key, dropped ones too.

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_core::text::{Chars, chars};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::desk::Desk;
use crate::store::{Store, Text};

#[derive(Serialize)]
struct Line<'a> {
    version: u64,
    t: &'a str,
    stage: Option<&'a Text<'a>>,
    chars: Chars,
    tags: &'a [Text<'a>],
    cites: &'a RawValue,
    dropped: bool,
}

impl Desk {
    /// A line of JSON a version.
    pub(crate) fn versions(&self, key: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let history = self.history()?;
        let store = Store::replay(&history)?;
        let note = match store.note(key).filter(|note| !note.versions.is_empty()) {
            Some(note) => note,
            None => store.standing(key)?.0,
        };
        let no_cites = RawValue::from_string("[]".to_owned()).expect("an empty list is JSON");
        for (version, dropped) in note.history() {
            out.json(&Line {
                version: version.number,
                t: &version.t,
                stage: version.stage.as_ref(),
                chars: chars(&version.text),
                tags: &version.tags,
                cites: version.cites.unwrap_or(&no_cites),
                dropped,
            })?;
        }
        Ok(())
    }
}
