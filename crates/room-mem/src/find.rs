//! `find`: the first match of a pattern in each note that stands.

use std::borrow::Cow;

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_corpus::find::{Pattern, scan};
use serde::Serialize;

use crate::desk::Desk;
use crate::error::MemError;
use crate::store::Store;

/// Hits at most, where no limit is given.
const LIMIT: usize = 200;

/// Where a hit is.
#[derive(Serialize)]
struct Address<'a> {
    key: &'a str,
    version: u64,
}

impl Desk {
    /// Looks through the current versions, by key; with `tag` through those that have it.
    pub(crate) fn find(
        &self,
        pattern: &str,
        tag: Option<&str>,
        limit: Option<usize>,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let pattern = Pattern::new(pattern).map_err(MemError::from)?;
        let history = self.history()?;
        let store = Store::replay(&history)?;
        let tagged = store
            .current()
            .filter(|(_, version)| tag.is_none_or(|tag| version.tags.iter().any(|theirs| theirs.0 == tag)));
        let bodies = tagged.map(|(key, version)| {
            Ok::<_, Failure>((Address { key, version: version.number }, Cow::Borrowed(&*version.text)))
        });
        out.json(&scan(&pattern, bodies, limit.unwrap_or(LIMIT))?)
    }
}
