//! The walk once more, slow and plain: by names and `std`, on a tree that nobody else changes.
//!
//! It judges only walks that stay in the root they began in. Whatever goes out on the way is [`Way::Elsewhere`], and is
//! held by what an answer may be, not by what it must be.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

/// The jail's globs: some for a name anywhere, one for a place.
pub const DENIED: [&str; 4] = ["**/.env", "**/*.pem", "**/secrets/**", "a/private/**"];

/// How a path goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// It ends here, in the root and past nothing denied.
    Here(PathBuf),
    /// A name on it is denied.
    Denied,
    /// It leaves its root, leads nowhere, or the model has nothing to say.
    Elsewhere,
}

/// Walks a path, links at its end followed.
pub fn way(asked: &Path, roots: &[PathBuf; 2]) -> Way {
    if asked.as_os_str().as_bytes().contains(&0) {
        return Way::Elsewhere;
    }
    let (root, rest) = if asked.is_absolute() {
        match roots.iter().find_map(|root| Some((root, below(asked, root)?))) {
            Some(found) => found,
            None => return Way::Elsewhere,
        }
    } else {
        (&roots[0], asked.as_os_str().as_bytes().to_vec())
    };
    let mut todo = parts(&rest, false);
    let (mut at, mut spelled, mut links) = (root.clone(), root.clone(), 0);
    while !todo.is_empty() {
        let (name, from_link) = todo.remove(0);
        if !at.is_dir() {
            return Way::Elsewhere;
        }
        match name.as_bytes() {
            b"." => continue,
            b".." => {
                if at == *root {
                    return Way::Elsewhere;
                }
                at.pop();
                spelled.pop();
                continue;
            }
            _ => {}
        }
        let here = at.join(&name);
        if !from_link {
            spelled.push(&name);
        }
        if is_denied(&here, roots) || (!from_link && is_denied(&spelled, roots)) {
            return Way::Denied;
        }
        let Ok(meta) = fs::symlink_metadata(&here) else { return Way::Elsewhere };
        if !meta.is_symlink() {
            at = here;
            continue;
        }
        links += 1;
        let Ok(target) = fs::read_link(&here) else { return Way::Elsewhere };
        let rest = if target.is_absolute() {
            let Some(rest) = below(&target, root) else { return Way::Elsewhere };
            at.clone_from(root);
            rest
        } else {
            target.into_os_string().into_vec()
        };
        if links > 40 {
            return Way::Elsewhere;
        }
        todo.splice(0..0, parts(&rest, true));
    }
    Way::Here(at)
}

/// Whether a glob of [`DENIED`] names this path, or one above it, as seen from a root that holds it.
pub fn is_denied(path: &Path, roots: &[PathBuf; 2]) -> bool {
    roots.iter().filter_map(|root| path.strip_prefix(root).ok()).any(|below| {
        let parts: Vec<_> = below.iter().map(|part| part.as_bytes().to_ascii_lowercase()).collect();
        let by_name = |part: &Vec<u8>| part == b".env" || part == b"secrets" || part.ends_with(b".pem");
        let by_place = parts.first().is_some_and(|part| part == b"a")
            && parts.get(1).is_some_and(|part| part == b"private");
        by_place || parts.iter().any(by_name)
    })
}

/// What is left of an absolute path below a root, letter for letter.
fn below(path: &Path, root: &Path) -> Option<Vec<u8>> {
    let rest = path.as_os_str().as_bytes().strip_prefix(root.as_os_str().as_bytes())?;
    (rest.is_empty() || rest.starts_with(b"/")).then(|| rest.to_vec())
}

/// The names of a path. A slash at the end asks for a folder, as a `.` does.
fn parts(path: &[u8], from_link: bool) -> Vec<(OsString, bool)> {
    let names = path.split(|&byte| byte == b'/').filter(|name| !name.is_empty());
    let mut parts: Vec<_> = names.map(|name| (OsString::from_vec(name.to_vec()), from_link)).collect();
    if path.ends_with(b"/") {
        parts.push((".".into(), from_link));
    }
    parts
}
