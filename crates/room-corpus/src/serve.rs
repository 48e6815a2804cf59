//! The services both reading tools give: the header, a thread whole or in parts, an item.
//!
//! Every service is logged before its first byte is printed; if the log refuses, nothing is served.

use std::ops::Range;

use clap::Subcommand;

use crate::corpus::{Corpus, Item, Thread};
use crate::reads::{self, Reads, Sums};
use room_core::cli::{Out, count};
use room_core::log::{self, Entry, History, Writer};
use room_core::refusal::{Failure, Refuse};
use room_core::text::{Chars, chars};

/// A reading tool's refusal.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// `--after` names an item of another thread.
    #[error("'{after}' is not in thread {thread}: --after takes an item of that thread")]
    AfterElsewhere {
        /// The item.
        after: String,
        /// The thread that was asked for.
        thread: String,
    },
    /// `--after` names the thread's last item.
    #[error("'{after}' is the last item of thread {thread}: nothing is left after it")]
    AfterLast {
        /// The item.
        after: String,
        /// The thread.
        thread: String,
    },
    /// The service would pass the ceiling that the header declares.
    #[error("ceiling: {served} served, {asked} asked, {left} left")]
    Ceiling {
        /// Code points served so far.
        served: usize,
        /// Code points this service would add.
        asked: usize,
        /// Code points left under the ceiling.
        left: usize,
    },
    /// No thread begins on the day that was asked for.
    #[error("no thread of this corpus begins on '{day}'. Its days: {days}")]
    NoDay {
        /// The day as typed.
        day: String,
        /// The days there are, the first few of many.
        days: String,
    },
}

/// The label of the reading tools' refusals.
pub const READ_ERROR: &str = "ReadError";

impl Refuse for ReadError {
    fn label(&self) -> &'static str {
        READ_ERROR
    }
}

/// The verbs that both reading tools have, with the same meaning.
#[derive(Debug, Subcommand)]
pub enum Shared {
    /// The header lines: what the corpus holds, counted
    ///
    /// Logs `kind: header`. The header counts nowhere else.
    Header,
    /// One thread, whole; or with --size a part of it, in whole items
    ///
    /// A part holds the items after ITEM that fit in N code points, at least one; if some are left, a line
    /// `@more THREAD LAST_ITEM items 3/31 chars 9193/28423` says how far it went: go on with `--after LAST_ITEM`.
    /// Logs `kind: thread` (`thread_id, items`) or `kind: part` (`thread_id, after, items, last_item`).
    Thread {
        /// the thread's id, with or without t3_
        id: String,
        /// code points a part has at most
        #[arg(long, value_name = "N", value_parser = count)]
        size: Option<usize>,
        /// the item of this thread after which the part begins
        #[arg(long, value_name = "ITEM", requires = "size")]
        after: Option<String>,
    },
    /// One item: its `@` line and its body
    ///
    /// Logs `kind: item`: `item_id`.
    Item {
        /// the item's id, with or without t1_ or t3_
        id: String,
    },
}

impl Shared {
    /// Does what was asked.
    pub fn run(self, service: &Service<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
        match self {
            Shared::Header => header(service, out),
            Shared::Thread { id, size, after } => thread(service, &id, size, after.as_deref(), out),
            Shared::Item { id } => item(service, &id, out),
        }
    }
}

/// A reading tool at work on a corpus.
#[derive(Debug)]
pub struct Service<'c> {
    /// The tool's name, as its records say it.
    pub tool: &'static str,
    /// What is served.
    pub corpus: &'c Corpus,
    /// Code points that may be served in all; the header counts nowhere.
    pub ceiling: Option<usize>,
}

impl<'c> Service<'c> {
    /// A service without a ceiling.
    pub fn new(tool: &'static str, corpus: &'c Corpus) -> Self {
        Self { tool, corpus, ceiling: None }
    }

