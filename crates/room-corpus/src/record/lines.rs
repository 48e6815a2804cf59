//! The lines of a JSON Lines stream, with their numbers.

use std::io::{self, BufRead};

use super::line::Bad;

/// Lines as they come, less their line ends, a byte order mark at the start, and blank lines.
#[derive(Debug)]
pub struct Lines<R> {
    stream: R,
    line: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub fn new(stream: R) -> Self {
        Self { stream, line: Vec::new(), number: 0 }
    }

    /// The next line that is not blank, and its number from 1. `Bad::NotUtf8` where it is no text.
    pub fn read(&mut self) -> io::Result<Option<(usize, Result<&str, Bad>)>> {
        loop {
            self.line.clear();
            if self.stream.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if !is_blank(content(&self.line, self.number)) {
                break;
            }
        }
        let line = content(&self.line, self.number);
        Ok(Some((self.number, std::str::from_utf8(line).map_err(|_| Bad::NotUtf8))))
    }
}

/// The lines of a part of a stream that was cut at line ends, as [`Lines::read`] gives them. The first of them has the
/// number `first`.
pub fn lines_of(part: &[u8], first: usize) -> impl Iterator<Item = (usize, Result<&str, Bad>)> {
    let mut rest = part;
    let lines = std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        (end > 0).then_some(line)
    });
    let numbered = lines.zip(first..).map(|(line, number)| (number, content(line, number)));
    numbered
        .filter(|(_, line)| !is_blank(line))
        .map(|(number, line)| (number, std::str::from_utf8(line).map_err(|_| Bad::NotUtf8)))
}

/// A line less its line end and, where it is the first, a byte order mark.
pub(super) fn content(line: &[u8], number: usize) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line }
}

/// Whether nothing but JSON's own white space is on a line.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_marks_and_blanks_are_passed_over() {
        let stream = "\u{feff}{1}\r\n\n  \t\r\n\u{feff}{4}\n{5\u{2028}}".as_bytes();
        let mut lines = Lines::new(stream);
        let mut met = Vec::new();
        while let Some((number, line)) = lines.read().unwrap() {
            met.push((number, line.unwrap().to_owned()));
        }
        let want = [(1, "{1}"), (4, "\u{feff}{4}"), (5, "{5\u{2028}}")];
        assert_eq!(met, want.map(|(number, line)| (number, line.to_owned())));
    }

    #[test]
    fn parts_of_a_stream_have_its_lines() {
        let stream = "\u{feff}{1}\r\n\n  \t\r\n\u{feff}{4}\n\n{6\u{2028}}".as_bytes();
        for cut in stream.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1) {
            let (one, two) = stream.split_at(cut);
            let first = 1 + memchr::memchr_iter(b'\n', one).count();
            let met: Vec<_> = lines_of(one, 1).chain(lines_of(two, first)).collect();
            assert_eq!(met, [(1, Ok("{1}")), (4, Ok("\u{feff}{4}")), (6, Ok("{6\u{2028}}"))], "cut at {cut}");
        }
        assert_eq!(lines_of(b"\xff\n", 7).collect::<Vec<_>>(), [(7, Err(Bad::NotUtf8))]);
    }

    #[test]
    fn a_line_that_is_no_text_is_told_and_passed() {
        let mut lines = Lines::new(&b"a\n\xff\xfe\nb\n"[..]);
        assert_eq!(lines.read().unwrap(), Some((1, Ok("a"))));
        assert_eq!(lines.read().unwrap(), Some((2, Err(Bad::NotUtf8))));
        assert_eq!(lines.read().unwrap(), Some((3, Ok("b"))));
        assert_eq!(lines.read().unwrap(), None);
    }
}
