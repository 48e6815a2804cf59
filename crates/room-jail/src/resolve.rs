//! A path walked to the place it names, as the kernel would walk it, but never out of its root.
//!
//! Inside a root the walk holds a descriptor for every folder it went down, so `..` goes back to the folder it came
//! from. Outside (before an absolute path has reached a root, or after `..` past one) it holds no descriptor at all and
//! moves by text alone, along the canonical paths of the roots: it can come in again, and cannot look at anything else.

use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Mode, OFlags, ResolveFlags, fstat, openat, openat2, readlinkat};
use rustix::io::Errno;

use crate::error::{Escape, JailError, escape};
use crate::jail::Jail;
use crate::place::{Entry, Kind, Last, Meta, Place};
use crate::roots::Root;

/// How many links a path may have: as many as the kernel allows.
const MOST_LINKS: u32 = 40;

/// Looks at what a name stands for without opening or following it.
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Jail {
    /// Walks to the place a path names. Relative paths start at the primary root and must stay in it; absolute ones
    /// may end in any root. What does not exist yet is a place too; what is denied is [`JailError::Missing`].
    pub fn resolve(&self, asked: &Path, last: Last) -> Result<Place, JailError> {
        self.walk(asked, last, false).map(|(place, _)| place)
    }

    /// As [`Jail::resolve`], for listings alone: a denied folder is arrived at, and the answer says that it is denied.
    pub(crate) fn resolve_listed(&self, asked: &Path) -> Result<(Place, bool), JailError> {
        let (place, denied) = self.walk(asked, Last::Follow, true)?;
        if denied && place.kind() != Some(Kind::Folder) {
            return Err(JailError::Missing);
        }
        Ok((place, denied))
    }

    fn walk(&self, asked: &Path, last: Last, listing: bool) -> Result<(Place, bool), JailError> {
        if asked.as_os_str().as_bytes().contains(&0) {
            return Err(Errno::INVAL.into());
        }
        let place = match self.straight(asked, last) {
            Some(place) => (place, false),
            None => Walk::new(self, asked, listing).run(last)?,
        };
        match place.0.meta() {
            Some(meta) if self.is_refused_hard_link(meta) => Err(JailError::Missing),
            _ => Ok(place),
        }
    }

    /// The short way for plain paths without links: the kernel walks to the folder in one call and refuses to follow
    /// or to leave. `None` wherever there is anything to decide; the long way decides it.
    fn straight(&self, asked: &Path, last: Last) -> Option<Place> {
        if !self.openat2 {
            return None;
        }
        let (root, below) = if asked.is_absolute() {
            self.roots.iter().find_map(|root| root.below(asked).map(|below| (root, below)))?
        } else {
            (&self.roots[0], asked)
        };
        // As it was written: what is left below a root has lost a slash or dot at its end.
        let bytes = asked.as_os_str().as_bytes();
        let bytes = bytes.strip_prefix(b"/").unwrap_or(bytes);
        let plain = bytes.split(|&byte| byte == b'/').all(|part| !matches!(part, b"" | b"." | b".."));
        let path = root.path.join(below);
        if !plain || self.is_covered(&path) {
            return None;
        }
        let (above, name) = (below.parent()?, below.file_name()?);
        let folder = if above.as_os_str().is_empty() {
            Arc::clone(&root.folder)
        } else {
            let within = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
            let flags = LOOK | OFlags::DIRECTORY;
            Arc::new(openat2(&root.folder, above, flags, Mode::empty(), within).ok()?)
        };
        let entry = look(&folder, name).ok()?;
        if entry.as_ref().is_some_and(|entry| entry.meta.kind == Kind::Link && last == Last::Follow) {
            return None;
        }
        Some(Place { path, folder, absent: Vec::new(), name: name.to_owned(), as_folder: false, entry })
    }
}

/// What a name in a folder stands for; `None` where it stands for nothing.
pub(crate) fn look(folder: impl AsFd, name: &OsStr) -> Result<Option<Entry>, JailError> {
    match openat(folder, name, LOOK, Mode::empty()) {
        Ok(node) => {
            let meta = Meta::of(&fstat(&node)?);
            Ok(Some(Entry { node: Arc::new(node), meta }))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno.into()),
    }
}

