//! The lines of a file that were asked for.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek as _};

use super::budget::Piece;
use super::conflicts::{self, Scanner};
use super::kind::Kind;
use super::lines::{self, Line};
use super::selector::Span;
use super::view::{View, past_the_end};
use super::{Asked, RAW_BYTES};
use crate::tools::display::{COLUMNS, Display, capped};

/// Up to how large a file its lines are counted although a window ended before them.
const COUNTED: u64 = 64 << 20;

/// How much of a file is looked through for merge conflicts.
const LOOKED_THROUGH: u64 = 10 << 20;

/// How much of a line is held where only its first columns are shown: four bytes are the most a code point has.
const SHOWN: usize = 4 * (COLUMNS + 1);

/// Reads the lines of a file that were asked for.
pub(super) fn of(asked: &Asked<'_>, size: u64, kind: Kind, file: File) -> io::Result<View> {
    let again = file.try_clone()?;
    let mut view = of_stream(asked, size, kind, file)?;
    if asked.is_bare() {
        view.notices.extend(conflict_note(asked, kind, again)?);
    }
    Ok(view)
}

/// Reads the lines that were asked for of what can be read only once.
pub(super) fn of_stream(asked: &Asked<'_>, size: u64, kind: Kind, bytes: impl Read) -> io::Result<View> {
    let spans = if asked.selector.lines.is_empty() {
        vec![Span { from: 1, to: None }]
    } else {
        asked.selector.lines.clone()
    };
    let mut reader = kind.reader(bytes, asked.selector.raw)?;
    let (mut keeper, mut next, mut total) = (asked.keeper(), 1, None);
    'spans: for span in &spans {
        let before = span.from - next;
        let passed = lines::pass(&mut reader, before)?;
        next += passed;
        if passed < before {
            total = Some(next - 1);
            break;
        }
        while span.to.is_none_or(|to| next <= to) {
            let Some(line) = lines::next(&mut reader, held(asked))? else {
                total = Some(next - 1);
                break 'spans;
            };
            next += 1;
            if keeper.take(piece(asked, next - 1, &line)).is_break() {
                break 'spans;
            }
        }
    }
    if total.is_none() && (asked.is_bare() || size <= COUNTED || reader.fill_buf()?.is_empty()) {
        total = Some(next - 1 + lines::pass(&mut reader, u64::MAX)?);
    }
    let mut view =
        View { kept: Some(keeper.finish()), size, total_lines: total, wanted: spans, ..View::default() };
    view.notices = notices(asked, kind, &view);
    Ok(view)
}

/// The lines of a list that is already there.
pub(super) fn of_list(asked: &Asked<'_>, list: &[String]) -> View {
    let total = list.len() as u64;
    let spans = if asked.selector.lines.is_empty() {
        vec![Span { from: 1, to: None }]
    } else {
        asked.selector.lines.clone()
    };
    let mut keeper = asked.keeper();
    for (number, line) in (1..).zip(list).filter(|(number, _)| spans.iter().any(|span| span.holds(*number))) {
        let length = line.len() as u64;
        let piece = Piece {
            lines: (number, number),
            prefix: String::new(),
            text: line.clone(),
            cut: None,
            lossy: false,
            length,
            ended: true,
        };
        if keeper.take(piece).is_break() {
            break;
        }
    }
    let size = list.iter().map(|line| line.len() as u64 + 1).sum();
    let mut view = View {
        kept: Some(keeper.finish()),
        size,
        total_lines: Some(total),
        wanted: spans,
        ..View::default()
    };
    view.notices = notices(asked, Kind::Plain, &view);
    view
}

/// How much of a line is held.
fn held(asked: &Asked<'_>) -> usize {
    match asked.display {
        Display::Number | Display::Plain if !asked.selector.raw => SHOWN,
        // An anchor speaks of the whole line. Beyond the bounds of raw text neither is shown.
        _ => usize::try_from(RAW_BYTES).unwrap_or(usize::MAX) + 4,
    }
}

