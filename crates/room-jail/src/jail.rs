//! The jail as a whole: its roots, its globs, and the questions that need both.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::denied::Denied;
use crate::error::{JailError, SettingsError};
use crate::place::{Kind, Meta, Place};
use crate::roots::{self, Root, Unreachable};

/// What a jail is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The allowed roots; relative paths start at the first.
    pub roots: Vec<PathBuf>,
    /// Deny globs, in globset's dialect, relative to a root.
    pub denied: Vec<String>,
    /// Whether files with more than one name are refused too: one of the names may be a denied or an outside one.
    pub deny_hard_links: bool,
    /// Whether to use `openat2` where the kernel has it. The answers are the same without.
    pub openat2: bool,
}

impl Settings {
    /// A jail of these roots, nothing denied.
    pub fn new(roots: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let roots = roots.into_iter().map(Into::into).collect();
        Self { roots, denied: Vec::new(), deny_hard_links: false, openat2: true }
    }
}

/// Allowed roots and deny globs. Built once; shared by all calls.
#[derive(Debug)]
pub struct Jail {
    pub(crate) roots: Vec<Root>,
    pub(crate) openat2: bool,
    denied: Denied,
    deny_hard_links: bool,
    unreachable: Vec<Unreachable>,
    /// The folders whose leftovers this process has removed.
    pub(crate) swept: Mutex<HashSet<(u64, u64)>>,
}

impl Jail {
    /// Opens the roots and compiles the globs.
    pub fn open(settings: &Settings) -> Result<Self, SettingsError> {
        let denied = Denied::compile(&settings.denied)?;
        let (roots, unreachable) = roots::open(&settings.roots)?;
        Ok(Self {
            roots,
            denied,
            unreachable,
            swept: Mutex::default(),
            deny_hard_links: settings.deny_hard_links,
            openat2: settings.openat2,
        })
    }

    /// The canonical paths of the roots, the primary first.
    pub fn roots(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|root| root.path.as_path())
    }

    /// The roots that could not be opened, and why.
    pub fn unreachable(&self) -> &[Unreachable] {
        &self.unreachable
    }

    /// The root a canonical path belongs to, by number: the first that holds it.
    pub fn home(&self, path: &Path) -> Option<usize> {
        self.roots.iter().position(|root| root.below(path).is_some())
    }

    /// A canonical path from its root on; the path itself where no root holds it.
    pub fn from_root<'p>(&self, path: &'p Path) -> &'p Path {
        self.roots.iter().find_map(|root| root.below(path)).unwrap_or(path)
    }

    /// Whether a glob names this canonical path, as seen from any root that holds it.
    pub(crate) fn is_named(&self, path: &Path) -> bool {
        self.roots.iter().filter_map(|root| root.below(path)).any(|below| self.denied.names(below))
    }

    /// Whether a glob names this canonical path or a folder above it, as seen from any root that holds it.
    pub(crate) fn is_covered(&self, path: &Path) -> bool {
        self.roots.iter().filter_map(|root| root.below(path)).any(|below| self.denied.covers(below))
    }

    /// Whether a glob covers what is inside a file: the name it has there, or that name beside the file.
    pub fn denies_member(&self, holder: &Path, member: &Path) -> bool {
        self.denied.covers(member) || self.is_covered(&holder.parent().unwrap_or(holder).join(member))
    }

    /// Whether a file is refused for its other names.
    pub(crate) fn is_refused_hard_link(&self, meta: &Meta) -> bool {
        self.deny_hard_links && meta.kind == Kind::File && meta.links > 1
    }

    /// A root, or a folder with a root below it, is never moved or deleted.
    pub(crate) fn refuse_roots(&self, place: &Place) -> Result<(), JailError> {
        let holds_one = self.roots.iter().any(|root| root.path.starts_with(&place.path));
        if place.is_root() || holds_one { Err(JailError::IsARoot) } else { Ok(()) }
    }
}
