//! A torn last line, set aside: appended to `<log>.torn`, then cut off the log.
//!
//! A process killed between the two sets the same bytes aside twice; killed after them it leaves a sound log whose
//! next record does not say `recovered`. Neither loses a byte or a record.
#![expect(
    clippy::disallowed_methods,
    reason = "a file made for bytes that went back to their log is taken away here"
)]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use rustix::fs::{Mode, OFlags};

use super::writer::write_once;
use super::{LogError, Place};
use crate::atomic::sync_folder;

/// Torn bytes that are in their own file and off the log.
#[derive(Debug)]
pub(super) struct Aside {
    bytes: Vec<u8>,
    file: File,
    path: PathBuf,
    /// How long the file was without them.
    old: u64,
    /// How long the log is without them.
    whole: u64,
}

impl Aside {
    /// Sets aside the `torn` bytes after the first `whole` of a log whose lock is held.
    pub(super) fn set(log: &File, place: &Place, whole: u64, torn: u64) -> Result<Self, LogError> {
        let path = beside(place);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = |why: io::Error| LogError::NotWritten { file: name.clone(), why };
        let bytes = read(log, whole, torn).map_err(|why| LogError::unreadable(place, why))?;
        let file = open(&path).map_err(failed)?;
        let old = file.metadata().map_err(failed)?.len();
        let aside = Self { bytes, file, path, old, whole };
        let kept = write_once(&aside.file, &aside.bytes)
            .and_then(|()| aside.file.sync_data())
            .and_then(|()| sync_folder(aside.path.parent()));
        if let Err(why) = kept {
            aside.undo();
            return Err(failed(why));
        }
        if let Err(why) = log.set_len(whole) {
            aside.undo();
            return Err(LogError::not_written(place, why));
        }
        Ok(aside)
    }

    /// After a refused append: the log gets its torn bytes back, so that the next call finds and reports them. Where
    /// they do not all fit they stay set aside.
    pub(super) fn put_back(self, log: &File) {
        if write_once(log, &self.bytes).is_ok() {
            self.undo();
        } else {
            // A part of them would be a torn line of its own; where even that fails, the next call sets it aside again.
            let _ = log.set_len(self.whole);
        }
    }

    /// Takes the bytes out of their own file again, and the file away if there was none. A copy too many harms nobody,
    /// so failing is no failure.
    fn undo(&self) {
        let _ = if self.old == 0 { fs::remove_file(&self.path) } else { self.file.set_len(self.old) };
    }
}

/// `<log>.torn`.
fn beside(place: &Place) -> PathBuf {
    let mut name = OsString::from(place.path.as_os_str());
    name.push(".torn");
    PathBuf::from(name)
}

/// Opens the file for torn bytes as a log is opened: regular, and through no link.
fn open(path: &PathBuf) -> io::Result<File> {
    let flags = OFlags::RDWR
        | OFlags::APPEND
        | OFlags::CREATE
        | OFlags::CLOEXEC
        | OFlags::NOFOLLOW
        | OFlags::NONBLOCK;
    let file = File::from(rustix::fs::open(path, flags, Mode::from(0o666))?);
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a regular file")) }
}

fn read(log: &File, whole: u64, torn: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(torn).map_err(|_| io::ErrorKind::FileTooLarge)?];
    log.read_exact_at(&mut bytes, whole)?;
    Ok(bytes)
}
