//! Files that appear whole or not at all: written beside their place, synced, renamed, the folder synced.
#![expect(clippy::disallowed_methods, reason = "this is the door the lint points to")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

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
        Ok(Self { file: Some(BufWriter::with_capacity(1 << 18, file)), beside, place: place.to_owned() })
    }

    /// Puts what was written on the disk, still beside its place, so that [`Pending::finish`] only has to rename.
    pub fn sync(&mut self) -> io::Result<()> {
        let writer = self.file.as_mut().expect("the file is open until it is finished");
        writer.flush()?;
        writer.get_ref().sync_data()
    }

    /// Syncs what was written, puts it in its place, and syncs the folder.
    pub fn finish(mut self) -> io::Result<()> {
        let writer = self.file.take().expect("the file is taken once, here");
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_data()?;
        fs::rename(&self.beside, &self.place)?;
        sync_folder(self.place.parent())
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

/// Writes a whole file, or leaves what stood there.
pub fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut pending = Pending::beside(place)?;
    pending.write_all(bytes)?;
    pending.finish()
}

/// Writes a whole file that can be made again from others: it appears whole to every process, but nothing is synced, so
/// that after a power cut it may be gone or damaged. Whoever reads it must be able to tell.
pub fn put(place: &Path, bytes: &[u8]) -> io::Result<()> {
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

/// Makes the names in a folder last (a folder of `None` or `""` is the current one).
pub fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    let folder = folder.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
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
}
