//! `state`: where a brief writer is, and how much is left to read.

use room_core::cli::Out;
use room_core::log::LogState;
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::reads::Reads;
use serde::Serialize;

use crate::days::{self, days};

#[derive(Serialize)]
struct State<'c> {
    tool: &'static str,
    corpus: String,
    threads_in_corpus: u64,
    threads_served: usize,
    chars_served: usize,
    budget: Option<u64>,
    ceiling: Option<u64>,
    budget_left: Option<i128>,
    over_budget: bool,
    titles_listed: usize,
    days: Vec<Day<'c>>,
    log: LogState,
}

#[derive(Serialize)]
struct Day<'c> {
    #[serde(rename = "day")]
    name: &'c str,
    threads: usize,
    threads_served: usize,
    chars_served: usize,
}

/// Prints it. Logs nothing.
pub(crate) fn state(tool: &'static str, corpus: &Corpus, out: &mut Out<'_>) -> Result<(), Failure> {
    let (reads, history) = Reads::of(corpus)?;
    let days = days(&reads, corpus)?;
    let header = corpus.header();
    let budget_left = header.budget.map(|budget| i128::from(budget) - reads.chars as i128);
    out.json(&State {
        tool,
        corpus: corpus.name(),
        threads_in_corpus: header.threads,
        threads_served: days.iter().map(days::Day::whole).sum(),
        chars_served: reads.chars,
        budget: header.budget,
        ceiling: header.ceiling,
        budget_left,
        over_budget: budget_left.is_some_and(|left| left < 0),
        titles_listed: reads.titles(),
        days: days.iter().map(Day::from).collect(),
        log: history.state(),
    })
}

impl<'c> From<&days::Day<'c>> for Day<'c> {
    fn from(day: &days::Day<'c>) -> Self {
        Self {
            name: day.name,
            threads: day.threads.len(),
            threads_served: day.whole(),
            chars_served: day.chars,
        }
    }
}
