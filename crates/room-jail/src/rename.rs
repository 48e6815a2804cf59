//! Names moved: within a root in one step, across file systems by a copy that stands before the old file goes.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{AtFlags, Timestamps, fstat, futimens, renameat, statat, unlinkat};
use rustix::io::Errno;

use crate::create::make_folders;
use crate::error::JailError;
use crate::jail::Jail;
use crate::open::Opened;
use crate::place::Kind::{self, File, Folder, Link, Special};
use crate::place::{Meta, Place};
use crate::replace::{keep_attributes, keep_owner};
use crate::temporary::{Temporary, link_aside, put_aside, rename_exclusively, settle};
use crate::undo::{Step, Undo};

/// How to move.
#[derive(Clone, Copy, Debug)]
pub struct Rename {
    /// Whether what stands at the new place may be replaced.
    pub overwrite: bool,
    /// Whether to copy even where a rename would do; for file systems that pretend to be one.
    pub copy: bool,
}

impl Jail {
    /// Moves what stands at `from` to `to`, a link itself. The folders above `to` are made.
    pub fn rename(&self, from: &Place, to: &Place, how: Rename, undo: &mut Undo) -> Result<(), JailError> {
        self.check_rename(from, to, how.overwrite)?;
        let made = make_folders(to)?;
        let folder = Arc::clone(&made.folder);
        let is_file = from.kind() == Some(Kind::File);
        let twins = from.meta().zip(to.meta()).is_some_and(|(from, to)| from.is_same_file(to));
        let mut steps = undo.another();
        let moved = if is_file && twins {
            // Two names of one file: the kernel's rename would succeed and do nothing.
            leave(from, &mut steps)
        } else if how.copy && is_file {
            self.copy(from, to, &folder, how.overwrite, &mut steps)
        } else {
            match rename_here(from, to, &folder, how.overwrite, &mut steps) {
                Err(JailError::Io(error))
                    if is_file && error.raw_os_error() == Some(Errno::XDEV.raw_os_error()) =>
                {
                    self.copy(from, to, &folder, how.overwrite, &mut steps)
                }
                done => done,
            }
        };
        if let Err(error) = moved {
            undo.take_over(steps);
            return Err(error);
        }
        let above = made.keep(undo);
        undo.take_over(steps);
        settle(above.iter().chain([&folder, &from.folder]), undo)
    }

    /// Everything that speaks against a move, looked at without touching anything.
    pub fn check_rename(&self, from: &Place, to: &Place, overwrite: bool) -> Result<(), JailError> {
        self.check_rename_onto(from, to, Some(to), overwrite)
    }

    /// The same, where what would be replaced stands elsewhere by now: an earlier move of a rehearsal brings it there.
    pub fn check_rename_onto(
        &self,
        from: &Place,
        to: &Place,
        replaced: Option<&Place>,
        overwrite: bool,
    ) -> Result<(), JailError> {
        self.refuse_roots(from)?;
        let kind = from.kind().ok_or(JailError::Missing)?;
        if kind != Kind::File && self.home(from.path()) != self.home(to.path()) {
            return Err(JailError::AcrossRoots);
        }
        if kind == Kind::Folder && to.path().starts_with(from.path()) {
            return Err(JailError::IntoItself);
        }
        match (kind, replaced.and_then(Place::kind)) {
            (_, None) if to.as_folder && kind != Kind::Folder => return Err(JailError::IsAFolder),
            (File | Link | Special, Some(Folder)) => return Err(JailError::IsAFolder),
            (_, Some(_)) if !overwrite => return Err(JailError::Exists),
            (Folder, Some(File | Link | Special)) => return Err(JailError::NotAFolder),
            _ => {}
        }
        if let Some(replaced) = replaced.filter(|place| place.kind() == Some(Folder)) {
            self.check_delete(replaced, false)?;
        }
        if kind == Folder { self.check_below(from, Some(to.path())) } else { Ok(()) }
    }

    /// Moves by a copy, complete and synced, and only then takes the old name away.
    fn copy(
        &self,
        from: &Place,
        to: &Place,
        folder: &Arc<OwnedFd>,
        overwrite: bool,
        undo: &mut Undo,
    ) -> Result<(), JailError> {
        let opened = self.open_read(from)?;
        let copy = self.copied(&opened, folder)?;
        let (folder, name) = (Arc::clone(folder), to.name().to_owned());
        let mut replaced = Undo::on();
        let placed = if overwrite && to.kind().is_some() {
            let aside = link_aside(&folder, &name)?;
            let step = Step::PutAside { folder: Arc::clone(&folder), name: name.clone(), aside };
            replaced.record(step);
            copy.replace(&name)
        } else {
            copy.make(&name)?;
            replaced.record(Step::Made { folder: Arc::clone(&folder), name });
            Ok(())
        };
        if let Err(error) = placed.and_then(|()| settle([&folder], &replaced)) {
            let what = error.to_string();
            replaced.take_back().map_err(|then| JailError::Halfway { what, then })?;
            return Err(error);
        }
        Self::leave_copied(from, &opened.meta, replaced, undo)
    }

