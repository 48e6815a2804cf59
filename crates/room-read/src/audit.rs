//! `audit`: what was served against what the header declares.

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::reads::{Reads, Tally};
use serde::Serialize;

/// How many unserved threads are named.
const NAMED: usize = 50;

#[derive(Serialize)]
struct Audit<'c> {
    tool: &'static str,
    corpus: String,
    declared: Declared,
    served: Served,
    unserved: Unserved,
    unserved_threads: Vec<&'c str>,
    complete: bool,
}

#[derive(Serialize)]
struct Declared {
    threads: u64,
    items: u64,
    chars: u64,
}

#[derive(Serialize)]
struct Served {
    threads_whole: usize,
    threads_windowed: usize,
    items: usize,
    chars: usize,
}

#[derive(Serialize)]
struct Unserved {
    threads: usize,
    items: u64,
}

/// Prints it. Logs nothing.
pub(crate) fn audit(tool: &'static str, corpus: &Corpus, out: &mut Out<'_>) -> Result<(), Failure> {
    let (reads, _) = Reads::of(corpus)?;
    let tallies = reads.tally(corpus)?;
    let header = corpus.header();
    let items = tallies.iter().map(Tally::items_served).sum();
    let whole = tallies.iter().filter(|tally| tally.whole()).count();
    let windowed = tallies.iter().filter(|tally| tally.windowed && !tally.whole()).count();
    let unserved: Vec<_> = tallies
        .iter()
        .filter(|tally| !tally.windowed && !tally.whole())
        .map(|tally| tally.thread.id)
        .collect();
    out.json(&Audit {
        tool,
        corpus: corpus.name(),
        declared: Declared { threads: header.threads, items: header.items, chars: header.chars },
        served: Served { threads_whole: whole, threads_windowed: windowed, items, chars: reads.chars },
        unserved: Unserved { threads: unserved.len(), items: header.items.saturating_sub(items as u64) },
        complete: unserved.is_empty(),
        unserved_threads: unserved.into_iter().take(NAMED).collect(),
    })
}
