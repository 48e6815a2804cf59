//! Files and folders that appear whole or not at all: made beside their place, synced, renamed, the folder synced.
//!
//! What is being made is locked for as long as its process lives, so that [`clear`] can tell what a process that was
//! killed has left from what another is at work on.
#![expect(clippy::disallowed_methods, reason = "this is the module the lint points to")]

mod aside;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub use aside::Aside;

/// Why something is not in its place, or may not stay there.
#[derive(Debug, thiserror::Error)]
pub enum Unplaced {
    /// It is not; what stood there stands.
    #[error(transparent)]
    Refused(#[from] io::Error),
    /// It is, whole, but the system would not say that its name lasts.
    #[error("it was written and stands, but may not last ({0})")]
    MayNotLast(io::Error),
}

/// A file being written beside its place; dropped without [`Pending::finish`] it is gone.
#[derive(Debug)]
pub struct Pending {
    file: Option<BufWriter<File>>,
    beside: PathBuf,
    place: PathBuf,
}

impl Pending {
    /// Opens a file beside `place`, which itself is left as it is until [`Pending::finish`].
    pub fn beside(place: &Path) -> io::Result<Self> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let beside = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let _ = fs::remove_file(&beside);
        loop {
            let file = OpenOptions::new().write(true).create_new(true).mode(0o666).open(&beside)?;
            let this = Self {
                file: Some(BufWriter::with_capacity(1 << 18, file)),
                beside: beside.clone(),
                place: place.to_owned(),
            };
            // Where the file system has no locks nothing is ever cleared.
            let _ = this.file().lock();
            // Who cleared the folder may have met the name before its lock.
            if this.file().metadata()?.nlink() > 0 {
                return Ok(this);
            }
        }
    }

    fn file(&self) -> &File {
        self.file.as_ref().expect("the file is open until it is finished").get_ref()
    }

    /// Puts what was written on the disk, still beside its place, so that [`Pending::finish`] only has to rename.
    pub fn sync(&mut self) -> io::Result<()> {
        let writer = self.file.as_mut().expect("the file is open until it is finished");
        writer.flush()?;
        writer.get_ref().sync_data()
    }

    /// Puts what was written and synced in its place. The folder is the caller's to sync.
    pub fn place(mut self) -> io::Result<()> {
        let writer = self.file.take().expect("the file is taken once, here");
        let placed = writer.into_inner().map_err(io::IntoInnerError::into_error);
        let placed = placed.and_then(|_| fs::rename(&self.beside, &self.place));
        placed.inspect_err(|_| {
            let _ = fs::remove_file(&self.beside);
        })
    }

    /// Syncs what was written, puts it in its place, and syncs the folder.
    pub fn finish(mut self) -> Result<(), Unplaced> {
        self.sync()?;
        let folder = self.place.parent().map(Path::to_owned);
        self.place()?;
        sync_folder(folder.as_deref()).map_err(Unplaced::MayNotLast)
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().expect("the file is open until it is finished").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().expect("the file is open until it is finished").flush()
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// A folder being filled beside its place; dropped without [`PendingFolder::place`] it is gone with all it holds.
#[derive(Debug)]
pub struct PendingFolder {
    /// The folder itself, open and locked.
    folder: File,
    beside: PathBuf,
}

impl PendingFolder {
    /// Makes a folder beside `place`, where nothing should be.
    pub fn beside(place: &Path) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let process = std::process::id();
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let beside = place.with_file_name(format!(".room.{process}.{number}.part"));
            match fs::create_dir(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    made?;
                    let folder = File::open(&beside).inspect_err(|_| {
                        let _ = fs::remove_dir(&beside);
                    })?;
                    let _ = folder.try_lock();
                    return Ok(Self { folder, beside });
                }
            }
        }
    }

    /// Where the folder lies until it is placed.
    pub fn path(&self) -> &Path {
        &self.beside
    }

    /// Syncs the names in the folder and puts it in its place: never over a file or a folder that holds anything. What
    /// is in it must be synced, and the folder around it is the caller's to sync.
    pub fn place(mut self, place: &Path) -> io::Result<()> {
        self.folder.sync_all()?;
        fs::rename(&self.beside, place)?;
        self.beside = PathBuf::new();
        Ok(())
    }
}

