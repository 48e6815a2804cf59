//! What a walk arrived at.

use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{FileType, Stat};

/// What a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, not followed.
    Link,
    /// A FIFO, socket or device.
    Special,
}

impl Kind {
    pub(crate) fn of(file_type: FileType) -> Self {
        match file_type {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Special,
        }
    }
}

/// What to do with a link at the very end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// Follow it: the caller means what it points to.
    Follow,
    /// Take the link itself: the caller deletes or moves it.
    Itself,
}

/// What the system says about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta {
    /// What it is.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Permission bits, set-id and sticky bits included (12 bits).
    pub mode: u32,
    /// Last change of the contents, in seconds since 1970.
    pub mtime: i64,
    /// The nanoseconds of that second.
    pub mtime_nanos: u32,
    /// How many names it has.
    pub links: u64,
    pub(crate) id: (u64, u64),
    pub(crate) owner: (u32, u32),
}

impl Meta {
    #[expect(clippy::useless_conversion, reason = "the widths of these fields differ between architectures")]
    pub(crate) fn of(stat: &Stat) -> Self {
        Self {
            kind: Kind::of(FileType::from_raw_mode(stat.st_mode)),
            size: u64::try_from(stat.st_size).unwrap_or(0),
            mode: u32::from(stat.st_mode) & 0o7777,
            mtime: i64::from(stat.st_mtime),
            mtime_nanos: u32::try_from(stat.st_mtime_nsec).unwrap_or(0),
            links: u64::from(stat.st_nlink),
            id: (u64::from(stat.st_dev), u64::from(stat.st_ino)),
            owner: (stat.st_uid, stat.st_gid),
        }
    }

    /// Whether two names lead to one file.
    pub fn is_same_file(&self, other: &Meta) -> bool {
        self.id == other.id
    }
}

/// A place inside a root that the caller may touch: its folder held open, and what stands there, if anything.
///
/// Only the jail makes one, after the walk and the deny globs.
#[derive(Clone, Debug)]
pub struct Place {
    /// Absolute and canonical: no links, no `.`, no `..`.
    pub(crate) path: PathBuf,
    /// The deepest folder of the path that exists.
    pub(crate) folder: Arc<OwnedFd>,
    /// The folders between that one and the name, which do not exist.
    pub(crate) absent: Vec<OsString>,
    /// The last component; empty for a root itself.
    pub(crate) name: OsString,
    /// The path was written with a slash at its end, so it can only mean a folder.
    pub(crate) as_folder: bool,
    /// What stands there.
    pub(crate) entry: Option<Entry>,
}

/// Something that exists, held by an `O_PATH` descriptor: known, not opened.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) node: Arc<OwnedFd>,
    pub(crate) meta: Meta,
}

impl Place {
    /// The canonical absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What stands there; `None` where nothing does.
    pub fn meta(&self) -> Option<&Meta> {
        self.entry.as_ref().map(|entry| &entry.meta)
    }

    /// What stands there; `None` where nothing does.
    pub fn kind(&self) -> Option<Kind> {
        self.meta().map(|meta| meta.kind)
    }

    /// Whether the folder it would stand in exists.
    pub fn has_folder(&self) -> bool {
        self.absent.is_empty()
    }

    /// Whether this is a root itself, reached from nowhere above it.
    pub(crate) fn is_root(&self) -> bool {
        self.name.is_empty()
    }

    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }
}
