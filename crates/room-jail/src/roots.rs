//! The folders the jail allows, opened once and held.

use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, Mode, OFlags, openat};

use crate::error::SettingsError;

/// An allowed root.
#[derive(Debug)]
pub(crate) struct Root {
    /// The folder itself. Everything below is reached from here.
    pub(crate) folder: Arc<OwnedFd>,
    /// Its canonical path: absolute, no links in it.
    pub(crate) path: PathBuf,
    /// The absolute path it was configured by, where that is another one (`/home/me/link`).
    alias: Option<PathBuf>,
}

impl Root {
    /// Opens a root. Links on the way to it are the operator's own and are followed, once, here.
    fn open(given: &Path) -> Result<Self, String> {
        let path = given.canonicalize().map_err(|error| error.to_string())?;
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = openat(CWD, &path, flags, Mode::empty())
            .map_err(|errno| std::io::Error::from(errno).to_string())?;
        let plain = |path: &PathBuf| !path.components().any(|part| part == Component::ParentDir);
        let alias = std::path::absolute(given).ok().filter(plain).filter(|alias| *alias != path);
        Ok(Self { folder: Arc::new(folder), path, alias })
    }

    /// Whether an absolute path is this root, by its own name or the configured one.
    pub(crate) fn is_spelled(&self, path: &Path) -> bool {
        self.spellings().any(|spelling| spelling == path)
    }

    /// Whether this root lies below an absolute path.
    pub(crate) fn is_below(&self, path: &Path) -> bool {
        self.spellings().any(|spelling| spelling.starts_with(path))
    }

    /// What is left of an absolute path below this root; `None` where it lies elsewhere.
    pub(crate) fn below<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.strip_prefix(&self.path).ok()
    }

    fn spellings(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.path.as_path()).chain(self.alias.as_deref())
    }
}

/// A configured root that is none.
#[derive(Clone, Debug)]
pub struct Unreachable {
    /// As it was configured.
    pub path: PathBuf,
    /// Why it could not be opened.
    pub why: String,
}

/// Opens the roots in order: the first is the primary. Those that cannot be opened are told, not fatal, as long as one
/// can; a root named twice is one root.
pub(crate) fn open(given: &[PathBuf]) -> Result<(Vec<Root>, Vec<Unreachable>), SettingsError> {
    let (mut roots, mut unreachable) = (Vec::<Root>::new(), Vec::new());
    for path in given {
        match Root::open(path) {
            Ok(root) => match roots.iter_mut().find(|known| known.path == root.path) {
                Some(known) => known.alias = known.alias.take().or(root.alias),
                None => roots.push(root),
            },
            Err(why) => unreachable.push(Unreachable { path: path.clone(), why }),
        }
    }
    if roots.is_empty() {
        return Err(SettingsError::NoRoot { tried: unreachable });
    }
    Ok((roots, unreachable))
}
