//! A regular file's bytes: mapped, without reading them (the one memory map of the readers), or read whole.
#![expect(unsafe_code, reason = "a memory map cannot be made without it; the argument stands at the call")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::ops::Deref;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a regular file.
#[derive(Debug)]
pub struct Map(Option<Mmap>);

impl Map {
    /// Maps a regular file. A folder, a FIFO and a device are errors, and none of them is waited for.
    pub fn open(path: &Path) -> io::Result<Self> {
        let (file, length) = regular(path)?;
        if length == 0 {
            return Ok(Self(None));
        }
        // SAFETY: the map is private and read-only, and rooms are replaced by a rename, never written in place, so
        // the mapped file keeps its bytes. Should someone else write into it during a call of a few milliseconds, the
        // call may serve the new bytes; should they cut it short, the system ends the process with a bus error.
        // Either harms that call alone: nothing here indexes past the length taken at the map's making, and text is
        // checked to be UTF-8 where it is taken from the map.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(Some(map)))
    }
}

/// Opens a regular file, and says how many bytes it has.
fn regular(path: &Path) -> io::Result<(File, u64)> {
    // Without O_NONBLOCK the open of a FIFO would wait for a writer.
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).expect("open flags fit the C int they are passed as");
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let kind = file.metadata()?;
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    if !kind.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is no regular file"));
    }
    Ok((file, kind.len()))
}

/// The bytes of a regular file that people may be editing, read whole: a map would change under the call.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, length) = regular(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_mapped() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Map::open(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(Map::open(&folder.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
        let fifo = folder.path().join("fifo");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        assert_eq!(Map::open(&fifo).unwrap_err().to_string(), "is no regular file");
        assert_eq!(read(&fifo).unwrap_err().to_string(), "is no regular file");
        assert!(Map::open(Path::new("/dev/null")).is_err());
    }

    #[test]
    fn an_empty_file_is_no_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty");
        crate::atomic::write(&path, b"").unwrap();
        assert!(Map::open(&path).unwrap().is_empty());
    }
}
