//! What is shown: the lines, then what has to be said of them, then what was left out and the calls that show it.

use std::fmt::Write as _;

use super::budget::{Full, Kept, Piece};
use super::selector::Span;
use super::{Asked, FileRead, RAW_BYTES, Summary, ToolRead};
use crate::tools::display::{COLUMNS, CUT};

/// Everything an answer is made of.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) kept: Option<Kept>,
    /// Text in place of lines.
    pub(super) instead: Option<String>,
    pub(super) size: u64,
    pub(super) total_lines: Option<u64>,
    /// What was asked for, as far as the file has it.
    pub(super) wanted: Vec<Span>,
    pub(super) notices: Vec<String>,
    pub(super) summary: Option<Summary>,
    /// The first lines that are elided, with those that are shown around them.
    pub(super) elided: Option<(u64, u64)>,
}

impl View {
    /// One line in place of what is no text.
    pub(super) fn binary(asked: &Asked<'_>, size: u64, what: &str) -> Self {
        let path = asked.path;
        let instead = format!("[{path} is binary, {size} bytes: {what}. Its bytes are not shown]\n");
        Self { instead: Some(instead), size, ..Self::default() }
    }

    pub(super) fn answer(self, asked: &Asked<'_>, path: String) -> ToolRead {
        let kept = self.kept.as_ref();
        let content =
            self.instead.clone().unwrap_or_else(|| kept.map(|kept| body(asked, kept)).unwrap_or_default());
        let shown = kept.map(|kept| ranges(&kept.pieces)).unwrap_or_default();
        let omitted = self.omitted(&shown);
        let pieces = kept.map(|kept| kept.pieces.as_slice()).unwrap_or_default();
        let partial: Vec<u64> =
            pieces.iter().filter(|piece| piece.cut.is_some()).map(|piece| piece.lines.0).collect();
        let footer = self.footer(asked, &shown, &omitted);
        let mut notices = self.notices;
        notices.extend(cut_lines(asked, pieces));
        if pieces.iter().any(|piece| piece.lossy) {
            notices.push(format!("[{} is not all UTF-8: what is none is shown as U+FFFD]", asked.path));
        }
        let mut text = content.clone();
        for line in notices.iter().chain(&footer) {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(line);
            text.push('\n');
        }
        let display_mode = match (self.summary, asked.selector.raw) {
            (Some(_), _) => "summarized",
            (None, true) => "raw",
            (None, false) => "receipt",
        };
        ToolRead {
            file: FileRead {
                path,
                content,
                total_lines: self.total_lines,
                total_bytes: self.size,
                truncated_by: kept.and_then(|kept| kept.full).map(Full::word),
                display_mode,
            },
            footer,
            summary: self.summary,
            shown,
            omitted,
            partial,
            text,
        }
    }

    /// What was asked for and is there, but is not among the shown.
    fn omitted(&self, shown: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let mut omitted = Vec::new();
        for wanted in &self.wanted {
            let end = [wanted.to, self.total_lines].into_iter().flatten().min().unwrap_or(u64::MAX);
            let mut next = wanted.from;
            for &(from, to) in shown.iter().filter(|(from, to)| *to >= wanted.from && *from <= end) {
                if from > next {
                    omitted.push((next, from - 1));
                }
                next = to + 1;
            }
            if next <= end {
                omitted.push((next, end));
            }
        }
        omitted
    }

