//! The threads and items that logs speak of, gathered in one pass over the corpus.

use std::collections::{HashMap, HashSet};

use room_corpus::corpus::{Corpus, CorpusError, Item, Thread};

/// What logs name.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) threads: HashSet<String>,
    pub(crate) items: HashSet<String>,
}

/// A thread that is named, or of which an item is.
#[derive(Debug)]
pub(crate) struct Whole<'c> {
    /// Its number in the corpus, from 0.
    pub(crate) number: usize,
    pub(crate) thread: Thread<'c>,
    pub(crate) items: Vec<Item<'c>>,
}

/// The threads that were asked for, and where each item is.
#[derive(Debug, Default)]
pub(crate) struct Gathered<'c> {
    threads: HashMap<&'c str, Whole<'c>>,
    items: HashMap<&'c str, Item<'c>>,
}

impl<'c> Gathered<'c> {
    /// Looks through the corpus for what is wanted.
    pub(crate) fn from(corpus: &'c Corpus, wanted: &Wanted) -> Result<Self, CorpusError> {
        let mut gathered = Self::default();
        for (number, thread) in corpus.threads().enumerate() {
            let thread = thread?;
            if wanted.items.is_empty() && !wanted.threads.contains(thread.id) {
                continue;
            }
            let items = thread.items()?;
            let named = items.iter().filter(|item| wanted.items.contains(item.id));
            let before = gathered.items.len();
            gathered.items.extend(named.map(|item| (item.id, *item)));
            if gathered.items.len() > before || wanted.threads.contains(thread.id) {
                gathered.threads.insert(thread.id, Whole { number, thread, items });
            }
        }
        Ok(gathered)
    }

    /// A thread by its id.
    pub(crate) fn thread(&self, id: &str) -> Option<&Whole<'c>> {
        self.threads.get(id)
    }

    /// An item by its id.
    pub(crate) fn item(&self, id: &str) -> Option<&Item<'c>> {
        self.items.get(id)
    }
}
