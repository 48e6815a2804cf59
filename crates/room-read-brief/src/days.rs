//! The days of a corpus, and what was served of each.

use room_corpus::corpus::{Corpus, CorpusError};
use room_corpus::reads::{Reads, Tally};

/// The threads whose first item is of one day.
#[derive(Debug)]
pub(crate) struct Day<'c> {
    /// `2017-04-01`, or `undated`.
    pub(crate) name: &'c str,
    /// Its threads, in corpus order.
    pub(crate) threads: Vec<Tally<'c>>,
    /// Code points served of their text.
    pub(crate) chars: usize,
}

impl Day<'_> {
    /// How many of its threads were served whole.
    pub(crate) fn whole(&self) -> usize {
        self.threads.iter().filter(|tally| tally.whole()).count()
    }
}

/// The days that have threads, in corpus order: by time, `undated` last.
pub(crate) fn days<'c>(reads: &Reads, corpus: &'c Corpus) -> Result<Vec<Day<'c>>, CorpusError> {
    let mut days: Vec<Day<'c>> = Vec::new();
    for tally in reads.tally(corpus)? {
        let day = tally.thread.day();
        if days.last().is_none_or(|last| last.name != day) {
            days.push(Day { name: day, threads: Vec::new(), chars: 0 });
        }
        let last = days.last_mut().expect("a day was just made where there was none");
        last.chars = last.chars.saturating_add(tally.chars);
        last.threads.push(tally);
    }
    Ok(days)
}
