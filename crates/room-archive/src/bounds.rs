//! How much one archive may cost.

/// What an archive may cost before it is refused. [`Bounds::default`] is meant for a tool that answers a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest member that is read whole, in bytes (64 MiB). A member that is streamed may be larger.
    pub whole: u64,
    /// Entries, and folders that only paths name (100,000).
    pub entries: usize,
    /// The longest name of a member, in bytes (4 KiB). A longer one is skipped and counted.
    pub name: usize,
    /// All names together, in bytes (32 MiB).
    pub names: usize,
    /// What a `.tar.gz` may expand to as a whole, in bytes (4 GiB).
    pub expanded: u64,
    /// How many bytes may come out for each that went in (200), once more than 1 MiB came out. It holds for each member
    /// of a zip, for the whole stream of a `.tar.gz`, and for a sparse member of a tar; other members of a plain tar
    /// have no ratio.
    pub ratio: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            whole: 64 << 20,
            entries: 100_000,
            name: 4 << 10,
            names: 32 << 20,
            expanded: 4 << 30,
            ratio: 200,
        }
    }
}

impl Bounds {
    /// How much is expanded before the ratio counts: short texts of one letter are no bombs.
    pub(crate) const FREE: u64 = 1 << 20;

    /// Whether so much out of so little is a bomb.
    pub(crate) fn is_bomb(&self, expanded: u64, consumed: u64) -> bool {
        expanded > Self::FREE && expanded > consumed.saturating_mul(self.ratio)
    }
}
