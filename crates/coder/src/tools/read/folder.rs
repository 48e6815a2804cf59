//! A folder as a list two levels deep, newest first.

use std::fmt::Write as _;

use room_core::text::rfc3339_seconds;
use room_jail::{Folder, JailError, Kind, Meta};

/// Children of a folder in the folder that are named.
const CHILDREN: usize = 12;

/// Folders that are named and not looked into.
const PRUNED: [&str; 11] = [
    ".cache",
    ".git",
    ".next",
    ".parcel-cache",
    ".turbo",
    ".venv",
    "build",
    "coverage",
    "dist",
    "node_modules",
    "target",
];

/// The lines of a folder's list; of more than `most` names in one folder the first are taken.
pub(super) fn lines(folder: &Folder<'_>, most: usize) -> Result<Vec<String>, JailError> {
    let mut lines = vec![".".to_owned()];
    let (children, more) = children(folder, most)?;
    if children.is_empty() {
        lines.push("(an empty folder)".to_owned());
    }
    for child in &children {
        lines.push(child.line(""));
        if child.is_pruned() || child.kind != Some(Kind::Folder) || child.denied {
            continue;
        }
        let Ok(inner) = folder.folder(child.name.as_ref()) else { continue };
        let Ok((grandchildren, beyond)) = self::children(&inner, most) else { continue };
        lines.extend(within(&grandchildren, beyond));
    }
    lines.extend((more > 0).then(|| format!("… {more} more names")));
    Ok(lines)
}

/// What a folder in the folder shows: its newest, how many are left out, and its oldest.
fn within(children: &[Child], beyond: usize) -> Vec<String> {
    let shown = |children: &[Child]| children.iter().map(|child| child.line("  ")).collect::<Vec<_>>();
    if children.len() + beyond <= CHILDREN {
        return shown(children);
    }
    let (newest, rest) = children.split_at(CHILDREN - 1);
    let oldest = rest.last().map(std::slice::from_ref).unwrap_or_default();
    let left_out = format!("  … {} more", rest.len() - oldest.len() + beyond);
    [shown(newest), vec![left_out], shown(oldest)].concat()
}

struct Child {
    name: std::ffi::OsString,
    kind: Option<Kind>,
    meta: Option<Meta>,
    denied: bool,
}

/// What is in a folder, newest first, then by name; and how many names were left out.
fn children(folder: &Folder<'_>, most: usize) -> Result<(Vec<Child>, usize), JailError> {
    let names = folder.names()?;
    let beyond = names.len().saturating_sub(most);
    let mut children: Vec<Child> = names
        .into_iter()
        .take(most)
        .map(|listed| {
            let meta = folder.meta(&listed.name).ok();
            let denied = folder.denies(&listed.name, meta.as_ref());
            Child { kind: meta.map(|meta| meta.kind).or(listed.kind), name: listed.name, meta, denied }
        })
        .collect();
    children.sort_by_key(|child| std::cmp::Reverse(child.meta.map(|meta| meta.mtime)));
    Ok((children, beyond))
}

impl Child {
    fn is_pruned(&self) -> bool {
        self.kind == Some(Kind::Folder) && PRUNED.iter().any(|pruned| *self.name == **pruned)
    }

    fn line(&self, indent: &str) -> String {
        let mark = match self.kind {
            Some(Kind::Folder) => "/",
            Some(Kind::Link) => "@",
            Some(Kind::Special) => "|",
            _ => "",
        };
        let mut line = format!("{indent}- {}{mark}", self.name.to_string_lossy());
        if self.denied {
            line.push_str("  (not accessible)");
        } else if self.is_pruned() {
            line.push_str("  (not looked into)");
        } else if let Some(meta) = self.meta.filter(|meta| meta.kind == Kind::File) {
            let time = rfc3339_seconds(meta.mtime).unwrap_or_else(|| "-".to_owned());
            write!(line, "  {} bytes  {time}", meta.size).expect("a String takes every write");
        }
        line
    }
}
