//! A syntax tree walked by a table: the lines that go.

use std::ops::RangeInclusive;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, TreeCursor};

use crate::language::Language;
use crate::tables::Table;

/// Lines a body spans at least before any of it goes: fewer are as short as what would stand for them.
const BODY: usize = 4;

/// Lines a comment spans at least before any of it goes.
const COMMENT: usize = 6;

/// Steps a parser reports for each byte of a source, at most. Grammars report far less than one; a source made to send
/// one astray is read as plain text.
const STEPS_A_BYTE: usize = 4;

/// Elements of HTML that hold a page together: what is in them stays, as the members of a type do.
const FRAMES: [&str; 9] = ["html", "head", "body", "main", "header", "footer", "nav", "article", "section"];

/// The lines of a source that go, from 1, in order and apart from one another; `None` where it does not parse.
pub(crate) fn elided(language: Language, source: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar().into()).ok()?;
    let tree = {
        let bytes = source.as_bytes();
        let mut steps = STEPS_A_BYTE * bytes.len() + 10_000;
        let mut watch = |_: &ParseState| {
            steps = steps.saturating_sub(1);
            if steps == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut watch);
        parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options))?
    };
    if tree.root_node().has_error() {
        return None;
    }
    let mut walk = Walk { table: Table::of(language), source, gone: Vec::new(), run: None };
    walk.below(&mut tree.walk());
    Some(joined(walk.gone))
}

/// The first and last line of a node, from 1. One that ends with a line's end ends on that line.
fn lines(node: Node<'_>) -> (usize, usize) {
    let (start, end) = (node.start_position(), node.end_position());
    let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
    (start.row + 1, last + 1)
}

/// What a table says of a node.
enum Is {
    Body,
    Holder,
    Import,
    Comment,
    Other,
}

/// A run of imports: where its first ends, where its last begins so far, and the lines it spans.
struct Run {
    first: (usize, usize),
    last: (usize, usize),
}

struct Walk<'s> {
    table: &'static Table,
    source: &'s str,
    gone: Vec<(usize, usize)>,
    run: Option<Run>,
}

impl Walk<'_> {
    /// Walks everything below the cursor's node, without a stack of ours: sources nest as deep as they like.
    fn below(&mut self, cursor: &mut TreeCursor<'_>) {
        let mut down = cursor.goto_first_child();
        let mut depth = usize::from(down);
        while depth > 0 {
            if down && self.goes_into(cursor.node()) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            down = cursor.goto_next_sibling();
            if !down {
                self.end_run();
                cursor.goto_parent();
                depth -= 1;
            }
        }
        self.end_run();
    }

    /// Notes what goes of a node; gives whether more may go of what is in it.
    fn goes_into(&mut self, node: Node<'_>) -> bool {
        let (first, last) = lines(node);
        let is = self.is(node);
        if !matches!(is, Is::Import) && node.is_named() {
            self.end_run();
        }
        match is {
            Is::Body if last - first + 1 >= BODY => {
                self.gone.push((first + 1, last - 1));
                false
            }
            Is::Comment => {
                if last - first + 1 >= COMMENT {
                    self.gone.push((first + 2, last - 1));
                }
                false
            }
            Is::Import => {
                match &mut self.run {
                    Some(run) => run.last = (first, last),
                    None => self.run = Some(Run { first: (first, last), last: (first, last) }),
                }
                last > first
            }
            // Nothing of fewer lines can hold anything that goes.
            _ => last - first + 1 >= BODY,
        }
    }

    fn end_run(&mut self) {
        let Some(Run { first, last }) = self.run.take() else { return };
        if last.1 - first.0 + 1 >= BODY && last.0 > first.1 + 1 {
            self.gone.push((first.1 + 1, last.0 - 1));
        }
    }

    fn is(&self, node: Node<'_>) -> Is {
        let Table { bodies, holders, imports, comments } = self.table;
        let kind = node.kind();
        let within = node.parent().map(|parent| format!("{}/{kind}", parent.kind()));
        let says = |rules: &[&str], name: &str| rules.contains(&name);
        if let Some(within) = within.filter(|name| says(bodies, name) || says(holders, name)) {
            return if says(holders, &within) { Is::Holder } else { Is::Body };
        }
        match kind {
            "element" if self.is_frame(node) => Is::Holder,
            _ if says(holders, kind) => Is::Holder,
            _ if says(bodies, kind) => Is::Body,
            _ if says(imports, kind) => Is::Import,
            _ if says(comments, kind) => Is::Comment,
            _ => Is::Other,
        }
    }

    /// Whether an element of HTML is one that holds a page together.
    fn is_frame(&self, element: Node<'_>) -> bool {
        let name = element.child(0).and_then(|tag| tag.named_child(0));
        let name = name.and_then(|name| self.source.get(name.byte_range())).unwrap_or_default();
        FRAMES.iter().any(|frame| frame.eq_ignore_ascii_case(name))
    }
}

/// Ranges in order, those that overlap or touch as one.
fn joined(mut ranges: Vec<(usize, usize)>) -> Vec<RangeInclusive<usize>> {
    ranges.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (from, to) in ranges {
        match joined.last_mut() {
            Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined.into_iter().map(|(from, to)| from..=to).collect()
}
