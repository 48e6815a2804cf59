//! How much one document may cost.

/// What a document may cost before it is refused. [`Bounds::default`] is meant for a tool that answers a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The file, in bytes (64 MiB).
    pub input: u64,
    /// All its parts, expanded, in bytes (128 MiB).
    pub expanded: u64,
    /// How many bytes may come out of a part for each that went in (200), once more than 1 MiB came out.
    pub ratio: u64,
    /// Parts (10,000).
    pub parts: usize,
    /// Pages of a PDF (2,000).
    pub pages: usize,
    /// Cells of a workbook (1,000,000).
    pub cells: usize,
    /// The text, in bytes (16 MiB).
    pub text: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            input: 64 << 20,
            expanded: 128 << 20,
            ratio: 200,
            parts: 10_000,
            pages: 2000,
            cells: 1_000_000,
            text: 16 << 20,
        }
    }
}
