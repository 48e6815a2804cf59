//! A file put out of sight while another takes its place, and brought back if that fails.
#![expect(clippy::disallowed_methods, reason = "part of the module the lint points to")]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file under a hidden name; dropped before [`Aside::forget`], it has its own name again. What a killed process leaves
/// of it is [cleared](super::clear) as a half-written file is.
#[derive(Debug)]
pub struct Aside {
    place: PathBuf,
    hidden: Option<PathBuf>,
    /// The file, locked for as long as it may be wanted again.
    _locked: Option<File>,
}

impl Aside {
    /// Takes a file out of sight. Where there is none, none is brought back.
    pub fn hide(place: &Path) -> io::Result<Self> {
        let (hidden, locked) = (hidden(place), locked(place));
        match fs::rename(place, &hidden) {
            Ok(()) => Ok(Self { place: place.to_owned(), hidden: Some(hidden), _locked: locked }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::nothing(place)),
            Err(error) => Err(error),
        }
    }

    /// Keeps a file under a second name and leaves it in sight, so that nobody misses it. Where the file system has no
    /// second names nothing is kept.
    pub fn keep(place: &Path) -> Self {
        let (hidden, locked) = (hidden(place), locked(place));
        let _ = fs::remove_file(&hidden);
        match fs::hard_link(place, &hidden) {
            Ok(()) => Self { place: place.to_owned(), hidden: Some(hidden), _locked: locked },
            Err(_) => Self::nothing(place),
        }
    }

    fn nothing(place: &Path) -> Self {
        Self { place: place.to_owned(), hidden: None, _locked: None }
    }

    /// Takes it away for good: another has its place.
    pub fn forget(mut self) {
        if let Some(hidden) = self.hidden.take() {
            let _ = fs::remove_file(hidden);
        }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let Some(hidden) = self.hidden.take() else { return };
        let _ = fs::rename(&hidden, &self.place);
        // Of two names of one file a rename makes none go.
        let _ = fs::remove_file(hidden);
    }
}

fn hidden(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}.{}.0.part", std::process::id()))
}

/// A file, locked so that nobody takes its hidden name for a dead process's.
fn locked(place: &Path) -> Option<File> {
    let file = File::open(place).ok()?;
    file.try_lock().ok()?;
    Some(file)
}
