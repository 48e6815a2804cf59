//! What is cited from: a rendered corpus, or lines in any of the forms.
//!
//! A record as `render` writes it is searched where it lies: its lines are told by how they begin, and only the line
//! that is wanted is parsed. Anything else is read whole and normalised, and a bad line anywhere in it is refused.
//! Both ways give the same answers.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::canonical::Canonical;
use super::gather::Gathering;
use super::item::Item;
use super::line::{Bad, Line, Titles};
use super::lines::Lines;
use super::shares::{Lies, Share, Unread};
use crate::corpus::lookup::{Search, nearest};
use crate::corpus::{self, Corpus, CorpusError, Lookup, file_name};
use crate::id::Kind;
use room_core::map::Map;

/// A file whose items can be cited.
#[derive(Debug)]
pub struct Source {
    path: PathBuf,
    size: usize,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Corpus(Box<Corpus>),
    Canonical(Canonical),
    Items(Vec<Item>),
}

/// An item that was asked for, as far as citing needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited<'s> {
    /// Its id as it is stored.
    pub item_id: Cow<'s, str>,
    /// The thread it is in.
    pub thread_id: Cow<'s, str>,
    /// Whether it is a post or a comment.
    pub kind: Kind,
    /// The text that can be cited.
    pub body: Cow<'s, str>,
}

/// Items as they are read, until the first that cannot be.
pub(super) type Items<'s> = Box<dyn Iterator<Item = Result<Cited<'s>, CorpusError>> + Send + 's>;

/// The same, each to be read when it is wanted.
pub(super) type UnreadItems<'s> = Box<dyn Iterator<Item = Result<Unread<'s>, CorpusError>> + Send + 's>;

impl Source {
    /// Opens a corpus (told by its first line), a record, or raw lines.
    pub fn open(path: &Path) -> Result<Self, CorpusError> {
        let map = Map::open(path).map_err(|error| CorpusError::from_io(path, error))?;
        let size = map.len();
        let form = if corpus::is_corpus(&map) {
            Form::Corpus(Box::new(Corpus::from_map(path, map)?))
        } else {
            match Canonical::of(path, map) {
                Ok(record) => Form::Canonical(record),
                Err(map) => Form::Items(parsed(path, &map)?),
            }
        };
        Ok(Self { path: path.to_owned(), size, form })
    }

    /// The file, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The last part of the path.
    pub fn name(&self) -> String {
        file_name(&self.path)
    }

    /// The corpus, where the file is one.
    pub fn corpus(&self) -> Option<&Corpus> {
        match &self.form {
            Form::Corpus(corpus) => Some(corpus),
            _ => None,
        }
    }

    /// The item a typed id names.
    pub fn item(&self, typed: &str) -> Result<Cited<'_>, Lookup> {
        match &self.form {
            Form::Corpus(corpus) => corpus.item(typed).map(Cited::from),
            Form::Items(items) => item_of(items, typed),
            Form::Canonical(record) => record.item(typed),
        }
    }

    /// All items in the file's order.
    pub fn items(&self) -> Items<'_> {
        Box::new(self.items_in_shares(1).into_iter().flatten())
    }

    /// All items in the file's order, in so many shares, or fewer, about equal.
    pub(crate) fn items_in_shares(&self, count: usize) -> Vec<Items<'_>> {
        match &self.form {
            Form::Corpus(corpus) => {
                let items = |share| Box::new(corpus_items(corpus.threads_in(share))) as Items<'_>;
                corpus.shares(count).into_iter().map(items).collect()
            }
            Form::Items(items) => shares_of(items, count),
            Form::Canonical(record) => record.items_in_shares(count),
        }
    }

    /// [`Source::items_in_shares`], each item to be read when it is wanted.
    pub(crate) fn shares_unread(&self, count: usize) -> Vec<UnreadItems<'_>> {
        fn unread(items: Items<'_>) -> UnreadItems<'_> {
            Box::new(items.map(|item| item.map(Unread::from)))
        }
        if let Form::Canonical(record) = &self.form
            && let Some(shares) = record.shares(count)
        {
            return shares.into_iter().map(|share| Box::new(share.map(Ok)) as UnreadItems<'_>).collect();
        }
        self.items_in_shares(count).into_iter().map(unread).collect()
    }

    /// The bytes of the file.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// All items in about `most` shares, in the file's order, each to be looked through by itself.
    pub fn shares(&self, most: usize) -> Result<Vec<Share<'_>>, CorpusError> {
        if let Form::Canonical(record) = &self.form
            && let Some(shares) = record.shares(most)
        {
            return Ok(shares);
        }
        let mut items = self.items().collect::<Result<Vec<_>, _>>()?;
        let size = items.len().div_ceil(most.max(1)).max(1);
        let mut shares = Vec::with_capacity(most);
        while !items.is_empty() {
            let rest = items.split_off(size.min(items.len()));
            shares.push(Share(Lies::Read(items.into_iter())));
            items = rest;
        }
        Ok(shares)
    }

    /// How many items there are. A broken file has as many as can be told before it is read.
    pub fn len(&self) -> usize {
        match &self.form {
            Form::Corpus(corpus) => usize::try_from(corpus.header().items).unwrap_or(usize::MAX),
            Form::Items(items) => items.len(),
            Form::Canonical(record) => record.len(),
        }
    }

    /// Whether there is nothing to cite.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'s> From<corpus::Item<'s>> for Cited<'s> {
    fn from(item: corpus::Item<'s>) -> Self {
        Self {
            item_id: Cow::Borrowed(item.id),
            thread_id: Cow::Borrowed(item.thread_id),
            kind: item.kind,
            body: item.body(),
        }
    }
}

