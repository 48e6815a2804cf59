//! `state`: where a reader is.

use room_core::cli::Out;
use room_core::log::LogState;
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::reads::{Reads, Tally};
use serde::Serialize;

#[derive(Serialize)]
struct State<'c> {
    tool: &'static str,
    corpus: String,
    threads_in_corpus: u64,
    threads_served: usize,
    chars_served: usize,
    cursor: usize,
    next_thread: Option<&'c str>,
    windows_served: usize,
    items_served: usize,
    done: bool,
    log: LogState,
}

/// Prints it. Logs nothing.
pub(crate) fn state(tool: &'static str, corpus: &Corpus, out: &mut Out<'_>) -> Result<(), Failure> {
    let (reads, history) = Reads::of(corpus)?;
    let tallies = reads.tally(corpus)?;
    out.json(&State {
        tool,
        corpus: corpus.name(),
        threads_in_corpus: corpus.header().threads,
        threads_served: tallies.iter().filter(|tally| tally.whole()).count(),
        chars_served: reads.chars,
        cursor: reads.windows,
        next_thread: tallies.get(reads.windows).map(|tally| tally.thread.id),
        windows_served: reads.windows,
        items_served: tallies.iter().map(Tally::items_served).sum(),
        done: reads.windows >= tallies.len(),
        log: history.state(),
    })
}
