//! `corpus.txt.idx`, `record.jsonl.idx`: ids to places in the file beside it, so that a call costs the same on a file
//! of any size.
//!
//! An accelerator, never trusted. It is used where it lies, through a memory map; a header says which file it is of
//! (length, hash of its first and last 4 KiB), and every piece that is looked at carries a checksum. What it answers
//! is a place to look at first: whoever asks checks that the line which stands there is the one that was asked for,
//! finds the end of what it opens in the file itself, and scans the file where an answer is missing or does not hold.
//! So whatever bytes are in an index, a call neither fails nor answers otherwise than without it. (Somebody who
//! computes the checksums of a false index could as well write a false corpus: against them stands the chain of logs.)
//!
//! ```text
//! magic · length · hash of the ends · items · threads · kind · bytes of the table · checksum      eight bytes each
//! the table of ids (see `table`) · the places of threads by their number (see `ordinals`)
//! ```

mod make;
mod ordinals;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

pub(crate) use make::Parts;
pub use make::{fault, write};

use room_core::map::Map;
use room_core::table::{Table, number};

/// How every index begins: what it is, and the version of its format.
const MAGIC: [u8; 8] = *b"roomidx1";
/// Bytes of the header.
const HEAD: usize = 64;
/// Bytes at either end of a file that its index knows by their hash.
const ENDS: usize = 4 << 10;

/// What an index is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// A rendered corpus.
    Corpus = 1,
    /// A record as `render` writes it, whose lines are its items one for one.
    Items = 2,
    /// A record as `render` writes it, in which some item has several lines.
    Lines = 3,
}

/// An index that fits its file.
#[derive(Debug)]
pub(crate) struct Index {
    map: Map,
    head: Head,
}

/// What the header says, and the checksum that seals it.
#[derive(Clone, Copy, Debug)]
struct Head {
    length: u64,
    ends: u64,
    items: u64,
    threads: u64,
    of: Of,
    table: u64,
}

/// Where the index of a file lies.
pub fn place(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".idx");
    file.with_file_name(name)
}

/// The hash of a file's first and last 4 KiB.
fn ends(file: &[u8]) -> u64 {
    let first = file.get(..ENDS).unwrap_or(file);
    let last = file.get(file.len().saturating_sub(ENDS)..).unwrap_or(file);
    xxh3_64_with_seed(last, xxh3_64(first))
}

impl Head {
    fn bytes(&self) -> [u8; HEAD] {
        let fields = [
            u64::from_le_bytes(MAGIC),
            self.length,
            self.ends,
            self.items,
            self.threads,
            self.of as u64,
            self.table,
        ];
        let mut bytes = [0; HEAD];
        let mut slots = bytes.chunks_exact_mut(8);
        for (slot, field) in slots.by_ref().zip(fields) {
            slot.copy_from_slice(&field.to_le_bytes());
        }
        let sum = self.sum();
        bytes.iter_mut().skip(HEAD - 8).zip(sum.to_le_bytes()).for_each(|(to, from)| *to = from);
        bytes
    }

    /// The header's checksum, and the seed of every other.
    fn sum(&self) -> u64 {
        let Self { length, ends, items, threads, of, table } = *self;
        let fields = [length, ends, items, threads, of as u64, table].map(u64::to_le_bytes);
        xxh3_64_with_seed(&fields.concat(), u64::from_le_bytes(MAGIC))
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let field = |at: usize| number(bytes, 8 * at);
        let of = [Of::Corpus, Of::Items, Of::Lines].into_iter().find(|of| field(5) == Some(*of as u64))?;
        let head = Self {
            length: field(1)?,
            ends: field(2)?,
            items: field(3)?,
            threads: field(4)?,
            of,
            table: field(6)?,
        };
        (bytes.starts_with(&MAGIC) && field(7)? == head.sum()).then_some(head)
    }
}

impl Index {
    /// The index beside a file with these bytes, if there is one and it fits.
    pub(crate) fn beside(path: &Path, file: &[u8]) -> Option<Self> {
        let map = Map::open(&place(path)).ok()?;
        let head = Head::read(&map)?;
        (head.length == file.len() as u64 && head.ends == ends(file)).then_some(Self { map, head })
    }

    /// What it is of.
    pub(crate) fn of(&self) -> Of {
        self.head.of
    }

    /// How many items the file has.
    pub(crate) fn items(&self) -> usize {
        usize::try_from(self.head.items).unwrap_or(usize::MAX)
    }

    /// How many threads a corpus has.
    pub(crate) fn threads(&self) -> usize {
        usize::try_from(self.head.threads).unwrap_or(usize::MAX)
    }

    /// The places, in order, of the lines that may open something with this [bare id](crate::id::bare). `None` where
    /// the index is damaged there.
    pub(crate) fn places(&self, bare: &str) -> Option<Vec<usize>> {
        let table = Table::of(self.parts()?.0, self.head.sum())?;
        table.places(bare.as_bytes())?.into_iter().map(|place| usize::try_from(place).ok()).collect()
    }

    /// The place of a corpus's n-th thread, from 0. `None` where there is none or the index is damaged there.
    pub(crate) fn thread(&self, n: usize) -> Option<usize> {
        let place = ordinals::place(self.parts()?.1, self.head.sum(), n)?;
        usize::try_from(place).ok()
    }

    /// The table, and what follows it.
    fn parts(&self) -> Option<(&[u8], &[u8])> {
        self.map.get(HEAD..)?.split_at_checked(usize::try_from(self.head.table).ok()?)
    }
}
