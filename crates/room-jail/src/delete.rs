//! Names taken away, and folders with all that is in them, by descriptor.

use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;

use crate::error::JailError;
use crate::folder::{Folder, Listed, names_in, open_listable};
use crate::jail::Jail;
use crate::place::{Kind, Place};
use crate::temporary::{put_aside, settle};
use crate::undo::{Step, Undo};

impl Jail {
    /// Takes away what stands at a place: a link itself, never its target. Folders that hold something need
    /// `recursive`. Gives whether there was anything.
    pub fn delete(&self, place: &Place, recursive: bool, undo: &mut Undo) -> Result<bool, JailError> {
        self.check_delete(place, recursive)?;
        let Some(kind) = place.kind() else { return Ok(false) };
        if undo.is_on() {
            let aside = put_aside(&place.folder, place.name())?;
            let folder = Arc::clone(&place.folder);
            undo.record(Step::PutAside { folder, name: place.name().to_owned(), aside });
        } else if kind == Kind::Folder && recursive {
            let folder = self.folder(place)?;
            let mut gone = false;
            let emptied = remove_below(folder, &mut gone);
            let removed =
                emptied.and_then(|()| Ok(unlinkat(&place.folder, place.name(), AtFlags::REMOVEDIR)?));
            removed.map_err(|error| if gone { JailError::Partly(error.to_string()) } else { error })?;
        } else {
            let flags = if kind == Kind::Folder { AtFlags::REMOVEDIR } else { AtFlags::empty() };
            unlinkat(&place.folder, place.name(), flags)?;
        }
        settle([&place.folder], undo)?;
        Ok(true)
    }

    /// Everything that speaks against a deletion, looked at without touching anything.
    pub fn check_delete(&self, place: &Place, recursive: bool) -> Result<(), JailError> {
        self.refuse_roots(place)?;
        if place.kind() != Some(Kind::Folder) {
            return Ok(());
        }
        if recursive {
            return self.check_below(place, None);
        }
        if self.folder(place)?.names()?.is_empty() { Ok(()) } else { Err(JailError::NotEmpty) }
    }

    /// Walks a whole folder: if anything in it is denied, by the name it has or the one it would have below `moved`,
    /// the folder cannot be touched as a whole. Neither can one that cannot be looked through.
    pub(crate) fn check_below(&self, place: &Place, moved: Option<&Path>) -> Result<(), JailError> {
        let mut todo = vec![self.folder(place)?];
        while let Some(folder) = todo.pop() {
            for listed in folder.names()? {
                let path = folder.path().join(&listed.name);
                let below = path.strip_prefix(&place.path).unwrap_or(&path);
                let kind = folder.kind(&listed)?;
                if kind == Kind::File && self.is_refused_hard_link(&folder.meta(&listed.name)?) {
                    return Err(JailError::Missing);
                }
                if self.is_named(&path) || moved.is_some_and(|moved| self.is_covered(&moved.join(below))) {
                    return Err(JailError::Missing);
                }
                if kind == Kind::Folder {
                    todo.push(folder.folder(&listed.name)?);
                }
            }
        }
        Ok(())
    }
}

/// Empties a folder, the deepest first. The globs are asked again for every name: one that came after the check
/// stops the deletion. `gone` says whether anything is.
fn remove_below(folder: Folder<'_>, gone: &mut bool) -> Result<(), JailError> {
    let names = folder.names()?;
    let mut open = vec![(folder, names)];
    while let Some((folder, names)) = open.last_mut() {
        let Some(listed) = names.pop() else {
            let (done, _) = open.pop().expect("it is the last, and there is one");
            if let Some((above, _)) = open.last() {
                let name = done.path().file_name().unwrap_or_default();
                unlinkat(above.node(), name, AtFlags::REMOVEDIR)?;
                *gone = true;
            }
            continue;
        };
        if folder.denies(&listed.name, None) {
            return Err(JailError::Missing);
        }
        if folder.kind(&listed)? == Kind::Folder {
            let below = folder.folder(&listed.name)?;
            let names = below.names()?;
            open.push((below, names));
        } else {
            unlinkat(folder.node(), &listed.name, AtFlags::empty())?;
            *gone = true;
        }
    }
    Ok(())
}

/// Removes what we ourselves put aside, whatever it is.
pub(crate) fn remove_whatever(folder: &OwnedFd, name: &OsStr) -> Result<(), JailError> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM) => {}
        other => return Ok(other?),
    }
    let top = open_listable(folder, name)?;
    let names = names_in(&top)?;
    let mut open: Vec<(OsString, OwnedFd, Vec<Listed>)> = vec![(name.to_owned(), top, names)];
    while let Some((_, node, names)) = open.last_mut() {
        let Some(listed) = names.pop() else {
            let (name, _, _) = open.pop().expect("it is the last, and there is one");
            let above = open.last().map_or(folder, |(_, node, _)| node);
            unlinkat(above, &name, AtFlags::REMOVEDIR)?;
            continue;
        };
        match unlinkat(&*node, &listed.name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => {
                let below = open_listable(&*node, &listed.name)?;
                let names = names_in(&below)?;
                open.push((listed.name, below, names));
            }
            other => other?,
        }
    }
    Ok(())
}
