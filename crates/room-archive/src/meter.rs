//! The archive's file, and how much of it was consumed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes of the file were handed on, seen from outside the decoder that holds the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Consumed(Arc<AtomicU64>);

impl Consumed {
    pub(crate) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A file from its first byte, counted. It is never moved past its end: a place there is one the archive only claims.
pub(crate) struct Metered {
    file: BufReader<File>,
    at: u64,
    length: u64,
    consumed: Consumed,
}

impl Metered {
    const BUFFER: usize = 1 << 16;

    /// The descriptor's own position is moved.
    pub(crate) fn new(mut file: File) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        Ok(Self {
            file: BufReader::with_capacity(Self::BUFFER, file),
            at: 0,
            length,
            consumed: Consumed::default(),
        })
    }

    /// Whether the file begins with one of these. To be asked before anything is read.
    pub(crate) fn begins_with(&mut self, marks: &[&[u8]]) -> io::Result<bool> {
        let start = self.file.fill_buf()?;
        Ok(marks.iter().any(|mark| start.starts_with(mark)))
    }

    pub(crate) fn consumed(&self) -> Consumed {
        self.consumed.clone()
    }
}

impl Read for Metered {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.file.read(into)?;
        self.at += got as u64;
        self.consumed.0.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

impl Seek for Metered {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let target = target.filter(|target| *target <= self.length).ok_or(io::ErrorKind::UnexpectedEof)?;
        // Not more than the file is long, which the system counts in i64.
        self.file.seek_relative(target.cast_signed() - self.at.cast_signed())?;
        self.at = target;
        Ok(target)
    }
}
