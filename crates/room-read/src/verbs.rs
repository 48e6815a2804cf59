//! The table of verbs.

use std::path::Path;

use clap::Subcommand;
use room_core::cli::{Out, Tool, count};
use room_core::corpus::Corpus;
use room_core::refusal::Failure;
use room_core::serve::{Service, header, item, thread};

use crate::{audit, state, windows};

/// What `read` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// The header lines: what the corpus holds, counted
    ///
    /// Logs `kind: header`. The header counts nowhere else.
    Header,
    /// The next N threads (10) from the cursor, each as a triage window
    ///
    /// A window is the first 1,200 code points of a thread's block, cut at a word; a thread no longer than that is
    /// shown whole. The cursor only moves forward, by windows alone; several processes share it and none gets a thread
    /// twice. When nothing is left: `@end 41/41 threads`. Logs one `kind: window` a thread:
    /// `thread_id, items, of_items, cut_item, whole`.
    Windows {
        /// how many threads
        #[arg(value_parser = count)]
        n: Option<usize>,
        /// code points a window has at most, at least 200 (1,200)
        #[arg(long, value_name = "N", value_parser = windows::size)]
        size: Option<usize>,
    },
    /// One thread, whole; or with --size a part of it, in whole items
    ///
    /// A part holds the items after ITEM that fit in N code points, at least one; if some are left, a line
    /// `@more THREAD LAST_ITEM items 3/31 chars 9193/28423` says how far it went: go on with --after LAST_ITEM.
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
    /// Where you are, as one JSON object
    ///
    /// Keys: `tool, corpus, threads_in_corpus, threads_served, chars_served, cursor, next_thread, windows_served,
    /// items_served, done, log`. Logs nothing.
    State,
    /// What was served against what the header declares, as one JSON object
    ///
    /// Keys: `tool, corpus, declared, served, unserved, unserved_threads` (the first 50 ids), `complete`. Logs nothing.
    Audit,
}

impl Tool for Verb {
    const NAME: &'static str = "read";
    const PLACE: &'static str = "CORPUS";
    const ABOUT: &'static str = "the reader's tool. Does this thread touch the event?";
    const NOTES: &'static str = "Typed bare, `read` is the shell's own builtin in bash, dash, zsh and fish, whatever the PATH says:\n\
        `room read …` works in any shell, and so do a path (`bin/read …`) and `env read …`.";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let corpus = Corpus::open(place)?;
        let service = Service::new(Self::NAME, &corpus);
        match self {
            Verb::Header => header(&service, out),
            Verb::Windows { n, size } => windows::windows(&service, n, size, out),
            Verb::Thread { id, size, after } => thread(&service, &id, size, after.as_deref(), out),
            Verb::Item { id } => item(&service, &id, out),
            Verb::State => state::state(Self::NAME, &corpus, out),
            Verb::Audit => audit::audit(Self::NAME, &corpus, out),
        }
    }
}
