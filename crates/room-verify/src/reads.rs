//! `reads`: whether the log of what was served agrees with the corpus it was served from.

use room_core::log::Survey;
use room_core::text::chars;
use room_corpus::corpus::{Corpus, CorpusError, Item};
use room_corpus::serve::title_line;
use serde::Deserialize;

use crate::gather::{Gathered, Wanted, Whole};

/// A record of the log, as far as it can be counted again.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    kind: String,
    chars: usize,
    thread_id: Option<String>,
    item_id: Option<String>,
    items: usize,
    of_items: usize,
    cut_item: Option<String>,
    whole: bool,
    after: Option<String>,
    last_item: Option<String>,
    n: usize,
    day: Option<String>,
    threads: Vec<String>,
}

/// The records of the log that can be read.
pub(crate) fn records(log: &Survey) -> impl Iterator<Item = Record> {
    log.history.records::<Record>().flatten()
}

/// Adds what the log names.
pub(crate) fn want(log: &Survey, wanted: &mut Wanted) {
    for record in records(log) {
        wanted.threads.extend(record.thread_id);
        wanted.threads.extend(record.threads);
        wanted.items.extend(record.item_id);
    }
}

/// A line a fault: what the log says against what the corpus says.
pub(crate) fn faults(
    log: &Survey,
    corpus: &Corpus,
    gathered: &Gathered<'_>,
) -> Result<Vec<String>, CorpusError> {
    let mut check = Check { corpus, gathered, windows: 0 };
    let mut faults = Vec::new();
    for (line, record) in (1..).zip(log.history.records::<Record>()) {
        match record {
            Err(error) => faults.push(error.to_string()),
            Ok(record) => {
                let found = check.record(&record)?;
                faults.extend(found.into_iter().map(|fault| format!("line {line}: {fault}")));
            }
        }
    }
    Ok(faults)
}

struct Check<'a, 'c> {
    corpus: &'c Corpus,
    gathered: &'a Gathered<'c>,
    /// How many windows came before: the cursor.
    windows: usize,
}

impl Check<'_, '_> {
    /// The faults of one record. Kinds of later versions are passed over.
    fn record(&mut self, record: &Record) -> Result<Vec<String>, CorpusError> {
        let mut faults = Faults::default();
        match record.kind.as_str() {
            "header" => faults.number("chars", record.chars, chars(self.corpus.header_text()).0),
            "item" => {
                let id = record.item_id.as_deref().unwrap_or_default();
                match self.gathered.item(id) {
                    None => faults.none("item", id),
                    Some(item) => faults.number("chars", record.chars, chars(item.text).0),
                }
            }
            "titles" => self.titles(record, &mut faults)?,
            "window" | "thread" | "part" | "sample" => {
                let id = record.thread_id.as_deref().unwrap_or_default();
                match self.gathered.thread(id) {
                    None => faults.none("thread", id),
                    Some(thread) => self.thread(record, thread, &mut faults),
                }
            }
            _ => {}
        }
        Ok(faults.0)
    }

    fn thread(&mut self, record: &Record, whole: &Whole<'_>, faults: &mut Faults) {
        match record.kind.as_str() {
            "window" => {
                if whole.number != self.windows {
                    let (at, id) = (self.windows, whole.thread.id);
                    faults.0.push(format!(
                        "window {} should not be of {id}, the corpus's thread {}",
                        at + 1,
                        whole.number + 1
                    ));
                }
                self.windows += 1;
                window(record, whole, faults);
            }
            "part" => part(record, whole, faults),
            kind => {
                faults.number("items", record.items, whole.items.len());
                faults.number("chars", record.chars, chars(whole.thread.text).0);
                if kind == "sample" && record.day.as_deref() != Some(whole.thread.day()) {
                    faults.0.push(format!("thread {} is of {}", whole.thread.id, whole.thread.day()));
                }
            }
        }
    }

    fn titles(&self, record: &Record, faults: &mut Faults) -> Result<(), CorpusError> {
        faults.number("n", record.n, record.threads.len());
        let mut served = 0;
        for id in &record.threads {
            let Some(whole) = self.gathered.thread(id) else {
                faults.none("thread", id);
                return Ok(());
            };
            served += chars(&title_line(&whole.thread)?).0;
            if record.day.as_deref().is_some_and(|day| day != whole.thread.day()) {
                faults.0.push(format!("thread {id} is of {}", whole.thread.day()));
            }
        }
        faults.number("chars", record.chars, served);
        Ok(())
    }
}

/// What a window of so many code points shows of a thread.
fn window(record: &Record, whole: &Whole<'_>, faults: &mut Faults) {
    let all = chars(whole.thread.text).0;
    faults.number("of_items", record.of_items, whole.items.len());
    if record.chars > all {
        faults.number("chars", record.chars, all);
        return;
    }
    if record.whole != (record.chars == all) {
        faults.0.push(format!("whole is {}, with {} of {all} code points shown", record.whole, record.chars));
    }
    let mut at = chars(whole.thread.line()).0 + 1;
    let (mut shown, mut cut) = (0, None);
    for item in &whole.items {
        let end = at + chars(item.text).0;
        let body = end - 1 - chars(item.written).0;
        if record.chars >= end - 1 {
            shown += 1;
        } else {
            cut = (body <= record.chars).then_some(item.id);
            break;
        }
        at = end;
    }
    faults.number("items", record.items, shown);
    if record.cut_item.as_deref() != cut {
        let name = |item: Option<&str>| item.unwrap_or("none").to_owned();
        faults.0.push(format!("cut_item is {}, should be {}", name(record.cut_item.as_deref()), name(cut)));
    }
}

/// What a part after an item holds.
fn part(record: &Record, whole: &Whole<'_>, faults: &mut Faults) {
    let position = |id: &str| whole.items.iter().position(|item| item.id == id);
    let from = match record.after.as_deref() {
        None => 0,
        Some(after) => match position(after) {
            Some(at) => at + 1,
            None => return faults.none("item of that thread", after),
        },
    };
    let line = if from == 0 { chars(whole.thread.line()).0 + 1 } else { 0 };
    let items: &[Item<'_>] =
        whole.items.get(from..(from + record.items).min(whole.items.len())).unwrap_or_default();
    faults.number("items", record.items, items.len());
    faults.number("chars", record.chars, line + items.iter().map(|item| chars(item.text).0).sum::<usize>());
    let last = items.last().map(|item| item.id);
    if record.last_item.as_deref() != last {
        faults.0.push(format!("last_item should be {}", last.unwrap_or("none")));
    }
}

/// The faults of one record.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn number(&mut self, key: &str, said: usize, counted: usize) {
        if said != counted {
            self.0.push(format!("{key} is {said}, the corpus has {counted}"));
        }
    }

    fn none(&mut self, what: &str, id: &str) {
        self.0.push(format!("no {what} '{id}' in this corpus"));
    }
}
