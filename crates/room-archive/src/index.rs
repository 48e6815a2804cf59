//! The members by name, the last of each name.

use std::collections::BTreeMap;

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::name::MemberName;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// A folder, which an entry or only a path may name.
    Folder,
    /// A file.
    File {
        /// What the archive says it has, in bytes.
        size: u64,
    },
}

/// One line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name within its folder. It may hold controls.
    pub name: String,
    /// Whether it is a folder.
    pub folder: bool,
    /// What the archive says it has, in bytes; 0 for a folder.
    pub size: u64,
}

/// What lies directly in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The first 500, by name, without regard to letter case.
    pub entries: Vec<Listed>,
    /// How many more there are.
    pub more: usize,
    /// Entries of the whole archive that are left out: links, special files, and names that climb or are too long.
    pub skipped: u64,
    /// The archive has no end mark. Programs read such a tar without a word, but members may be missing.
    pub unfinished: bool,
}

/// How many a listing shows.
const SHOWN: usize = 500;

/// What an entry is, before its name is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    Folder,
    File {
        /// Its place among the archive's entries, from 0.
        entry: usize,
        size: u64,
    },
    /// A link or special file: it takes its name's place, and cannot be read.
    Other,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Folder,
    File { entry: usize, size: u64 },
}

/// The members of one archive.
pub(crate) struct Index {
    nodes: BTreeMap<String, Node>,
    bounds: Bounds,
    entries: usize,
    bytes: usize,
    skipped: u64,
    pub(crate) unfinished: bool,
}

impl Index {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { nodes: BTreeMap::new(), bounds, entries: 0, bytes: 0, skipped: 0, unfinished: false }
    }

    /// Takes up the archive's next entry.
    pub(crate) fn add(
        &mut self,
        spelling: &str,
        found: Found,
        denied: &dyn Fn(&str) -> bool,
    ) -> Result<(), ArchiveError> {
        self.entries += 1;
        if self.entries > self.bounds.entries {
            return Err(ArchiveError::Entries(self.bounds.entries));
        }
        let short = spelling.len() <= self.bounds.name;
        let Some(name) = MemberName::of(spelling).filter(|_| short) else {
            self.skipped += 1;
            return Ok(());
        };
        if name.is_top() {
            // A tar made of `.` begins with an entry for it; a file cannot have no name.
            self.skipped += u64::from(!matches!(found, Found::Folder));
            return Ok(());
        }
        let name = name.as_str();
        if self.is_denied(name, denied) {
            return Ok(());
        }
        let node = match found {
            Found::Other => {
                self.skipped += 1;
                self.take_away(name);
                return Ok(());
            }
            Found::Folder => Node::Folder,
            Found::File { .. } if self.has_below(name) => return Ok(()),
            Found::File { entry, size } => Node::File { entry, size },
        };
        for folder in ancestors(name) {
            if matches!(self.nodes.get(folder), Some(Node::Folder)) {
                break;
            }
            self.put(folder, Node::Folder)?;
        }
        self.put(name, node)
    }

    /// Whether a name or a folder above it is denied. Folders that are there already have been asked about.
    fn is_denied(&self, name: &str, denied: &dyn Fn(&str) -> bool) -> bool {
        denied(name)
            || ancestors(name)
                .take_while(|folder| !matches!(self.nodes.get(*folder), Some(Node::Folder)))
                .any(denied)
    }

    fn put(&mut self, name: &str, node: Node) -> Result<(), ArchiveError> {
        if let Some(old) = self.nodes.get_mut(name) {
            *old = node;
            return Ok(());
        }
        if self.nodes.len() >= self.bounds.entries {
            return Err(ArchiveError::Entries(self.bounds.entries));
        }
        self.bytes += name.len();
        if self.bytes > self.bounds.names {
            return Err(ArchiveError::Headers(self.bounds.names));
        }
        self.nodes.insert(name.to_owned(), node);
        Ok(())
    }

    fn take_away(&mut self, name: &str) {
        if !self.has_below(name) && self.nodes.remove(name).is_some() {
            self.bytes -= name.len();
        }
    }

    /// Whether something lies in the folder of this name: then it stays one, whatever else bears its name.
    fn has_below(&self, name: &str) -> bool {
        let inside = format!("{name}/");
        self.nodes.range(inside.clone()..).next().is_some_and(|(first, _)| first.starts_with(&inside))
    }

    fn node(&self, spelling: &str) -> Result<Node, ArchiveError> {
        let name = MemberName::of(spelling).ok_or(ArchiveError::Missing)?;
        if name.is_top() {
            return Ok(Node::Folder);
        }
        self.nodes.get(name.as_str()).copied().ok_or(ArchiveError::Missing)
    }

    pub(crate) fn find(&self, spelling: &str) -> Result<Member, ArchiveError> {
        Ok(match self.node(spelling)? {
            Node::Folder => Member::Folder,
            Node::File { size, .. } => Member::File { size },
        })
    }

    /// A file's place among the entries, and its size.
    pub(crate) fn file(&self, spelling: &str) -> Result<(usize, u64), ArchiveError> {
        match self.node(spelling)? {
            Node::Folder => Err(ArchiveError::IsAFolder),
            Node::File { entry, size } => Ok((entry, size)),
        }
    }

    pub(crate) fn list(&self, spelling: &str) -> Result<Listing, ArchiveError> {
        let name = MemberName::of(spelling).ok_or(ArchiveError::Missing)?;
        if let Node::File { .. } = self.node(spelling)? {
            return Err(ArchiveError::IsAFile);
        }
        let inside = if name.is_top() { String::new() } else { format!("{}/", name.as_str()) };
        let mut children: Vec<(String, &str, Node)> = self
            .nodes
            .range(inside.clone()..)
            .map_while(|(path, node)| Some((path.strip_prefix(&inside)?, *node)))
            .filter(|(child, _)| !child.contains('/'))
            .map(|(child, node)| (child.to_lowercase(), child, node))
            .collect();
        children.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let more = children.len().saturating_sub(SHOWN);
        let entries = children.into_iter().take(SHOWN).map(|(_, child, node)| listed(child, node)).collect();
        Ok(Listing { entries, more, skipped: self.skipped, unfinished: self.unfinished })
    }
}

fn listed(name: &str, node: Node) -> Listed {
    let (folder, size) = match node {
        Node::Folder => (true, 0),
        Node::File { size, .. } => (false, size),
    };
    Listed { name: name.to_owned(), folder, size }
}

/// The folders a name lies in, the nearest first.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(name.rsplit_once('/'), |(folder, _)| folder.rsplit_once('/'))
        .map(|(folder, _)| folder)
}

#[cfg(test)]
mod tests;
