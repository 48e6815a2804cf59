//! One file searched: its matching lines with the lines around them.

use std::ffi::OsStr;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkMatch};
use room_jail::{Folder, JailError, Opened, Place};

use super::expression::Expression;
use crate::searching::{Filter, Look, around};
use crate::tools::display::{CUT, Display};

/// Bytes of a line that are shown: around its match, or from its start.
const LINE_BYTES: usize = 512;

/// Bytes that are held of a file: of its longest line, or of all of it where a match may span lines.
const MOST_HELD: usize = 64 << 20;

/// What is looked for in each file, and how much of it is kept.
#[derive(Debug)]
pub(super) struct Looker<'c> {
    pub(super) filter: Filter<'c>,
    pub(super) expression: &'c Expression,
    pub(super) display: Display,
    pub(super) before: usize,
    pub(super) after: usize,
    /// Matches kept of a file.
    pub(super) most: usize,
    /// Whether one file was named, and nothing else.
    pub(super) alone: bool,
    /// Whether it is only asked any more whether a file matches.
    pub(super) counting: AtomicBool,
}

/// A line that is shown.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// What stands before it, in the display that was asked for.
    pub(super) prefix: String,
    /// Without its end; of a long one a part, with a mark where it was cut.
    pub(super) text: String,
    /// What it is to a match.
    pub(super) part: Part,
    /// Code points before the match.
    pub(super) column: u64,
    /// Whether all of it is shown.
    pub(super) whole: bool,
}

/// What a line is to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It matches, or a match begins in it.
    Begins,
    /// A match that began before goes on in it.
    GoesOn,
    /// It stands near one.
    Near,
}

/// The lines of a file.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// In order, each once.
    pub(super) lines: Vec<Line>,
    /// Matches in the file, kept or not; at least one where they were only asked for.
    pub(super) matches: u64,
}

/// What came of looking at a file.
#[derive(Debug)]
pub(super) enum Looked {
    Lines(Lines),
    Binary,
    TooLarge,
    Unreadable,
    /// Not to be touched, or gone: as if it had not been there.
    Absent,
}

impl Looker<'_> {
    /// Looks at a text that is no file of its own.
    pub(super) fn look_into(&self, text: impl io::Read) -> Looked {
        self.search(text, &mut self.searcher())
    }

    fn opened(&self, opened: Result<Opened, JailError>, searcher: &mut Searcher) -> Looked {
        match opened {
            Ok(opened) => self.search(&opened.file, searcher),
            Err(JailError::Missing) => Looked::Absent,
            Err(_) => Looked::Unreadable,
        }
    }

    fn search(&self, text: impl io::Read, searcher: &mut Searcher) -> Looked {
        let mut sink = Collect { looker: self, found: Lines::default(), binary: false };
        match searcher.search_reader(&self.expression.matcher, text, &mut sink) {
            Ok(()) if sink.binary => Looked::Binary,
            Ok(()) => Looked::Lines(sink.found),
            // The searcher says so where a line is longer than may be held.
            Err(error) if error.to_string().contains("limit") => Looked::TooLarge,
            Err(_) => Looked::Unreadable,
        }
    }
}

impl Look for Looker<'_> {
    type Found = Looked;

    fn filter(&self) -> &Filter<'_> {
        &self.filter
    }

    fn look(&self, folder: &Folder<'_>, name: &OsStr, searcher: &mut Searcher) -> Looked {
        self.opened(folder.file(name), searcher)
    }

    fn look_at(&self, place: &Place) -> Looked {
        self.opened(self.filter.coder.jail.open_read(place), &mut self.searcher())
    }

    fn searcher(&self) -> Searcher {
        SearcherBuilder::new()
            .line_number(true)
            .binary_detection(BinaryDetection::quit(0))
            .multi_line(self.expression.spans_lines)
            .before_context(self.before)
            .after_context(self.after)
            .heap_limit(Some(MOST_HELD))
            .build()
    }
}

struct Collect<'l, 'c> {
    looker: &'l Looker<'c>,
    found: Lines,
    binary: bool,
}

impl Collect<'_, '_> {
    fn push(&mut self, number: u64, bytes: &[u8], part: Part) {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let place = if part == Part::Begins { self.looker.expression.place(bytes) } else { 0..0 };
        let column = String::from_utf8_lossy(&bytes[..place.start]).chars().count() as u64;
        let (mut text, from) = around(bytes, place, LINE_BYTES);
        let whole = bytes.len() <= LINE_BYTES;
        let prefix = match self.looker.display {
            Display::Anchor if !whole => {
                let line = String::from_utf8_lossy(bytes);
                self.looker.display.prefix((number, number), (&line, &line))
            }
            display => display.prefix((number, number), (&text, &text)),
        };
        if !whole {
            let after = if bytes.len() > from + text.len() { CUT.to_string() } else { String::new() };
            let before = if from > 0 { CUT.to_string() } else { String::new() };
            text = format!("{before}{text}{after}");
        }
        self.found.lines.push(Line { number, prefix, text, part, column, whole });
    }

    /// Whether no more matches are kept. Of what follows then the lines after the last one that is kept are shown.
    fn is_full(&self) -> bool {
        self.found.matches > self.looker.most as u64
    }

    fn is_after_the_last(&self, number: u64) -> bool {
        let last =
            self.found.lines.iter().rfind(|line| line.part != Part::Near).map_or(0, |line| line.number);
        number <= last + self.looker.after as u64
    }
}

impl Sink for Collect<'_, '_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, matched: &SinkMatch<'_>) -> Result<bool, io::Error> {
        self.found.matches += 1;
        if self.looker.counting.load(Relaxed) {
            return Ok(false);
        }
        let first = matched.line_number().unwrap_or(1);
        for (number, line) in (first..).zip(matched.lines()) {
            let part = match (self.is_full(), number == first) {
                (true, _) if !self.is_after_the_last(number) => break,
                (true, _) => Part::Near,
                (false, true) => Part::Begins,
                (false, false) => Part::GoesOn,
            };
            self.push(number, line, part);
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> Result<bool, io::Error> {
        let number = context.line_number().unwrap_or(1);
        if !self.is_full() || self.is_after_the_last(number) {
            self.push(number, context.bytes(), Part::Near);
        }
        Ok(true)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> Result<bool, io::Error> {
        self.binary = true;
        Ok(false)
    }
}
