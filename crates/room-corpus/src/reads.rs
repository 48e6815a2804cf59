//! What `_read.jsonl` says was served, and what that makes of a corpus's threads.
//!
//! Both reading tools write that log and each takes the other's records into account; `emit` and `verify-room` ask it
//! whether an item was seen. A record names a thread and how much of it was shown; which items that covers only the
//! corpus can say, so the two meet in [`Reads::tally`].

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::corpus::{Corpus, CorpusError, Item, Thread};
use room_core::environment;
use room_core::log::{self, History, Keyed, LogError, Recall};
use room_core::threads;

/// Where the services of this corpus are logged: `out/_read.jsonl` beside it, or in `READ_LOG_DIR`.
pub fn place(corpus: &Corpus) -> log::Place {
    let folder = environment::read_log_dir().unwrap_or_else(|| corpus.path().with_file_name("out"));
    log::Place {
        path: folder.join("_read.jsonl"),
        durable: false,
        record: Some(corpus.header().record.clone()),
    }
}

/// Everything the log says was served, by any verb of either reading tool.
#[derive(Debug, Default)]
pub struct Reads {
    /// How many threads were windowed: the cursor of `windows`.
    pub windows: usize,
    /// Code points served, twice if served twice; the header is not counted.
    pub chars: usize,
    threads: HashMap<String, ThreadReads>,
    items: HashMap<String, usize>,
    titles: HashSet<String>,
}

/// One record of the log, as [`Reads::follow`] passes it.
#[derive(Debug)]
pub struct Step<'a> {
    /// When it was served.
    pub t: &'a str,
    /// The thread it was of, where it names one.
    pub thread_id: Option<&'a str>,
    /// The item it was, where it names one.
    pub item_id: Option<&'a str>,
}

/// What was served of one thread by verbs that name threads.
#[derive(Debug, Default)]
struct ThreadReads {
    whole: bool,
    windowed: bool,
    /// The most items that a window showed whole; they are the thread's first.
    first: usize,
    parts: Vec<Part>,
    chars: usize,
}

/// Some items on end, after an item or from the thread's start.
#[derive(Debug)]
struct Part {
    after: Option<String>,
    items: usize,
}

/// A record of the log, as far as it says what was served. Keys of later versions are passed over.
#[derive(Deserialize)]
struct Served<'l> {
    #[serde(borrow, default)]
    t: Cow<'l, str>,
    #[serde(borrow)]
    kind: Cow<'l, str>,
    #[serde(default)]
    chars: usize,
    #[serde(borrow)]
    thread_id: Option<Cow<'l, str>>,
    #[serde(borrow)]
    item_id: Option<Cow<'l, str>>,
    #[serde(default)]
    items: usize,
    #[serde(borrow)]
    after: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    threads: Vec<Cow<'l, str>>,
}

/// What a record shows, as far as anybody asks.
enum Shown<'r> {
    Item(&'r str),
    Titles,
    OfThread(&'r str),
    Nothing,
}

impl Served<'_> {
    fn shown(&self) -> Shown<'_> {
        match (&*self.kind, &self.thread_id, &self.item_id) {
            ("item", _, Some(item)) => Shown::Item(item),
            ("titles", ..) => Shown::Titles,
            (_, Some(thread), _) => Shown::OfThread(thread),
            _ => Shown::Nothing,
        }
    }
}

/// From so many bytes on a corpus is walked on all cores.
const SHARE: usize = 1 << 20;

/// How the log of services is recalled: windows and code points are summed, services asked for by thread and item.
#[derive(Debug)]
pub struct Services;

impl Keyed for Services {
    fn read(line: &str, key: &mut dyn FnMut(&str)) -> serde_json::Result<[u64; 2]> {
        let record: Served<'_> = serde_json::from_str(line)?;
        if record.kind == "header" {
            return Ok([0, 0]);
        }
        let shown = record.shown();
        match shown {
            Shown::Item(id) => key(&item_key(id)),
            Shown::OfThread(id) => key(&thread_key(id)),
            Shown::Titles | Shown::Nothing => {}
        }
        let window = matches!(shown, Shown::OfThread(_)) && record.kind == "window";
        Ok([u64::from(window), record.chars as u64])
    }
}

