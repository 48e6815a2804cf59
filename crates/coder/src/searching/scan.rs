//! A walk over a folder in parallel whose results come in the order of their paths.
//!
//! Workers always take the task whose path comes first, so the walk goes down like a reader would, only several steps
//! at once, and holds a folder open only while something in it is still to be done. A result is handed on once nothing
//! before it is left to do; so the taker can stop at the first result too many, and what lies behind it is not read.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use grep_searcher::Searcher;
use room_jail::{Folder, JailError, Kind, Listed};

/// How many files a worker takes at once.
const FILES_A_TASK: usize = 32;

/// What a scan looks at, and how.
pub trait Scan: Sync {
    /// What is made of a file.
    type Found: Send;
    /// What is known of a folder once it is entered, such as the rules that hold in it.
    type Known: Send + Sync;
    /// Enters a folder: what is known of it, from its names and from what is known of the folder above.
    fn enter(&self, folder: &Folder<'_>, names: &[Listed], above: &Self::Known) -> Self::Known;
    /// Whether to go into a folder, by its canonical path.
    fn goes_into(&self, known: &Self::Known, path: &Path) -> bool;
    /// Whether to look at a file, by its canonical path.
    fn takes(&self, known: &Self::Known, path: &Path) -> bool;
    /// Whether a link is to be spoken of, by its canonical path.
    fn minds(&self, _: &Self::Known, _: &Path) -> bool {
        true
    }
    /// Whether what is not looked at is to be spoken of.
    fn tells_excluded(&self) -> bool {
        true
    }
    /// Looks at a file. The searcher is the worker's own.
    fn look(&self, folder: &Folder<'_>, name: &OsStr, worker: &mut Searcher) -> Self::Found;
    /// What a worker searches with.
    fn searcher(&self) -> Searcher {
        super::pattern::searcher()
    }
}

/// What a scan meets.
#[derive(Debug)]
pub enum Event<F> {
    /// A file, and what was made of it.
    File(PathBuf, F),
    /// A file or folder that is noise, or not asked for.
    Excluded(PathBuf),
    /// A link, which is not followed.
    Link(PathBuf),
    /// A folder that could not be listed.
    Unreadable(PathBuf, JailError),
}

impl<F> Event<F> {
    /// Where it was met.
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path, _) | Self::Excluded(path) | Self::Link(path) | Self::Unreadable(path, _) => path,
        }
    }
}

/// Scans a folder; `take` gets the events in the order of their paths' bytes until it breaks. `above` is what is known of
/// where the folder lies.
pub fn scan<S: Scan>(
    top: Folder<'_>,
    above: &S::Known,
    scan: &S,
    mut take: impl FnMut(Event<S::Found>) -> ControlFlow<()>,
) {
    let shared = Shared { state: Mutex::new(State::new(list(scan, top, above))), changed: Condvar::new() };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(|| shared.work(scan));
        }
        while let Some(events) = shared.next_events() {
            if events.into_iter().try_for_each(&mut take).is_break() {
                break;
            }
        }
        shared.lock().stopped = true;
        shared.changed.notify_all();
    });
}

/// Where a task stands in the order: its path's bytes, a folder's with a slash.
type Key = Vec<u8>;

/// A folder that was entered.
struct Entered<'j, K> {
    folder: Folder<'j>,
    known: K,
}

/// Something to do.
struct Task<'j, K> {
    key: Key,
    within: Arc<Entered<'j, K>>,
    what: What,
}

enum What {
    /// Open and list a folder in it.
    Folder(OsString),
    /// Look at files in it, neighbours in the order.
    Files(Vec<OsString>),
    /// Nothing: the event is known.
    Pass(Passed, OsString),
}

#[derive(Clone, Copy)]
enum Passed {
    Excluded,
    Link,
}

// The heap gives its greatest first; we want the path that comes first.
impl<K> Ord for Task<'_, K> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.key.cmp(&self.key)
    }
}

impl<K> PartialOrd for Task<'_, K> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> PartialEq for Task<'_, K> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<K> Eq for Task<'_, K> {}

struct State<'j, F, K> {
    todo: BinaryHeap<Task<'j, K>>,
    doing: BTreeSet<Key>,
    done: BTreeMap<Key, Vec<Event<F>>>,
    stopped: bool,
}

impl<'j, F, K> State<'j, F, K> {
    fn new((tasks, events): (Vec<Task<'j, K>>, Vec<Event<F>>)) -> Self {
        let done = BTreeMap::from_iter((!events.is_empty()).then_some((Key::new(), events)));
        Self { todo: BinaryHeap::from(tasks), doing: BTreeSet::new(), done, stopped: false }
    }

    /// The results that nothing can come before any more.
    fn settled(&mut self) -> Vec<Event<F>> {
        let first = [self.todo.peek().map(|task| &task.key), self.doing.first()].into_iter().flatten().min();
        let unsettled = first.map(|first| self.done.split_off(first)).unwrap_or_default();
        std::mem::replace(&mut self.done, unsettled).into_values().flatten().collect()
    }
}

struct Shared<'j, F, K> {
    state: Mutex<State<'j, F, K>>,
    changed: Condvar,
}

