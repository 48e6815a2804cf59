//! A triage window: the first code points of a thread, cut where a reader would cut.

use std::ops::Range;

use room_core::graphemes;
use room_core::text::{Bytes, Chars, before, byte_of, chars, from};
use room_corpus::corpus::{Item, Thread};

/// How far back from the cut white space is looked for, in code points.
const LOOK_BACK: usize = 80;

/// The first part of a thread's block, and what it leaves out.
#[derive(Debug)]
pub(crate) struct Window<'c> {
    /// The text shown.
    pub(crate) text: &'c str,
    /// How many items are shown whole.
    pub(crate) items: usize,
    /// The item shown in part.
    pub(crate) cut_item: Option<&'c str>,
    /// Whether the block is shown to its end.
    pub(crate) whole: bool,
    /// The tool's `@more` line, on a line of its own; empty where the block is shown whole.
    pub(crate) more: String,
}

impl<'c> Window<'c> {
    /// The window of `size` code points at most on a thread whose items these are.
    pub(crate) fn of(thread: &Thread<'c>, items: &[Item<'c>], size: Chars) -> Self {
        let Some(end) = byte_of(thread.text, size).filter(|end| end.0 < thread.text.len()) else {
            return Self {
                text: thread.text,
                items: items.len(),
                cut_item: None,
                whole: true,
                more: String::new(),
            };
        };
        let bodies = bodies(thread, items);
        let cut = cut(thread, items, &bodies, end);
        let text = before(thread.text, cut);
        let whole = bodies.iter().take_while(|body| body.end <= cut.0).count();
        // The first item not shown whole is shown in part if its `@` line is shown to the end.
        let part = items.get(whole).zip(bodies.get(whole)).filter(|(_, body)| body.start <= cut.0);
        let cut_item = part.map(|(item, _)| item.id);
        let mut window = Self { text, items: whole, cut_item, whole: false, more: String::new() };
        window.more = window.more_line(thread, items.len(), part);
        window
    }

    /// The tool's own line: where the window was cut, and what of the thread it leaves out.
    fn more_line(
        &self,
        thread: &Thread<'_>,
        of_items: usize,
        part: Option<(&Item<'_>, &Range<usize>)>,
    ) -> String {
        let (name, shown, all) = match part {
            None => ("-", Chars(0), Chars(0)),
            Some((item, body)) => (item.id, chars(from(self.text, Bytes(body.start))), chars(item.written)),
        };
        let own_line = if self.text.is_empty() || self.text.ends_with('\n') { "" } else { "\n" };
        format!(
            "{own_line}@more {} {name} {shown}/{all} items {}/{of_items} chars {}/{}\n",
            thread.id,
            self.items,
            chars(self.text),
            chars(thread.text),
        )
    }
}

/// Where each item's body lies in its thread's block, in bytes.
fn bodies(thread: &Thread<'_>, items: &[Item<'_>]) -> Vec<Range<usize>> {
    let body = |(item, place): (&Item<'_>, Range<usize>)| place.end - 1 - item.written.len()..place.end - 1;
    items.iter().zip(thread.places(items)).map(body).collect()
}

/// Where to cut at or before `end`: at a grapheme boundary, after white space where some is near, and never inside an
/// `@` line.
fn cut(thread: &Thread<'_>, items: &[Item<'_>], bodies: &[Range<usize>], end: Bytes) -> Bytes {
    let boundary = graphemes::boundary_at_or_before(thread.text, end);
    let cut = after_white_space(thread.text, boundary).unwrap_or(boundary);
    let thread_line = 0..thread.line().len() + 1;
    let item_lines =
        thread.places(items).into_iter().zip(bodies).map(|(place, body)| place.start..body.start);
    let mut lines = std::iter::once(thread_line).chain(item_lines);
    lines.find(|line| line.start < cut.0 && cut.0 < line.end).map_or(cut, |line| Bytes(line.start))
}

/// Just after the last white space in the last code points before `end` after which a grapheme ends.
fn after_white_space(text: &str, end: Bytes) -> Option<Bytes> {
    let mut last = before(text, end).char_indices().rev().take(LOOK_BACK);
    last.find_map(|(at, c)| {
        let after = Bytes(at + c.len_utf8());
        (c.is_whitespace() && graphemes::boundary_at_or_before(text, after) == after).then_some(after)
    })
}