    /// A record of a service by this tool.
    pub fn entry(&self, kind: &str, served: Chars) -> Entry {
        Entry::new(kind, self.tool).chars(served)
    }

    /// Logs one service that was decided without looking at what came before, then prints it. Only a ceiling makes
    /// the log be recalled.
    pub fn give(&self, entry: Entry, served: Chars, text: &[&str], out: &mut Out<'_>) -> Result<(), Failure> {
        let log = log::open(&reads::place(self.corpus))?;
        if let Some(ceiling) = self.ceiling {
            within(ceiling, Sums::from(log.recall()?).chars, served)?;
        }
        log.append(&[entry])?;
        text.iter().try_for_each(|piece| out.text(piece))
    }

    /// Logs what `decide` makes of everything served so far, then prints the text it gives with it. The decision is
    /// made under the log's lock, so no two processes are served the same.
    pub fn decide(
        &self,
        out: &mut Out<'_>,
        decide: impl FnOnce(&Reads, &History) -> Result<(Vec<Entry>, String), Failure>,
    ) -> Result<(), Failure> {
        let mut log = log::open(&reads::place(self.corpus))?;
        let history = log.history()?;
        let decided = decide(&Reads::replay(history)?, history)?;
        settle(log, decided, out)
    }

    /// [`Service::decide`] for what needs only the sums, which cost the same after any number of services.
    pub fn decide_by_sums(
        &self,
        out: &mut Out<'_>,
        decide: impl FnOnce(Sums) -> Result<(Vec<Entry>, String), Failure>,
    ) -> Result<(), Failure> {
        let log = log::open(&reads::place(self.corpus))?;
        let decided = decide(Sums::from(log.recall()?))?;
        settle(log, decided, out)
    }
}

/// Logs what was decided, then prints the text that goes with it.
fn settle(log: Writer, (entries, text): (Vec<Entry>, String), out: &mut Out<'_>) -> Result<(), Failure> {
    if !entries.is_empty() {
        log.append(&entries)?;
    }
    out.text(&text)
}

/// Refuses what would pass the ceiling.
pub fn within(ceiling: usize, served: usize, asked: Chars) -> Result<(), ReadError> {
    let left = ceiling.saturating_sub(served);
    if asked.0 <= left { Ok(()) } else { Err(ReadError::Ceiling { served, asked: asked.0, left }) }
}

/// `header`: the header lines. They count nowhere, so no ceiling holds them back.
fn header(service: &Service<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
    let text = service.corpus.header_text();
    let log = log::open(&reads::place(service.corpus))?;
    log.append(&[service.entry("header", chars(text))])?;
    out.text(text)
}

/// `item ID`: its `@` line and body.
fn item(service: &Service<'_>, typed: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    let item = service.corpus.item(typed).map_err(|miss| miss.refused(READ_ERROR))?;
    let served = chars(item.text);
    let entry = service.entry("item", served).field("item_id", item.id);
    service.give(entry, served, &[item.text], out)
}

/// `thread ID [--size N [--after ITEM]]`: a thread, whole or a part of it.
fn thread(
    service: &Service<'_>,
    typed: &str,
    size: Option<usize>,
    after: Option<&str>,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let thread = service.corpus.thread(typed).map_err(|miss| miss.refused(READ_ERROR))?;
    // Also where they are not looked at: a block cut short must not be logged as a thread served whole.
    let items = thread.items()?;
    let Some(size) = size else {
        let served = chars(thread.text);
        let entry =
            service.entry("thread", served).field("thread_id", thread.id).field("items", thread.items);
        return service.give(entry, served, &[thread.text], out);
    };
    let places = thread.places(&items);
    let part = Part::of(service.corpus, &thread, &items, &places, Chars(size), after)?;
    let served = chars(part.text);
    let entry = service
        .entry("part", served)
        .field("thread_id", thread.id)
        .field("after", part.after)
        .field("items", part.to - part.from)
        .field("last_item", items[part.to - 1].id);
    service.give(entry, served, &[part.text, &part.more(&thread, &items, &places)], out)
}