/// The key of a thread's services, those of its items by themselves aside.
fn thread_key(id: &str) -> String {
    format!("thread {id}")
}

/// The key of an item's services by itself.
fn item_key(id: &str) -> String {
    format!("item {id}")
}

/// What the log says without a look at single threads.
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    /// How many threads were windowed: the cursor of `windows`.
    pub windows: usize,
    /// Code points served, twice if served twice; the header is not counted.
    pub chars: usize,
}

impl From<Recall<Services>> for Sums {
    fn from(recall: Recall<Services>) -> Self {
        let [windows, chars] = recall.sums().map(|sum| usize::try_from(sum).unwrap_or(usize::MAX));
        Self { windows, chars }
    }
}

impl Reads {
    /// Replays a log.
    pub fn replay(history: &History) -> Result<Self, LogError> {
        let shares: Vec<Self> = history.made_of(|reads: &mut Self, record| reads.add(&record))?;
        let mut reads = Self::default();
        for share in shares {
            reads.join(share);
        }
        Ok(reads)
    }

    /// Replays the records that can be read, one by one: `seen` is told after each what was served by then. For whoever
    /// asks what had been served when.
    pub fn follow(history: &History, mut seen: impl FnMut(&Self, &Step<'_>)) {
        let mut reads = Self::default();
        for record in history.records::<Served<'_>>().flatten() {
            reads.add(&record);
            let (thread_id, item_id) = (record.thread_id.as_deref(), record.item_id.as_deref());
            seen(&reads, &Step { t: &record.t, thread_id, item_id });
        }
    }

    /// What was served of this corpus so far; takes no lock.
    pub fn of(corpus: &Corpus) -> Result<(Self, History), LogError> {
        let history = log::replay(&place(corpus))?;
        Ok((Self::replay(&history)?, history))
    }