    /// A file's contents, mode and times, and what can be kept of the rest, in a temporary.
    fn copied(&self, opened: &Opened, folder: &Arc<OwnedFd>) -> Result<Temporary, JailError> {
        let copy = Temporary::new(self, folder)?;
        let bytes = io::copy(&mut &opened.file, &mut copy.file())?;
        let stat = fstat(&opened.file)?;
        if bytes != Meta::of(&stat).size {
            return Err(JailError::Changed);
        }
        // An owner or attribute the other file system does not take is no reason to refuse the move.
        let _ = keep_owner(copy.file(), &opened.meta)?;
        let _ = keep_attributes(&opened.file, copy.file())?;
        copy.set_mode(opened.meta.mode)?;
        futimens(copy.file(), &times(&stat))?;
        Ok(copy)
    }

    /// Takes the old name away now that the copy stands. If that fails the copy goes again, and what it replaced comes
    /// back.
    pub(crate) fn leave_copied(
        from: &Place,
        copied: &Meta,
        replaced: Undo,
        undo: &mut Undo,
    ) -> Result<(), JailError> {
        let still = statat(&from.folder, from.name(), AtFlags::SYMLINK_NOFOLLOW).map(|stat| Meta::of(&stat));
        let left = match still {
            Ok(still) if still.is_same_file(copied) => leave(from, undo),
            _ => Err(JailError::Changed),
        };
        match left {
            Ok(()) if undo.is_on() => undo.take_over(replaced),
            Ok(()) => replaced.keep().map_err(JailError::LeftOver)?,
            Err(error) => {
                let what = error.to_string();
                replaced.take_back().map_err(|then| JailError::Halfway { what, then })?;
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Takes the old name of a moved file away.
fn leave(from: &Place, undo: &mut Undo) -> Result<(), JailError> {
    if undo.is_on() {
        let aside = put_aside(&from.folder, from.name())?;
        let (folder, name) = (Arc::clone(&from.folder), from.name().to_owned());
        undo.record(Step::PutAside { folder, name, aside });
    } else {
        unlinkat(&from.folder, from.name(), AtFlags::empty())?;
    }
    Ok(())
}

/// Moves within one file system.
fn rename_here(
    from: &Place,
    to: &Place,
    folder: &Arc<OwnedFd>,
    overwrite: bool,
    undo: &mut Undo,
) -> Result<(), JailError> {
    if overwrite && to.kind().is_some() {
        if undo.is_on() {
            // A file keeps its name until the other takes it; a folder cannot have two.
            let is_file = to.kind() == Some(Kind::File);
            let aside = if is_file { link_aside(folder, to.name())? } else { put_aside(folder, to.name())? };
            let step = Step::PutAside { folder: Arc::clone(folder), name: to.name().to_owned(), aside };
            undo.record(step);
        }
        renameat(&from.folder, from.name(), folder, to.name())?;
    } else if !rename_exclusively(&from.folder, from.name(), folder, to.name())? {
        unlinkat(&from.folder, from.name(), AtFlags::empty()).inspect_err(|_| {
            let _ = unlinkat(folder, to.name(), AtFlags::empty());
        })?;
    }
    undo.record(Step::Moved {
        from_folder: Arc::clone(&from.folder),
        from: from.name().to_owned(),
        to_folder: Arc::clone(folder),
        to: to.name().to_owned(),
    });
    Ok(())
}

#[expect(clippy::useless_conversion, reason = "the widths of these fields differ between architectures")]
fn times(stat: &rustix::fs::Stat) -> Timestamps {
    let at = |seconds: i64, nanoseconds: u64| rustix::fs::Timespec {
        tv_sec: seconds,
        tv_nsec: i64::try_from(nanoseconds).unwrap_or(0),
    };
    Timestamps {
        last_access: at(i64::from(stat.st_atime), u64::from(stat.st_atime_nsec)),
        last_modification: at(i64::from(stat.st_mtime), u64::from(stat.st_mtime_nsec)),
    }
}
