//! The end of a log, found without reading what stands before it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use super::chain::{Chain, Common, Digest};
use super::{History, LogError, Place};

/// The first window read back from the end, in bytes: some tens of records.
const WINDOW: u64 = 8 << 10;

/// Where a log ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// After the last whole record.
    pub(super) chain: Chain,
    /// The bytes of all whole lines.
    pub(super) whole: u64,
    /// The bytes after them: a line that was torn, and never answered.
    pub(super) torn: u64,
}

impl Tail {
    /// Checks the last whole line against the one before it, and the first. Only a log that fails is read as a whole,
    /// to name its first broken line.
    pub(super) fn read(file: &File, place: &Place) -> Result<Self, LogError> {
        let size = file.metadata().map_err(|why| LogError::unreadable(place, why))?.len();
        let end = End::read(file, size).map_err(|why| LogError::unreadable(place, why))?;
        match end.chain(file, place) {
            Ok(chain) => Ok(Self { chain, whole: end.whole, torn: size - end.whole }),
            Err(fault) => Err(History::read(file, place).err().unwrap_or(fault)),
        }
    }
}

/// The last two whole lines, as bytes.
#[derive(Debug, Default)]
pub(super) struct End {
    pub(super) last: Option<Vec<u8>>,
    before: Option<Vec<u8>>,
    pub(super) whole: u64,
}

impl End {
    /// Reads back in growing windows, until two whole lines are seen, or all there is.
    pub(super) fn read(file: &File, size: u64) -> io::Result<Self> {
        let mut length = WINDOW;
        loop {
            let start = size.saturating_sub(length);
            let window = read_at(file, start, size - start)?;
            if start == 0 || memchr::memrchr_iter(b'\n', &window).nth(2).is_some() {
                return Ok(Self::of(&window, start));
            }
            length *= 2;
        }
    }

    /// The last two whole lines of a window that begins at `start` in the file, and has them if the file has.
    fn of(window: &[u8], start: u64) -> Self {
        let mut ends = memchr::memrchr_iter(b'\n', window);
        let Some(end) = ends.next() else {
            return Self::default();
        };
        let whole = start + end as u64 + 1;
        let Some(middle) = ends.next() else {
            return Self { last: window.get(..end).map(<[u8]>::to_vec), before: None, whole };
        };
        let from = ends.next().map_or(0, |at| at + 1);
        Self {
            last: window.get(middle + 1..end).map(<[u8]>::to_vec),
            before: window.get(from..middle).map(<[u8]>::to_vec),
            whole,
        }
    }

    /// The chain after the last line.
    fn chain(&self, file: &File, place: &Place) -> Result<Chain, LogError> {
        let mut chain = Chain::start();
        let Some(last) = &self.last else {
            return Ok(chain);
        };
        if let Some(before) = &self.before {
            let first = first_line(file).map_err(|why| LogError::unreadable(place, why))?;
            Chain::start().check(text(&first, place)?, place)?;
            let common = Common::of(text(before, place)?).map_err(|why| LogError::broken(place, 1, why))?;
            chain = Chain { records: common.seq, head: Digest::of(before) };
        }
        chain.check(text(last, place)?, place)?;
        Ok(chain)
    }
}

/// A line as text. The number is not known here: whoever fails looks for it in the whole log.
fn text<'a>(line: &'a [u8], place: &Place) -> Result<&'a str, LogError> {
    str::from_utf8(line).map_err(|_| LogError::broken(place, 1, "it is not UTF-8"))
}

/// The first line of a file that has one, without its newline.
fn first_line(file: &File) -> io::Result<Vec<u8>> {
    line_at(file, 0, file.metadata()?.len())
}

/// The line that begins at a byte and ends before another, without its newline.
pub(super) fn line_at(file: &File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    let most = end.saturating_sub(start);
    let mut length = WINDOW.min(most);
    loop {
        let mut window = read_at(file, start, length)?;
        if let Some(end) = memchr::memchr(b'\n', &window) {
            window.truncate(end);
            return Ok(window);
        }
        if length == most {
            return Ok(window);
        }
        length = (length * 2).min(most);
    }
}

/// The bytes of a file from one on. One that is cut while it is read ends there.
pub(super) fn read_from(file: &File, start: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len().saturating_sub(start);
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| io::ErrorKind::FileTooLarge)?];
    let mut filled = 0;
    while let Some(room) = bytes.get_mut(filled..).filter(|room| !room.is_empty()) {
        match file.read_at(room, start + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// These bytes of a file.
pub(super) fn read_at(file: &File, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = vec![0; length];
    file.read_exact_at(&mut bytes, start)?;
    Ok(bytes)
}
