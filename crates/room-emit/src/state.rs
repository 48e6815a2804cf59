//! `state`: what stands in the journal.

use std::collections::BTreeMap;

use room_core::cli::Out;
use room_core::log::{self, LogState};
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::journal::{self, Decision, Disposition, Journal};
use room_corpus::reads::Reads;
use serde::Serialize;

#[derive(Serialize)]
struct State<'a> {
    tool: &'static str,
    corpus: String,
    kinds: Kinds,
    labels: BTreeMap<&'a str, usize>,
    threads: BTreeMap<&'a str, Disposition>,
    threads_served_without: Vec<&'a str>,
    log: LogState,
}

/// Standing records by kind, and how many retractions there are.
#[derive(Default, Serialize)]
struct Kinds {
    code: usize,
    pointer: usize,
    thread: usize,
    retract: usize,
}

/// Prints it. Logs nothing.
pub(crate) fn state(tool: &'static str, corpus: &Corpus, out: &mut Out<'_>) -> Result<(), Failure> {
    let (reads, _) = Reads::of(corpus)?;
    let history = log::replay(&journal::place(corpus))?;
    let journal = Journal::replay(&history)?;
    let (mut kinds, mut labels, mut threads) = (Kinds::default(), BTreeMap::new(), BTreeMap::new());
    for record in journal.standing() {
        match &record.decision {
            Decision::Code { label, .. } => {
                kinds.code += 1;
                *labels.entry(label.as_str()).or_default() += 1;
            }
            Decision::Pointer { .. } => kinds.pointer += 1,
            Decision::Thread { thread_id, disposition, .. } => {
                kinds.thread += 1;
                threads.insert(thread_id.as_str(), *disposition);
            }
            Decision::Retract { .. } | Decision::Other => {}
        }
    }
    let is_retraction = |decision: &Decision| matches!(decision, Decision::Retract { .. });
    kinds.retract = journal.records().iter().filter(|record| is_retraction(&record.decision)).count();
    let tallies = reads.tally(corpus)?;
    let undecided = tallies.iter().filter(|tally| tally.touched && !threads.contains_key(tally.thread.id));
    let threads_served_without = undecided.map(|tally| tally.thread.id).collect();
    out.json(&State {
        tool,
        corpus: corpus.name(),
        kinds,
        labels,
        threads,
        threads_served_without,
        log: history.state(),
    })
}
