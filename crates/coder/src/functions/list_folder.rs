//! `coder::list-folder`: one folder, a page at a time.

use std::path::Path;

use room_jail::Folder;
use serde::{Deserialize, Serialize};

use super::kind_word;
use crate::error::{CoderError, For};
use crate::worker::Coder;

/// Which folder, and which page of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListFolder {
    /// The folder; the primary root where it is not given.
    #[serde(default = "here")]
    pub path: String,
    /// The page, from 1.
    pub page: Option<u64>,
    /// Entries a page; out-of-range sizes are brought into range.
    pub page_size: Option<u64>,
}

/// The primary root.
pub(crate) fn here() -> String {
    ".".to_owned()
}

/// A page of a folder.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// The folder; an entry's path is this, a slash, its name.
    pub path: String,
    /// In the order of their names' bytes.
    pub entries: Vec<ListedEntry>,
    /// Entries of the whole folder.
    pub total: u64,
    /// This page.
    pub page: u64,
    /// The size it was made with.
    pub page_size: u64,
    /// Whether there are entries after it.
    pub has_more: bool,
}

/// An entry of a folder; a link is described itself.
#[derive(Debug, Serialize)]
pub struct ListedEntry {
    /// The name; bytes that are no UTF-8 come as U+FFFD.
    pub name: String,
    /// `file`, `dir`, `symlink` or `other`.
    pub kind: &'static str,
    /// Bytes.
    pub size: u64,
    /// Last change, in seconds since 1970.
    pub mtime: i64,
    /// Whether nothing but its name may be had.
    pub non_accessible: bool,
}

impl Coder {
    /// `coder::list-folder`.
    pub fn list_folder(&self, request: &ListFolder) -> Result<Listing, CoderError> {
        let limits = self.limits();
        let refused = |error| self.refused(&request.path, For::Folder, &error);
        let folder = self.jail.list(Path::new(&request.path)).map_err(refused)?;
        let page = request.page.unwrap_or(1).max(1);
        let page_size = request.page_size.unwrap_or(limits.list_default_page_size);
        let page_size = page_size.clamp(1, limits.list_max_page_size);
        let names = folder.names().map_err(refused)?;
        let first = usize::try_from((page - 1).saturating_mul(page_size)).unwrap_or(usize::MAX);
        let size = usize::try_from(page_size).unwrap_or(usize::MAX);
        let entries = names.iter().skip(first).take(size);
        let entries = entries.filter_map(|listed| entry(&folder, &listed.name)).collect();
        Ok(Listing {
            path: folder.path().display().to_string(),
            entries,
            total: names.len() as u64,
            page,
            page_size,
            has_more: first.saturating_add(size) < names.len(),
        })
    }
}

/// An entry as it is now; `None` where it went since it was listed.
pub(crate) fn entry(folder: &Folder<'_>, name: &std::ffi::OsStr) -> Option<ListedEntry> {
    let meta = folder.meta(name).ok()?;
    Some(ListedEntry {
        name: name.to_string_lossy().into_owned(),
        kind: kind_word(meta.kind),
        size: meta.size,
        mtime: meta.mtime,
        non_accessible: folder.denies(name, Some(&meta)),
    })
}