/// Where the walk stands.
enum At {
    /// In a root: the folders gone down, and the canonical path of the last.
    Inside { root: usize, down: Vec<Arc<OwnedFd>>, path: PathBuf },
    /// On the way to a root, by text.
    Outside(PathBuf),
}

/// A component still to be walked.
struct Step {
    name: OsString,
    from_link: bool,
}

struct Walk<'j> {
    jail: &'j Jail,
    at: At,
    /// The only root the walk may be in; `None` until an absolute path meets its first link.
    confined: Option<usize>,
    /// What is left, the next last.
    todo: Vec<Step>,
    /// The path as the caller spelled it, links not resolved: that name is matched against the globs as well.
    spelled: PathBuf,
    links: u32,
    /// Whether a glob named any component so far.
    denied: bool,
    /// Whether denied folders may be walked through.
    listing: bool,
}

impl<'j> Walk<'j> {
    fn new(jail: &'j Jail, asked: &Path, listing: bool) -> Self {
        let primary = &jail.roots[0].path;
        let at = At::Inside { root: 0, down: Vec::new(), path: primary.clone() };
        let mut walk = Self {
            jail,
            at,
            confined: Some(0),
            todo: Vec::new(),
            spelled: primary.clone(),
            links: 0,
            denied: false,
            listing,
        };
        if asked.is_absolute() {
            walk.confined = None;
            walk.stand(PathBuf::from("/"));
        }
        walk.push(asked.as_os_str(), false);
        walk
    }

    /// Puts a path's components before what is left. A slash at the end counts as a `.`: it asks for a folder.
    fn push(&mut self, path: &OsStr, from_link: bool) {
        let bytes = path.as_bytes();
        if bytes.len() > 1 && bytes.ends_with(b"/") {
            self.todo.push(Step { name: ".".into(), from_link });
        }
        let parts = bytes.split(|&byte| byte == b'/').rev().filter(|part| !part.is_empty());
        self.todo.extend(parts.map(|part| Step { name: OsStr::from_bytes(part).to_owned(), from_link }));
    }

    /// Walks to the end. Behind a denied name every answer is the same one.
    fn run(mut self, last: Last) -> Result<(Place, bool), JailError> {
        match self.go(last) {
            Err(_) if self.denied => Err(JailError::Missing),
            other => other.map(|place| (place, self.denied)),
        }
    }

    fn go(&mut self, last: Last) -> Result<Place, JailError> {
        while let Some(step) = self.todo.pop() {
            match step.name.as_bytes() {
                b"." => {}
                b".." => self.up(),
                _ => {
                    if let Some(place) = self.enter(step, last)? {
                        return Ok(place);
                    }
                }
            }
        }
        self.arrive()
    }

    fn up(&mut self) {
        self.spelled.pop();
        let above = match &mut self.at {
            At::Inside { down, path, root } => {
                if down.pop().is_some() {
                    path.pop();
                    return;
                }
                self.jail.roots[*root].path.parent()
            }
            At::Outside(path) => path.parent(),
        };
        // There is nothing above the root of all.
        if let Some(above) = above.map(Path::to_owned) {
            self.stand(above);
        }
    }

    /// Stands at an absolute path by text alone; in a root, if that is what it names.
    fn stand(&mut self, path: PathBuf) {
        let found = self.allowed().find(|(_, root)| root.is_spelled(&path));
        self.at = match found {
            Some((root, found)) => At::Inside { root, down: Vec::new(), path: found.path.clone() },
            None => At::Outside(path),
        };
    }

    /// The roots the walk may be in.
    fn allowed(&self) -> impl Iterator<Item = (usize, &'j Root)> {
        let confined = self.confined;
        let roots = self.jail.roots.iter().enumerate();
        roots.filter(move |(number, _)| confined.is_none_or(|only| only == *number))
    }

