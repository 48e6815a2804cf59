//! `coder::tree`: a folder and what is below it, bounded in depth, in breadth and as a whole.
//!
//! The tree is laid out level by level, so that where the whole becomes too much it is the depths that are missing and
//! not whatever came last in the alphabet.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use room_jail::{Folder, JailError, Kind};
use serde::{Deserialize, Serialize};

use super::kind_word;
use super::list_folder::here;
use crate::error::{CoderError, For};
use crate::worker::Coder;

/// The bytes an answer may have, roughly: names, and what stands around each.
const MOST_BYTES: usize = 4 << 20;
/// What stands around a name in the answer.
const AROUND_A_NAME: usize = 96;

/// Which folder, and how much of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The folder; the primary root where it is not given.
    #[serde(default = "here")]
    pub path: String,
    /// Levels to go down; the folder itself is level 0.
    pub max_depth: Option<u64>,
    /// Children of a folder to show, at least 1.
    pub per_folder_limit: Option<u64>,
    /// Whether noise (`.git`, `target`, …) is passed over.
    pub use_default_excludes: Option<bool>,
}

/// A tree.
#[derive(Debug, Serialize)]
pub struct Snapshot {
    /// The path of the root node; a child's path is its parent's, a slash, its name.
    pub path: String,
    /// The folder asked for.
    pub root: Node,
}

/// A file or folder of a tree.
#[derive(Debug, Serialize)]
pub struct Node {
    /// Its name; bytes that are no UTF-8 come as U+FFFD.
    pub name: String,
    /// `file`, `dir`, `symlink` or `other`.
    pub kind: &'static str,
    /// Bytes.
    pub size: u64,
    /// Last change, in seconds since 1970.
    pub mtime: i64,
    /// Whether nothing but its name may be had.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub non_accessible: bool,
    /// What is in it, in the order of the names' bytes; absent in files and in folders that were not looked into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<Node>>,
    /// Why not everything in it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<Truncated>,
}

/// Why a folder is not shown whole.
#[derive(Debug, Serialize)]
pub struct Truncated {
    /// `max_depth`, `per_folder_limit`, `max_nodes`, `default_exclude` or `io_error`.
    pub reason: &'static str,
    /// Children shown.
    pub shown: u64,
    /// Children there are, where they were counted; noise is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The call that shows the rest.
    pub hint: String,
}

/// A folder still to be looked into: its way down from the root node, in names and in positions.
struct Below {
    path: PathBuf,
    at: Vec<usize>,
}

/// What may still be shown.
struct Room {
    nodes: u64,
    bytes: usize,
}

impl Coder {
    /// `coder::tree`.
    pub fn tree(&self, request: &Tree) -> Result<Snapshot, CoderError> {
        let limits = self.limits();
        let refused = |error| self.refused(&request.path, For::Folder, &error);
        let top = self.jail.list(Path::new(&request.path)).map_err(refused)?;
        let from_root = self.jail.from_root(top.path());
        let quiet = request.use_default_excludes.unwrap_or(true) && !self.noise().is_asked_for(from_root);
        let meta = top.meta(".".as_ref()).map_err(refused)?;
        let name = top.path().file_name().unwrap_or(top.path().as_os_str());
        let mut root = Node {
            name: name.to_string_lossy().into_owned(),
            kind: kind_word(meta.kind),
            size: meta.size,
            mtime: meta.mtime,
            non_accessible: top.is_denied(),
            children: None,
            truncated: None,
        };
        let growth = Growth {
            coder: self,
            top: &top,
            quiet,
            depth: request.max_depth.unwrap_or(limits.tree_default_depth),
            breadth: request.per_folder_limit.unwrap_or(limits.tree_per_folder_limit).max(1),
        };
        growth.grow(&mut root, Room { nodes: limits.tree_max_nodes - 1, bytes: MOST_BYTES });
        Ok(Snapshot { path: top.path().display().to_string(), root })
    }
}

struct Growth<'c> {
    coder: &'c Coder,
    top: &'c Folder<'c>,
    /// Whether noise is passed over.
    quiet: bool,
    depth: u64,
    breadth: u64,
}

