//! A corpus in shares of whole threads, for work on all cores, and the items around a place in one.

use std::ops::Range;

use memchr::memmem;

use super::indexed::{OPENERS, opened};
use super::{Corpus, CorpusError, Item, THREAD, Thread};

impl Corpus {
    /// Where the thread blocks lie in the file, in bytes.
    pub(crate) fn all_blocks(&self) -> Range<usize> {
        self.body..self.map.len()
    }

    /// The blocks in so many shares of whole threads, or fewer, about equal and in order.
    pub(crate) fn shares(&self, count: usize) -> Vec<Range<usize>> {
        let (mut shares, all) = (Vec::with_capacity(count), self.all_blocks());
        let size = all.len() / count.max(1) + 1;
        let mut start = all.start;
        while start < all.end {
            let from = (start + size).min(all.end);
            // The byte before is taken too: a thread may begin just there.
            let rest = self.bytes(from - 1, all.end);
            let end = memmem::find(rest, THREAD).map_or(all.end, |found| from + found);
            shares.push(start..end);
            start = end;
        }
        shares
    }

    /// The threads that begin in a share.
    pub(crate) fn threads_in(
        &self,
        share: Range<usize>,
    ) -> impl Iterator<Item = Result<Thread<'_>, CorpusError>> {
        let mut at = share.start;
        std::iter::from_fn(move || {
            (at < share.end).then(|| {
                let start = at;
                at = self.thread_end(start);
                self.thread_between(start, at)
            })
        })
    }

    /// How many items begin in a stretch of whole items.
    pub(crate) fn count_items(&self, stretch: Range<usize>) -> usize {
        let before = self.bytes(stretch.start.saturating_sub(1), stretch.end);
        let opens = |found: &usize| {
            let line = before.get(found + 1..).unwrap_or_default();
            line.starts_with(OPENERS[1]) || line.starts_with(OPENERS[2])
        };
        memmem::find_iter(before, b"\n@").filter(opens).count()
    }

    /// How many items there are, if an index says so.
    pub(crate) fn items_by_index(&self) -> Option<usize> {
        self.index().map(crate::index::Index::items)
    }

    /// The file up to a byte.
    pub(crate) fn bytes_to(&self, end: usize) -> &[u8] {
        self.bytes(0, end)
    }

    /// Where the item begins that a byte is in, among those that begin from a line's start on; `None` where the byte is in
    /// a thread's own line.
    pub(crate) fn item_before(&self, at: usize, from: usize) -> Option<usize> {
        let stretch = from.checked_sub(1)?;
        let ends = memmem::rfind_iter(self.bytes(stretch, at + 1), b"\n@").map(|found| stretch + found + 1);
        let mut openers = ends.filter_map(|start| Some((start, opened(&self.map, start)?.0)));
        openers.next().filter(|(_, opener)| *opener != OPENERS[0]).map(|(start, _)| start)
    }

    /// The item that begins at a byte, in the thread that begins at another.
    pub(crate) fn item_in(&self, at: usize, thread: usize) -> Result<Item<'_>, CorpusError> {
        let text = self.text(at, at + super::parts::item_end(self.bytes(at, self.map.len())))?;
        let line_end = memchr::memchr(b'\n', self.bytes(thread, at)).map_or(at, |end| thread + end + 1);
        let line = Thread::parse(self.text(thread, line_end)?, super::Origin { corpus: self, at: thread });
        let thread_id = line.ok_or_else(|| self.broken(thread, "not a whole @thread line".to_owned()))?.id;
        Item::parse(text, thread_id).map_err(|why| self.broken(at, why.to_owned()))
    }
}
