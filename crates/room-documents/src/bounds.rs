//! How much is too much: what a document may hold, packed and unpacked, before it is refused.

use std::fmt;

use crate::DocumentError;

/// How large a document may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of the file. 64 MiB.
    pub input: u64,
    /// Bytes that are unpacked from it, all in all. 64 MiB.
    pub expanded: u64,
    /// How many times its packed size a part may unpack to, once it is beyond 1 MiB. 200.
    pub ratio: u64,
    /// Files in a package. 10,000.
    pub entries: usize,
    /// Pages of a PDF, slides, or chapters of a book. 2,000.
    pub pages: usize,
    /// Cells of all tables, the empty ones between them counted. 1,000,000.
    pub cells: usize,
    /// Bytes of the text that is made. 16 MiB.
    pub output: usize,
}

const MIB: u64 = 1 << 20;

impl Default for Bounds {
    fn default() -> Self {
        Self {
            input: 64 * MIB,
            expanded: 64 * MIB,
            ratio: 200,
            entries: 10_000,
            pages: 2_000,
            cells: 1_000_000,
            output: 16 << 20,
        }
    }
}

/// A bound that a document went over, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Bytes of the file.
    Input(u64),
    /// Bytes unpacked.
    Expanded(u64),
    /// Times that a part unpacks to.
    Ratio(u64),
    /// Files in a package.
    Entries(usize),
    /// Pages, slides or chapters.
    Pages(usize),
    /// Cells.
    Cells(usize),
    /// Bytes of text.
    Output(usize),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(most) => write!(f, "the file has more than {most} bytes"),
            Self::Expanded(most) => write!(f, "it unpacks to more than {most} bytes"),
            Self::Ratio(most) => write!(f, "a part of it unpacks to more than {most} times its size"),
            Self::Entries(most) => write!(f, "it holds more than {most} files"),
            Self::Pages(most) => write!(f, "it has more than {most} pages"),
            Self::Cells(most) => write!(f, "its tables have more than {most} cells"),
            Self::Output(most) => write!(f, "its text has more than {most} bytes"),
        }
    }
}

/// Below this many bytes unpacked, the ratio tells nothing: an empty sheet packs as well as a bomb.
const RATIO_FROM: u64 = MIB;

/// What is left of the bounds while one document is read.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) bounds: Bounds,
    expanded: u64,
    cells: usize,
}

impl Budget {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, expanded: 0, cells: 0 }
    }

    /// How many more bytes may be unpacked from a part of `packed` bytes.
    pub(crate) fn room(&self, packed: u64) -> u64 {
        let left = self.bounds.expanded.saturating_sub(self.expanded);
        left.min(self.most_of(packed))
    }

    /// Counts what a part of `packed` bytes unpacked to.
    pub(crate) fn unpacked(&mut self, packed: u64, bytes: u64) -> Result<(), DocumentError> {
        if bytes > self.most_of(packed) {
            return Err(DocumentError::Over(Bound::Ratio(self.bounds.ratio)));
        }
        self.expanded = self.expanded.saturating_add(bytes);
        if self.expanded > self.bounds.expanded {
            return Err(DocumentError::Over(Bound::Expanded(self.bounds.expanded)));
        }
        Ok(())
    }

    /// Refuses one part alone that unpacks to more than everything may, and counts nothing.
    pub(crate) fn alone(&self, bytes: u64) -> Result<(), DocumentError> {
        if bytes > self.bounds.expanded {
            return Err(DocumentError::Over(Bound::Expanded(self.bounds.expanded)));
        }
        Ok(())
    }

    /// Counts cells.
    pub(crate) fn cells(&mut self, count: usize) -> Result<(), DocumentError> {
        self.cells = self.cells.saturating_add(count);
        if self.cells > self.bounds.cells {
            return Err(DocumentError::Over(Bound::Cells(self.bounds.cells)));
        }
        Ok(())
    }

    /// Refuses the page after the last one that is allowed; `pages` are those there are.
    pub(crate) fn pages(&self, pages: usize) -> Result<(), DocumentError> {
        if pages > self.bounds.pages {
            return Err(DocumentError::Over(Bound::Pages(self.bounds.pages)));
        }
        Ok(())
    }

    fn most_of(&self, packed: u64) -> u64 {
        packed.saturating_mul(self.bounds.ratio).max(RATIO_FROM)
    }
}