impl Growth<'_> {
    fn grow(&self, root: &mut Node, mut left: Room) {
        let mut todo = VecDeque::from([Below { path: PathBuf::new(), at: Vec::new() }]);
        while let Some(below) = todo.pop_front() {
            let node = below.at.iter().fold(&mut *root, |node, &at| {
                &mut node.children.as_mut().expect("it was laid out before what is below it")[at]
            });
            if below.at.len() as u64 >= self.depth {
                node.truncated = Some(self.truncated("max_depth", &below.path, 0, None));
                continue;
            }
            match self.look_into(&below, &mut left) {
                Ok((children, folders, truncated)) => {
                    node.children = children;
                    node.truncated = truncated;
                    todo.extend(folders);
                }
                Err(_) => node.truncated = Some(self.truncated("io_error", &below.path, 0, None)),
            }
        }
    }

    /// The children of a folder, the folders among them, and why not all are shown.
    #[expect(
        clippy::type_complexity,
        reason = "three things that are taken apart at once by the only caller"
    )]
    fn look_into(
        &self,
        below: &Below,
        left: &mut Room,
    ) -> Result<(Option<Vec<Node>>, Vec<Below>, Option<Truncated>), JailError> {
        let folder = if below.at.is_empty() { None } else { Some(self.top.descend(&below.path)?) };
        let folder = folder.as_ref().unwrap_or(self.top);
        let names = self.names(folder)?;
        if left.nodes == 0 || left.bytes == 0 {
            let total = names.len() as u64;
            return Ok((None, Vec::new(), Some(self.truncated("max_nodes", &below.path, 0, Some(total)))));
        }
        let (mut children, mut folders, mut reason) = (Vec::new(), Vec::new(), None);
        for (name, hidden) in &names {
            if children.len() as u64 == self.breadth {
                reason = Some("per_folder_limit");
                break;
            }
            let cost = name.len() + AROUND_A_NAME;
            if left.nodes == 0 || left.bytes < cost {
                left.bytes = 0;
                reason = Some("max_nodes");
                break;
            }
            // Gone since it was listed.
            let Ok(meta) = folder.meta(name) else { continue };
            left.nodes -= 1;
            left.bytes -= cost;
            let path = below.path.join(name);
            let mut node = Node {
                name: name.to_string_lossy().into_owned(),
                kind: kind_word(meta.kind),
                size: meta.size,
                mtime: meta.mtime,
                non_accessible: folder.denies(name, Some(&meta)),
                children: None,
                truncated: None,
            };
            if *hidden {
                node.truncated = Some(self.truncated("default_exclude", &path, 0, None));
            } else if meta.kind == Kind::Folder {
                let at = below.at.iter().copied().chain([children.len()]).collect();
                folders.push(Below { path, at });
            }
            children.push(node);
        }
        let shown = children.len() as u64;
        let truncated =
            reason.map(|reason| self.truncated(reason, &below.path, shown, Some(names.len() as u64)));
        Ok((Some(children), folders, truncated))
    }

    /// A folder's names less the files that are noise; with each, whether it is a folder that is.
    fn names(&self, folder: &Folder<'_>) -> Result<Vec<(OsString, bool)>, JailError> {
        let mut names = Vec::new();
        for listed in folder.names()? {
            let hidden = if self.quiet {
                let path = folder.path().join(&listed.name);
                let path = self.coder.jail.from_root(&path);
                // Gone since it was listed.
                let Ok(kind) = folder.kind(&listed) else { continue };
                if kind != Kind::Folder && self.coder.noise().hides_file(path) {
                    continue;
                }
                kind == Kind::Folder && self.coder.noise().hides_folder(path)
            } else {
                false
            };
            names.push((listed.name, hidden));
        }
        Ok(names)
    }

    fn truncated(&self, reason: &'static str, below: &Path, shown: u64, total: Option<u64>) -> Truncated {
        let path = self.top.path().join(below);
        let path = path.display();
        let hint = match reason {
            "default_exclude" => {
                format!("noise; call coder::tree with path '{path}', or \"use_default_excludes\": false")
            }
            "max_depth" | "max_nodes" => format!("call coder::tree with path '{path}'"),
            "io_error" => "it could not be listed; it may be gone or not readable".to_owned(),
            _ => format!("call coder::list-folder with path '{path}' for all pages"),
        };
        Truncated { reason, shown, total, hint }
    }
}
