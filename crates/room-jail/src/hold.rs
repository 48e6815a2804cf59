//! A file locked for a change, so that two of us never work from the same old contents.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, FlockOperation, flock, statat};
use rustix::io::Errno;

use crate::error::JailError;
use crate::jail::Jail;
use crate::place::{Last, Meta, Place};

/// How long another process may hold a file before a call gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// A regular file, open for reading and locked against other writers of our kind until dropped.
#[derive(Debug)]
pub struct Held {
    pub(crate) place: Place,
    pub(crate) file: File,
    pub(crate) meta: Meta,
}

impl Jail {
    /// Walks to a file, opens and locks it. A file that was replaced while we waited for the lock is walked to again.
    pub fn hold(&self, asked: &Path) -> Result<Held, JailError> {
        let started = Instant::now();
        loop {
            let held = self.steadily(asked, Last::Follow, |place| {
                let opened = self.open_read(&place)?;
                lock(&opened.file, started)?;
                let held = Held { place, file: opened.file, meta: opened.meta };
                Ok(held.refuse_if_replaced().map(|()| held))
            })?;
            match held {
                // Every writer before us replaces the file, so it is time that counts, not how often.
                Err(JailError::Changed) if started.elapsed() < PATIENCE => {}
                held => return held,
            }
        }
    }
}

impl Held {
    /// Where it stands.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// What the system said when it was opened.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The file, for reading from its start.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its bytes, at most `limit` and one more: who gets more than `limit` knows that it grew past it.
    pub fn read(&self, limit: u64) -> io::Result<Vec<u8>> {
        let size = usize::try_from(self.meta.size.min(limit)).unwrap_or(0);
        let mut bytes = Vec::with_capacity(size + 1);
        (&self.file).take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Whether its name still leads to this file.
    pub(crate) fn refuse_if_replaced(&self) -> Result<(), JailError> {
        let named = statat(&self.place.folder, self.place.name(), AtFlags::SYMLINK_NOFOLLOW);
        match named.map(|stat| Meta::of(&stat)) {
            Ok(named) if named.is_same_file(&self.meta) => Ok(()),
            Ok(_) | Err(Errno::NOENT) => Err(JailError::Changed),
            Err(errno) => Err(errno.into()),
        }
    }
}

/// Waits for the lock, but not for ever. A file system without locks is written to without one.
fn lock(file: &File, started: Instant) -> Result<(), JailError> {
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) | Err(Errno::NOLCK | Errno::NOSYS | Errno::OPNOTSUPP | Errno::BADF) => return Ok(()),
            Err(Errno::WOULDBLOCK) if started.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(3));
            }
            Err(Errno::WOULDBLOCK) => return Err(JailError::Busy),
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// All bytes of a file, wherever it was read to.
pub(crate) fn whole(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
