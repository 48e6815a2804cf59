//! A hint beside a log: what its lines come to up to a byte.
//!
//! It holds two sums over the lines it covers and a table of keys to lines. It is taken only where the log's bytes up to
//! there end in the very line they ended in when it was made, which by the chain stands for all before it. Each piece
//! carries a checksum; one that is damaged is no hint.
//!
//! ```text
//! magic · bytes · records · head (32 bytes) · two sums · bytes of the table · checksum · the table of keys to lines
//! ```

use std::fs::File;
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Place;
use super::chain::{Chain, Digest};
use super::recall::Keyed;
use super::tail::line_at;
use crate::atomic;
use crate::map::Map;
use crate::table::{self, Entry, Table, number};

/// How every hint begins: what it is, and the version of its format.
const MAGIC: [u8; 8] = *b"roomhnt1";
/// Bytes of the header.
const HEAD: usize = 88;

/// What a hint covers, and what that comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Covered {
    /// The bytes of whole lines.
    pub(super) bytes: u64,
    pub(super) chain: Chain,
    pub(super) sums: [u64; 2],
}

/// A hint that is whole, whether or not it fits its log.
#[derive(Debug)]
pub(super) struct Hint {
    map: Map,
    pub(super) covered: Covered,
}

/// Where the hint of a log lies: `_read.hint` beside `_read.jsonl`.
pub(super) fn place_of(place: &Place) -> PathBuf {
    place.path.with_extension("hint")
}

impl Covered {
    fn head(&self, table: u64) -> Vec<u8> {
        let Self { bytes, chain, sums } = self;
        let mut head = MAGIC.to_vec();
        head.extend([bytes.to_le_bytes(), chain.records.to_le_bytes()].concat());
        head.extend(chain.head.bytes());
        head.extend([sums[0], sums[1], table].map(u64::to_le_bytes).concat());
        head.extend(sum(&head).to_le_bytes());
        head
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..HEAD)?;
        let digest = Digest::from_bytes(head.get(24..56)?.try_into().ok()?);
        let chain = Chain { records: number(head, 16)?, head: digest };
        let covered = Self { bytes: number(head, 8)?, chain, sums: [number(head, 56)?, number(head, 64)?] };
        (head == covered.head(number(head, 72)?)).then_some(covered)
    }

    /// Writes the hint of these entries. `None` where the system will not have it.
    pub(super) fn write(self, mut entries: Vec<Entry>, place: &Place) -> Option<()> {
        table::sort(&mut entries);
        let mut bytes = self.head(table::size(&entries));
        let seed = sum(&bytes);
        table::build(&entries, seed, &mut bytes);
        atomic::put(&place_of(place), &bytes).ok()
    }
}

fn sum(head: &[u8]) -> u64 {
    xxh3_64_with_seed(head, u64::from_le_bytes(MAGIC))
}

impl Hint {
    /// The hint beside a log, if there is one.
    pub(super) fn beside(place: &Place) -> Option<Self> {
        let map = Map::open(&place_of(place)).ok()?;
        Covered::read(&map).map(|covered| Self { map, covered })
    }

    fn table(&self) -> Option<Table<'_>> {
        let (head, table) = self.map.split_at_checked(HEAD)?;
        Table::of(table, sum(head))
    }

    /// Every key's hash with its line, if the whole table is sound.
    pub(super) fn entries(&self) -> Option<Vec<Entry>> {
        self.table()?.entries()
    }

    /// The lines that these keys ask for, in order, without their newlines. `None` where the table is damaged or has
    /// lines that the log has not.
    pub(super) fn lines<K: Keyed>(&self, log: &File, keys: &[String]) -> Option<Vec<String>> {
        let table = self.table()?;
        let mut places = Vec::new();
        for key in keys {
            places.extend(table.places(key.as_bytes())?);
        }
        places.sort_unstable();
        places.dedup();
        let mut lines = Vec::with_capacity(places.len());
        for at in places {
            let line = line_at(log, at, self.covered.bytes).ok()?;
            let line = String::from_utf8(line).ok()?;
            K::read(&line, &mut |_| ()).ok()?;
            lines.push(line);
        }
        Some(lines)
    }
}
