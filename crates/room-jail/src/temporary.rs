//! The unguessable siblings that become files.
//!
//! A temporary is made exclusively, so a planted link or file is never written to, and is locked by its maker for as
//! long as it lives. One that nobody locks was left by a process that died: the next writer in the folder removes it.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::sync::Arc;

use rustix::fs::{
    AtFlags, FlockOperation, Mode, OFlags, RenameFlags, fchmod, flock, fstat, fsync, linkat, openat,
    renameat, renameat_with, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};

use crate::error::JailError;
use crate::folder::{names_in, open_listable};
use crate::jail::Jail;
use crate::place::{Kind, Meta};
use crate::undo::Undo;

const PREFIX: &str = ".coder-";
/// The end of a file being written.
const PART: &str = ".part";
/// The end of what was put aside until a batch is done.
const ASIDE: &str = ".aside";

/// A file being written beside its place; dropped before it is put there, it is gone.
#[derive(Debug)]
pub(crate) struct Temporary {
    folder: Arc<OwnedFd>,
    name: String,
    file: File,
    placed: bool,
}

impl Temporary {
    /// Makes a temporary in a folder, with a mode that lets nobody else in until it is placed.
    pub(crate) fn new(jail: &Jail, folder: &Arc<OwnedFd>) -> Result<Self, JailError> {
        jail.sweep(folder)?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            let name = unguessable(PART)?;
            let file = File::from(openat(folder, name.as_str(), flags, Mode::RUSR | Mode::WUSR)?);
            let this = Self { folder: Arc::clone(folder), name, file, placed: false };
            // A sweeper that met the name before the lock may have taken it for a leftover.
            let _ = flock(&this.file, FlockOperation::LockExclusive);
            if Meta::of(&fstat(&this.file)?).links == 1 {
                return Ok(this);
            }
        }
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Sets the mode: these bits, whatever the umask says.
    pub(crate) fn set_mode(&self, mode: u32) -> Result<(), JailError> {
        Ok(fchmod(&self.file, Mode::from_raw_mode(mode))?)
    }

    /// Syncs it and gives it its name, in place of what has that name. The folder is the caller's to settle.
    pub(crate) fn replace(mut self, name: &OsStr) -> Result<(), JailError> {
        fsync(&self.file)?;
        renameat(&self.folder, self.name.as_str(), &self.folder, name)?;
        self.placed = true;
        Ok(())
    }

    /// Syncs it and gives it its name, unless anything has that name: the kernel decides, not a look beforehand. The
    /// folder is the caller's to settle.
    pub(crate) fn make(mut self, name: &OsStr) -> Result<(), JailError> {
        fsync(&self.file)?;
        self.placed = rename_exclusively(&self.folder, OsStr::new(&self.name), &self.folder, name)?;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.placed {
            let _ = unlinkat(&self.folder, self.name.as_str(), AtFlags::empty());
        }
    }
}

/// Renames unless the new name is taken. Where the file system cannot do that in one step, a file gets its new name by
/// a hard link, which never replaces; then `false` says that the old name is still there.
pub(crate) fn rename_exclusively(
    from_folder: impl AsFd,
    from: &OsStr,
    to_folder: impl AsFd,
    to: &OsStr,
) -> Result<bool, JailError> {
    match renameat_with(&from_folder, from, &to_folder, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            linkat(&from_folder, from, &to_folder, to, AtFlags::empty())?;
            Ok(false)
        }
        Err(errno) => Err(errno.into()),
    }
}

/// Puts what has a name aside, under a name only the caller learns.
pub(crate) fn put_aside(folder: &Arc<OwnedFd>, name: &OsStr) -> Result<String, JailError> {
    let aside = unguessable(ASIDE)?;
    renameat(folder, name, folder, aside.as_str())?;
    Ok(aside)
}

/// Gives a file a second name, under which it can be brought back once the first leads elsewhere.
pub(crate) fn link_aside(folder: &Arc<OwnedFd>, name: &OsStr) -> Result<String, JailError> {
    let aside = unguessable(ASIDE)?;
    linkat(folder, name, folder, aside.as_str(), AtFlags::empty())?;
    Ok(aside)
}

/// 128 bits of the kernel's randomness between the prefix and an ending.
fn unguessable(ending: &str) -> Result<String, JailError> {
    let mut random = [0_u8; 16];
    let mut filled = 0;
    while filled < random.len() {
        filled += getrandom(&mut random[filled..], GetRandomFlags::empty())?;
    }
    let mut name = PREFIX.to_owned();
    for byte in random {
        write!(name, "{byte:02x}").expect("a String takes every write");
    }
    name.push_str(ending);
    Ok(name)
}

/// Makes the names in a folder last. A folder that may be written and not read cannot be synced; its names then last
/// when the system gets to them.
pub(crate) fn sync_folder(folder: &OwnedFd) -> Result<(), JailError> {
    match open_listable(folder, OsStr::new(".")) {
        Ok(node) => Ok(fsync(&node)?),
        Err(JailError::Io(error)) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes the names in these folders last, after a change that is done and recorded. Where it can be taken back, a
/// failure is one as any; otherwise the change stands, and the failure says so.
pub(crate) fn settle<'f>(
    folders: impl IntoIterator<Item = &'f Arc<OwnedFd>>,
    undo: &Undo,
) -> Result<(), JailError> {
    let settled = folders.into_iter().try_for_each(|folder| sync_folder(folder));
    settled.map_err(|error| if undo.is_on() { error } else { JailError::MayNotLast(error.to_string()) })
}

impl Jail {
    /// Removes what died processes left in a folder; once a folder and process, since only new deaths leave new ones.
    fn sweep(&self, folder: &OwnedFd) -> Result<(), JailError> {
        let id = Meta::of(&fstat(folder)?).id;
        let mut swept = self.swept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !swept.insert(id) {
            return Ok(());
        }
        let Ok(node) = open_listable(folder, OsStr::new(".")) else { return Ok(()) };
        for listed in names_in(&node)? {
            if listed.kind == Some(Kind::File) && is_temporary(&listed.name) {
                remove_if_left(&node, &listed.name);
            }
        }
        Ok(())
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let middle =
        name.as_bytes().strip_prefix(PREFIX.as_bytes()).and_then(|rest| rest.strip_suffix(PART.as_bytes()));
    middle.is_some_and(|middle| middle.len() == 32 && middle.iter().all(u8::is_ascii_hexdigit))
}

/// Removes a temporary that nobody has locked. What goes wrong here concerns nobody's call.
fn remove_if_left(folder: &OwnedFd, name: &OsStr) {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(file) = openat(folder, name, flags, Mode::empty()) else { return };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return;
    }
    let held = fstat(&file).map(|stat| Meta::of(&stat));
    let named = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).map(|stat| Meta::of(&stat));
    if let (Ok(held), Ok(named)) = (held, named)
        && held.is_same_file(&named)
        && held.links == 1
    {
        let _ = unlinkat(folder, name, AtFlags::empty());
    }
}
