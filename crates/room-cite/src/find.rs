//! `find`: the first match of a pattern in each item.

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_corpus::find::{Pattern, search};
use room_corpus::record::Source;

use crate::{CITE_ERROR, log};

/// Hits at most, where no limit is given.
const LIMIT: usize = 200;

/// Scans the items in the file's order. A pattern that is refused is not logged.
pub(crate) fn find(
    source: &Source,
    regex: &str,
    limit: Option<usize>,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let pattern = Pattern::new(regex)
        .map_err(|error| Failure::Refused { label: CITE_ERROR, why: error.to_string() })?;
    let answer = search(source, &pattern, limit.unwrap_or(LIMIT))?;
    let line = json::line(&answer);
    let entry = log::entry("find", chars(&line))
        .field("pattern", regex)
        .field("n_items_matched", answer.hits.len())
        .field("limit", answer.limit)
        .field("items_scanned", answer.scanned)
        .field("items_not_scanned", answer.not_scanned)
        .field("truncated", answer.truncated);
    log::answer(source, entry, &line, out)
}
