//! Changes as hunks of whole lines with some around them.

use std::fmt::Write as _;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use serde::Serialize;

use super::changes::Change;
use crate::searching::clipped;

/// Lines shown around a change, on each side.
const AROUND: usize = 3;

/// Bytes shown of a line.
const LINE: usize = 512;

/// Bytes all hunks may have.
const MOST: usize = 50 << 10;

/// Lines that were changed.
#[derive(Debug, Serialize)]
pub struct Hunk {
    /// `replace`, `insert` or `delete`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The first of the changed lines, in the new file.
    #[serde(rename = "lineStart")]
    pub line_start: usize,
    /// The last of them; before the first where lines were only taken away.
    #[serde(rename = "lineEnd")]
    pub line_end: usize,
    /// The lines that went, without their ends, joined by LF; long ones cut, which says so.
    pub before: String,
    /// The lines that came.
    pub after: String,
    /// How many lines are shown around them.
    pub context: Context,
    /// The first changed line in the old file, and how many went.
    #[serde(rename = "oldStart")]
    pub old_start: usize,
    /// How many lines went.
    #[serde(rename = "oldLines")]
    pub old_lines: usize,
    /// The first changed line in the new file.
    #[serde(rename = "newStart")]
    pub new_start: usize,
    /// How many lines came.
    #[serde(rename = "newLines")]
    pub new_lines: usize,
}

/// How many unchanged lines are shown on each side.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Context {
    /// Before the change.
    pub before: usize,
    /// After it.
    pub after: usize,
}

/// A change by whole lines, in bytes of both texts.
#[derive(Debug)]
struct Lines {
    old: Range<usize>,
    new: Range<usize>,
}

/// Hunks, and the same as lines of text: ` N|` around, `-N|` gone, `+N|` new.
#[derive(Debug, Default)]
pub(super) struct Patch {
    pub(super) hunks: Vec<Hunk>,
    pub(super) text: String,
    /// Whether there was more to show.
    pub(super) truncated: bool,
}

impl Patch {
    pub(super) fn of(old: &[u8], new: &[u8], changes: &[Change]) -> Self {
        let whole = in_lines(old, new, changes);
        let mut patch = Self::default();
        let (mut old_counted, mut new_counted) = (Counted::default(), Counted::default());
        let ends = whole.iter().map(|lines| lines.new.end);
        let starts = whole.iter().map(|lines| lines.new.start).chain([new.len()]);
        // What is the same before each change, and after the last.
        let same: Vec<_> = [0]
            .into_iter()
            .chain(ends)
            .zip(starts)
            .map(|(end, start)| split(bytes(new, end..start)))
            .collect();
        for (number, lines) in whole.iter().enumerate() {
            let [above, below] =
                [number, number + 1].map(|at| same.get(at).expect("there is one more than changes"));
            let (old_start, new_start) =
                (old_counted.line_of(old, lines.old.start), new_counted.line_of(new, lines.new.start));
            let (gone, came) = (split(bytes(old, lines.old.clone())), split(bytes(new, lines.new.clone())));
            if patch.truncated {
                break;
            }
            patch.same(above, number > 0, true, new_start - above.len());
            patch.lines('-', old_start, &gone);
            patch.lines('+', new_start, &came);
            patch.hunks.push(Hunk {
                kind: kind(gone.len(), came.len()),
                line_start: new_start,
                line_end: new_start + came.len() - 1,
                before: joined(&gone),
                after: joined(&came),
                context: Context { before: above.len().min(AROUND), after: below.len().min(AROUND) },
                old_start,
                old_lines: gone.len(),
                new_start,
                new_lines: came.len(),
            });
        }
        if let (Some(below), Some(last)) = (same.last(), whole.last()) {
            let from = new_counted.line_of(new, last.new.end);
            patch.same(below, true, false, from);
        }
        patch
    }

