//! A folder listed and walked down, by descriptor: a child is opened from its parent, never from a path.

use std::ffi::{OsStr, OsString};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, ResolveFlags, SeekFrom, openat, openat2, seek, statat,
};

use crate::error::JailError;
use crate::jail::Jail;
use crate::open::{Opened, refuse_unless_regular};
use crate::place::{Kind, Meta, Place};

/// Opens a folder so that it can be listed.
const LISTABLE: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// An open folder inside a root. Denied folders can be listed, as names are no secret; nothing denied can be opened.
#[derive(Debug)]
pub struct Folder<'j> {
    jail: &'j Jail,
    node: OwnedFd,
    path: PathBuf,
    denied: bool,
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name, whatever bytes it has.
    pub name: OsString,
    /// What it stands for, where the file system says so for nothing.
    pub kind: Option<Kind>,
}

impl Jail {
    /// Walks to a folder and opens it for listing, denied or not.
    pub fn list(&self, asked: &Path) -> Result<Folder<'_>, JailError> {
        let (place, denied) = self.resolve_listed(asked)?;
        self.open_folder(&place, denied)
    }

    /// Opens the folder at a place.
    pub fn folder(&self, place: &Place) -> Result<Folder<'_>, JailError> {
        self.open_folder(place, false)
    }

    fn open_folder(&self, place: &Place, denied: bool) -> Result<Folder<'_>, JailError> {
        let entry = place.entry.as_ref().ok_or(JailError::Missing)?;
        if entry.meta.kind != Kind::Folder {
            return Err(JailError::IsAFile);
        }
        let node = openat(&entry.node, c".", LISTABLE, Mode::empty())?;
        Ok(Folder { jail: self, node, path: place.path.clone(), denied })
    }
}

impl<'j> Folder<'j> {
    /// The canonical absolute path it was reached by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder itself is denied, and with it all that is in it.
    pub fn is_denied(&self) -> bool {
        self.denied
    }

    /// All names but `.` and `..`, in the order of their bytes.
    pub fn names(&self) -> Result<Vec<Listed>, JailError> {
        let mut names = names_in(&self.node)?;
        names.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(names)
    }

    /// What the system says about a name; a link is not followed.
    pub fn meta(&self, name: &OsStr) -> Result<Meta, JailError> {
        Ok(Meta::of(&statat(&self.node, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// What a listed name stands for, looked up where the listing did not say.
    pub fn kind(&self, listed: &Listed) -> Result<Kind, JailError> {
        listed.kind.map_or_else(|| self.meta(&listed.name).map(|meta| meta.kind), Ok)
    }

    /// Whether a name may not be opened: by a glob, or, where what it stands for is known, for its other names.
    pub fn denies(&self, name: &OsStr, meta: Option<&Meta>) -> bool {
        self.denied
            || self.jail.is_named(&self.path.join(name))
            || meta.is_some_and(|meta| self.jail.is_refused_hard_link(meta))
    }

    /// Opens a folder in this one; a link to one is no folder.
    pub fn folder(&self, name: &OsStr) -> Result<Folder<'j>, JailError> {
        let path = self.path.join(name);
        let denied = self.denied || self.jail.is_named(&path);
        let node = openat(&self.node, name, LISTABLE, Mode::empty())?;
        Ok(Folder { jail: self.jail, node, path, denied })
    }

    /// Opens a folder some way below this one, a component at a time; links are not followed.
    pub fn descend(&self, below: &Path) -> Result<Folder<'j>, JailError> {
        let path = self.path.join(below);
        let denied = self.denied || self.jail.is_covered(&path);
        if self.jail.openat2 && !below.as_os_str().is_empty() {
            let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
            if let Ok(node) = openat2(&self.node, below, LISTABLE, Mode::empty(), within) {
                return Ok(Folder { jail: self.jail, node, path, denied });
            }
        }
        let mut node = openat(&self.node, c".", LISTABLE, Mode::empty())?;
        for part in below {
            node = openat(&node, part, LISTABLE, Mode::empty())?;
        }
        Ok(Folder { jail: self.jail, node, path, denied })
    }

    /// Opens a regular file in this folder for reading.
    pub fn file(&self, name: &OsStr) -> Result<Opened, JailError> {
        if self.denies(name, None) {
            return Err(JailError::Missing);
        }
        refuse_unless_regular(Some(self.meta(name)?.kind))?;
        self.jail.open_regular(&self.node, name, OFlags::RDONLY)
    }

    pub(crate) fn node(&self) -> &OwnedFd {
        &self.node
    }
}

/// The names in an open folder, in no order.
pub(crate) fn names_in(node: impl AsFd) -> Result<Vec<Listed>, JailError> {
    seek(&node, SeekFrom::Start(0))?;
    let mut buffer = vec![MaybeUninit::<u8>::uninit(); 32 * 1024];
    let mut entries = RawDir::new(node, &mut buffer);
    let mut names = Vec::new();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        let kind = Some(entry.file_type()).filter(|kind| *kind != FileType::Unknown).map(Kind::of);
        names.push(Listed { name: OsStr::from_bytes(name).to_owned(), kind });
    }
    Ok(names)
}

/// Opens a folder by its name in another, so that it can be listed.
pub(crate) fn open_listable(parent: impl AsFd, name: &OsStr) -> Result<OwnedFd, JailError> {
    Ok(openat(parent, name, LISTABLE, Mode::empty())?)
}
