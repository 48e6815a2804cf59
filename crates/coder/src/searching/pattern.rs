//! A pattern in one file's bytes: the lines that match, each once, at its first match.
//!
//! Every line is matched alone, without its end: `^` and `$` are the line's, and nothing spans two lines. The fast way
//! is ripgrep's searcher over the whole buffer. It stands aside where it could see something else than a line alone
//! does: in files with a CR, and for patterns that anchor at the text's own ends.

use std::ops::Range;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use memchr::{memchr, memchr_iter};
use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::hir::Look;

use crate::error::CoderError;

/// What to look for.
#[derive(Debug)]
pub struct Pattern {
    /// Over whole buffers; absent where it cannot be used.
    fast: Option<RegexMatcher>,
    /// On a line alone.
    exact: Regex,
}

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number, from 1.
    pub line: u64,
    /// Its place in the file, without its end.
    pub place: Range<usize>,
    /// The first match, in bytes from the line's start.
    pub found: Range<usize>,
}

impl Pattern {
    /// Compiles a regular expression, or a text that stands for itself.
    pub fn new(query: &str, is_regex: bool, ignore_case: bool) -> Result<Self, CoderError> {
        let pattern = if is_regex { query.to_owned() } else { regex::escape(query) };
        let exact = RegexBuilder::new(&pattern).case_insensitive(ignore_case).build().map_err(|error| {
            let why = super::reason(&error.to_string());
            CoderError::bad(format!("query '{query}' is no regular expression: {why}"))
        })?;
        let fast = if anchors_at_the_text(&pattern) {
            None
        } else {
            let mut builder = RegexMatcherBuilder::new();
            builder.multi_line(true).line_terminator(Some(b'\n')).case_insensitive(ignore_case);
            // A pattern that asks for a line end is refused here. On a line alone it matches nothing, exactly.
            builder.build(&pattern).ok()
        };
        Ok(Self { fast, exact })
    }

    /// Whether a path matches.
    pub fn is_in_path(&self, path: &[u8]) -> bool {
        self.exact.is_match(path)
    }

    /// The first match in a line.
    fn find(&self, line: &[u8]) -> Option<Range<usize>> {
        self.exact.find(line).map(|found| found.range())
    }

    /// The lines that match, up to `most`.
    pub fn hits(&self, searcher: &mut Searcher, bytes: &[u8], most: usize) -> Vec<Hit> {
        match &self.fast {
            Some(fast) if memchr(b'\r', bytes).is_none() => {
                let mut sink = Hits { pattern: self, found: Vec::new(), most };
                let done = searcher.search_slice(fast, bytes, &mut sink);
                debug_assert!(done.is_ok(), "neither the matcher nor the sink fails");
                sink.found
            }
            _ => self.hits_line_by_line(bytes, most),
        }
    }

    fn hits_line_by_line(&self, bytes: &[u8], most: usize) -> Vec<Hit> {
        let ends = memchr_iter(b'\n', bytes).map(|at| at + 1);
        let ends = ends.chain((!bytes.is_empty() && !bytes.ends_with(b"\n")).then_some(bytes.len()));
        let mut start = 0;
        let hits = (1..).zip(ends).filter_map(|(line, end)| {
            let place = start..start + without_end(&bytes[start..end]);
            start = end;
            self.find(&bytes[place.clone()]).map(|found| Hit { line, place, found })
        });
        hits.take(most).collect()
    }
}

/// A searcher as hits are found with: plain bytes, lines numbered.
pub(super) fn searcher() -> Searcher {
    let mut builder = SearcherBuilder::new();
    builder.line_number(true).bom_sniffing(false).binary_detection(BinaryDetection::none());
    builder.build()
}

/// Whether a pattern speaks of the text's own start or end, which in a buffer are not a line's.
fn anchors_at_the_text(pattern: &str) -> bool {
    let parsed = regex_syntax::ParserBuilder::new().multi_line(true).utf8(false).build().parse(pattern);
    parsed.map_or(true, |hir| {
        let looks = hir.properties().look_set();
        looks.contains(Look::Start) || looks.contains(Look::End)
    })
}

/// The length of a line without LF or CRLF.
fn without_end(line: &[u8]) -> usize {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line).len()
}

struct Hits<'p> {
    pattern: &'p Pattern,
    found: Vec<Hit>,
    most: usize,
}

impl Sink for Hits<'_> {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, matched: &SinkMatch<'_>) -> Result<bool, Self::Error> {
        let start = usize::try_from(matched.absolute_byte_offset()).expect("a place in a buffer");
        let line = &matched.bytes()[..without_end(matched.bytes())];
        if let Some(found) = self.pattern.find(line) {
            let number = matched.line_number().expect("the searcher numbers lines");
            self.found.push(Hit { line: number, place: start..start + line.len(), found });
        }
        Ok(self.found.len() < self.most)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(query: &str, text: &[u8]) -> Vec<u64> {
        let pattern = Pattern::new(query, true, false).unwrap();
        pattern.hits(&mut searcher(), text, 99).iter().map(|hit| hit.line).collect()
    }

    #[test]
    fn every_line_is_matched_alone() {
        let text = b"ab\nb\r\n\nab";
        assert_eq!(lines("^b$", text), [2]);
        assert_eq!(lines(r"\Aab\z", text), [1, 4]);
        assert_eq!(lines("b\nb", text), [0_u64; 0]);
        assert_eq!(lines("(?s)a.*b$", b"ab\nxab\nb"), [1, 2]);
        assert_eq!(lines("^$", text), [3]);
        assert_eq!(lines("^b", b"a\rb\nb"), [2]);
    }

    proptest! {
        /// The fast way finds what the slow one does.
        #[test]
        fn both_ways_find_the_same(
            text in "[ab\n ]{0,40}",
            query in prop_oneof![Just("a"), Just("^a"), Just("b$"), Just("a*"), Just(r"\s"), Just(r"\ba"), Just("^$"),
                Just("[^a]b"), Just("(?s)a.b"), Just("(?-m)^b")],
            most in 1_usize..9,
        ) {
            let pattern = Pattern::new(query, true, false).unwrap();
            let fast = pattern.hits(&mut searcher(), text.as_bytes(), most);
            prop_assert_eq!(fast, pattern.hits_line_by_line(text.as_bytes(), most));
        }
    }
}
