//! The brief as a text: a file, or standard input.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::AsFd as _;
use std::path::Path;

use room_corpus::corpus::file_name;

use crate::error::VerifyError;

/// Reads a brief; `-` is standard input. A byte order mark at its start is no part of it.
pub(crate) fn brief(path: &Path) -> Result<String, VerifyError> {
    let bytes = bytes(path).map_err(|error| VerifyError::Unreadable { file: file_name(path), error })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let sound = error.as_bytes().split_at(error.utf8_error().valid_up_to()).0;
            let line = memchr::memchr_iter(b'\n', sound).count() + 1;
            Err(VerifyError::NotUtf8 { file: file_name(path), line })
        }
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    // Not through std's own buffer: whoever reads the command line holds that one's lock.
    let mut file = if path.as_os_str() == "-" {
        File::from(io::stdin().as_fd().try_clone_to_owned()?)
    } else {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
        }
        file
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