/// A line as it is shown.
fn piece(asked: &Asked<'_>, number: u64, line: &Line) -> Piece {
    let mut bytes = line.bytes.as_slice();
    if !line.is_whole() {
        bytes = whole_characters(bytes);
    }
    let text = String::from_utf8_lossy(bytes);
    let lossy = matches!(text, std::borrow::Cow::Owned(_));
    let (text, cut) = if asked.selector.raw {
        (text, (!line.is_whole()).then_some(bytes.len() as u64))
    } else {
        let text = text.strip_suffix('\r').filter(|_| line.is_whole()).unwrap_or(&text);
        // Anchors speak of the whole line, so it is not cut where it has one.
        let anchored = asked.display == Display::Anchor && line.is_whole();
        let (shown, is_cut) = if anchored { (text.into(), false) } else { capped(text) };
        let shown: String = shown.into_owned();
        let cut = (is_cut || !line.is_whole()).then_some(shown.len() as u64);
        (shown.into(), cut)
    };
    let display =
        if line.is_whole() || asked.display == Display::Plain { asked.display } else { Display::Number };
    Piece {
        lines: (number, number),
        prefix: display.prefix((number, number), (&text, &text)),
        text: text.into_owned(),
        cut,
        lossy,
        length: line.length,
        ended: line.ended,
    }
}

/// Bytes without a character at their end that was cut.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => {
            bytes.get(..error.valid_up_to()).expect("a place inside")
        }
        _ => bytes,
    }
}

/// What has to be said of a text beside what it holds.
fn notices(asked: &Asked<'_>, kind: Kind, view: &View) -> Vec<String> {
    let mut notices = Vec::new();
    let total = view.total_lines;
    if total == Some(0) && asked.selector.lines.is_empty() && !asked.selector.raw {
        notices.push(format!("[{} is empty: 0 lines]", asked.path));
    }
    if let Some(total) = total {
        let past = asked.selector.lines.iter().filter(|span| span.from > total);
        notices.extend(past.map(|span| past_the_end(asked, *span, total)));
    }
    if kind == Kind::Utf16 {
        notices.push(format!("[{} is UTF-16: shown as it decodes]", asked.path));
    }
    notices
}

/// The merge conflicts of the start of a file.
fn conflicts_in(kind: Kind, mut file: File) -> io::Result<Scanner> {
    file.seek(io::SeekFrom::Start(0))?;
    conflicts_of_stream(kind, file)
}

fn conflicts_of_stream(kind: Kind, bytes: impl Read) -> io::Result<Scanner> {
    let mut reader = kind.reader(bytes, false)?.take(LOOKED_THROUGH);
    let mut scanner = Scanner::default();
    while let Some(line) = lines::next(&mut reader, SHOWN)? {
        scanner.take(&line.bytes);
    }
    Ok(scanner)
}

/// A list of the merge conflicts of a file.
pub(super) fn conflicts_of(asked: &Asked<'_>, size: u64, kind: Kind, bytes: impl Read) -> io::Result<View> {
    let found = conflicts_of_stream(kind, bytes)?.found;
    let mut view = View { instead: Some(conflicts::index(asked.path, &found)), size, ..View::default() };
    if size > LOOKED_THROUGH {
        view.notices.push(format!("[The first {LOOKED_THROUGH} bytes were looked through]"));
    }
    Ok(view)
}

/// A note where a file that was read has merge conflicts.
pub(super) fn conflict_note(asked: &Asked<'_>, kind: Kind, file: File) -> io::Result<Option<String>> {
    let found = conflicts_in(kind, file)?.found;
    let spans: Vec<_> = found.iter().take(20).map(conflicts::Conflict::words).collect();
    let more = if found.len() > spans.len() { ", …" } else { "" };
    Ok((!found.is_empty()).then(|| {
        format!(
            "[{} at lines {}{more}. {}:conflicts lists them]",
            conflicts::count(&found),
            spans.join(", "),
            asked.path
        )
    }))
}
