//! Operations on lines, all applied to the file as it was read.
//!
//! New lines end as the place they come to does; a file that ends without a newline goes on doing so.

use memchr::memchr_iter;

use super::marks::Mark;
use super::op::LineOp;
use crate::error::CoderError;

/// A byte order mark belongs to the file, not to its first line.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// An operation as a range of lines that goes and lines that come.
struct Span<'o> {
    op_index: usize,
    /// The first line, from 1.
    first: usize,
    /// How many lines go.
    gone: usize,
    content: Option<&'o str>,
}

impl Span<'_> {
    /// The last line it names; an insertion names one.
    fn last(&self) -> usize {
        self.first + self.gone.max(1) - 1
    }
}

/// Applies line operations. Gives the new bytes and where each operation changed them.
pub fn apply_line_ops(bytes: &[u8], ops: &[(usize, LineOp)]) -> Result<(Vec<u8>, Vec<Mark>), CoderError> {
    if ops.is_empty() {
        return Ok((bytes.to_vec(), Vec::new()));
    }
    let (bom, body) = bytes.split_at(if bytes.starts_with(BOM) { BOM.len() } else { 0 });
    let lines = Lines::of(body);
    let mut spans =
        ops.iter().map(|(index, op)| span(*index, op, lines.count())).collect::<Result<Vec<_>, _>>()?;
    spans.sort_by_key(|span| (span.first, span.op_index));
    refuse_overlaps(&spans)?;

    let mut out = Written { bytes: bom.to_vec(), lines: &lines };
    let (mut marks, mut next) = (Vec::with_capacity(spans.len()), 1);
    for span in &spans {
        out.keep(next..span.first);
        let content = span.content.map(new_lines).unwrap_or_default();
        if !content.is_empty() {
            out.end_line();
        }
        let start = out.bytes.len();
        for (n, text) in content.into_iter().enumerate() {
            out.add(text, span, n);
        }
        marks.push(Mark { op_index: span.op_index, start, end: out.bytes.len(), replacements: None });
        next = span.first + span.gone;
    }
    out.keep(next..lines.count() + 1);
    let mut new = out.bytes;
    end_as_before(&mut new, bom.len(), &lines);
    for mark in &mut marks {
        (mark.start, mark.end) = (mark.start.min(new.len()), mark.end.min(new.len()));
    }
    Ok((new, marks))
}

/// Checks an operation against the file's lines.
fn span(index: usize, op: &LineOp, count: usize) -> Result<Span<'_>, CoderError> {
    let (first, last, content) = match op {
        LineOp::Insert { at_line, content } => {
            let most = count as u64 + 1;
            if !(1..=most).contains(at_line) {
                return Err(CoderError::bad(format!(
                    "ops[{index}]: at_line {at_line} is not from 1 to {most}: the file has {count} lines, and \
                     {most} appends"
                )));
            }
            let first = usize::try_from(*at_line).expect("it is at most the file's lines and one");
            return Ok(Span { op_index: index, first, gone: 0, content: Some(content) });
        }
        LineOp::Remove { from_line, to_line } => (*from_line, *to_line, None),
        LineOp::Update { from_line, to_line, content } => (*from_line, *to_line, Some(content.as_str())),
    };
    if first == 0 || last < first || last > count as u64 {
        return Err(CoderError::bad(format!(
            "ops[{index}]: lines {first} to {last} are no range of the file's {count} lines; both ends count from 1 \
             and are included"
        )));
    }
    let fits = |line: u64| usize::try_from(line).expect("it is at most the file's lines");
    Ok(Span { op_index: index, first: fits(first), gone: fits(last - first + 1), content })
}

