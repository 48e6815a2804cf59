//! A log in about equal shares, one a core.

use crate::threads;

/// The least that is worth a thread of its own, in bytes: some milliseconds' work.
const SHARE: usize = 1 << 20;

/// Whole lines in about equal shares, one a core, in order.
pub(super) fn split(text: &str) -> Vec<&str> {
    let cores = if text.len() < 2 * SHARE { 1 } else { threads::count() };
    let size = (text.len() / cores + 1).max(SHARE);
    let mut shares = Vec::with_capacity(cores);
    let mut rest = text;
    while !rest.is_empty() {
        let at = size.min(rest.len());
        let newline = rest.as_bytes().get(at..).and_then(|after| memchr::memchr(b'\n', after));
        let (share, others) = rest.split_at(newline.map_or(rest.len(), |further| at + further + 1));
        shares.push(share);
        rest = others;
    }
    shares
}
