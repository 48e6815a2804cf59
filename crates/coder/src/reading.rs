//! Lines of a file, in a window bounded by what it returns, never by how large the file is.
//!
//! A line ends at LF or at the end of the file; a CR belongs to its line. Bytes that are no UTF-8 come as U+FFFD, one for
//! each maximal broken sequence, and are counted as what they come as.

use std::io::{self, BufRead};

use memchr::{memchr, memchr_iter};

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// The first line, from 1.
    pub from: u64,
    /// The last line; to the end where it is `None`.
    pub to: Option<u64>,
    /// How many bytes of the first line to leave out: where an over-long line goes on.
    pub byte_from: u64,
    /// Whether each line begins with its number and an arrow.
    pub numbered: bool,
    /// How many bytes may be returned, the numbers included.
    pub cap: u64,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The text.
    pub content: String,
    /// Whether what is returned was UTF-8 as it stood.
    pub is_utf8: bool,
    /// How many lines are returned, a cut one counted.
    pub lines: u64,
    /// Whether the file goes on after the window.
    pub more: bool,
    /// How many lines the file has, where the window came to its end.
    pub total: Option<u64>,
    /// Where the one line that is returned was cut: the bytes of it that were passed or returned so far.
    pub next_byte: Option<u64>,
}

/// A window that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The first line ends before the byte it should begin at.
    #[error("line {line} has only {bytes} bytes")]
    PastLine {
        /// The line.
        line: u64,
        /// Its bytes, its end included.
        bytes: u64,
    },
    /// The system's own error.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Reads a window. Lines before it are passed over without being kept.
pub fn window(reader: &mut impl BufRead, ask: &Ask) -> Result<Window, ReadError> {
    let mut window = Window { is_utf8: true, ..Window::default() };
    let passed = pass_lines(reader, ask.from - 1)?;
    if passed < ask.from - 1 || at_end(reader)? {
        window.total = Some(passed);
        return Ok(window);
    }
    if ask.byte_from > 0 {
        pass_bytes(reader, ask)?;
    }
    let mut number = ask.from;
    let mut line = Vec::new();
    while ask.to.is_none_or(|to| number <= to) {
        let prefix = if ask.numbered { format!("{number}→") } else { String::new() };
        let used = window.content.len() as u64 + prefix.len() as u64;
        let left = ask.cap.saturating_sub(used);
        line.clear();
        // One byte too many shows that the line does not fit; a few more, that a character is whole.
        let whole = take_line(reader, left.saturating_add(4), &mut line)?;
        if line.is_empty() {
            window.total = Some(number - 1);
            return Ok(window);
        }
        let text = String::from_utf8_lossy(&line);
        if whole && text.len() as u64 <= left {
            window.is_utf8 &= matches!(text, std::borrow::Cow::Borrowed(_));
            window.content += &prefix;
            window.content += &text;
            window.lines += 1;
            number += 1;
            continue;
        }
        window.more = true;
        if window.lines == 0 {
            let taken = cut_line(&mut window, &prefix, &line, left);
            let all = whole && taken == line.len();
            window.next_byte = (!all).then_some(ask.byte_from + taken as u64);
            if all && at_end(reader)? {
                (window.more, window.total) = (false, Some(number));
            }
        }
        return Ok(window);
    }
    if at_end(reader)? {
        window.total = Some(number - 1);
    } else {
        window.more = true;
    }
    Ok(window)
}

/// Returns as much of an over-long line as fits, and at least a character: a call always gets on. Gives how many of
/// the line's bytes that took.
fn cut_line(window: &mut Window, prefix: &str, line: &[u8], left: u64) -> usize {
    let (mut taken, mut text) = (0, String::new());
    let mut pieces = line.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid();
        let valid = valid.char_indices().map(move |(at, c)| {
            let end = at + c.len_utf8();
            (valid.get(at..end).expect("a character's own place"), c.len_utf8())
        });
        let broken = (!chunk.invalid().is_empty()).then_some(("\u{fffd}", chunk.invalid().len()));
        valid.chain(broken)
    });
    for (piece, bytes) in &mut pieces {
        if taken > 0 && (text.len() + piece.len()) as u64 > left {
            break;
        }
        text += piece;
        taken += bytes;
        // The replacement character may stand in the file as itself; then it is three bytes long.
        window.is_utf8 &= piece != "\u{fffd}" || line.get(taken - bytes..taken) == Some(piece.as_bytes());
        if text.len() as u64 >= left {
            break;
        }
    }
    window.content = format!("{prefix}{text}");
    window.lines = 1;
    taken
}

/// Passes over whole lines; gives how many there were, at most `count`.
fn pass_lines(reader: &mut impl BufRead, count: u64) -> io::Result<u64> {
    let (mut passed, mut begun) = (0, false);
    while passed < count {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(passed + u64::from(begun));
        }
        // Counting is several times as fast as stopping at each, so only the buffer in which it ends is gone through.
        let left = usize::try_from(count - passed).unwrap_or(usize::MAX);
        let ends = memchr_iter(b'\n', buffer).count();
        let last = if ends < left { None } else { memchr_iter(b'\n', buffer).nth(left - 1) };
        let used = last.map_or(buffer.len(), |at| at + 1);
        begun = buffer.get(used - 1) != Some(&b'\n');
        reader.consume(used);
        passed += ends.min(left) as u64;
    }
    Ok(passed)
}

/// Passes over the start of a line; the line must go on after it.
fn pass_bytes(reader: &mut impl BufRead, ask: &Ask) -> Result<(), ReadError> {
    let mut passed = 0;
    while passed < ask.byte_from {
        let buffer = reader.fill_buf()?;
        let wanted = usize::try_from(ask.byte_from - passed).unwrap_or(usize::MAX).min(buffer.len());
        let part = &buffer[..wanted];
        if let Some(at) = memchr(b'\n', part) {
            return Err(ReadError::PastLine { line: ask.from, bytes: passed + at as u64 + 1 });
        }
        if wanted == 0 {
            return Err(ReadError::PastLine { line: ask.from, bytes: passed });
        }
        reader.consume(wanted);
        passed += wanted as u64;
    }
    if at_end(reader)? {
        return Err(ReadError::PastLine { line: ask.from, bytes: passed });
    }
    Ok(())
}

/// Takes the rest of a line, its end included, but at most `limit` bytes. Gives whether that was all of it.
fn take_line(reader: &mut impl BufRead, limit: u64, line: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(true);
        }
        let room = usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(line.len());
        let part = &buffer[..buffer.len().min(room)];
        if let Some(at) = memchr(b'\n', part) {
            line.extend_from_slice(&part[..=at]);
            reader.consume(at + 1);
            return Ok(true);
        }
        if part.is_empty() {
            return Ok(false);
        }
        let used = part.len();
        line.extend_from_slice(part);
        reader.consume(used);
    }
}

fn at_end(reader: &mut impl BufRead) -> io::Result<bool> {
    Ok(reader.fill_buf()?.is_empty())
}

/// How many lines bytes hold: one for each LF, and one that has none.
pub fn count_lines(bytes: &[u8]) -> u64 {
    let ended = memchr_iter(b'\n', bytes).count() as u64;
    ended + u64::from(bytes.last().is_some_and(|&last| last != b'\n'))
}

/// The lines of a text, each after its number and an arrow.
pub fn numbered(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        write!(out, "{number}→{line}").expect("a String takes every write");
    }
    out
}

#[cfg(test)]
mod tests;
