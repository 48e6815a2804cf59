//! Where a name that leads nowhere stands elsewhere, so that a refusal can say what was perhaps meant.
//!
//! The answer depends on the name and on what may be opened, never on what is denied: it is the same for a denied path
//! and one that is not there.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use room_jail::{Folder, Kind, Last};

use crate::worker::Coder;

/// How many are named.
const MOST: usize = 5;

/// How many names are looked at.
const LOOKED_AT: usize = 50_000;

/// Files of the asked one's name, letter case aside; dependencies, build output and caches are not looked into.
/// From the primary root, the nearest to it first.
pub(super) fn elsewhere(coder: &Coder, asked: &str) -> Vec<String> {
    let name =
        Path::new(asked).file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let top = coder.jail.resolve(Path::new("."), Last::Follow).ok();
    let Some(top) = top.and_then(|place| coder.jail.folder(&place).ok()) else { return Vec::new() };
    let root = top.path().to_owned();
    let mut todo = VecDeque::from([top]);
    let (mut found, mut looked_at) = (Vec::new(), 0);
    while let Some(folder) = todo.pop_front() {
        let Ok(names) = folder.names() else { continue };
        looked_at += names.len();
        if looked_at > LOOKED_AT || found.len() >= MOST {
            break;
        }
        for listed in names {
            let path = folder.path().join(&listed.name);
            let relative = path.strip_prefix(&root).map(Path::to_owned).unwrap_or_default();
            match folder.kind(&listed) {
                Ok(Kind::Folder) if !coder.noise().hides_folder(&relative) => {
                    todo.extend(below(&folder, &listed.name));
                }
                Ok(Kind::File)
                    if listed.name.to_string_lossy().to_lowercase() == name
                        && !folder.denies(&listed.name, None) =>
                {
                    found.push(relative);
                }
                _ => {}
            }
        }
    }
    found.truncate(MOST);
    found.iter().map(|path: &PathBuf| path.display().to_string()).collect()
}

/// A folder in another that may be looked into.
fn below<'j>(folder: &Folder<'j>, name: &std::ffi::OsStr) -> Option<Folder<'j>> {
    folder.folder(name).ok().filter(|folder| !folder.is_denied())
}
