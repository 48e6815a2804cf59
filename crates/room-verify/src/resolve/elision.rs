//! Elisions: the places where a quotation says that it leaves words out.

use std::ops::Range;

use room_core::text::{Span, cut};
use room_corpus::matching::{Folded, Quote};

/// The fewest words each part of an elided quotation must have: fewer stand anywhere, in any order.
const WORDS: usize = 3;
/// Up to how many parts it is asked whether the record itself has some of the elisions.
const JOINED: usize = 8;

/// A quotation's parts, between its elisions.
#[derive(Debug)]
pub(super) struct Elided<'r> {
    parts: usize,
    /// What may stand in the record on end: parts from one to another, the elisions between them included.
    runs: Vec<Run<'r>>,
}

#[derive(Debug)]
struct Run<'r> {
    parts: Range<usize>,
    quote: Quote<'r>,
}

/// Where an elided quotation stands in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// From its first word to its last.
    pub(super) span: Span,
    /// The words of the body that it leaves out, one text an elision; none where the body has all on end.
    pub(super) left_out: Vec<String>,
}

impl<'r> Elided<'r> {
    /// A quotation with elisions, those at its ends dropped; `None` where it has none, or nothing else.
    pub(super) fn of(text: &'r str) -> Option<Self> {
        let parts = parts(text);
        if parts.iter().all(|part| part.len() == text.trim().len()) {
            return None;
        }
        let mut runs = Vec::new();
        for first in 0..parts.len() {
            let most = if parts.len() <= JOINED { parts.len() } else { first + 1 };
            for last in first..most {
                let words = text.get(parts[first].start..parts[last].end).unwrap_or_default();
                let whole = first == 0 && last + 1 == parts.len();
                if (whole || count_words(words) >= WORDS)
                    && let Ok(quote) = Quote::new(words)
                {
                    runs.push(Run { parts: first..last + 1, quote });
                }
            }
        }
        Some(Self { parts: parts.len(), runs })
    }

    /// The quotation where it needs no words left out: one part, an elision before or after it.
    pub(super) fn whole(&self) -> Option<&Quote<'r>> {
        self.runs.iter().find(|run| run.parts == (0..self.parts)).map(|run| &run.quote)
    }

    /// Where all parts stand in a body, in their order, none over another.
    pub(super) fn held(&self, body: &Folded<'_>) -> Option<Held> {
        // For each number of parts, where they can all have ended at the earliest, and the last run of them.
        let mut ends: Vec<Option<(usize, usize)>> = vec![None; self.parts + 1];
        ends[0] = Some((0, usize::MAX));
        for (at, run) in self.runs.iter().enumerate() {
            // Runs come by their first part, so everything before it is settled.
            let Some((from, _)) = ends[run.parts.start] else { continue };
            let Some((_, end)) = after(body, run.quote.folded(), from) else { continue };
            let slot = &mut ends[run.parts.end];
            if slot.is_none_or(|(best, _)| end < best) {
                *slot = Some((end, at));
            }
        }
        let (end, _) = ends[self.parts]?;
        let mut chosen = Vec::new();
        let mut at = self.parts;
        while at > 0 {
            let run = &self.runs[ends[at]?.1];
            chosen.push(run.quote.folded());
            at = run.parts.start;
        }
        tightened(body, &chosen, end)
    }
}

/// The spans of runs given last first, the last of which ends at `end`: each as near to the next as it can be.
fn tightened(body: &Folded<'_>, runs: &[&str], end: usize) -> Option<Held> {
    let mut spans: Vec<Span> = Vec::with_capacity(runs.len());
    let mut end = end;
    for run in runs {
        let (start, span) = before(body, run, end)?;
        spans.push(span);
        end = start;
    }
    spans.reverse();
    let left_out = spans.windows(2).map(|pair| {
        let between = Span { start: pair[0].end, end: pair[1].start };
        cut(body.original(), between).unwrap_or_default().trim().to_owned()
    });
    let left_out = left_out.collect();
    let (first, last) = (spans.first()?, spans.last()?);
    Some(Held { span: Span { start: first.start, end: last.end }, left_out })
}

/// The first place of a folded text from a byte of the folded body on: the bytes it lies between.
fn after(body: &Folded<'_>, words: &str, from: usize) -> Option<(usize, usize)> {
    let text = body.text().get(from..)?;
    let mut places = memchr::memmem::find_iter(text.as_bytes(), words).map(|at| from + at);
    let start = places.find(|at| body.span(*at, at + words.len()).is_some())?;
    Some((start, start + words.len()))
}

/// The last place of a folded text before a byte of the folded body: where it begins, and its span.
fn before(body: &Folded<'_>, words: &str, end: usize) -> Option<(usize, Span)> {
    let mut text = body.text().get(..end)?;
    loop {
        let start = memchr::memmem::rfind(text.as_bytes(), words.as_bytes())?;
        if let Some(span) = body.span(start, start + words.len()) {
            return Some((start, span));
        }
        text = text.get(..(start + words.len()).checked_sub(1)?)?;
    }
}

/// The stretches of a text between its elisions, white space taken off, in bytes.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = elision(rest);
        if length > 0 {
            parts.extend(trimmed(text, start..at));
            start = at + length;
        }
        at += if length > 0 { length } else { rest.chars().next().map_or(1, char::len_utf8) };
    }
    parts.extend(trimmed(text, start..text.len()));
    parts
}

/// How long the elision at the start of a text is, in bytes; 0 where there is none.
fn elision(text: &str) -> usize {
    if let Some(inner) = text.strip_prefix('[') {
        let inner_length = dots(inner);
        let closed = inner.get(inner_length..).is_some_and(|rest| rest.starts_with(']'));
        return if inner_length > 0 && closed { inner_length + 2 } else { 0 };
    }
    dots(text)
}

/// `…`, or three full stops or more.
fn dots(text: &str) -> usize {
    let stops = text.bytes().take_while(|byte| *byte == b'.').count();
    match stops {
        0 if text.starts_with('…') => '…'.len_utf8(),
        0..=2 => 0,
        stops => stops,
    }
}

/// A range without the white space at its ends; `None` where nothing else is in it.
fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let start = range.start + (part.len() - part.trim_start().len());
    let words = part.trim().len();
    (words > 0).then_some(start..start + words)
}

/// How many words a text has. What stands between blanks is a word if something can be said by it; in scripts written
/// without blanks each letter counts.
pub(crate) fn count_words(text: &str) -> usize {
    let word = |word: &str| {
        let unspaced = word.chars().filter(|c| is_unspaced(*c)).count();
        let said = word.chars().any(|c| c.is_alphanumeric() || c > '\u{2e7f}');
        unspaced.max(usize::from(said))
    };
    text.split_whitespace().map(word).sum()
}

/// Letters of scripts that put no blanks between words: Thai to Myanmar, Khmer, kana and Han.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests;
