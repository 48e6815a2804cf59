//! The record rendered as text: written, parsed and searched here and nowhere else.
//!
//! A call on a corpus is a fresh process, so nothing is read but what is asked for: the file is mapped, ids are found
//! by a scan for the lines that open a thread or an item, and only what is served is checked to be text.

mod check;
mod error;
mod escape;
mod header;
mod indexed;
pub(crate) mod lookup;
mod order;
mod parts;
mod render;
mod shares;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memchr::memmem;

pub use check::check;
pub use error::{CorpusError, name as file_name};
pub use header::{Day, FIRST_LINE, Header, one_line};
pub(crate) use indexed::parts_of;
pub use lookup::Lookup;
pub use order::{Ordered, Placed, order};
pub use parts::{Item, Thread};
pub use render::{Given, Rendered, hash, render, write_record};

use crate::id::Kind;
use crate::index::Index;
use lookup::Search;
use parts::Origin;
use room_core::map::Map;

/// A corpus that was opened: its header read, the rest as it lies on the disk.
#[derive(Debug)]
pub struct Corpus {
    path: PathBuf,
    map: Map,
    header: Header,
    /// Where the thread blocks begin, in bytes.
    body: usize,
    /// The index beside it, looked for when it is first wanted.
    index: OnceLock<Option<Index>>,
}

/// The start of a line that opens a thread.
const THREAD: &[u8] = b"\n@thread ";

impl Corpus {
    /// Opens a corpus and reads its header, which must be whole and in order.
    pub fn open(path: &Path) -> Result<Self, CorpusError> {
        let map = Map::open(path).map_err(|error| CorpusError::from_io(path, error))?;
        if !is_corpus(&map) {
            return Err(CorpusError::NotACorpus { file: file_name(path) });
        }
        Self::from_map(path, map)
    }

    /// A corpus from a map that begins as one.
    pub(crate) fn from_map(path: &Path, map: Map) -> Result<Self, CorpusError> {
        let body = header_end(&map);
        let mut corpus =
            Self { path: path.to_owned(), map, header: Header::default(), body, index: OnceLock::new() };
        let broken = |(line, why)| CorpusError::Broken { file: corpus.name(), line, why };
        let text = corpus.text(0, body)?;
        corpus.header = Header::parse(text).map_err(|line| broken((line.0, line.1)))?;
        if !corpus.map.ends_with(b"\n") {
            return Err(corpus.broken(corpus.map.len(), "the corpus is cut off here".to_owned()));
        }
        let blocks = corpus.blocks();
        if !blocks.is_empty() && !blocks.starts_with(b"@thread ") {
            return Err(corpus.broken(body, "a thread should begin here".to_owned()));
        }
        Ok(corpus)
    }

    /// The file, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The last part of the path, as answers name the corpus.
    pub fn name(&self) -> String {
        file_name(&self.path)
    }

    /// What the header says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The header lines as they stand.
    pub fn header_text(&self) -> &str {
        self.text(0, self.body).expect("the header was checked when the corpus was opened")
    }

    /// The bytes of all thread blocks, which nobody has checked.
    pub fn blocks(&self) -> &[u8] {
        self.bytes(self.body, self.map.len())
    }

