//! What is shown of a change: enough to see that it is right, bounded whatever was changed.

use memchr::{memchr, memchr_iter, memrchr};
use serde::Serialize;

use super::marks::Mark;

/// Lines shown around a line operation, on each side.
const AROUND: usize = 2;
/// Lines of a longer echo that are shown, at its start and at its end.
const SHOWN: usize = 8;
/// Lines an echo may have before its middle is left out.
const MOST_LINES: usize = 20;
/// Bytes shown of a line.
const MOST_BYTES: usize = 512;
/// What all echoes of a file may cost.
const BUDGET: usize = 4_096;
/// What an echo costs beside its lines.
const AROUND_AN_ECHO: usize = 64;

/// What one operation did, or at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Echo {
    /// The operation, counted from 0 over all of them.
    pub op_index: usize,
    /// The number of the first line shown, in the file as it is now.
    pub from_line: u64,
    /// The lines, without their ends; long ones cut, which says so.
    pub lines: Vec<String>,
    /// How many lines in the middle are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elided: Option<u64>,
    /// How many replacements the operation made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_replacements: Option<u64>,
}

/// Whole lines of a file, in bytes.
struct Shown {
    start: usize,
    end: usize,
    lines: usize,
    most: usize,
    at_each_end: usize,
}

/// The echoes of all marks in their order, and whether there were more than the budget takes.
pub fn echo(bytes: &[u8], marks: &[Mark]) -> (Vec<Echo>, bool) {
    let shown: Vec<_> = marks.iter().map(|mark| shown(bytes, mark)).collect();
    let numbers = line_numbers(bytes, &shown);
    let (mut echoes, mut spent) = (Vec::new(), 0);
    for ((mark, shown), from_line) in marks.iter().zip(&shown).zip(numbers) {
        let (lines, elided) = lines(bytes, shown);
        spent += AROUND_AN_ECHO + lines.iter().map(|line| line.len() + 1).sum::<usize>();
        if !echoes.is_empty() && spent > BUDGET {
            return (echoes, true);
        }
        let op_index = mark.op_index;
        echoes.push(Echo { op_index, from_line, lines, elided, total_replacements: mark.replacements });
    }
    (echoes, false)
}

/// The lines to show for a mark: those it touches, for a line operation with some around them.
fn shown(bytes: &[u8], mark: &Mark) -> Shown {
    let last = mark.end.saturating_sub(1).max(mark.start);
    let (mut start, mut end) = match mark.replacements {
        // What was only taken away shows the line before the cut.
        None if mark.start == mark.end => {
            let before = mark.start.saturating_sub(1);
            (line_start(bytes, before), line_end(bytes, before))
        }
        // A place after the last line end stands for the last line.
        _ if mark.start == mark.end && mark.start == bytes.len() => {
            let before = mark.start.saturating_sub(1);
            (line_start(bytes, before), line_end(bytes, before))
        }
        _ => (line_start(bytes, mark.start), line_end(bytes, last)),
    };
    let (mut most, mut at_each_end) = (2, 1);
    if mark.replacements.is_none() {
        (most, at_each_end) = (MOST_LINES, SHOWN);
        for _ in 0..AROUND {
            start = if start == 0 { 0 } else { line_start(bytes, start - 1) };
            end = if end == bytes.len() { end } else { line_end(bytes, end) };
        }
    }
    let lines = crate::reading::count_lines(&bytes[start..end]);
    Shown { start, end, lines: usize::try_from(lines).unwrap_or(usize::MAX), most, at_each_end }
}

/// The start of the line that holds this byte.
fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr(b'\n', &bytes[..at.min(bytes.len())]).map_or(0, |end| end + 1)
}

/// The byte after the line that holds this byte.
fn line_end(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1)
}

/// The number of the first line of each, in one pass over the file.
fn line_numbers(bytes: &[u8], shown: &[Shown]) -> Vec<u64> {
    let mut order: Vec<_> = (0..shown.len()).collect();
    order.sort_by_key(|&n| shown[n].start);
    let (mut numbers, mut number, mut counted) = (vec![0; shown.len()], 1, 0);
    for n in order {
        let start = shown[n].start;
        number += memchr_iter(b'\n', &bytes[counted..start]).count() as u64;
        counted = start;
        numbers[n] = number;
    }
    numbers
}

/// The text of the lines, the middle left out where there are too many.
fn lines(bytes: &[u8], shown: &Shown) -> (Vec<String>, Option<u64>) {
    let part = &bytes[shown.start..shown.end];
    if shown.lines <= shown.most {
        return (split(part).map(clip).collect(), None);
    }
    let first = split(part).take(shown.at_each_end).map(clip);
    let mut at = part.len();
    for _ in 0..shown.at_each_end {
        at = line_start(part, at - 1);
    }
    let last = split(&part[at..]).map(clip);
    (first.chain(last).collect(), Some((shown.lines - 2 * shown.at_each_end) as u64))
}

/// The lines of bytes, without their ends.
fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// A line as text; one that is too long cut at a character, with a mark that says how much is missing.
fn clip(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line.get(..MOST_BYTES + 4).unwrap_or(line));
    if line.len() <= MOST_BYTES && text.len() <= MOST_BYTES {
        return text.into_owned();
    }
    let cut = text.floor_char_boundary(MOST_BYTES);
    let kept = text.get(..cut).expect("it is a character's boundary");
    format!("{kept}… [line of {} bytes cut]", line.len())
}