    /// Goes down one name. Gives the place where the path ends here.
    fn enter(&mut self, step: Step, last: Last) -> Result<Option<Place>, JailError> {
        let At::Inside { root, down, path } = &mut self.at else {
            return self.come_in(&step).map(|()| None);
        };
        let here = path.join(&step.name);
        if !step.from_link {
            self.spelled.push(&step.name);
        }
        self.denied |= self.jail.is_named(&here) || (!step.from_link && self.jail.is_covered(&self.spelled));
        if self.denied && !self.listing {
            return Err(JailError::Missing);
        }
        let root = *root;
        let folder = Arc::clone(down.last().unwrap_or(&self.jail.roots[root].folder));
        let Some(entry) = look(&folder, &step.name)? else {
            return self.absent(folder, here, step).map(Some);
        };
        let ends = self.todo.iter().all(|step| step.name == ".");
        match entry.meta.kind {
            Kind::Link if !(ends && last == Last::Itself) => self.follow(root, &entry).map(|()| None),
            Kind::Folder => {
                down.push(entry.node);
                *path = here;
                Ok(None)
            }
            // A slash after a link that is meant itself is let pass: the caller has a folder in mind, we the link.
            kind if self.todo.is_empty() || (ends && kind == Kind::Link) => Ok(Some(Place {
                path: here,
                folder,
                absent: Vec::new(),
                name: step.name,
                as_folder: false,
                entry: Some(entry),
            })),
            _ => Err(JailError::NotAFolder),
        }
    }

    /// Goes on outside, by text: only towards a root.
    fn come_in(&mut self, step: &Step) -> Result<(), JailError> {
        let At::Outside(path) = &self.at else { return Ok(()) };
        let path = path.join(&step.name);
        self.stand(path);
        match &self.at {
            At::Inside { path, .. } => {
                if !step.from_link {
                    self.spelled.clone_from(path);
                }
                Ok(())
            }
            At::Outside(path) if self.allowed().any(|(_, root)| root.is_below(path)) => Ok(()),
            At::Outside(_) => Err(self.escaped()),
        }
    }

    /// Puts a link's target in the link's place. From here on the walk stays in the link's own root.
    fn follow(&mut self, root: usize, link: &Entry) -> Result<(), JailError> {
        self.links += 1;
        if self.links > MOST_LINKS {
            return Err(escape(Escape::Loop));
        }
        self.confined = Some(root);
        let target = readlinkat(&link.node, c"", Vec::new())?;
        let target = OsStr::from_bytes(target.as_bytes()).to_owned();
        if target.as_bytes().starts_with(b"/") {
            self.stand(PathBuf::from("/"));
        }
        self.push(&target, true);
        Ok(())
    }

    /// A name that does not exist. The rest of the path may name what is to be made; it cannot go up from nowhere.
    fn absent(&mut self, folder: Arc<OwnedFd>, mut path: PathBuf, step: Step) -> Result<Place, JailError> {
        if step.from_link || self.todo.iter().any(|step| step.from_link) {
            return Err(escape(Escape::Dangling));
        }
        let as_folder = self.todo.first().is_some_and(|last| last.name == ".");
        let (mut absent, mut name) = (Vec::new(), step.name);
        while let Some(step) = self.todo.pop() {
            match step.name.as_bytes() {
                b"." => continue,
                b".." => return Err(JailError::Missing),
                _ => {}
            }
            path.push(&step.name);
            self.spelled.push(&step.name);
            self.denied |= self.jail.is_named(&path) || self.jail.is_named(&self.spelled);
            absent.push(std::mem::replace(&mut name, step.name));
        }
        if self.denied {
            return Err(JailError::Missing);
        }
        Ok(Place { path, folder, absent, name, as_folder, entry: None })
    }

    /// The path ended in a folder, by its name, a `.` or a `..`.
    fn arrive(&self) -> Result<Place, JailError> {
        let At::Inside { root, down, path } = &self.at else { return Err(self.escaped()) };
        let top = &self.jail.roots[*root].folder;
        let (folder, name) = match down.len() {
            0 => (top, OsString::new()),
            1 => (top, path.file_name().unwrap_or_default().to_owned()),
            n => (&down[n - 2], path.file_name().unwrap_or_default().to_owned()),
        };
        let node = Arc::clone(down.last().unwrap_or(top));
        let meta = Meta::of(&fstat(&node)?);
        Ok(Place {
            path: path.clone(),
            folder: Arc::clone(folder),
            absent: Vec::new(),
            name,
            as_folder: true,
            entry: Some(Entry { node, meta }),
        })
    }

    fn escaped(&self) -> JailError {
        escape(if self.links > 0 { Escape::ByLink } else { Escape::ByName })
    }
}