impl<'s> From<&'s Item> for Cited<'s> {
    fn from(item: &'s Item) -> Self {
        Self {
            item_id: Cow::Borrowed(&item.item_id),
            thread_id: Cow::Borrowed(&item.thread_id),
            kind: item.kind(),
            body: item.body(),
        }
    }
}

impl From<Item> for Cited<'_> {
    fn from(mut item: Item) -> Self {
        Self {
            item_id: Cow::Owned(std::mem::take(&mut item.item_id)),
            thread_id: Cow::Owned(std::mem::take(&mut item.thread_id)),
            kind: item.kind(),
            body: Cow::Owned(item.into_body()),
        }
    }
}

/// The items of some threads of a corpus.
fn corpus_items<'c>(
    threads: impl Iterator<Item = Result<corpus::Thread<'c>, CorpusError>>,
) -> impl Iterator<Item = Result<Cited<'c>, CorpusError>> {
    threads.flat_map(|thread| {
        let items = thread.and_then(|thread| thread.items());
        let (items, error) = match items {
            Ok(items) => (items, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        items.into_iter().map(|item| Ok(Cited::from(item))).chain(error.map(Err))
    })
}

/// Items that were read, in so many shares.
pub(super) fn shares_of(items: &[Item], count: usize) -> Vec<Items<'_>> {
    fn share(items: &[Item]) -> Items<'_> {
        Box::new(items.iter().map(|item| Ok(Cited::from(item))))
    }
    items.chunks(items.len().div_ceil(count.max(1)).max(1)).map(share).collect()
}

/// Reads a file whole and normalises it.
pub(super) fn parsed(path: &Path, bytes: &[u8]) -> Result<Vec<Item>, CorpusError> {
    let mut lines = Lines::new(bytes);
    let mut gathering = Gathering::default();
    while let Some((number, line)) = lines.read().map_err(|error| CorpusError::from_io(path, error))? {
        let read = line.and_then(|line| Line::read(line, &Titles::new()));
        gathering.add(read.map_err(|bad| broken(path, number, &bad))?);
    }
    Ok(gathering.finish().into_iter().map(|kept| kept.item).collect())
}

pub(super) fn broken(path: &Path, line: usize, bad: &Bad) -> CorpusError {
    let file = file_name(path);
    match bad {
        Bad::NotUtf8 => CorpusError::NotUtf8 { file, line },
        bad => CorpusError::Broken { file, line, why: bad.to_string() },
    }
}

pub(super) fn read(line: &[u8]) -> Result<Item, Bad> {
    let text = std::str::from_utf8(line).map_err(|_| Bad::NotUtf8)?;
    Ok(Line::read(text, &Titles::new())?.item)
}

pub(super) fn item_of<'s>(items: &'s [Item], typed: &str) -> Result<Cited<'s>, Lookup> {
    let mut search = Search::new(typed);
    for item in items {
        if let Some(rank) = search.rank(&item.item_id, item.kind()) {
            search.meet(rank, item);
        }
    }
    match search.choose()? {
        Some(item) => Ok(Cited::from(item)),
        None => Err(unknown(typed, items.iter().map(|item| item.item_id.as_str()))),
    }
}

pub(super) fn unknown<'a>(typed: &str, ids: impl Iterator<Item = &'a str>) -> Lookup {
    Lookup::Unknown { typed: typed.to_owned(), kind_word: "item", nearest: nearest(typed, ids) }
}

#[cfg(test)]
mod tests;
