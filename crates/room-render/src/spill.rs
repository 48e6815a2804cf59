//! Lines set aside by pile while a dump is read, and taken back a pile at a time, so that memory holds no more than a
//! fixed amount and the pile that is looked at.
//!
//! All piles share one file without a name, which is gone when the process is, however that ends. What a pile holds in
//! memory is written to it in a chunk, and each chunk begins with where the pile's chunk before it lies: besides its
//! bytes a pile costs memory a few words, whatever its length.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use room_corpus::record::{Line, unpacked};

/// How many bytes all piles together may hold in memory.
const HELD: usize = 32 << 20;

/// How much is written at a time, in bytes, where chunks are small.
const WRITE: usize = 1 << 20;

/// Lines in piles, numbered from 0.
#[derive(Debug)]
pub(crate) struct Spill {
    /// The folder whose file system takes the file.
    folder: PathBuf,
    most: usize,
    held: usize,
    piles: Vec<Pile>,
    file: Option<File>,
    /// The file's length.
    end: u64,
}

/// A pile: its last lines in memory, and its last chunk in the file.
#[derive(Debug, Default)]
struct Pile {
    held: Vec<u8>,
    last: Option<Chunk>,
    bytes: u64,
}

/// A place in the file, its header of 16 bytes aside.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    at: u64,
    length: u64,
}

/// What stands before a chunk's lines: `at` and `length` of the one before it, a length of 0 where there is none.
const HEADER: u64 = 16;

impl Spill {
    /// No pile yet. The file, should one be needed, is made in `folder`, or in the nearest folder around it that there is.
    pub(crate) fn beside(folder: &Path) -> Self {
        Self::holding(HELD, folder)
    }

    pub(crate) fn holding(most: usize, folder: &Path) -> Self {
        let around = |folder: &&Path| folder.is_dir();
        let folder = folder.ancestors().find(around).unwrap_or(Path::new("."));
        Self { folder: folder.to_owned(), most, held: 0, piles: Vec::new(), file: None, end: 0 }
    }

    /// Begins a pile and gives its number.
    pub(crate) fn begin(&mut self) -> usize {
        self.piles.push(Pile::default());
        self.piles.len() - 1
    }

    /// Lays a line on a pile.
    pub(crate) fn add(&mut self, pile: usize, line: &Line) -> io::Result<()> {
        let pile = self.piles.get_mut(pile).expect("a pile's number is of one that was begun");
        let before = pile.held.len();
        line.pack(&mut pile.held);
        let more = pile.held.len() - before;
        pile.bytes += more as u64;
        self.held += more;
        if self.held > self.most { self.write() } else { Ok(()) }
    }

    /// Where the file is made.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many bytes a pile's lines have.
    pub(crate) fn bytes(&self, pile: usize) -> u64 {
        self.piles.get(pile).map_or(0, |pile| pile.bytes)
    }

    /// Writes what the largest piles hold, until all hold half of what they may.
    fn write(&mut self) -> io::Result<()> {
        let file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile_in(&self.folder)?,
        };
        let mut out = BufWriter::with_capacity(WRITE, &file);
        let mut largest: Vec<_> = self.piles.iter_mut().collect();
        largest.sort_unstable_by_key(|pile| Reverse(pile.held.len()));
        for pile in largest {
            if self.held <= self.most / 2 {
                break;
            }
            let before = pile.last.unwrap_or(Chunk { at: 0, length: 0 });
            out.write_all(&before.at.to_le_bytes())?;
            out.write_all(&before.length.to_le_bytes())?;
            let held = std::mem::take(&mut pile.held);
            out.write_all(&held)?;
            let length = held.len() as u64;
            pile.last = Some(Chunk { at: self.end + HEADER, length });
            self.end += HEADER + length;
            self.held -= held.len();
        }
        out.flush()?;
        drop(out);
        self.file = Some(file);
        Ok(())
    }

    /// Takes each line of a pile, in the order they were laid on it.
    pub(crate) fn each_line(&self, pile: usize, mut take: impl FnMut(Line)) -> io::Result<()> {
        let pile = self.piles.get(pile).expect("a pile's number is of one that was begun");
        if let Some(file) = &self.file {
            let mut bytes = Vec::new();
            for Chunk { at, length } in chunks(file, pile.last)?.into_iter().rev() {
                bytes.resize(usize::try_from(length).expect("a chunk was in memory once"), 0);
                file.read_exact_at(&mut bytes, at)?;
                unpacked(&bytes).for_each(&mut take);
            }
        }
        unpacked(&pile.held).for_each(take);
        Ok(())
    }
}

/// The chunks of a pile, the last first.
fn chunks(file: &File, last: Option<Chunk>) -> io::Result<Vec<Chunk>> {
    let mut chunks = Vec::new();
    let mut next = last;
    while let Some(chunk) = next.filter(|chunk| chunk.length > 0) {
        chunks.push(chunk);
        let [mut at, mut length] = [[0; 8]; 2];
        file.read_exact_at(&mut at, chunk.at - HEADER)?;
        file.read_exact_at(&mut length, chunk.at - HEADER / 2)?;
        next = Some(Chunk { at: u64::from_le_bytes(at), length: u64::from_le_bytes(length) });
    }
    Ok(chunks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use room_corpus::record::Titles;

    use super::*;

    proptest! {
        #[test]
        fn piles_give_back_their_lines_in_order(
            laid in prop::collection::vec((0_usize..6, "[a-z]{0,60}"), 0..120),
            most in 1_usize..2_000,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut spill = Spill::holding(most, &folder.path().join("not/there/yet"));
            (0..6).for_each(|pile| assert_eq!(spill.begin(), pile));
            let mut want: [Vec<Line>; 6] = Default::default();
            for (at, (pile, title)) in laid.into_iter().enumerate() {
                let line = format!(r#"{{"id":"x{at}","created_utc":{at},"title":"{title}"}}"#);
                let line = Line::read(&line, &Titles::new()).unwrap();
                spill.add(pile, &line).unwrap();
                prop_assert!(spill.held <= most.max(spill.piles[pile].held.len()));
                want[pile].push(line);
            }
            for (pile, want) in want.into_iter().enumerate() {
                let mut met = Vec::new();
                spill.each_line(pile, |line| met.push(line)).unwrap();
                prop_assert_eq!(met, want);
            }
            prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
