//! A file opened for reading.

use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{Mode, OFlags, fstat, openat};

use crate::error::JailError;
use crate::jail::Jail;
use crate::place::{Kind, Last, Meta, Place};

/// How often a file that is replaced under our hands is looked at anew.
const MOST_TRIES: u32 = 64;

/// `NONBLOCK` and `NOCTTY`: should a FIFO or terminal take the file's place between the look and the opening, nothing
/// waits for a writer and nothing becomes our terminal.
const GUARDED: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// A regular file, open, and what the system said about it once it was.
#[derive(Debug)]
pub struct Opened {
    /// The file, at its start.
    pub file: File,
    /// Of this very file, whatever its name leads to by now.
    pub meta: Meta,
}

impl Jail {
    /// Walks to a file and opens it for reading.
    pub fn read(&self, asked: &Path) -> Result<(Place, Opened), JailError> {
        self.steadily(asked, Last::Follow, |place| {
            let opened = self.open_read(&place)?;
            Ok((place, opened))
        })
    }

    /// Opens what stands at a place for reading.
    pub fn open_read(&self, place: &Place) -> Result<Opened, JailError> {
        refuse_unless_regular(place.kind())?;
        self.open_regular(&place.folder, place.name(), OFlags::RDONLY)
    }

    /// Opens a name that was just seen to be a regular file.
    pub(crate) fn open_regular(
        &self,
        folder: impl AsFd,
        name: &OsStr,
        access: OFlags,
    ) -> Result<Opened, JailError> {
        let file = File::from(openat(folder, name, access | GUARDED, Mode::empty())?);
        let meta = Meta::of(&fstat(&file)?);
        if meta.kind != Kind::File {
            return Err(JailError::Changed);
        }
        if self.is_refused_hard_link(&meta) {
            return Err(JailError::Missing);
        }
        Ok(Opened { file, meta })
    }

    /// Walks and acts, and does so again when the place changed between the two.
    pub(crate) fn steadily<T>(
        &self,
        asked: &Path,
        last: Last,
        mut act: impl FnMut(Place) -> Result<T, JailError>,
    ) -> Result<T, JailError> {
        for _ in 0..MOST_TRIES {
            match act(self.resolve(asked, last)?) {
                Err(JailError::Changed) => {}
                done => return done,
            }
        }
        Err(JailError::Changed)
    }
}

/// Special files are refused here, by what a look said, before anything is opened.
pub(crate) fn refuse_unless_regular(kind: Option<Kind>) -> Result<(), JailError> {
    match kind {
        Some(Kind::File) => Ok(()),
        Some(Kind::Folder) => Err(JailError::IsAFolder),
        Some(Kind::Special) => Err(JailError::Special),
        // A link at the end of a followed path came in after the walk.
        Some(Kind::Link) => Err(JailError::Changed),
        None => Err(JailError::Missing),
    }
}
