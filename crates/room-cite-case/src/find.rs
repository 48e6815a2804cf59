//! `find`: the first match of a pattern in each section.

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_corpus::cases::Collection;
use room_corpus::find::{Pattern, gather};
use serde::Serialize;

use crate::CASE_ERROR;
use crate::desk::Desk;
use crate::scope::Scope;

/// Hits at most, where no limit is given.
const LIMIT: usize = 2_000;

/// Where a hit is.
#[derive(Debug, Serialize)]
struct Address {
    case: String,
    collection: Collection,
    section: String,
}

impl Desk {
    /// Looks through the sections in scope. A pattern that is refused is not logged.
    pub(crate) fn find(
        &self,
        pattern: &str,
        scope: &Scope,
        limit: Option<usize>,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let compiled = compiled(pattern)?;
        let looks = scope.walk(&self.root, |case, collection, section| {
            let (case, section_name) = (case.name().to_owned(), section.name.clone().into_owned());
            (Address { case, collection, section: section_name }, compiled.first(&section.text))
        })?;
        let places = looks.into_iter().map(|(address, hit)| Ok::<_, Failure>((address, || hit)));
        let answer = gather(places, limit.unwrap_or(LIMIT))?;
        let line = json::line(&answer);
        let entry = self
            .entry("find", chars(&line))
            .field("pattern", pattern)
            .field("n_sections_matched", answer.hits.len())
            .field("limit", answer.limit)
            .field("sections_scanned", answer.scanned)
            .field("sections_not_scanned", answer.not_scanned)
            .field("truncated", answer.truncated);
        self.answer(entry, &line, out)
    }
}

/// A pattern ready to be searched for, or this tool's refusal.
pub(crate) fn compiled(pattern: &str) -> Result<Pattern, Failure> {
    Pattern::new(pattern).map_err(|error| Failure::Refused { label: CASE_ERROR, why: error.to_string() })
}