/// A line of `titles`: `ID DAY items N score N TITLE`; of a thread without its post, neither score nor title.
pub fn title_line(thread: &Thread<'_>) -> Result<String, crate::corpus::CorpusError> {
    let post = thread.post()?;
    let score = post.and_then(|post| post.score).map_or_else(|| "-".to_owned(), |score| score.to_string());
    let mut line = format!("{} {} items {} score {score}", thread.id, thread.day(), thread.items);
    let title = post.and_then(|post| post.title()).unwrap_or_default();
    if !title.is_empty() {
        line.push(' ');
        line.extend(title.chars().map(|c| if breaks_a_line(c) { ' ' } else { c }));
    }
    line.push('\n');
    Ok(line)
}

/// Controls, and the separators that some readers take for line ends.
fn breaks_a_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Items on end of one thread, whole.
struct Part<'c> {
    after: Option<&'c str>,
    from: usize,
    to: usize,
    text: &'c str,
}

impl<'c> Part<'c> {
    /// The items after `after` that fit in `size`, at least one; from the `@thread` line without it.
    fn of(
        corpus: &'c Corpus,
        thread: &Thread<'c>,
        items: &[Item<'c>],
        places: &[Range<usize>],
        size: Chars,
        after: Option<&str>,
    ) -> Result<Self, Failure> {
        let (from, start, named) = match after {
            None => (0, 0, None),
            Some(typed) => {
                let item = corpus.item(typed).map_err(|miss| miss.refused(READ_ERROR))?;
                let (after, thread) = (typed.to_owned(), thread.id.to_owned());
                let Some(at) = items.iter().position(|other| other.id == item.id) else {
                    return Err(ReadError::AfterElsewhere { after, thread }.into());
                };
                if at + 1 == items.len() {
                    return Err(ReadError::AfterLast { after, thread }.into());
                }
                (at + 1, places[at + 1].start, Some(items[at].id))
            }
        };
        let text = |to: usize| thread.text.get(start..places[to - 1].end).expect("items lie in their thread");
        let (mut to, mut fits) = (from + 1, chars(text(from + 1)));
        while let Some(next) = items.get(to) {
            fits = fits + chars(next.text);
            if fits > size {
                break;
            }
            to += 1;
        }
        Ok(Self { after: named, from, to, text: text(to) })
    }

    /// The tool's own line, if items are left: what was shown so far, from the thread's start.
    fn more(&self, thread: &Thread<'_>, items: &[Item<'_>], places: &[Range<usize>]) -> String {
        if self.to == items.len() {
            return String::new();
        }
        let last = &items[self.to - 1];
        let so_far = thread.text.get(..places[self.to - 1].end).expect("items lie in their thread");
        let (shown, all) = (chars(so_far), chars(thread.text));
        format!("@more {} {} items {}/{} chars {shown}/{all}\n", thread.id, last.id, self.to, items.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Header;
    use room_core::atomic;

    #[test]
    fn a_block_that_lacks_items_is_not_served_as_a_thread() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus.txt");
        let header = Header { record: "0".repeat(64), ..Header::default() };
        for block in ["@thread p - items 2\n", "@thread p - items 2\n@post p by a - score 1\nT\n\n\n"] {
            atomic::write(&path, format!("{header}{block}").as_bytes()).unwrap();
            let corpus = Corpus::open(&path).unwrap();
            let (service, mut sink) = (Service::new("read", &corpus), Vec::new());
            let refused = thread(&service, "p", None, None, &mut Out::new(&mut sink, false)).unwrap_err();
            assert!(refused.line().unwrap().contains("declares 2 items"), "{refused:?}");
            assert_eq!(sink, b"");
            assert!(!folder.path().join("out/_read.jsonl").exists());
        }
    }
}
