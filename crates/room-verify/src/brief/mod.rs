//! The quotations of a brief: what is quoted, where, and which item it names.

mod markdown;
mod marks;
mod name;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::Range;

use room_core::text::chars;

pub(crate) use markdown::options;
use markdown::{Block, Letter, Paragraph, blocks};
use name::Name;

/// Code points kept of what follows a mark that never closes.
const UNCLOSED: usize = 1_000;

/// Everything quoted in a brief, before it is known which words in brackets are items.
#[derive(Debug)]
pub(crate) struct Found<'b> {
    brief: &'b str,
    quotes: Vec<Raw>,
}

/// A quotation as it was found.
#[derive(Debug)]
struct Raw {
    /// From its opening mark to behind its closing one, in bytes of the brief.
    at: Range<usize>,
    written: String,
    rendered: String,
    name: Option<Name>,
    closed: bool,
    block: bool,
}

/// A quotation of a brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quotation {
    /// The line of its opening mark, from 1.
    pub(crate) line: usize,
    /// The opening mark's place in that line, from 1, in code points.
    pub(crate) column: usize,
    /// Where it stands in the brief, marks included, in bytes.
    pub(crate) at: Range<usize>,
    /// The words between the marks, as they are written.
    pub(crate) written: String,
    /// The same as Markdown renders them.
    pub(crate) rendered: String,
    /// The item it names.
    pub(crate) named: Option<String>,
    /// Whether its mark closes in its paragraph.
    pub(crate) closed: bool,
}

/// Finds all quotations of a brief.
pub(crate) fn find(brief: &str) -> Found<'_> {
    let mut quotes: Vec<Raw> = Vec::new();
    // A block quote's item may stand alone on the line after it.
    let mut after_block = false;
    for block in blocks(brief) {
        match block {
            Block::Quote { at, rendered } => {
                let quote = block_quote(brief, at, rendered);
                after_block = !quote.written.is_empty();
                quotes.extend(Some(quote).filter(|_| after_block));
            }
            Block::Paragraph(paragraph) => {
                if std::mem::take(&mut after_block)
                    && let Some(quote) = quotes.last_mut().filter(|quote| quote.name.is_none())
                    && let Some(name) = name::alone(&paragraph.text())
                {
                    quote.name = Some(name);
                    // The name is no part of the words, so nothing is to be taken off them.
                    quote.block = false;
                    continue;
                }
                in_paragraph(brief, &paragraph, &mut quotes);
            }
        }
    }
    Found { brief, quotes }
}

fn in_paragraph(brief: &str, paragraph: &Paragraph, quotes: &mut Vec<Raw>) {
    let letters = &paragraph.letters;
    let mut pairs = marks::pairs(letters, brief).into_iter().peekable();
    while let Some(pair) = pairs.next() {
        let open = letters[pair.open].at.clone();
        let next = pairs.peek().map_or(letters.len(), |next| next.open);
        quotes.push(match pair.close {
            Some(close) => {
                let closing = letters[close].at.clone();
                Raw {
                    at: open.start..closing.end,
                    written: brief.get(open.end..closing.start).unwrap_or_default().to_owned(),
                    rendered: shown(letters.get(pair.open + 1..close)),
                    name: name::after(paragraph, close),
                    closed: true,
                    block: false,
                }
            }
            None => unclosed(brief, letters, pair.open, next),
        });
    }
}

/// A mark that never closes: what follows it in its paragraph, though not without end. It is marked as far as the next
/// quotation, at the letter `next`.
fn unclosed(brief: &str, letters: &[Letter], open: usize, next: usize) -> Raw {
    let start = letters[open].at.clone();
    let end = |letters: &[Letter]| letters.last().map_or(start.end, |last| last.at.end);
    let rest = letters.get(open + 1..).unwrap_or_default();
    let rest = rest.get(..UNCLOSED).unwrap_or(rest);
    Raw {
        at: start.start..end(letters.get(open..next).unwrap_or_default()),
        written: brief.get(start.end..end(rest)).unwrap_or_default().trim_end().to_owned(),
        rendered: shown(Some(rest)).trim_end().to_owned(),
        name: None,
        closed: false,
        block: false,
    }
}

fn shown(letters: Option<&[Letter]>) -> String {
    letters.unwrap_or_default().iter().map(|letter| letter.c).collect()
}

/// A block quote as one quotation: its lines less their `>`.
fn block_quote(brief: &str, at: Range<usize>, rendered: String) -> Raw {
    let lines = brief.get(at.clone()).unwrap_or_default().trim_end().lines();
    let lines: Vec<&str> = lines
        .map(|line| {
            let line = line.trim_start();
            line.strip_prefix('>').map_or(line, |line| line.strip_prefix(' ').unwrap_or(line))
        })
        .collect();
    let written = lines.join("\n").trim().to_owned();
    let name = name::at_end(&written).map(|(_, name)| name);
    let end = at.start + brief.get(at.clone()).map_or(0, |text| text.trim_end().len());
    Raw { at: at.start..end, written, rendered, name, closed: true, block: true }
}

impl Found<'_> {
    /// The words in brackets that may be items.
    pub(crate) fn names(&self) -> HashSet<&str> {
        self.quotes.iter().filter_map(|quote| quote.name.as_ref()).map(|name| name.0.as_str()).collect()
    }

    /// The quotations, once it is known which of [`Found::names`] are items of the record.
    pub(crate) fn settle(self, is_item: impl Fn(&str) -> bool) -> Vec<Quotation> {
        let mut places = Places { text: self.brief, at: 0, line: 1, line_start: 0 };
        let settle = |quote: Raw| {
            let named = quote.name.filter(|name| name.looks_like_an_id() || is_item(&name.0));
            let (mut written, mut rendered) = (quote.written, quote.rendered);
            if quote.block {
                written = block_words(&written, named.is_some());
                rendered = block_words(&rendered, named.is_some());
            }
            let (line, column) = places.of(quote.at.start);
            let named = named.map(|name| name.0);
            Quotation { line, column, at: quote.at, written, rendered, named, closed: quote.closed }
        };
        self.quotes.into_iter().map(settle).collect()
    }
}

/// The words of a block quote, less the item named at its end and marks around the whole.
fn block_words(text: &str, named: bool) -> String {
    let text = if named { name::at_end(text).map_or(text, |(before, _)| before) } else { text };
    marks::without_outer_marks(text.trim()).to_owned()
}

/// Lines and columns of places that come in order.
struct Places<'b> {
    text: &'b str,
    at: usize,
    line: usize,
    line_start: usize,
}

impl Places<'_> {
    fn of(&mut self, at: usize) -> (usize, usize) {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        for (newline, _) in passed.match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + newline + 1;
        }
        self.at = at;
        (self.line, chars(self.text.get(self.line_start..at).unwrap_or_default()).0 + 1)
    }
}