    /// The thread a typed id names. A bare id that a post and a comment share is the post's thread.
    pub fn thread(&self, typed: &str) -> Result<Thread<'_>, Lookup> {
        const OPENS: [(&[u8], Kind); 1] = [(b"\n@thread ", Kind::Post)];
        match self.find(typed, &OPENS)? {
            Some(at) => Ok(self.thread_at(at)?),
            None => Err(self.unknown(typed, "thread", &OPENS)),
        }
    }

    /// The item a typed id names.
    pub fn item(&self, typed: &str) -> Result<Item<'_>, Lookup> {
        const OPENS: [(&[u8], Kind); 2] = [(b"\n@post ", Kind::Post), (b"\n@comment ", Kind::Comment)];
        match self.find(typed, &OPENS)? {
            Some(at) => Ok(self.item_at(at)?),
            None => Err(self.unknown(typed, "item", &OPENS)),
        }
    }

    /// All threads in corpus order.
    pub fn threads(&self) -> impl Iterator<Item = Result<Thread<'_>, CorpusError>> {
        self.threads_at(self.body)
    }

    /// The threads in corpus order from the n-th on, counted from 0; with an index it costs the same for every n.
    pub fn threads_from(&self, n: usize) -> impl Iterator<Item = Result<Thread<'_>, CorpusError>> {
        let (at, skipped) = self.ordinal(n).unwrap_or((self.body, 0));
        self.threads_at(at).skip(n - skipped)
    }

    fn threads_at(&self, at: usize) -> impl Iterator<Item = Result<Thread<'_>, CorpusError>> {
        let mut next = Some(at).filter(|at| *at < self.map.len());
        std::iter::from_fn(move || {
            let at = next?;
            let end = self.thread_end(at);
            next = Some(end).filter(|end| *end < self.map.len());
            Some(self.thread_between(at, end))
        })
    }

    /// Where the line begins that opens what a typed id means.
    fn find(&self, typed: &str, opens: &[(&[u8], Kind)]) -> Result<Option<usize>, Lookup> {
        match self.indexed(typed, opens) {
            Some(at) => Ok(Some(at)),
            None => self.scan(typed, opens),
        }
    }

    /// [`Corpus::find`] without an index, through the whole file.
    fn scan(&self, typed: &str, opens: &[(&[u8], Kind)]) -> Result<Option<usize>, Lookup> {
        let mut search = Search::new(typed);
        for bare in search.bare_ids() {
            // Ids hold no blank, so an id and a blank are rare enough to be looked for before what stands before them.
            for found in memmem::find_iter(&self.map, format!("{bare} ").as_bytes()) {
                let Some((start, kind)) = opened(self.bytes(0, found), opens) else { continue };
                let id = self.text(start, found + bare.len())?.split(' ').nth(1).unwrap_or_default();
                let Some(rank) = search.rank(id, kind) else { continue };
                search.meet(rank, start);
                if rank == 0 {
                    return search.choose();
                }
            }
        }
        search.choose()
    }

    /// Says that there is no such id, after a look for one that is near.
    fn unknown(&self, typed: &str, kind_word: &'static str, opens: &[(&[u8], Kind)]) -> Lookup {
        let ids = memmem::find_iter(&self.map, b"\n@").filter_map(|found| {
            let line = self.bytes(found, self.map.len());
            let rest = opens.iter().find_map(|(word, _)| line.strip_prefix(*word))?;
            std::str::from_utf8(rest.get(..memchr::memchr(b' ', rest)?)?).ok()
        });
        Lookup::Unknown { typed: typed.to_owned(), kind_word, nearest: lookup::nearest(typed, ids) }
    }

    fn thread_end(&self, at: usize) -> usize {
        let after = self.bytes(at, self.map.len());
        memmem::find(after, THREAD).map_or(self.map.len(), |found| at + found + 1)
    }

    fn thread_at(&self, at: usize) -> Result<Thread<'_>, CorpusError> {
        self.thread_between(at, self.thread_end(at))
    }

    fn thread_between(&self, at: usize, end: usize) -> Result<Thread<'_>, CorpusError> {
        let text = self.text(at, end)?;
        let origin = Origin { corpus: self, at };
        Thread::parse(text, origin).ok_or_else(|| self.broken(at, "not a whole @thread line".to_owned()))
    }

    fn item_at(&self, at: usize) -> Result<Item<'_>, CorpusError> {
        let thread = memmem::rfind(self.bytes(0, at), THREAD).map_or(self.body, |found| found + 1);
        self.item_in(at, thread)
    }

    fn bytes(&self, start: usize, end: usize) -> &[u8] {
        self.map.get(start..end).unwrap_or_default()
    }

    fn text(&self, start: usize, end: usize) -> Result<&str, CorpusError> {
        std::str::from_utf8(self.bytes(start, end)).map_err(|error| {
            let line = self.line_number(start + error.valid_up_to());
            CorpusError::NotUtf8 { file: self.name(), line }
        })
    }

    pub(super) fn broken(&self, at: usize, why: String) -> CorpusError {
        CorpusError::Broken { file: self.name(), line: self.line_number(at), why }
    }

    /// The number, from 1, of the line that holds a byte.
    fn line_number(&self, at: usize) -> usize {
        memchr::memchr_iter(b'\n', self.bytes(0, at)).count() + 1
    }
}

/// What the line opens that `before` breaks off in just before a bare id, a kind prefix at most between, and where
/// that line begins.
fn opened(before: &[u8], opens: &[(&[u8], Kind)]) -> Option<(usize, Kind)> {
    let prefixed = before.strip_suffix(b"t1_").or_else(|| before.strip_suffix(b"t3_"));
    [Some(before), prefixed].into_iter().flatten().find_map(|before| {
        let (word, kind) = opens.iter().find(|(word, _)| before.ends_with(word))?;
        Some((before.len() - word.len() + 1, *kind))
    })
}

/// Whether a file begins as a corpus does.
pub(crate) fn is_corpus(bytes: &[u8]) -> bool {
    bytes.strip_prefix(FIRST_LINE.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"\n"))
}

/// Where the leading lines that begin with `#` end.
fn header_end(bytes: &[u8]) -> usize {
    let mut end = 0;
    while bytes.get(end) == Some(&b'#') {
        let rest = bytes.get(end..).unwrap_or_default();
        end = memchr::memchr(b'\n', rest).map_or(bytes.len(), |newline| end + newline + 1);
    }
    end
}

#[cfg(test)]
mod tests;
