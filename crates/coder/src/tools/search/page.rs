//! The files of an answer: a page of them in the order of their paths, and how many more match.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use super::looker::{Lines, Looked, Looker};
use crate::functions::Skipped;
use crate::searching::Event;

/// Files a page has.
pub(super) const FILES: u64 = 20;

/// How many matching files behind a page are counted.
const COUNTED: u64 = 1000;

/// An answer as it grows.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) skip: u64,
    pub(super) limit: usize,
    /// Files that match so far, those skipped and those behind the page with them.
    pub(super) files: u64,
    /// Whether there are more than were counted.
    pub(super) stopped: bool,
    /// Whether `limit` kept a match out.
    pub(super) over_limit: bool,
    /// The files of the page, with their lines.
    pub(super) shown: Vec<(PathBuf, Lines)>,
    /// Matches that the page has.
    pub(super) kept: usize,
    pub(super) skipped: Skipped,
    /// Files that rules hide and that match, and whether there are more, where nothing else was found.
    pub(super) hidden_by_rules: Option<(u64, bool)>,
}

impl Page {
    pub(super) fn new(skip: u64, limit: usize) -> Self {
        Self {
            skip,
            limit,
            files: 0,
            stopped: false,
            over_limit: false,
            shown: Vec::new(),
            kept: 0,
            skipped: Skipped::default(),
            hidden_by_rules: None,
        }
    }

    /// A page that only counts.
    pub(super) fn counting() -> Self {
        Self::new(u64::MAX, 0)
    }

    /// Adds an event. Breaks once nothing more is to be known.
    pub(super) fn take(&mut self, event: Event<Looked>, looker: &Looker<'_>) -> ControlFlow<()> {
        if looker.filter.passed.is_late() {
            return ControlFlow::Break(());
        }
        match event {
            Event::File(path, Looked::Lines(lines)) if lines.matches > 0 => {
                return self.add(path, lines, looker);
            }
            Event::File(path, Looked::TooLarge) => {
                self.skipped.too_large += 1;
                self.skipped.name(&path);
            }
            Event::File(_, Looked::Binary) => self.skipped.binary += 1,
            Event::File(path, Looked::Unreadable) | Event::Unreadable(path, _) => {
                self.skipped.unreadable += 1;
                self.skipped.name(&path);
            }
            Event::Link(_) => self.skipped.links += 1,
            Event::File(..) | Event::Excluded(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn add(&mut self, path: PathBuf, lines: Lines, looker: &Looker<'_>) -> ControlFlow<()> {
        self.files += 1;
        if self.files <= self.skip {
            return self.until(self.skip == u64::MAX && self.files >= COUNTED);
        }
        if self.shown.len() as u64 == FILES {
            return self.until(self.files - self.skip > FILES + COUNTED);
        }
        if self.kept == self.limit {
            self.over_limit = true;
            return ControlFlow::Break(());
        }
        let matches = usize::try_from(lines.matches).unwrap_or(usize::MAX);
        let room = self.limit - self.kept;
        self.kept += matches.min(looker.most).min(room);
        self.shown.push((path, lines));
        if matches.min(looker.most) > room {
            self.over_limit = true;
            return ControlFlow::Break(());
        }
        if self.shown.len() as u64 == FILES || self.kept == self.limit {
            looker.counting.store(true, Relaxed);
        }
        ControlFlow::Continue(())
    }

    fn until(&mut self, enough: bool) -> ControlFlow<()> {
        self.stopped = enough;
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
