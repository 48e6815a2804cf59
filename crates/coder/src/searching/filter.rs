//! What of a walk is looked at: what was asked for, is not left out by the tree's own rules, and comes in time.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use ignore::types::Types;
use room_jail::{Folder, Listed, Place};

use super::ignored::{self, Rules};
use super::scan::{Event, Scan, scan};
use super::targets::{PathGlob, Targets, UNOPENED};
use crate::error::{CoderError, For};
use crate::worker::Coder;

/// Decides for files and folders on a walk.
#[derive(Debug)]
pub struct Filter<'c> {
    /// Whose jail it is.
    pub coder: &'c Coder,
    /// What was asked for.
    pub targets: &'c Targets,
    /// Whether ignore rules hold.
    pub gitignore: bool,
    /// Whether names that begin with a dot are looked at.
    pub hidden: bool,
    /// Whether everything is gone into, whoever named it.
    pub opens_all: bool,
    /// Not these, by their paths from their root.
    pub exclude: &'c [PathGlob],
    /// Only files of these types.
    pub types: Option<&'c Types>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// What was passed by.
    pub passed: Passed,
}

/// What a walk passed by although it was asked for; a folder counts once.
#[derive(Debug, Default)]
pub struct Passed {
    ignored: AtomicU64,
    unopened: AtomicU64,
    late: AtomicBool,
}

impl Passed {
    /// Files and folders that ignore rules left out.
    pub fn ignored(&self) -> u64 {
        self.ignored.load(Relaxed)
    }

    /// Folders that nobody named, such as `node_modules`.
    pub fn unopened(&self) -> u64 {
        self.unopened.load(Relaxed)
    }

    /// Whether time was up.
    pub fn is_late(&self) -> bool {
        self.late.load(Relaxed)
    }
}

impl Filter<'_> {
    /// The rules in a folder.
    pub fn enter(&self, folder: &Folder<'_>, names: &[Listed], above: &Rules) -> Rules {
        if self.gitignore { ignored::enter(folder, names, above) } else { None }
    }

    /// Whether to go into a folder.
    pub fn goes_into(&self, rules: &Rules, path: &Path) -> bool {
        if self.passed.is_late()
            || !self.shows(path)
            || !self.targets.reaches(path)
            || self.is_excluded_folder(path)
        {
            return false;
        }
        let name = path.file_name().unwrap_or_default();
        if let Some(name) = UNOPENED.into_iter().find(|unopened| name == *unopened) {
            let opens = (self.opens_all && name != ".git") || self.targets.opens(path, name);
            // What a repository keeps for itself is no one's to miss.
            self.passed.unopened.fetch_add(u64::from(!opens && name != ".git"), Relaxed);
            return opens;
        }
        let ignored = ignored::ignores(rules, path, true);
        self.passed.ignored.fetch_add(u64::from(ignored), Relaxed);
        !ignored
    }

    /// Whether to look at a file.
    pub fn takes(&self, rules: &Rules, path: &Path) -> bool {
        let wanted = !self.passed.is_late()
            && self.shows(path)
            && self.targets.wants(path)
            && self.is_of_type(path)
            && !self.is_excluded(path);
        if !wanted {
            return false;
        }
        let ignored = ignored::ignores(rules, path, false);
        self.passed.ignored.fetch_add(u64::from(ignored), Relaxed);
        !ignored
    }

    fn shows(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        self.hidden || !name.as_encoded_bytes().starts_with(b".")
    }

    /// Whether a path is wanted for its type.
    pub fn is_of_type(&self, path: &Path) -> bool {
        self.types.is_none_or(|types| types.matched(path, false).is_whitelist())
    }

    fn is_excluded(&self, path: &Path) -> bool {
        let path = self.coder.jail.from_root(path);
        self.exclude.iter().any(|glob| glob.is_match(path))
    }

    fn is_excluded_folder(&self, path: &Path) -> bool {
        let path = self.coder.jail.from_root(path);
        self.exclude.iter().any(|glob| glob.covers_folder(path))
    }

    /// Looks whether time is up.
    fn watch(&self) {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.passed.late.store(true, Relaxed);
        }
    }

    /// Goes over everything that was asked for in the order of the paths; files that were named are looked at by `exact`,
    /// whatever rules say of them.
    pub fn sweep<S: Scan<Known = Rules>>(
        &self,
        scanning: &S,
        exact: impl Fn(&Place) -> S::Found,
        mut take: impl FnMut(Event<S::Found>) -> ControlFlow<()>,
    ) -> Result<(), CoderError> {
        let mut named = self.targets.files.iter().filter(|(path, _)| self.is_of_type(path)).peekable();
        let mut flow = ControlFlow::Continue(());
        for top in &self.targets.tops {
            let refused = |error| self.coder.refused(&top.path().display().to_string(), For::Folder, &error);
            let folder = self.coder.jail.folder(top).map_err(refused)?;
            let above = if self.gitignore { self.rules_above(top) } else { None };
            scan(folder, &above, scanning, |event| {
                self.watch();
                let here = event.path().to_owned();
                while let Some((path, place)) = named.next_if(|(path, _)| **path < here) {
                    flow = take(Event::File(path.clone(), exact(place)));
                    flow?;
                }
                flow = take(event);
                flow
            });
            if flow.is_break() {
                return Ok(());
            }
        }
        for (path, place) in named {
            if take(Event::File(path.clone(), exact(place))).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The rules that folders above a walk's top bring, from its root on.
    fn rules_above(&self, top: &Place) -> Rules {
        let jail = &self.coder.jail;
        let root = jail.roots().nth(jail.home(top.path())?)?.to_owned();
        let below = top.path().strip_prefix(&root).ok()?.to_owned();
        let mut folder = jail.list(&root).ok()?;
        let mut rules = None;
        for part in &below {
            rules = ignored::enter(&folder, &folder.names().unwrap_or_default(), &rules);
            folder = folder.folder(part).ok()?;
        }
        rules
    }
}
