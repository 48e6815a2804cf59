//! What of a walk is looked at: what was asked for, is not left out by the tree's own rules, and comes in time.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use grep_searcher::Searcher;
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
    links: AtomicU64,
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

    /// Links that may lead to folders with what was asked for, which are not gone into.
    pub fn links(&self) -> u64 {
        self.links.load(Relaxed)
    }

    /// Whether time was up.
    pub fn is_late(&self) -> bool {
        self.late.load(Relaxed)
    }
}

/// What is made of the files that a filter lets through.
pub trait Look: Sync {
    /// What is made of one.
    type Found: Send;
    /// What lets them through.
    fn filter(&self) -> &Filter<'_>;
    /// Looks at a file on the walk. The searcher is the worker's own.
    fn look(&self, folder: &Folder<'_>, name: &OsStr, worker: &mut Searcher) -> Self::Found;
    /// Looks at a file that was named, whatever rules say of it.
    fn look_at(&self, place: &Place) -> Self::Found;
    /// What a worker searches with.
    fn searcher(&self) -> Searcher {
        Searcher::new()
    }
}

/// A filter and what is made of what it lets through, as a scan.
struct Sweep<'l, L>(&'l L);

impl<L: Look> Scan for Sweep<'_, L> {
    type Found = L::Found;
    type Known = Rules;

    fn enter(&self, folder: &Folder<'_>, names: &[Listed], above: &Rules) -> Rules {
        if self.0.filter().gitignore { ignored::enter(folder, names, above) } else { None }
    }

    fn goes_into(&self, rules: &Rules, path: &Path) -> bool {
        self.0.filter().goes_into(rules, path)
    }

    fn takes(&self, rules: &Rules, path: &Path) -> bool {
        self.0.filter().takes(rules, path)
    }

    fn minds(&self, rules: &Rules, link: &Path) -> bool {
        self.0.filter().minds(rules, link)
    }

    fn tells_excluded(&self) -> bool {
        false
    }

    fn look(&self, folder: &Folder<'_>, name: &OsStr, worker: &mut Searcher) -> L::Found {
        self.0.filter().watch();
        self.0.look(folder, name, worker)
    }

    fn searcher(&self) -> Searcher {
        self.0.searcher()
    }
}

/// Goes over everything that was asked for in the order of the paths.
pub fn sweep<L: Look>(
    looking: &L,
    mut take: impl FnMut(Event<L::Found>) -> ControlFlow<()>,
) -> Result<(), CoderError> {
    let filter = looking.filter();
    let mut named = filter.targets.files.iter().filter(|(path, _)| filter.is_of_type(path)).peekable();
    let mut flow = ControlFlow::Continue(());
    for top in &filter.targets.tops {
        let refused = |error| filter.coder.refused(&top.path().display().to_string(), For::Folder, &error);
        let folder = filter.coder.jail.folder(top).map_err(refused)?;
        let above = if filter.gitignore { filter.rules_above(top) } else { None };
        scan(folder, &above, &Sweep(looking), |event| {
            let here = event.path();
            while let Some((path, place)) = named.next_if(|(path, _)| path.as_path() < here) {
                flow = take(Event::File(path.clone(), looking.look_at(place)));
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
        if take(Event::File(path.clone(), looking.look_at(place))).is_break() {
            break;
        }
    }
    Ok(())
}

impl Filter<'_> {
    /// Whether to go into a folder.
    fn goes_into(&self, rules: &Rules, path: &Path) -> bool {
        self.watch();
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
    fn takes(&self, rules: &Rules, path: &Path) -> bool {
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

    /// Whether a link bears a name that is wanted. One that does not is counted where it could lead to a folder that is.
    fn minds(&self, rules: &Rules, link: &Path) -> bool {
        let wanted = self.takes(rules, link);
        let could = !wanted
            && self.shows(link)
            && !self.targets.wants(link)
            && self.targets.reaches(link)
            && !ignored::ignores(rules, link, true);
        self.passed.links.fetch_add(u64::from(could), Relaxed);
        wanted
    }

    fn shows(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        self.hidden || !name.as_encoded_bytes().starts_with(b".")
    }

    /// Whether a path is wanted for its type.
    fn is_of_type(&self, path: &Path) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// Finds nothing, and only goes.
    struct Goes<'c>(Filter<'c>);

    impl Look for Goes<'_> {
        type Found = ();

        fn filter(&self) -> &Filter<'_> {
            &self.0
        }

        fn look(&self, _: &Folder<'_>, _: &OsStr, _: &mut Searcher) {}

        fn look_at(&self, _: &Place) {}
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "tests make files by hand")]
    fn a_walk_whose_time_is_up_goes_no_further_though_it_meets_nothing() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("a/b/c")).unwrap();
        let coder = Coder::new(root.path(), Config::parse("").unwrap()).unwrap();
        let targets = coder.targets(&["**/*.rs".to_owned()], false).unwrap();
        for (deadline, late) in [(Some(Instant::now()), true), (None, false)] {
            let filter = Filter {
                coder: &coder,
                targets: &targets,
                gitignore: true,
                hidden: true,
                opens_all: false,
                exclude: &[],
                types: None,
                deadline,
                passed: Passed::default(),
            };
            let goes = Goes(filter);
            sweep(&goes, |event| panic!("there is nothing to meet: {event:?}")).unwrap();
            assert_eq!(goes.0.passed.is_late(), late);
        }
    }
}
