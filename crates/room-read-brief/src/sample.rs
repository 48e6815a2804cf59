//! `sample`: whole threads, the thinnest days first.
//!
//! Nothing is left to chance: among the days that still have threads not served whole, the one of which the fewest code
//! points were served comes first, and of its threads the one whose hash with the record's is least. The same header
//! and log always draw the same thread, and anyone can draw it again.

use std::collections::VecDeque;
use std::fmt::Write as _;

use room_core::cli::Out;
use room_core::log::Digest;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_corpus::corpus::{Corpus, CorpusError, Thread};
use room_corpus::reads::Reads;
use room_corpus::serve::{Service, within};

use crate::days::days;

/// How many threads, where no number is given.
const THREADS: usize = 5;

/// Serves `n` threads whole, up to the first that would pass the ceiling.
pub(crate) fn sample(service: &Service<'_>, n: Option<usize>, out: &mut Out<'_>) -> Result<(), Failure> {
    let n = n.unwrap_or(THREADS);
    service.decide(out, |reads, _| {
        let mut urn = Urn::new(reads, service.corpus)?;
        let (mut entries, mut text, mut served) = (Vec::new(), String::new(), reads.chars);
        while entries.len() < n {
            let Some((day, thread)) = urn.next() else { break };
            let asked = chars(thread.text);
            if service.ceiling.is_some_and(|ceiling| within(ceiling, served, asked).is_err()) {
                writeln!(text, "@stop ceiling {}/{n} threads", entries.len())
                    .expect("a String takes every write");
                return Ok((entries, text));
            }
            // A block cut short must not be logged as a thread served whole.
            thread.items()?;
            served = served.saturating_add(asked.0);
            urn.draw();
            let entry = service
                .entry("sample", asked)
                .field("thread_id", thread.id)
                .field("items", thread.items)
                .field("day", day);
            entries.push(entry);
            text.push_str(thread.text);
        }
        if entries.is_empty() {
            let all = service.corpus.header().threads;
            writeln!(text, "@end {all}/{all} threads").expect("a String takes every write");
        }
        Ok((entries, text))
    })
}

/// The threads not served whole, in the order in which they are drawn.
struct Urn<'c> {
    days: Vec<Left<'c>>,
}

/// A day that still has threads.
struct Left<'c> {
    day: &'c str,
    /// Code points served of the day's threads.
    chars: usize,
    /// The threads left, the least hash first.
    threads: VecDeque<Thread<'c>>,
}

impl<'c> Urn<'c> {
    fn new(reads: &Reads, corpus: &'c Corpus) -> Result<Self, CorpusError> {
        let record = &corpus.header().record;
        let left = |day: crate::days::Day<'c>| {
            let (name, chars) = (day.name, day.chars);
            let mut threads: Vec<_> =
                day.threads.into_iter().filter(|tally| !tally.whole()).map(|tally| tally.thread).collect();
            threads
                .sort_by_cached_key(|thread| Digest::of(format!("{record}:{}", thread.id).as_bytes()).hex());
            Left { day: name, chars, threads: threads.into() }
        };
        Ok(Self { days: days(reads, corpus)?.into_iter().map(left).collect() })
    }

    /// The thread that would be drawn next, and its day.
    fn next(&self) -> Option<(&'c str, Thread<'c>)> {
        let left = self.days.get(self.thinnest()?)?;
        Some((left.day, *left.threads.front()?))
    }

    /// Takes it out.
    fn draw(&mut self) {
        let Some(left) = self.thinnest().and_then(|at| self.days.get_mut(at)) else { return };
        if let Some(thread) = left.threads.pop_front() {
            left.chars = left.chars.saturating_add(chars(thread.text).0);
        }
    }

    /// The day with the fewest code points served among those that have threads left; the earliest on a tie.
    fn thinnest(&self) -> Option<usize> {
        let left = self.days.iter().enumerate().filter(|(_, day)| !day.threads.is_empty());
        left.min_by_key(|(_, day)| day.chars).map(|(at, _)| at)
    }
}
