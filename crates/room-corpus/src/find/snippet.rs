//! A match with the words around it, on one line.

use room_core::graphemes::{boundary_at_or_after, boundary_at_or_before};
use room_core::text::{Bytes, before, between, from};

/// Code points shown on either side.
const AROUND: usize = 60;

/// The words from 60 code points before a match to 60 after, each edge moved towards the match to a grapheme boundary,
/// white space folded to single blanks, `…` where words were cut off.
pub(super) fn snippet(body: &str, start: Bytes, end: Bytes) -> String {
    let left =
        before(body, start).char_indices().rev().take(AROUND).last().map_or(start, |(at, _)| Bytes(at));
    let right =
        from(body, end).char_indices().nth(AROUND).map_or(Bytes(body.len()), |(at, _)| Bytes(end.0 + at));
    let left = boundary_at_or_after(body, left).min(start);
    let right = boundary_at_or_before(body, right).max(end);
    let mut snippet = String::with_capacity(right.0 - left.0 + 6);
    if left.0 > 0 {
        snippet.push('…');
    }
    for (n, word) in between(body, left, right).split_whitespace().enumerate() {
        if n > 0 {
            snippet.push(' ');
        }
        snippet.push_str(word);
    }
    if right.0 < body.len() {
        snippet.push('…');
    }
    snippet
}