    /// What was served of one thread of this corpus, whose items these are: [`Reads::served`] and [`Reads::touched`]
    /// hold for it, and nothing else of this does. With a hint it costs the same after any number of services.
    pub fn about(corpus: &Corpus, thread: &Thread<'_>, items: &[Item<'_>]) -> Result<Self, LogError> {
        let recall: Recall<Services> = log::recall(&place(corpus))?;
        let keys: Vec<_> = std::iter::once(thread_key(thread.id))
            .chain(items.iter().map(|item| item_key(item.id)))
            .collect();
        let mut reads = Self::default();
        recall.lines(&keys, |line| {
            reads.add(&serde_json::from_str(line)?);
            Ok(())
        })?;
        Ok(reads)
    }

    fn add(&mut self, record: &Served<'_>) {
        if record.kind == "header" {
            return;
        }
        // A log that was tampered with may say any number.
        self.chars = self.chars.saturating_add(record.chars);
        match record.shown() {
            Shown::Item(id) => {
                let chars = slot(&mut self.items, id);
                *chars = chars.saturating_add(record.chars);
            }
            Shown::Titles => self.titles.extend(record.threads.iter().map(|id| id.clone().into_owned())),
            Shown::OfThread(id) => {
                let thread = slot(&mut self.threads, id);
                thread.chars = thread.chars.saturating_add(record.chars);
                match &*record.kind {
                    "window" => {
                        thread.windowed = true;
                        thread.first = thread.first.max(record.items);
                        self.windows += 1;
                    }
                    "part" => {
                        let after = record.after.as_deref().map(str::to_owned);
                        thread.parts.push(Part { after, items: record.items });
                    }
                    "thread" | "sample" => thread.whole = true,
                    // A service of a later version: its code points count, what it showed is not known.
                    _ => {}
                }
            }
            Shown::Nothing => {}
        }
    }

    /// Adds what later records of the same log say.
    fn join(&mut self, later: Self) {
        let Self { windows, chars, threads, items, titles } = later;
        self.windows += windows;
        self.chars = self.chars.saturating_add(chars);
        self.titles.extend(titles);
        for (id, chars) in items {
            let so_far = self.items.entry(id).or_default();
            *so_far = so_far.saturating_add(chars);
        }
        for (id, later) in threads {
            let thread = self.threads.entry(id).or_default();
            thread.whole |= later.whole;
            thread.windowed |= later.windowed;
            thread.first = thread.first.max(later.first);
            thread.parts.extend(later.parts);
            thread.chars = thread.chars.saturating_add(later.chars);
        }
    }

    /// Whether a title was listed.
    pub fn listed(&self, thread: &str) -> bool {
        self.titles.contains(thread)
    }

    /// How many titles were listed.
    pub fn titles(&self) -> usize {
        self.titles.len()
    }

    /// Which of a thread's items (all of them, in order) were served to their last code point.
    pub fn served(&self, thread: &str, items: &[Item<'_>]) -> Vec<bool> {
        let mut served: Vec<bool> = items.iter().map(|item| self.items.contains_key(item.id)).collect();
        let Some(reads) = self.threads.get(thread) else { return served };
        let mut mark = |from: usize, to: usize| {
            let to = to.min(served.len());
            if let Some(range) = served.get_mut(from..to) {
                range.fill(true);
            }
        };
        mark(0, if reads.whole { items.len() } else { reads.first });
        for part in &reads.parts {
            let from = match &part.after {
                None => Some(0),
                Some(after) => items.iter().position(|item| item.id == after).map(|at| at + 1),
            };
            if let Some(from) = from {
                mark(from, from.saturating_add(part.items));
            }
        }
        served
    }

    /// Whether anything of a thread was served: whole, in part, item by item, or as a window.
    pub fn touched(&self, thread: &Thread<'_>) -> Result<bool, CorpusError> {
        if self.threads.contains_key(thread.id) {
            return Ok(true);
        }
        Ok(!self.items.is_empty() && thread.items()?.iter().any(|item| self.items.contains_key(item.id)))
    }

    /// The log and the corpus brought together, a line a thread, in corpus order.
    pub fn tally<'c>(&self, corpus: &'c Corpus) -> Result<Vec<Tally<'c>>, CorpusError> {
        let count = if corpus.all_blocks().len() < SHARE { 1 } else { threads::count() };
        let shares = threads::on_all(corpus.shares(count), |share| {
            corpus.threads_in(share).map(|thread| self.tally_one(thread?)).collect::<Result<Vec<_>, _>>()
        });
        Ok(shares.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn tally_one<'c>(&self, thread: Thread<'c>) -> Result<Tally<'c>, CorpusError> {
        let reads = self.threads.get(thread.id);
        let mut tally = Tally {
            items: 0,
            windowed: reads.is_some_and(|reads| reads.windowed),
            touched: reads.is_some(),
            chars: reads.map_or(0, |reads| reads.chars),
            thread,
        };
        // A thread nobody asked for is not parsed, unless single items were served that may be its own.
        if reads.is_none() && self.items.is_empty() {
            return Ok(tally);
        }
        let items = tally.thread.items()?;
        tally.items = self.served(tally.thread.id, &items).into_iter().filter(|served| *served).count();
        for item in &items {
            if let Some(chars) = self.items.get(item.id) {
                tally.chars = tally.chars.saturating_add(*chars);
                tally.touched = true;
            }
        }
        Ok(tally)
    }
}

/// The value of an id, made where there is none; the id is copied only then.
fn slot<'m, T: Default>(map: &'m mut HashMap<String, T>, id: &str) -> &'m mut T {
    if !map.contains_key(id) {
        map.insert(id.to_owned(), T::default());
    }
    map.get_mut(id).expect("it was made where there was none")
}

/// What was served of one thread.
#[derive(Clone, Debug)]
pub struct Tally<'c> {
    /// The thread.
    pub thread: Thread<'c>,
    items: usize,
    /// Whether a window of it was served.
    pub windowed: bool,
    /// Whether anything of it was served.
    pub touched: bool,
    /// Code points served of its text.
    pub chars: usize,
}

impl Tally<'_> {
    /// How many of its items were served to their last code point.
    pub fn items_served(&self) -> usize {
        self.items
    }

    /// Whether all of its items were served, in one piece or several.
    pub fn whole(&self) -> bool {
        self.items == self.thread.items
    }
}

#[cfg(test)]
mod tests;
