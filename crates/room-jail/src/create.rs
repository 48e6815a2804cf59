//! Files made exclusively: a new name, never somebody else's file.

use std::sync::Arc;

use rustix::fs::{AtFlags, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::io::Errno;

use crate::error::JailError;
use crate::jail::Jail;
use crate::place::Place;
use crate::temporary::{Temporary, settle};
use crate::undo::{MadeFolders, Step, Undo};

impl Jail {
    /// Makes a file with these bytes and this mode (9 bits; the umask has no say), whole or not at all. With `parents`
    /// the folders above it are made too.
    pub fn create(
        &self,
        place: &Place,
        bytes: &[u8],
        mode: u32,
        parents: bool,
        undo: &mut Undo,
    ) -> Result<(), JailError> {
        self.check_create(place, parents)?;
        let folders = make_folders(place)?;
        let mut file = Temporary::new(self, &folders.folder)?;
        file.write(bytes)?;
        file.set_mode(mode)?;
        file.make(place.name())?;
        let folder = Arc::clone(&folders.folder);
        let above = folders.keep(undo);
        undo.record(Step::Made { folder: Arc::clone(&folder), name: place.name().to_owned() });
        settle(above.iter().chain([&folder]), undo)
    }

    /// Everything that speaks against a new file, looked at without touching anything.
    pub fn check_create(&self, place: &Place, parents: bool) -> Result<(), JailError> {
        if place.entry.is_some() {
            return Err(JailError::Exists);
        }
        if place.as_folder {
            return Err(JailError::IsAFolder);
        }
        if place.has_folder() || parents { Ok(()) } else { Err(JailError::Missing) }
    }
}

/// Makes the folders between the deepest that exists and the place.
pub(crate) fn make_folders(place: &Place) -> Result<MadeFolders, JailError> {
    let mut made = MadeFolders::none(Arc::clone(&place.folder));
    for name in &place.absent {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let new = mkdirat(&made.folder, name, Mode::RWXU | Mode::RWXG | Mode::RWXO);
        match new {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno.into()),
        }
        let below = openat(&made.folder, name, flags, Mode::empty()).inspect_err(|_| {
            if new.is_ok() {
                let _ = unlinkat(&made.folder, name, AtFlags::REMOVEDIR);
            }
        });
        let below = Arc::new(below?);
        if new.is_ok() {
            made.push(name.clone(), below);
        } else {
            made.enter(below);
        }
    }
    Ok(made)
}
