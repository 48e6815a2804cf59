//! What is expanded, against what was consumed for it.

use std::io::{self, Read};

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::meter::Consumed;

/// A decoder's output, refused as soon as it is too much for what went in, or too much at all.
pub(crate) struct Guard<R> {
    inner: R,
    bounds: Bounds,
    /// The most that comes out, in bytes.
    most: u64,
    expanded: u64,
    consumed: Consumed,
    /// What was consumed for others before.
    before: u64,
}

impl<R: Read> Guard<R> {
    pub(crate) fn new(inner: R, bounds: Bounds, most: u64, consumed: Consumed) -> Self {
        let before = consumed.bytes();
        Self { inner, bounds, most, expanded: 0, consumed, before }
    }
}

impl<R: Read> Read for Guard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(into)?;
        self.expanded += got as u64;
        if self.expanded > self.most {
            return Err(ArchiveError::Expanded(self.most).into());
        }
        if self.bounds.is_bomb(self.expanded, self.consumed.bytes() - self.before) {
            return Err(ArchiveError::Bomb(self.bounds.ratio).into());
        }
        Ok(got)
    }
}