impl Drop for PendingFolder {
    fn drop(&mut self) {
        if !self.beside.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.beside);
        }
    }
}

/// Takes away what a process that is gone has left in `folder`, to become one of these files or a room of its own.
/// What cannot be read or removed stays.
pub fn clear(folder: &Path, files: &[&str]) {
    for name in names_in(folder).unwrap_or_default() {
        let Some(made_for) = name.to_str().and_then(left_for) else { continue };
        let path = folder.join(&name);
        let kind = fs::symlink_metadata(&path).ok().map(|left| left.file_type());
        let is_room = made_for == "room" && kind.is_some_and(|kind| kind.is_dir());
        let is_file = files.contains(&made_for) && kind.is_some_and(|kind| kind.is_file());
        if (is_room || is_file) && File::open(&path).is_ok_and(|left| left.try_lock().is_ok()) {
            let _ = if is_room { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// What a hidden name says it was to become: `.corpus.txt.123.part` is of `corpus.txt`, `.room.123.4.part` of `room`.
fn left_for(name: &str) -> Option<&str> {
    let (name, numbers) = name.strip_prefix('.')?.strip_suffix(".part").map(|name| {
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        (bare, name.strip_prefix(bare).unwrap_or_default())
    })?;
    numbers.starts_with('.').then_some(name)
}

/// Writes a whole file, or leaves what stood there.
pub fn write(place: &Path, bytes: &[u8]) -> Result<(), Unplaced> {
    clear_for(place);
    let mut pending = Pending::beside(place)?;
    pending.write_all(bytes)?;
    pending.finish()
}

/// Writes a whole file that can be made again from others: it appears whole to every process, but nothing is synced, so
/// that after a power cut it may be gone or damaged. Whoever reads it must be able to tell.
pub fn put(place: &Path, bytes: &[u8]) -> io::Result<()> {
    clear_for(place);
    let mut pending = Pending::beside(place)?;
    pending.write_all(bytes)?;
    pending.flush()?;
    fs::rename(&pending.beside, place)?;
    pending.file = None;
    Ok(())
}

/// Takes away what a process that is gone has left beside a file's place.
fn clear_for(place: &Path) {
    if let (Some(folder), Some(name)) = (place.parent(), place.file_name().and_then(OsStr::to_str)) {
        clear(folder, &[name]);
    }
}

/// Takes a file away for good; one that is not there is as good.
pub fn remove(place: &Path) -> io::Result<()> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => sync_folder(place.parent()),
    }
}

/// Folders made on the way to a place; dropped before they are kept, those that nobody uses are gone again.
#[derive(Debug)]
#[must_use = "dropped, the folders are gone"]
pub struct MadeFolders {
    /// The innermost first.
    made: Vec<PathBuf>,
}

impl MadeFolders {
    /// What they were made for stands.
    pub fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for folder in &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes a folder and those around it, and their names last.
pub fn make_folders(folder: &Path) -> io::Result<MadeFolders> {
    let missing = folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let folders = MadeFolders { made: missing.map(Path::to_owned).collect() };
    fs::create_dir_all(folder)?;
    folders.made.iter().try_for_each(|folder| sync_folder(folder.parent()))?;
    Ok(folders)
}

/// The names in a folder, in no order (a folder of `""` is the current one).
///
/// The standard library's listing ends the process where the folder cannot be closed, as on a disk that fails.
pub fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in rustix::fs::Dir::new(File::open(or_here(folder))?)? {
        let name = entry?.file_name().to_bytes().to_owned();
        if name != b"." && name != b".." {
            names.push(OsString::from_vec(name));
        }
    }
    Ok(names)
}

/// Makes the names in a folder last (a folder of `None` or `""` is the current one).
pub fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    File::open(or_here(folder.unwrap_or(Path::new(""))))?.sync_all()
}

/// A folder, where an empty path is the current one.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}
