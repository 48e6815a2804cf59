//! Files and folders that appear whole or not at all: made beside their place, synced, renamed, the folder synced.
//!
//! What is being made is locked for as long as its process lives, so that [`clear`] can tell what a process that was
//! killed has left from what another is at work on.
#![expect(clippy::disallowed_methods, reason = "this is the door the lint points to")]

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
        let file = OpenOptions::new().write(true).create_new(true).mode(0o666).open(&beside)?;
        // Where the file system has no locks nothing is ever cleared.
        let _ = file.try_lock();
        Ok(Self { file: Some(BufWriter::with_capacity(1 << 18, file)), beside, place: place.to_owned() })
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
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        let folder = self.place.parent().map(Path::to_owned);
        self.place()?;
        sync_folder(folder.as_deref())
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
                    let folder = File::open(&beside)?;
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
    for entry in fs::read_dir(or_here(folder)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(made_for) = name.to_str().and_then(left_for) else { continue };
        let kind = entry.file_type().ok();
        let is_room = made_for == "room" && kind.is_some_and(|kind| kind.is_dir());
        let is_file = files.contains(&made_for) && kind.is_some_and(|kind| kind.is_file());
        if (is_room || is_file) && File::open(entry.path()).is_ok_and(|left| left.try_lock().is_ok()) {
            let _ = if is_room { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
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
pub fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut pending = Pending::beside(place)?;
    pending.write_all(bytes)?;
    pending.finish()
}

/// Writes a whole file that can be made again from others: it appears whole to every process, but nothing is synced, so
/// that after a power cut it may be gone or damaged. Whoever reads it must be able to tell.
pub fn put(place: &Path, bytes: &[u8]) -> io::Result<()> {
    if let (Some(folder), Some(name)) = (place.parent(), place.file_name().and_then(OsStr::to_str)) {
        clear(folder, &[name]);
    }
    let mut pending = Pending::beside(place)?;
    pending.write_all(bytes)?;
    pending.flush()?;
    fs::rename(&pending.beside, place)?;
    pending.file = None;
    Ok(())
}

/// Takes a file away for good; one that is not there is as good.
pub fn remove(place: &Path) -> io::Result<()> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => sync_folder(place.parent()),
    }
}

/// Makes a folder and those around it, and their names last.
pub fn make_folders(folder: &Path) -> io::Result<()> {
    let missing: Vec<_> =
        folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    fs::create_dir_all(folder)?;
    missing.into_iter().try_for_each(|folder| sync_folder(folder.parent()))
}

/// Makes the names in a folder last (a folder of `None` or `""` is the current one).
pub fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    File::open(or_here(folder.unwrap_or(Path::new(""))))?.sync_all()
}

/// A folder, where an empty path is the current one.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_leaves_nothing_and_harms_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("corpus.txt");
        write(&place, b"old").unwrap();
        let mut pending = Pending::beside(&place).unwrap();
        pending.write_all(b"new, but").unwrap();
        drop(pending);
        assert_eq!(fs::read(&place).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_is_placed_whole_and_over_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a/room");
        make_folders(place.parent().unwrap()).unwrap();
        let fill = |words: &[u8]| {
            let pending = PendingFolder::beside(&place).unwrap();
            write(&pending.path().join("corpus.txt"), words).unwrap();
            pending
        };
        let second = fill(b"second");
        drop(fill(b"dropped"));
        assert!(!place.exists());
        fill(b"first").place(&place).unwrap();
        assert!(second.place(&place).is_err());
        assert_eq!(fs::read(place.join("corpus.txt")).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn only_what_the_dead_have_left_is_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for stays in [
            ".corpus.txt.part",
            ".corpus.txt.1.part.bak",
            "corpus.txt.1.part",
            ".notes.1.part",
            ".room.1.1.part",
        ] {
            fs::write(at(stays), b"").unwrap();
        }
        let (file, room) =
            (Pending::beside(&at("corpus.txt")).unwrap(), PendingFolder::beside(&at("x")).unwrap());
        let names = || {
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            names.collect::<std::collections::BTreeSet<_>>()
        };
        let before = names();
        assert_eq!(before.len(), 7);
        fs::write(at(".corpus.txt.1.part"), b"half").unwrap();
        fs::create_dir(at(".room.2.17.part")).unwrap();
        fs::write(at(".room.2.17.part/record.jsonl"), b"half").unwrap();
        clear(folder.path(), &["corpus.txt"]);
        assert_eq!(names(), before);
        drop((file, room));
        assert_eq!(names().len(), 5);
    }
}
