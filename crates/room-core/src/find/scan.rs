//! The hits of a pattern over a run of bodies, and how far the scan went.

use std::borrow::Cow;

use serde::Serialize;

use super::pattern::Pattern;
use crate::text::Chars;

/// A match in one body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The first code point.
    pub start: Chars,
    /// The code point after the last.
    pub end: Chars,
    /// The words that matched.
    pub text: String,
    /// The words with those around them, on one line.
    pub snippet: String,
}

/// A hit and where it is: the tool's own address first, then the hit.
#[derive(Debug, Serialize)]
pub struct Addressed<A> {
    /// Which body.
    #[serde(flatten)]
    pub address: A,
    /// Where in it.
    #[serde(flatten)]
    pub hit: Hit,
}

/// The answer of every `find`. The flag, not the number of hits, says whether the scan was complete.
#[derive(Debug, Serialize)]
pub struct Answer<A> {
    /// Whether bodies were left unscanned.
    pub truncated: bool,
    /// Hits at most.
    pub limit: usize,
    /// Bodies that were looked at.
    pub scanned: usize,
    /// Bodies that were not.
    pub not_scanned: usize,
    /// One a body, in order.
    pub hits: Vec<Addressed<A>>,
}

/// Looks for a pattern's first match in each body, in order, until `limit` bodies have one.
pub fn scan<'b, A, E>(
    pattern: &Pattern,
    bodies: impl Iterator<Item = Result<(A, Cow<'b, str>), E>>,
    limit: usize,
) -> Result<Answer<A>, E> {
    let places = bodies.map(|body| body.map(|(address, body)| (address, move || pattern.first(&body))));
    gather(places, limit)
}

/// Brings hits together, in order, until `limit` places have one; a place after that is not looked at. For bodies that
/// several threads have searched already, a look is the answer they found.
pub fn gather<A, E, L: FnOnce() -> Option<Hit>>(
    places: impl Iterator<Item = Result<(A, L), E>>,
    limit: usize,
) -> Result<Answer<A>, E> {
    let mut answer = Answer { truncated: false, limit, scanned: 0, not_scanned: 0, hits: Vec::new() };
    for place in places {
        let (address, look) = place?;
        if answer.hits.len() == limit {
            answer.not_scanned += 1;
            continue;
        }
        answer.scanned += 1;
        if let Some(hit) = look() {
            answer.hits.push(Addressed { address, hit });
        }
    }
    answer.truncated = answer.not_scanned > 0;
    Ok(answer)
}
