//! Making an index from a file's own bytes: the same file always has the same index.

use std::io;
use std::path::Path;

use super::{HEAD, Head, Of, ends, ordinals, place};
use crate::corpus::{self, CorpusError, file_name};
use crate::record;
use room_core::atomic;
use room_core::map::Map;
use room_core::table::{self, Entry};

/// What an index is made of.
pub(crate) struct Parts {
    /// `Items` for a record, until it is seen that two of its lines may be of one item.
    pub(crate) of: Of,
    pub(crate) items: u64,
    /// The places of everything that has an id, by its bare id.
    pub(crate) entries: Vec<Entry>,
    /// The places of a corpus's threads, in order.
    pub(crate) threads: Vec<u64>,
}

/// Writes the index of a corpus or record beside it, anew. A file that can have none (raw lines, a terabyte) has none
/// afterwards. Says whether it has.
pub fn write(path: &Path) -> Result<bool, CorpusError> {
    let map = Map::open(path).map_err(|error| CorpusError::from_io(path, error))?;
    let index = place(path);
    let written = match made(&map) {
        Some(bytes) => atomic::put(&index, &bytes).map(|()| true),
        None => atomic::remove(&index).map(|()| false),
    };
    written.map_err(|error| CorpusError::Unreadable { file: file_name(&index), error })
}

/// What is wrong with the index beside a file, if there is one: it must be the one that would be made now.
pub fn fault(path: &Path) -> Option<String> {
    let index = place(path);
    let stands = match Map::open(&index) {
        Ok(map) => map,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(format!("{}: {error}", file_name(&index))),
    };
    let file = Map::open(path).ok()?;
    let sound = made(&file).is_some_and(|bytes| bytes == *stands);
    (!sound).then(|| {
        let (index, file) = (file_name(&index), file_name(path));
        format!("{index}: not the index of {file}; render CORPUS index writes it anew")
    })
}

/// The index of these bytes.
pub(super) fn made(file: &[u8]) -> Option<Vec<u8>> {
    let parts = if corpus::is_corpus(file) { corpus::parts_of(file) } else { record::parts_of(file) }?;
    let Parts { of, items, mut entries, threads } = parts;
    let single = table::sort(&mut entries);
    let of = if of == Of::Items && !single { Of::Lines } else { of };
    // The table's bytes are sealed by the header, which says how many they are.
    let length = file.len() as u64;
    let mut head = Head { length, ends: ends(file), items, threads: threads.len() as u64, of, table: 0 };
    head.table = table::size(&entries);
    let mut bytes = Vec::with_capacity(HEAD + 16 * entries.len() + 9 * threads.len());
    bytes.extend(head.bytes());
    table::build(&entries, head.sum(), &mut bytes);
    ordinals::build(&threads, head.sum(), &mut bytes);
    Some(bytes)
}
