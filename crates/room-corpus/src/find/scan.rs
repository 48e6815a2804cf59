//! The hits of a pattern over a run of bodies, and how far the scan went.

use std::borrow::Cow;

use serde::Serialize;

use super::pattern::Pattern;
use room_core::text::Chars;
use room_core::threads;

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

/// [`scan`] of bodies that come in shares, one after the other, each looked through on a core of its own. A body that
/// is known to have no match may be left out: `None`.
pub fn scan_in_shares<'b, A: Send, E: Send>(
    pattern: &Pattern,
    shares: Vec<impl Iterator<Item = Result<Option<(A, Cow<'b, str>)>, E>> + Send>,
    limit: usize,
) -> Result<Answer<A>, E> {
    let shares = threads::on_all(shares, |bodies| Share::of(&pattern.clone(), bodies, limit));
    let mut answer = Answer { truncated: false, limit, scanned: 0, not_scanned: 0, hits: Vec::new() };
    for share in shares {
        let share = share?;
        let mut scanned = if answer.hits.len() < limit { share.bodies } else { 0 };
        for (number, hit) in share.hits {
            if answer.hits.len() == limit {
                break;
            }
            answer.hits.push(hit);
            if answer.hits.len() == limit {
                scanned = number;
            }
        }
        answer.scanned += scanned;
        answer.not_scanned += share.bodies - scanned;
    }
    answer.truncated = answer.not_scanned > 0;
    Ok(answer)
}

/// What was found in a share: so many hits as could be wanted of it, each with its body's number in the share, from 1.
struct Share<A> {
    hits: Vec<(usize, Addressed<A>)>,
    bodies: usize,
}

impl<A> Share<A> {
    fn of<'b, E>(
        pattern: &Pattern,
        bodies: impl Iterator<Item = Result<Option<(A, Cow<'b, str>)>, E>>,
        limit: usize,
    ) -> Result<Self, E> {
        let mut share = Self { hits: Vec::new(), bodies: 0 };
        for body in bodies {
            let body = body?;
            share.bodies += 1;
            if let Some((address, body)) = body.filter(|_| share.hits.len() < limit)
                && let Some(hit) = pattern.first(&body)
            {
                share.hits.push((share.bodies, Addressed { address, hit }));
            }
        }
        Ok(share)
    }
}