    /// The same lines between two changes, or before the first or after the last: all of a few, the ends of many.
    fn same(&mut self, lines: &[&[u8]], after_one: bool, before_one: bool, from: usize) {
        let (most, shown) = (AROUND * (usize::from(after_one) + usize::from(before_one)), lines.len());
        if shown <= most {
            return self.lines(' ', from, lines);
        }
        let (start, end) = (if after_one { AROUND } else { 0 }, shown - if before_one { AROUND } else { 0 });
        self.lines(' ', from, lines.get(..start).unwrap_or_default());
        if after_one && before_one && !self.truncated {
            self.text.push_str("…\n");
        }
        self.lines(' ', from + end, lines.get(end..).unwrap_or_default());
    }

    fn lines(&mut self, sign: char, from: usize, lines: &[&[u8]]) {
        for (number, line) in (from..).zip(lines) {
            if self.text.len() > MOST {
                self.truncated = true;
                return;
            }
            writeln!(self.text, "{sign}{number}|{}", shown(line)).expect("a String takes every write");
        }
    }
}

fn kind(gone: usize, came: usize) -> &'static str {
    match (gone, came) {
        (0, _) => "insert",
        (_, 0) => "delete",
        _ => "replace",
    }
}

fn joined(lines: &[&[u8]]) -> String {
    let mut text = String::new();
    for line in lines {
        if text.len() > MOST {
            break;
        }
        text.push_str(&shown(line));
        text.push('\n');
    }
    text.pop();
    text
}

/// A line without its end, cut where it is long.
fn shown(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    clipped(line.strip_suffix(b"\r").unwrap_or(line), LINE)
}