impl<'j, F: Send, K: Send + Sync> Shared<'j, F, K> {
    fn lock(&self) -> MutexGuard<'_, State<'j, F, K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next results in order; `None` at the end.
    fn next_events(&self) -> Option<Vec<Event<F>>> {
        let mut state = self.lock();
        loop {
            let events = state.settled();
            if !events.is_empty() {
                return Some(events);
            }
            if state.todo.is_empty() && state.doing.is_empty() {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, scan: &impl Scan<Found = F, Known = K>) {
        let mut searcher = scan.searcher();
        while let Some(task) = self.next_task() {
            let _ends = Ends { shared: self, key: &task.key };
            let (tasks, events) = task.run(scan, &mut searcher);
            let mut state = self.lock();
            state.todo.extend(tasks);
            if !events.is_empty() {
                state.done.insert(task.key.clone(), events);
            }
        }
    }

    fn next_task(&self) -> Option<Task<'j, K>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(task) = state.todo.pop() {
                state.doing.insert(task.key.clone());
                return Some(task);
            }
            if state.doing.is_empty() {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Takes a task off the list of those being done, however its work ended: a panic must not leave the others waiting.
struct Ends<'s, 'j, F: Send, K: Send + Sync> {
    shared: &'s Shared<'j, F, K>,
    key: &'s Key,
}

impl<F: Send, K: Send + Sync> Drop for Ends<'_, '_, F, K> {
    fn drop(&mut self) {
        self.shared.lock().doing.remove(self.key);
        self.shared.changed.notify_all();
    }
}

/// What is to be done next, and what was met.
type Done<'j, S> = (Vec<Task<'j, <S as Scan>::Known>>, Vec<Event<<S as Scan>::Found>>);

impl<'j, K> Task<'j, K> {
    /// Does it.
    fn run<S: Scan<Known = K>>(&self, scan: &S, searcher: &mut Searcher) -> Done<'j, S> {
        let folder = &self.within.folder;
        let path = |name: &OsString| folder.path().join(name);
        match &self.what {
            What::Folder(name) => match folder.folder(name) {
                Ok(below) => list(scan, below, &self.within.known),
                Err(error) => (Vec::new(), vec![Event::Unreadable(path(name), error)]),
            },
            What::Files(names) => {
                let look = |name| Event::File(path(name), scan.look(folder, name, searcher));
                (Vec::new(), names.iter().map(look).collect())
            }
            What::Pass(Passed::Excluded, name) => (Vec::new(), vec![Event::Excluded(path(name))]),
            What::Pass(Passed::Link, name) => (Vec::new(), vec![Event::Link(path(name))]),
        }
    }
}

/// Lists a folder.
fn list<'j, S: Scan>(scan: &S, folder: Folder<'j>, above: &S::Known) -> Done<'j, S> {
    // Nothing in a denied folder may be read, and its names are not for searches.
    if folder.is_denied() {
        return (Vec::new(), Vec::new());
    }
    let names = match folder.names() {
        Ok(names) => names,
        Err(error) => return (Vec::new(), vec![Event::Unreadable(folder.path().to_owned(), error)]),
    };
    let known = scan.enter(&folder, &names, above);
    let mut entries: Vec<(Key, OsString, Kind)> = Vec::with_capacity(names.len());
    for listed in names {
        // Gone since it was listed, or not for this walk.
        let Ok(kind) = folder.kind(&listed) else { continue };
        if kind == Kind::Special || folder.denies(&listed.name, None) {
            continue;
        }
        let mut key = key_in(&folder);
        key.extend_from_slice(listed.name.as_bytes());
        if kind == Kind::Folder {
            key.push(b'/');
        }
        entries.push((key, listed.name, kind));
    }
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    (tasks(scan, &Arc::new(Entered { folder, known }), entries), Vec::new())
}

/// What the keys of everything in a folder begin with.
fn key_in(folder: &Folder<'_>) -> Key {
    let mut key = folder.path().as_os_str().as_bytes().to_vec();
    key.push(b'/');
    key
}

/// The tasks for a folder's entries; neighbouring files share one.
fn tasks<'j, S: Scan>(
    scan: &S,
    within: &Arc<Entered<'j, S::Known>>,
    entries: Vec<(Key, OsString, Kind)>,
) -> Vec<Task<'j, S::Known>> {
    let mut tasks: Vec<Task<'j, S::Known>> = Vec::new();
    for (key, name, kind) in entries {
        let path = within.folder.path().join(&name);
        let what = match kind {
            Kind::Folder if scan.goes_into(&within.known, &path) => What::Folder(name),
            Kind::File if scan.takes(&within.known, &path) => {
                if let Some(Task { what: What::Files(names), .. }) = tasks.last_mut()
                    && names.len() < FILES_A_TASK
                {
                    names.push(name);
                    continue;
                }
                What::Files(vec![name])
            }
            Kind::Link if scan.minds(&within.known, &path) => What::Pass(Passed::Link, name),
            _ if scan.tells_excluded() => What::Pass(Passed::Excluded, name),
            _ => continue,
        };
        tasks.push(Task { key, within: Arc::clone(within), what });
    }
    tasks
}

#[cfg(test)]
mod tests {
    use room_jail::{Jail, Settings};

    use super::*;

    #[test]
    fn a_result_waits_for_what_comes_before_it_whether_queued_or_being_done() {
        let folder = tempfile::tempdir().unwrap();
        let jail = Jail::open(&Settings::new([folder.path()])).unwrap();
        let top = jail.list(Path::new("")).unwrap();
        let within = Arc::new(Entered { folder: top, known: () });
        let queued = Task { key: b"a".to_vec(), within, what: What::Files(Vec::new()) };
        let mut state: State<'_, (), ()> = State::new((vec![queued], Vec::new()));
        let met = |path: &str| vec![Event::File(PathBuf::from(path), ())];
        state.done.insert(b"b".to_vec(), met("b"));
        assert!(state.settled().is_empty(), "a task before it is queued");
        state.todo.clear();
        state.doing.insert(b"a".to_vec());
        state.done.insert(b"A".to_vec(), met("A"));
        assert_eq!(state.settled().len(), 1, "only what is before the task being done");
        state.doing.clear();
        assert_eq!(state.settled().len(), 1);
        assert!(state.done.is_empty());
    }
}