    /// What was left out, and the calls that show it.
    fn footer(&self, asked: &Asked<'_>, shown: &[(u64, u64)], omitted: &[(u64, u64)]) -> Option<String> {
        let path = asked.path;
        let full = self.kept.as_ref()?.full;
        let raw = if asked.selector.raw { ":raw" } else { "" };
        let elided = self.summary.map(|Summary { regions, lines }| {
            let (s, places) =
                (if lines == 1 { "" } else { "s" }, if regions == 1 { "place" } else { "places" });
            let some = self
                .elided
                .map(|elided| format!("; the first: {path}:{}", words(&[elided])))
                .unwrap_or_default();
            format!("{lines} line{s} elided in {regions} {places}. All of it: {path}:raw{some}")
        });
        let cut = full.map(|full| {
            let why = match full {
                Full::Lines => format!("{} lines are the most", asked.budget.lines),
                Full::Bytes => format!("{} bytes are the most", asked.budget.bytes),
                Full::Middle => {
                    format!("{} lines and {} bytes are the most", asked.budget.lines, asked.budget.bytes)
                }
            };
            let of = self.total_lines.map_or_else(
                || format!("of a file of {} bytes whose lines were not counted", self.size),
                |total| format!("of {total}"),
            );
            let all = match self.total_lines {
                Some(total) if asked.is_bare() => format!("; all: {path}:1-{total}, or {path}:raw"),
                _ => String::new(),
            };
            let rest = words(omitted);
            format!(
                "Showing lines {} {of}: {why}. Not shown: {rest}. Go on: {path}:{rest}{raw}{all}",
                words(shown)
            )
        });
        let said: Vec<String> = [elided, cut].into_iter().flatten().collect();
        (!said.is_empty()).then(|| format!("[{}]", said.join(". ")))
    }
}

/// Ranges as a selector names them.
fn words(ranges: &[(u64, u64)]) -> String {
    let word = |&(from, to): &(u64, u64)| Span { from, to: (to != u64::MAX).then_some(to) }.words();
    ranges.iter().map(word).collect::<Vec<_>>().join(",")
}

/// The lines of pieces, those that follow one another as one range.
fn ranges(pieces: &[Piece]) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for piece in pieces {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == piece.lines.0 => last.1 = piece.lines.1,
            _ => ranges.push(piece.lines),
        }
    }
    ranges
}

/// The lines as they are printed, with a mark wherever some are left out between two.
fn body(asked: &Asked<'_>, kept: &Kept) -> String {
    let mut body = String::new();
    let mut before: Option<&Piece> = None;
    for (number, piece) in kept.pieces.iter().enumerate() {
        match (kept.gap, before) {
            (Some((at, lines, bytes)), _) if at == number => {
                writeln!(body, "{CUT} {lines} lines, {bytes} bytes are not shown")
                    .expect("a String takes every write");
            }
            (_, Some(before)) if before.lines.1 + 1 != piece.lines.0 => {
                if !body.ends_with('\n') {
                    body.push('\n');
                }
                body.push(CUT);
                body.push('\n');
            }
            _ => {}
        }
        body.push_str(&piece.prefix);
        body.push_str(&piece.text);
        // Raw text ends as the file does; a part of a line ends where it was cut.
        if !asked.selector.raw || piece.ended && piece.cut.is_none() {
            body.push('\n');
        }
        before = Some(piece);
    }
    body
}

/// Which lines are shown in part, and the call that shows more of the first.
fn cut_lines(asked: &Asked<'_>, pieces: &[Piece]) -> Option<String> {
    let cut: Vec<&Piece> = pieces.iter().filter(|piece| piece.cut.is_some()).collect();
    let first = cut.first()?;
    let numbers: Vec<_> = cut.iter().take(5).map(|piece| piece.lines.0.to_string()).collect();
    let more = if cut.len() > 5 { format!(" and {} more", cut.len() - 5) } else { String::new() };
    let (line, path) = (first.lines.0, asked.path);
    let s = if cut.len() == 1 { "" } else { "s" };
    let way = if asked.selector.raw {
        let byte = first.cut.unwrap_or(0);
        let payload =
            serde_json::json!({"path": path, "line_from": line, "line_to": line, "byte_from": byte});
        format!("coder::read-file {payload} goes on in line {line}")
    } else {
        format!("{path}:{line}-{line}:raw shows line {line}, up to {RAW_BYTES} bytes of it")
    };
    let columns =
        if asked.selector.raw { String::new() } else { format!(" (at most {COLUMNS} columns are)") };
    Some(format!("[Of line{s} {}{more} only the start is shown{columns}: {way}]", numbers.join(", ")))
}

/// What is said where lines lie past the end of a file.
pub(super) fn past_the_end(asked: &Asked<'_>, span: Span, total: u64) -> String {
    let path = asked.path;
    let lines = if total == 1 { "1 line".to_owned() } else { format!("{total} lines") };
    let way = if total == 0 { String::new() } else { format!(". Read {path}:1-{total} or {path}:raw") };
    format!("[{} is past the end: {path} has {lines}{way}]", span.words().trim_end_matches('-'))
}