fn bytes(text: &[u8], range: Range<usize>) -> &[u8] {
    text.get(range).expect("changes lie in their texts")
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Changes widened to whole lines; those that share a line are one.
fn in_lines(old: &[u8], new: &[u8], changes: &[Change]) -> Vec<Lines> {
    let mut whole: Vec<Lines> = Vec::new();
    let mut changes = changes.iter().peekable();
    while let Some(change) = changes.next() {
        // What stands before a change on its line is the same in both texts.
        let before =
            change.new.start - memrchr(b'\n', bytes(new, 0..change.new.start)).map_or(0, |at| at + 1);
        let (old_start, new_start) = (change.old.start - before, change.new.start - before);
        let (mut old_end, mut new_end) = (change.old.end, change.new.end);
        // And so is what stands after it, up to the next change.
        while !ends_a_line(old, old_start, old_end) || !ends_a_line(new, new_start, new_end) {
            let rest = bytes(new, new_end..new.len());
            let newline = memchr(b'\n', rest);
            let after = newline.map_or(rest.len(), |at| at + 1);
            // A last line without an end goes on to the place behind it.
            let open = usize::from(newline.is_none());
            if let Some(next) = changes.next_if(|next| next.new.start < new_end + after + open) {
                (old_end, new_end) = (next.old.end, next.new.end);
            } else {
                (old_end, new_end) = (old_end + after, new_end + after);
                break;
            }
        }
        whole.push(Lines { old: old_start..old_end, new: new_start..new_end });
    }
    whole.into_iter().map(|lines| trimmed(old, new, lines)).collect()
}

/// Whether what is between a line's start and a place are whole lines.
fn ends_a_line(text: &[u8], start: usize, end: usize) -> bool {
    start == end || text.get(end - 1) == Some(&b'\n')
}

/// Without the lines at both ends that are the same.
fn trimmed(old: &[u8], new: &[u8], lines: Lines) -> Lines {
    let Lines { old: mut gone, new: mut came } = lines;
    let (was, is) = (split(bytes(old, gone.clone())), split(bytes(new, came.clone())));
    let same = was.iter().zip(&is).take_while(|(was, is)| was == is).count();
    let most = was.len().min(is.len()) - same;
    let last = was.iter().rev().zip(is.iter().rev()).take(most).take_while(|(was, is)| was == is).count();
    let first: usize = was.iter().take(same).map(|line| line.len()).sum();
    let end: usize = was.iter().rev().take(last).map(|line| line.len()).sum();
    gone = gone.start + first..gone.end - end;
    came = came.start + first..came.end - end;
    Lines { old: gone, new: came }
}

/// The places of a text's lines, counted once from its start.
#[derive(Debug, Default)]
struct Counted {
    at: usize,
    lines: usize,
}

impl Counted {
    /// The number of the line that begins here.
    fn line_of(&mut self, text: &[u8], at: usize) -> usize {
        self.lines += memchr_iter(b'\n', bytes(text, self.at..at)).count();
        self.at = at;
        self.lines + 1
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::changes::Edited;
    use super::*;

    fn patch(old: &str, edits: &[(Range<usize>, &str)]) -> String {
        let mut edited = Edited::new(old.as_bytes());
        let edits: Vec<_> =
            edits.iter().map(|(span, text)| (span.clone(), text.as_bytes().to_vec())).collect();
        edited.replace(&edits);
        Patch::of(old.as_bytes(), &edited.bytes, &edited.changes).text
    }

    #[test]
    fn whole_lines_that_go_or_come_touch_no_other() {
        assert_eq!(patch("one\ntwo\nthree\n", &[(4..8, "")]), " 1|one\n-2|two\n 2|three\n");
        assert_eq!(patch("one\nthree\n", &[(4..4, "two\n")]), " 1|one\n+2|two\n 3|three\n");
        assert_eq!(patch("one\ntwo", &[(5..7, "oo")]), " 1|one\n-2|two\n+2|too\n");
        assert_eq!(patch("a\r\nb\r\n", &[(3..4, "B")]), " 1|a\n-2|b\n+2|B\n");
        assert_eq!(patch("a b c\n", &[(0..1, "x"), (4..5, "y")]), "-1|a b c\n+1|x b y\n");
        assert_eq!(patch("a\nb", &[(1..2, "x"), (3..3, "y")]), "-1|a\n-2|b\n+1|axby\n");
        assert_eq!(patch("one\ntwo\n", &[(0..8, "one\nTWO\n")]), " 1|one\n-2|two\n+2|TWO\n");
    }

    #[test]
    fn three_lines_are_shown_around_and_many_between_two_are_left_out() {
        let old: String = ('a'..='z').map(|letter| format!("{letter}\n")).collect::<Vec<_>>().concat();
        let far = patch(&old, &[(10..11, "F"), (40..41, "U")]);
        assert_eq!(
            far,
            " 3|c\n 4|d\n 5|e\n-6|f\n+6|F\n 7|g\n 8|h\n 9|i\n…\n 18|r\n 19|s\n 20|t\n-21|u\n+21|U\n 22|v\n 23|w\n 24|x\n"
        );
        let near = patch(&old, &[(0..1, "A"), (14..15, "H")]);
        assert!(
            near.contains("+1|A\n 2|b\n") && near.contains(" 7|g\n-8|h\n") && !near.contains('…'),
            "{near}"
        );
    }

    proptest! {
        /// The hunks, put to work on the old lines, give the new ones.
        #[test]
        fn hunks_say_what_was_done(old in "[ab\n]{0,30}", edits in prop::collection::vec((0_usize..9, 0_usize..5, "[abc\n]{0,4}"), 0..4)) {
            let mut edited = Edited::new(old.as_bytes());
            let mut spans: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
            let mut from = 0;
            for (skip, length, text) in edits {
                let start = (from + 1 + skip).min(old.len());
                let end = (start + length).min(old.len());
                if spans.is_empty() || start > from {
                    from = end;
                    spans.push((start..end, text.into_bytes()));
                }
            }
            edited.replace(&spans);
            let hunks = Patch::of(old.as_bytes(), &edited.bytes, &edited.changes).hunks;
            let was: Vec<&str> = old.split_inclusive('\n').collect();
            let is = String::from_utf8(edited.bytes.clone()).unwrap();
            let is: Vec<&str> = is.split_inclusive('\n').collect();
            let (mut made, mut at): (Vec<&str>, usize) = (Vec::new(), 0);
            for hunk in &hunks {
                made.extend(&was[at..hunk.old_start - 1]);
                prop_assert_eq!(made.len() + 1, hunk.new_start);
                made.extend(&is[hunk.new_start - 1..hunk.new_start - 1 + hunk.new_lines]);
                at = hunk.old_start - 1 + hunk.old_lines;
            }
            made.extend(&was[at..]);
            prop_assert_eq!(made, is);
        }
    }
}
