//! `journal`: whether what was decided stands on words that were there, and were served before.

use std::collections::{HashMap, HashSet};

use room_core::log::Survey;
use room_corpus::citation::Citation;
use room_corpus::journal::{Decision, Record};
use room_corpus::reads::Reads;

use crate::gather::{Gathered, Wanted};

/// Adds what the journal names.
pub(crate) fn want(journal: &Survey, wanted: &mut Wanted) {
    for record in journal.history.records::<Record>().flatten() {
        match record.decision {
            Decision::Code { thread_id, span, .. } | Decision::Pointer { thread_id, span, .. } => {
                wanted.threads.insert(thread_id);
                wanted.items.insert(span.item_id);
            }
            Decision::Thread { thread_id, excluded_quote, .. } => {
                wanted.threads.insert(thread_id);
                wanted.items.extend(excluded_quote.map(|span| span.item_id));
            }
            Decision::Retract { .. } | Decision::Other => {}
        }
    }
}

/// A line a fault. `gathered` holds what both logs name.
pub(crate) fn faults(journal: &Survey, reads: &Survey, gathered: &Gathered<'_>) -> Vec<String> {
    let served = Served::of(journal, reads, gathered);
    let mut check = Check { gathered, served, kinds: HashMap::new(), retracted: HashSet::new() };
    let mut faults = Vec::new();
    for record in journal.history.records::<Record>() {
        match record {
            Err(error) => faults.push(error.to_string()),
            Ok(record) => {
                let found = check.record(&record);
                faults.extend(found.into_iter().map(|fault| format!("record {}: {fault}", record.seq)));
            }
        }
    }
    faults
}

struct Check<'a, 'c> {
    gathered: &'a Gathered<'c>,
    served: Served<'c>,
    /// The records so far: whether each is a retraction.
    kinds: HashMap<u64, bool>,
    retracted: HashSet<u64>,
}

impl Check<'_, '_> {
    fn record(&mut self, record: &Record) -> Vec<String> {
        let mut faults = Vec::new();
        match &record.decision {
            Decision::Code { thread_id, span, .. } | Decision::Pointer { thread_id, span, .. } => {
                self.span(span, thread_id, &mut faults);
                self.item_served(&span.item_id, &record.t, &mut faults);
            }
            Decision::Thread { thread_id, excluded_quote, .. } => {
                if let Some(span) = excluded_quote {
                    self.span(span, thread_id, &mut faults);
                }
                self.thread_served(thread_id, &record.t, &mut faults);
            }
            Decision::Retract { of, .. } => self.retraction(*of, &mut faults),
            Decision::Other => {}
        }
        self.kinds.insert(record.seq, matches!(record.decision, Decision::Retract { .. }));
        faults
    }

    /// Cuts a span again.
    fn span(&self, span: &Citation, thread: &str, faults: &mut Vec<String>) {
        let Some(item) = self.gathered.item(&span.item_id) else {
            faults.push(format!("no item '{}' in this corpus", span.item_id));
            return;
        };
        if item.thread_id != thread {
            faults.push(format!("{} is in thread {}, not in {thread}", item.id, item.thread_id));
        }
        if let Err(error) = span.verified(item.id, &item.body()) {
            faults.push(error.to_string());
        }
    }

    fn item_served(&self, item: &str, t: &str, faults: &mut Vec<String>) {
        match self.served.items.get(item) {
            Some(served) if served.as_str() <= t => {}
            Some(served) => faults.push(format!("{item} was served only at {served}, after {t}")),
            None if self.gathered.item(item).is_none() => {}
            None => faults.push(format!("{item} was never served to its end")),
        }
    }

    fn thread_served(&self, thread: &str, t: &str, faults: &mut Vec<String>) {
        match self.served.threads.get(thread) {
            Some(served) if served.as_str() <= t => {}
            Some(served) => faults.push(format!("thread {thread} was served only at {served}, after {t}")),
            None if self.gathered.thread(thread).is_none() => {
                faults.push(format!("no thread '{thread}' in this corpus"));
            }
            None => faults.push(format!("thread {thread} was never served")),
        }
    }

    fn retraction(&mut self, of: u64, faults: &mut Vec<String>) {
        match self.kinds.get(&of) {
            None => faults.push(format!("retracts record {of}, which does not come before it")),
            Some(true) => faults.push(format!("retracts record {of}, a retraction itself")),
            Some(false) if !self.retracted.insert(of) => {
                faults.push(format!("retracts record {of}, which was retracted before"));
            }
            Some(false) => {}
        }
    }
}

/// When what the journal names was first served.
#[derive(Debug, Default)]
struct Served<'c> {
    /// Items, to their last code point.
    items: HashMap<&'c str, String>,
    /// Threads, something of them.
    threads: HashMap<&'c str, String>,
}

impl<'c> Served<'c> {
    fn of(journal: &Survey, reads: &Survey, gathered: &Gathered<'c>) -> Self {
        let mut wanted = Wanted::default();
        want(journal, &mut wanted);
        let mut served = Self::default();
        Reads::follow(&reads.history, |reads, step| {
            let of_item = step.item_id.and_then(|id| gathered.item(id)).map(|item| item.thread_id);
            let Some(whole) = step.thread_id.or(of_item).and_then(|id| gathered.thread(id)) else { return };
            served.threads.entry(whole.thread.id).or_insert_with(|| step.t.to_owned());
            let waits = |id: &str| wanted.items.contains(id) && !served.items.contains_key(id);
            if !whole.items.iter().any(|item| waits(item.id)) {
                return;
            }
            let shown = reads.served(whole.thread.id, &whole.items);
            for (item, shown) in whole.items.iter().zip(shown) {
                if shown && wanted.items.contains(item.id) {
                    served.items.entry(item.id).or_insert_with(|| step.t.to_owned());
                }
            }
        });
        served
    }
}
