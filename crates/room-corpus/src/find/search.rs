//! A pattern looked for in all items of a file, on all cores.
//!
//! Of a corpus whole shares are sieved at once, of a record each line by itself where the pattern allows it; only items
//! that may have a match are read. A broken item is told where it is read.

use std::ops::Range;

use memchr::memmem;
use regex::bytes;
use serde::Serialize;

use super::pattern::Pattern;
use super::scan::{Addressed, Answer, scan_in_shares};
use crate::corpus::{Corpus, CorpusError};
use crate::record::Source;
use room_core::threads;

/// Where a hit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Address {
    /// The item.
    pub item_id: String,
    /// Its thread.
    pub thread_id: String,
}

/// The least that is worth a core of its own, in bytes.
const SHARE: usize = 1 << 20;

/// The first match in each item, in the file's order, until `limit` items have one.
pub fn search(source: &Source, pattern: &Pattern, limit: usize) -> Result<Answer<Address>, CorpusError> {
    if let Some(corpus) = source.corpus()
        && corpus.blocks().len() >= SHARE
        && let Some(sieve) = pattern.sieve()
    {
        return sieved(corpus, pattern, &sieve, limit, threads::count());
    }
    let count = if source.size() < 2 * SHARE { 1 } else { threads::count() };
    every_item(source, pattern, limit, count)
}

/// Goes through all items one by one, in so many shares, and reads those that may match.
pub(super) fn every_item(
    source: &Source,
    pattern: &Pattern,
    limit: usize,
    count: usize,
) -> Result<Answer<Address>, CorpusError> {
    let plain = pattern.plain();
    let shares = source.shares_unread(count).into_iter().map(|items| {
        let plain = plain.clone();
        items.map(move |item| {
            let item = item?;
            if let Some(plain) = &plain
                && !item.may_be_spelled_otherwise()
                && !plain.is_match(item.bytes())
            {
                return Ok(None);
            }
            let item = item.read()?;
            let address =
                Address { item_id: item.item_id.into_owned(), thread_id: item.thread_id.into_owned() };
            Ok(Some((address, item.body)))
        })
    });
    scan_in_shares(pattern, shares.collect(), limit)
}

/// Sieves a corpus in so many shares.
pub(super) fn sieved(
    corpus: &Corpus,
    pattern: &Pattern,
    sieve: &bytes::Regex,
    limit: usize,
    count: usize,
) -> Result<Answer<Address>, CorpusError> {
    let shares = corpus.shares(count);
    let found = threads::on_all(shares.clone(), |share| {
        share_of(corpus, &pattern.clone(), &sieve.clone(), limit, share)
    });
    let mut hits = Vec::new();
    for found in found {
        hits.extend(found?);
    }
    let all = match corpus.items_by_index() {
        Some(items) => items,
        None => threads::on_all(shares, |share| corpus.count_items(share)).into_iter().sum(),
    };
    hits.truncate(limit);
    let scanned = match hits.last() {
        Some((end, _)) if hits.len() == limit => corpus.count_items(corpus.all_blocks().start..*end),
        _ => all,
    };
    let not_scanned = all.saturating_sub(scanned);
    let hits = hits.into_iter().map(|(_, hit)| hit).collect();
    Ok(Answer { truncated: not_scanned > 0, limit, scanned, not_scanned, hits })
}

/// The hits of a share, each with the byte at which its item ends.
fn share_of(
    corpus: &Corpus,
    pattern: &Pattern,
    sieve: &bytes::Regex,
    limit: usize,
    share: Range<usize>,
) -> Result<Vec<(usize, Addressed<Address>)>, CorpusError> {
    let (mut hits, mut at) = (Vec::new(), share.start);
    let text = corpus.bytes_to(share.end);
    // The thread of the last item, and from where a further one was not looked for yet.
    let (mut thread, mut unseen) = (share.start, share.start);
    while hits.len() < limit {
        let Some(found) = sieve.find_at(text, at) else { break };
        let Some(start) = corpus.item_before(found.start(), at) else {
            // In a thread's own line: no item has begun since the last that was read.
            at = found.start()
                + text.get(found.start()..).and_then(|rest| memchr::memchr(b'\n', rest)).unwrap_or(0)
                + 1;
            continue;
        };
        let between = text.get(unseen - 1..start).unwrap_or_default();
        thread = memmem::rfind(between, b"\n@thread ").map_or(thread, |last| unseen + last);
        let item = corpus.item_in(start, thread)?;
        at = start + item.text.len();
        unseen = at;
        if let Some(hit) = pattern.first(&item.body()) {
            let address = Address { item_id: item.id.to_owned(), thread_id: item.thread_id.to_owned() };
            hits.push((at, Addressed { address, hit }));
        }
    }
    Ok(hits)
}