/// Two operations may not name the same line: nobody could say which comes first.
fn refuse_overlaps(spans: &[Span<'_>]) -> Result<(), CoderError> {
    // The furthest line named so far, and by whom; spans are sorted by their first.
    let mut furthest: Option<&Span<'_>> = None;
    for span in spans {
        if let Some(other) = furthest.filter(|other| other.last() >= span.first) {
            let (a, b) = if other.op_index < span.op_index { (other, span) } else { (span, other) };
            return Err(CoderError::bad(format!(
                "ops[{}] (lines {} to {}) and ops[{}] (lines {} to {}) overlap; line numbers mean the file as it was \
                 read, and an insert names the line it stands before",
                a.op_index,
                a.first,
                a.last(),
                b.op_index,
                b.first,
                b.last()
            )));
        }
        if furthest.is_none_or(|other| other.last() <= span.last()) {
            furthest = Some(span);
        }
    }
    Ok(())
}

/// The lines of a content: a newline at its end makes none, and a CR at a line's end is not part of it.
fn new_lines(content: &str) -> Vec<&str> {
    let lines = content.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line));
    lines.map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

/// Where the lines of a file lie.
struct Lines<'b> {
    body: &'b [u8],
    /// Where each line begins, and where the file ends.
    starts: Vec<usize>,
    /// The end most lines have.
    dominant: &'static [u8],
}

impl<'b> Lines<'b> {
    fn of(body: &'b [u8]) -> Self {
        let mut starts = vec![0];
        let (mut crlf, mut lf) = (0_usize, 0_usize);
        for at in memchr_iter(b'\n', body) {
            starts.push(at + 1);
            let is_crlf = at > 0 && body[at - 1] == b'\r';
            *if is_crlf { &mut crlf } else { &mut lf } += 1;
        }
        if starts.last() != Some(&body.len()) {
            starts.push(body.len());
        }
        Self { body, starts, dominant: if crlf > lf { b"\r\n" } else { b"\n" } }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The bytes of a line, counted from 1, with its end.
    fn line(&self, number: usize) -> Option<&'b [u8]> {
        let start = *self.starts.get(number.checked_sub(1)?)?;
        self.body.get(start..*self.starts.get(number)?)
    }

    /// How a line ends; `None` where it does not, or there is none.
    fn end_of(&self, number: usize) -> Option<&'static [u8]> {
        let line = self.line(number)?;
        if line.ends_with(b"\r\n") {
            Some(b"\r\n")
        } else if line.ends_with(b"\n") {
            Some(b"\n")
        } else {
            None
        }
    }
}

/// The file being put together.
struct Written<'l> {
    bytes: Vec<u8>,
    lines: &'l Lines<'l>,
}

impl Written<'_> {
    /// Copies lines as they are.
    fn keep(&mut self, numbers: std::ops::Range<usize>) {
        if numbers.is_empty() {
            return;
        }
        let place = self.lines.starts[numbers.start - 1]..self.lines.starts[numbers.end - 1];
        if !place.is_empty() {
            self.end_line();
            self.bytes.extend_from_slice(&self.lines.body[place]);
        }
    }

    /// Adds the `n`th new line of an operation, ended as the line whose place it takes, or stands at, is.
    fn add(&mut self, text: &str, span: &Span<'_>, n: usize) {
        self.bytes.extend_from_slice(text.as_bytes());
        let place = span.first + n.min(span.gone.saturating_sub(1));
        let end = self.lines.end_of(place);
        let end = end.or_else(|| if span.gone == 0 { self.lines.end_of(place - 1) } else { None });
        self.bytes.extend_from_slice(end.unwrap_or(self.lines.dominant));
    }

    /// The last line of the old file may have had no end; now something follows it.
    fn end_line(&mut self) {
        if !self.at_line_start() {
            self.bytes.extend_from_slice(self.lines.dominant);
        }
    }

    fn at_line_start(&self) -> bool {
        self.bytes.is_empty() || self.bytes == BOM || self.bytes.ends_with(b"\n")
    }
}

/// Brings the end of the file to what it was: with a newline, or without.
fn end_as_before(new: &mut Vec<u8>, bom: usize, lines: &Lines<'_>) {
    let ended = lines.body.ends_with(b"\n");
    if new.len() == bom || ended == new.ends_with(b"\n") {
        return;
    }
    if ended {
        new.extend_from_slice(lines.dominant);
    } else {
        new.pop();
        if new.ends_with(b"\r") {
            new.pop();
        }
    }
}
