//! One member's bytes: as many as were promised, or an error.

use std::fmt;
use std::io::{self, Read};

use crate::error::ArchiveError;

/// A member, streamed. It gives as many bytes as the archive said, or fails with an [`io::Error`] that
/// [`ArchiveError::from`] turns into the reason; it never ends early in silence.
///
/// The checksum of a zip's member is known only at its end: whoever stops before has unchecked bytes, as with any stream.
pub struct MemberReader<'a> {
    inner: Box<dyn Read + 'a>,
    size: u64,
    left: u64,
}

impl<'a> MemberReader<'a> {
    pub(crate) fn new(inner: impl Read + 'a, size: u64) -> Self {
        Self { inner: Box::new(inner), size, left: size }
    }

    /// The member's size, in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl Read for MemberReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        let got = match self.inner.read(into) {
            Ok(got) => got,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => return Err(ArchiveError::from(error).into()),
        };
        if got == 0 && self.left > 0 {
            return Err(ArchiveError::Damaged("a member is shorter than its header says".to_owned()).into());
        }
        self.left = self
            .left
            .checked_sub(got as u64)
            .ok_or_else(|| ArchiveError::Damaged("a member is longer than its header says".to_owned()))?;
        Ok(got)
    }
}

impl fmt::Debug for MemberReader<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MemberReader")
            .field("size", &self.size)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
