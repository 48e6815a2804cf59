//! The table of verbs.

use std::path::Path;

use clap::Subcommand;
use room_core::cli::{Out, Tool, count};
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::serve::{Service, Shared};

use crate::{audit, state, windows};

/// What `read` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// What both reading tools do
    #[command(flatten)]
    Shared(Shared),
    /// The next N threads (10) from the cursor, each as a triage window
    ///
    /// A window is the first 1,200 code points of a thread's block, cut at a word; a thread no longer than that is
    /// shown whole. The cursor only moves forward, by windows alone; several processes share it and none gets a thread
    /// twice. When nothing is left: `@end 41/41 threads`. After a window that was cut,
    /// `@more THREAD ITEM 310/900 items 3/31 chars 1193/8423` says of which item what part was shown (`- 0/0` if none), how
    /// many items whole, and how many code points: read that thread from its start. Logs one `kind: window` a thread:
    /// `thread_id, items, of_items, cut_item, whole`.
    Windows {
        /// how many threads
        #[arg(value_parser = count)]
        n: Option<usize>,
        /// code points a window has at most, at least 200 (1,200)
        #[arg(long, value_name = "N", value_parser = windows::size)]
        size: Option<usize>,
    },
    /// Where you are, as one JSON object
    ///
    /// Keys: `tool, corpus, threads_in_corpus, threads_served, chars_served, cursor, next_thread, windows_served,
    /// items_served, done, log`. Logs nothing.
    State,
    /// What was served against what the header declares, as one JSON object
    ///
    /// Keys: `tool, corpus, declared, served, unserved, unserved_threads` (the first 50 ids), `complete`. A thread is
    /// unserved if neither a window of it nor all of its items were served; `complete` says that there is none, not that
    /// every item was read: that is `unserved.items`. `chars` counts what was served twice twice. Logs nothing.
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
            Verb::Shared(verb) => verb.run(&service, out),
            Verb::Windows { n, size } => windows::windows(&service, n, size, out),
            Verb::State => state::state(Self::NAME, &corpus, out),
            Verb::Audit => audit::audit(Self::NAME, &corpus, out),
        }
    }
}
