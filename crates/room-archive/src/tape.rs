//! A tar stream, packed or plain, with a fence around what is read between members.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::guard::Guard;
use crate::kind::Kind;
use crate::meter::{Consumed, Metered};

/// What may be read before the next member: its headers, which the tar library holds in memory whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fence(Arc<Post>);

#[derive(Debug, Default)]
struct Post {
    left: AtomicU64,
    ended: AtomicBool,
}

impl Fence {
    /// Long names and extended headers before one member, in bytes.
    const HEADERS: usize = 1 << 20;

    /// From here on headers are read.
    pub(crate) fn close(&self) {
        self.0.left.store(Self::HEADERS as u64, Ordering::Relaxed);
    }

    /// From here on a member is read.
    pub(crate) fn open(&self) {
        self.0.left.store(u64::MAX, Ordering::Relaxed);
    }

    /// Whether anything was read since it was closed.
    pub(crate) fn is_untouched(&self) -> bool {
        self.0.left.load(Ordering::Relaxed) == Self::HEADERS as u64
    }

    /// Whether the stream's end was met.
    pub(crate) fn ended(&self) -> bool {
        self.0.ended.load(Ordering::Relaxed)
    }

    fn pass(&self, wanted: usize, got: usize) -> io::Result<()> {
        if got == 0 && wanted > 0 {
            self.0.ended.store(true, Ordering::Relaxed);
        }
        let left = self.0.left.load(Ordering::Relaxed);
        let left = left.checked_sub(got as u64).ok_or(ArchiveError::Headers(Self::HEADERS))?;
        self.0.left.store(left, Ordering::Relaxed);
        Ok(())
    }
}

enum Source {
    Plain(Metered),
    Packed(Box<Guard<MultiGzDecoder<Metered>>>),
}

/// The stream. It moves forwards only, and a move is not counted by the fence.
pub(crate) struct Tape {
    source: Source,
    at: u64,
    fence: Fence,
    consumed: Consumed,
}

impl Tape {
    pub(crate) fn new(file: File, kind: Kind, bounds: Bounds) -> Result<Self, ArchiveError> {
        let mut file = Metered::new(file)?;
        let packed = kind == Kind::TarGz;
        if packed && !file.begins_with(&[b"\x1f\x8b"])? {
            return Err(ArchiveError::NotAnArchive(kind));
        }
        let consumed = file.consumed();
        let source = if packed {
            let decoder = MultiGzDecoder::new(file);
            Source::Packed(Box::new(Guard::new(decoder, bounds, bounds.expanded, consumed.clone())))
        } else {
            Source::Plain(file)
        };
        Ok(Self { source, at: 0, fence: Fence::default(), consumed })
    }

    pub(crate) fn fence(&self) -> Fence {
        self.fence.clone()
    }

    pub(crate) fn consumed(&self) -> Consumed {
        self.consumed.clone()
    }

    /// Reads a packed stream to its end, where its checksum stands.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match &mut self.source {
            Source::Plain(_) => Ok(()),
            Source::Packed(stream) => io::copy(stream, &mut io::sink()).map(drop),
        }
    }
}

impl Read for Tape {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = match &mut self.source {
            Source::Plain(file) => file.read(into)?,
            Source::Packed(stream) => stream.read(into)?,
        };
        self.at += got as u64;
        self.fence.pass(into.len(), got)?;
        Ok(got)
    }
}

impl Seek for Tape {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Current(by) = to else { return Err(io::ErrorKind::Unsupported.into()) };
        let forward = u64::try_from(by).map_err(|_| io::ErrorKind::Unsupported)?;
        match &mut self.source {
            Source::Plain(file) => file.seek(to).map(drop)?,
            Source::Packed(stream) => {
                let passed = io::copy(&mut stream.take(forward), &mut io::sink())?;
                if passed < forward {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
        self.at += forward;
        Ok(self.at)
    }
}
