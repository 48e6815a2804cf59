//! Where a text stands in a file, byte for byte; its line ends may be LF or CRLF on either side.

use std::ops::Range;

use memchr::memmem;
use regex::bytes::RegexBuilder;

/// Where a text stands, and how it was compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// In bytes, in order, none over another.
    pub(super) spans: Vec<Range<usize>>,
    /// Whether line ends were taken for one another.
    pub(super) any_line_end: bool,
}

/// Every place of a text, from left to right: as it is given, and only if it is nowhere so, whatever its line ends.
pub(super) fn places(bytes: &[u8], text: &str) -> Places {
    let exact: Vec<_> = memmem::find_iter(bytes, text).map(|at| at..at + text.len()).collect();
    let plain = text.replace("\r\n", "\n");
    // A CR that is no part of a line's end could be mistaken for one.
    if !exact.is_empty() || !plain.contains('\n') || plain.contains('\r') {
        return Places { spans: exact, any_line_end: false };
    }
    let lines: Vec<_> = plain.split('\n').map(regex::escape).collect();
    let pattern = RegexBuilder::new(&lines.join(r"\r?\n")).unicode(true).size_limit(1 << 28).build();
    let spans = pattern.map(|pattern| pattern.find_iter(bytes).map(|found| found.range()).collect());
    Places { spans: spans.unwrap_or_default(), any_line_end: true }
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    Lf,
    CrLf,
}

/// The text that takes a span's place. New lines end as those of the span do; where it has none, as the line it stands in
/// and else as most lines of the file. Line ends the caller spelled out as CRLF stay, unless the match took both for one.
pub(super) fn fitted(text: &str, bytes: &[u8], span: &Range<usize>, any_line_end: bool) -> Vec<u8> {
    if !text.contains('\n') || (text.contains("\r\n") && !any_line_end) {
        return text.as_bytes().to_vec();
    }
    let plain = text.replace("\r\n", "\n");
    // A span that begins between CR and LF has its CR already.
    let before = span.start.saturating_sub(1)..span.start + 1;
    let begins_inside = bytes.get(before) == Some(b"\r\n");
    let whole = span.start - usize::from(begins_inside)..span.end;
    match ends_at(bytes, &whole) {
        Ends::Lf => plain.into_bytes(),
        Ends::CrLf => {
            let crlf = plain.replace('\n', "\r\n");
            let kept = if begins_inside { crlf.strip_prefix('\r') } else { None };
            kept.unwrap_or(&crlf).as_bytes().to_vec()
        }
    }
}

fn ends_at(bytes: &[u8], span: &Range<usize>) -> Ends {
    let inside = bytes.get(span.clone()).unwrap_or_default();
    let after = bytes.get(span.end..).unwrap_or_default();
    let line = memchr::memchr(b'\n', after).and_then(|end| after.get(end.saturating_sub(1)..=end));
    most(inside).or_else(|| line.and_then(most)).or_else(|| most(bytes)).unwrap_or(Ends::Lf)
}

/// How most lines of some bytes end; `None` where none does.
fn most(bytes: &[u8]) -> Option<Ends> {
    let ends = memchr::memchr_iter(b'\n', bytes).count();
    let with_cr = memmem::find_iter(bytes, b"\r\n").count();
    (ends > 0).then_some(if 2 * with_cr > ends { Ends::CrLf } else { Ends::Lf })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(bytes: &str, text: &str) -> Vec<(usize, usize)> {
        places(bytes.as_bytes(), text).spans.into_iter().map(|span| (span.start, span.end)).collect()
    }

    #[test]
    fn a_text_stands_where_its_bytes_do() {
        assert_eq!(spans("aaaaa", "aa"), [(0, 2), (2, 4)]);
        assert!(spans("foo  \nbar", "foo\nbar").is_empty());
        assert_eq!(places(b"caf\xe9\nend", "end").spans.first(), Some(&(5..8)));
    }

    #[test]
    fn line_ends_are_one_only_where_the_text_is_nowhere_as_it_is() {
        assert_eq!(spans("a\r\nb\na\nb", "a\nb"), [(5, 8)]);
        assert_eq!(spans("a\r\nb\r\n", "a\nb"), [(0, 4)]);
        assert_eq!(spans("a\nb\n", "a\r\nb\r\n"), [(0, 4)]);
        assert!(spans("a\rb", "a\nb").is_empty() && spans("\n\nb", "\n\r").is_empty());
        assert!(spans(" \r\n\r\n", "\r\r\n\r\n").is_empty());
    }

    #[test]
    fn new_lines_end_as_the_place_they_come_to_does() {
        let fit = |text, bytes: &str, span| {
            String::from_utf8(fitted(text, bytes.as_bytes(), &span, false)).unwrap()
        };
        assert_eq!(fit("x\ny", "a\r\nb\r\n", 0..4), "x\r\ny");
        assert_eq!(fit("x\ny", "a\r\nb\nc\n", 0..1), "x\r\ny");
        assert_eq!(fit("x\ny", "a\r\nb", 3..4), "x\r\ny");
        assert_eq!(fit("x\ny", "a\nb", 0..1), "x\ny");
        assert_eq!(fit("\nx\n", "a\r\nb\r\n", 2..3), "\nx\r\n", "its CR stands before the span");
        assert_eq!(fit("x\r\ny", "a\nb", 0..1), "x\r\ny");
        assert_eq!(fitted("x\r\ny", b"a\nb", &(0..3), true), b"x\ny");
    }
}
