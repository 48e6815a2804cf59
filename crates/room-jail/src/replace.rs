//! A file's contents replaced whole or not at all, and everything else about it kept.

use std::fs::File;
use std::os::fd::AsFd;
use std::sync::Arc;

use rustix::buffer::spare_capacity;
use rustix::fs::{
    Gid, Mode, OFlags, Uid, XattrFlags, fchmod, fchown, fgetxattr, flistxattr, fsetxattr, fstat,
};
use rustix::io::Errno;

use crate::error::JailError;
use crate::hold::Held;
use crate::jail::Jail;
use crate::place::Meta;
use crate::temporary::{Temporary, link_aside, settle};
use crate::undo::{Step, Undo, rewrite};

impl Jail {
    /// Replaces the contents of a held file, by a new file that takes its name. Mode, owner and extended attributes
    /// are kept; `mode`, where given, replaces the permission bits.
    ///
    /// Where a new file would lose something (the file's other names, an owner we may not set) the file is written in
    /// place instead, under the lock it is held by.
    pub fn replace(
        &self,
        held: &Held,
        bytes: &[u8],
        mode: Option<u32>,
        undo: &mut Undo,
    ) -> Result<(), JailError> {
        let meta = Meta::of(&fstat(&held.file)?);
        let mode = mode.unwrap_or(meta.mode);
        if meta.links > 1 {
            return self.rewrite(held, bytes, mode, undo);
        }
        let folder = &held.place.folder;
        let mut new = Temporary::new(self, folder)?;
        new.write(bytes)?;
        if !keep_owner(new.file(), &meta)? || !keep_attributes(&held.file, new.file())? {
            drop(new);
            return self.rewrite(held, bytes, mode, undo);
        }
        // After the owner: changing that clears the set-id bits.
        new.set_mode(mode)?;
        held.refuse_if_replaced()?;
        let name = held.place.name();
        if undo.is_on() {
            let aside = link_aside(folder, name)?;
            undo.record(Step::PutAside { folder: Arc::clone(folder), name: name.to_owned(), aside });
        }
        new.replace(name)?;
        settle([folder], undo)
    }

    /// Writes a held file in place. Its names stay names of one file; a crash in between can tear it.
    fn rewrite(&self, held: &Held, bytes: &[u8], mode: u32, undo: &mut Undo) -> Result<(), JailError> {
        let opened = self.open_regular(&held.place.folder, held.place.name(), OFlags::WRONLY)?;
        if !opened.meta.is_same_file(&held.meta) {
            return Err(JailError::Changed);
        }
        if undo.is_on() {
            let old = crate::hold::whole(&held.file)?;
            let file = opened.file.try_clone()?;
            undo.record(Step::Rewrote { file, bytes: old, mode: opened.meta.mode });
        }
        rewrite(&opened.file, bytes)?;
        if mode != opened.meta.mode {
            fchmod(&opened.file, Mode::from_raw_mode(mode))?;
        }
        Ok(())
    }
}

/// Gives a new file the owner of an old one; `false` where that is not allowed.
pub(crate) fn keep_owner(new: &File, old: &Meta) -> Result<bool, JailError> {
    let (user, group) = Meta::of(&fstat(new)?).owner;
    if (user, group) == old.owner {
        return Ok(true);
    }
    let user = (user != old.owner.0).then(|| Uid::from_raw(old.owner.0));
    let group = (group != old.owner.1).then(|| Gid::from_raw(old.owner.1));
    match fchown(new, user, group) {
        Ok(()) => Ok(true),
        Err(Errno::PERM | Errno::INVAL) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

/// Gives a new file the extended attributes of an old one, access lists among them; `false` where one cannot be set.
/// Those the system keeps for itself (security labels, capabilities) are its own to set again.
pub(crate) fn keep_attributes(old: &File, new: &File) -> Result<bool, JailError> {
    let names = match read_all(|buffer| flistxattr(old.as_fd(), spare_capacity(buffer))) {
        Ok(names) => names,
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(true),
        Err(errno) => return Err(errno.into()),
    };
    for name in names.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        if name.starts_with(b"security.") || name.starts_with(b"trusted.") {
            continue;
        }
        let value = match read_all(|buffer| fgetxattr(old.as_fd(), name, spare_capacity(buffer))) {
            Ok(value) => value,
            Err(Errno::NODATA) => continue,
            Err(errno) => return Err(errno.into()),
        };
        match fsetxattr(new.as_fd(), name, &value, XattrFlags::empty()) {
            Ok(()) => {}
            Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP) => return Ok(false),
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(true)
}

/// What a call fills a buffer with, the buffer grown until it is large enough.
fn read_all(mut call: impl FnMut(&mut Vec<u8>) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut buffer = Vec::with_capacity(1 << 10);
    loop {
        match call(&mut buffer) {
            Ok(_) => return Ok(buffer),
            Err(Errno::RANGE) if buffer.capacity() < 1 << 20 => {
                buffer = Vec::with_capacity(buffer.capacity() * 8);
            }
            Err(errno) => return Err(errno),
        }
    }
}
