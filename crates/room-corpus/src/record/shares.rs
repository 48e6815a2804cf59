//! The items of a source in shares, as they lie: for whoever looks through all of them on all cores, and reads few.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use super::lines::content;
use super::source::{Cited, broken, read};
use crate::corpus::CorpusError;

/// Items on end, in the file's order.
#[derive(Debug)]
pub struct Share<'s>(pub(super) Lies<'s>);

/// How the items of a share lie.
#[derive(Debug)]
pub(super) enum Lies<'s> {
    /// Lines of a record, an item each.
    Lines { path: &'s Path, all: &'s [u8], at: usize, end: usize },
    /// Items that were read already.
    Read(std::vec::IntoIter<Cited<'s>>),
}

/// An item that was not looked into yet.
#[derive(Debug)]
pub struct Unread<'s>(Item<'s>);

#[derive(Debug)]
enum Item<'s> {
    Line { path: &'s Path, all: &'s [u8], at: usize, line: &'s [u8] },
    Read(Cited<'s>),
}

impl<'s> Iterator for Share<'s> {
    type Item = Unread<'s>;

    fn next(&mut self) -> Option<Unread<'s>> {
        match &mut self.0 {
            Lies::Read(items) => items.next().map(|item| Unread(Item::Read(item))),
            Lies::Lines { path, all, at, end } => {
                let rest = all.get(*at..*end).filter(|rest| !rest.is_empty())?;
                let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
                let line = content(rest.get(..length).unwrap_or_default(), usize::from(*at == 0));
                let start = *at;
                *at += length;
                Some(Unread(Item::Line { path, all, at: start, line }))
            }
        }
    }
}

impl<'s> From<Cited<'s>> for Unread<'s> {
    fn from(item: Cited<'s>) -> Self {
        Self(Item::Read(item))
    }
}

impl<'s> Unread<'s> {
    /// The bytes it lies in. Its words stand in them as they are but for white space, quotation marks, backslashes and
    /// what [`Unread::may_be_spelled_otherwise`]; other fields stand there too.
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Item::Line { line, .. } => line,
            Item::Read(item) => item.body.as_bytes(),
        }
    }

    /// Whether letters may hide behind an escape, so that nothing can be told before it is read.
    pub fn may_be_spelled_otherwise(&self) -> bool {
        match &self.0 {
            Item::Line { line, .. } => memchr::memmem::find(line, b"\\u").is_some(),
            Item::Read(_) => false,
        }
    }

    /// Its id as it is stored.
    pub fn id(&self) -> Cow<'_, str> {
        match &self.0 {
            Item::Line { line, .. } => super::canonical::id(line),
            Item::Read(item) => Cow::Borrowed(&item.item_id),
        }
    }

    /// The item itself.
    pub fn read(self) -> Result<Cited<'s>, CorpusError> {
        match self.0 {
            Item::Read(item) => Ok(item),
            Item::Line { path, all, at, line } => read(line).map(Cited::from).map_err(|bad| {
                let number = memchr::memchr_iter(b'\n', all.get(..at).unwrap_or_default()).count() + 1;
                broken(path, number, &bad)
            }),
        }
    }
}

/// Whole lines in about equal shares.
pub(super) fn of_lines<'s>(path: &'s Path, all: &'s [u8], most: usize) -> Vec<Share<'s>> {
    let share = |lines: Range<usize>| Share(Lies::Lines { path, all, at: lines.start, end: lines.end });
    whole_lines(all, most).into_iter().map(share).collect()
}

/// Where about equal shares of whole lines lie.
pub(super) fn whole_lines(all: &[u8], most: usize) -> Vec<Range<usize>> {
    let size = (all.len() / most.max(1) + 1).max(1 << 16);
    let mut shares = Vec::with_capacity(most);
    let mut at = 0;
    while at < all.len() {
        let from = (at + size).min(all.len());
        let newline = memchr::memchr(b'\n', all.get(from..).unwrap_or_default());
        let end = newline.map_or(all.len(), |further| from + further + 1);
        shares.push(at..end);
        at = end;
    }
    shares
}
