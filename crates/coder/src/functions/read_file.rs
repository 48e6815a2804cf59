//! `coder::read-file`: a file whole, in a window of lines, or only described; several in one call.

use std::io::{BufReader, Read as _};
use std::path::Path;

use room_jail::{Last, Opened};
use serde::{Deserialize, Serialize};

use super::digest;
use crate::config::Limits;
use crate::error::{Code, CoderError, For};
use crate::reading::{Ask, ReadError, count_lines, numbered, window};
use crate::request::PathOr;
use crate::worker::Coder;

/// One file, or several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    path: Option<String>,
    paths: Option<Vec<PathOr<Target>>>,
    line_from: Option<u64>,
    line_to: Option<u64>,
    byte_from: Option<u64>,
    #[serde(default)]
    stat: bool,
    #[serde(default)]
    numbered: bool,
    max_output_bytes: Option<u64>,
}

/// A file to read, and what of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The file.
    pub path: String,
    /// The first line, from 1.
    pub line_from: Option<u64>,
    /// The last line.
    pub line_to: Option<u64>,
    /// Bytes of the first line to leave out: `next_byte` of an answer whose line was cut.
    pub byte_from: Option<u64>,
    /// Only what is known about the file, no content.
    #[serde(default)]
    pub stat: bool,
    /// Each line after its number and an arrow.
    #[serde(default)]
    pub numbered: bool,
}

impl From<String> for Target {
    fn from(path: String) -> Self {
        Self { path, ..Self::default() }
    }
}

/// What a read answers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ReadFile {
    /// To `path`.
    One(Read),
    /// To `paths`.
    Several(Batch),
}

/// The answers to `paths`.
#[derive(Debug, Serialize)]
pub struct Batch {
    /// One an entry, in order.
    pub results: Vec<Entry>,
}

/// The answer to an entry of `paths`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// It was read.
    Done {
        /// True.
        success: bool,
        /// What was read.
        #[serde(flatten)]
        read: Read,
    },
    /// It was not.
    Failed {
        /// The path: canonical where that gives nothing away, else as it was asked for.
        path: String,
        /// False.
        success: bool,
        /// Why.
        error: CoderError,
    },
}

/// What was read of a file, or is known about it.
#[derive(Debug, Default, Serialize)]
pub struct Read {
    /// The canonical path.
    pub path: String,
    /// The text; absent in a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Whether the returned bytes, or in a description all, are UTF-8 as they stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_utf8: Option<bool>,
    /// Lines returned, a cut one counted.
    pub lines_returned: u64,
    /// Lines of the file, where the read came to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_lines: Option<u64>,
    /// Whether the file goes on.
    pub more_lines: bool,
    /// Whether the only line returned was cut.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial_line: bool,
    /// Where that line goes on: the `byte_from` of the next call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_byte: Option<u64>,
    /// Bytes of the file.
    pub size: u64,
    /// Permission bits.
    pub mode: u32,
    /// Last change, in seconds since 1970.
    pub mtime: i64,
    /// The SHA-256 of the whole file, where the whole file was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Coder {
    /// `coder::read-file`.
    pub fn read_file(&self, request: ReadRequest) -> Result<ReadFile, CoderError> {
        let limits = self.limits();
        match (request.path, request.paths) {
            (Some(path), None) => {
                let target = Target {
                    path,
                    line_from: request.line_from,
                    line_to: request.line_to,
                    byte_from: request.byte_from,
                    stat: request.stat,
                    numbered: request.numbered,
                };
                check(&target, request.max_output_bytes)?;
                let budget = request.max_output_bytes.unwrap_or(limits.max_output_bytes);
                let budget = budget.min(limits.max_read_bytes);
                self.read_one(&target, budget, &limits).map(ReadFile::One)
            }
            (None, Some(paths)) => {
                let top = [
                    ("line_from", request.line_from.is_some()),
                    ("line_to", request.line_to.is_some()),
                    ("byte_from", request.byte_from.is_some()),
                    ("stat", request.stat),
                    ("numbered", request.numbered),
                    ("max_output_bytes", request.max_output_bytes.is_some()),
                ];
                if let Some((field, _)) = top.iter().find(|(_, given)| *given) {
                    return Err(CoderError::bad(format!(
                        "{field} beside paths says nothing: put it into an entry, {{\"path\": …, \"{field}\": …}}"
                    )));
                }
                let targets: Vec<_> = paths.into_iter().map(|PathOr(target)| target).collect();
                Ok(ReadFile::Several(Batch { results: self.read_several(&targets, &limits) }))
            }
            (None, None) => Err(CoderError::bad("give path, or paths for several files")),
            (Some(_), Some(_)) => Err(CoderError::bad("give either path or paths, not both")),
        }
    }

    fn read_one(&self, target: &Target, budget: u64, limits: &Limits) -> Result<Read, CoderError> {
        let (read, opened) = self.open(target).map_err(|(_, error)| error)?;
        if target.stat {
            describe(target, read, &opened, limits)
        } else if target.is_window() {
            read_window(target, read, &opened, limits.max_read_bytes)
        } else {
            read_whole(target, read, &opened, budget, limits)
        }
    }

    /// Reads in order against one budget. An entry's failure costs nothing and harms no other.
    fn read_several(&self, targets: &[Target], limits: &Limits) -> Vec<Entry> {
        let mut left = limits.batch_read_budget_bytes;
        targets
            .iter()
            .map(|target| match self.read_entry(target, left, limits) {
                Ok(read) => {
                    left -= read.content.as_ref().map_or(0, |content| (content.len() as u64).min(left));
                    Entry::Done { success: true, read }
                }
                Err((path, error)) => Entry::Failed { path, success: false, error },
            })
            .collect()
    }

    fn read_entry(&self, target: &Target, left: u64, limits: &Limits) -> Result<Read, (String, CoderError)> {
        check(target, None).map_err(|error| (target.path.clone(), error))?;
        let (read, opened) = self.open(target)?;
        let path = read.path.clone();
        if target.stat {
            return describe(target, read, &opened, limits).map_err(|error| (path, error));
        }
        if left == 0 {
            let budget = limits.batch_read_budget_bytes;
            let why = format!(
                "'{}' was not read: the entries before it used up batch_read_budget_bytes ({budget}). \
                 Read it in a call of its own",
                target.path
            );
            return Err((path, CoderError::new(Code::C213, why)));
        }
        read_window(target, read, &opened, left.min(limits.max_read_bytes)).map_err(|error| (path, error))
    }

    /// Opens a file, and begins the answer.
    fn open(&self, target: &Target) -> Result<(Read, Opened), (String, CoderError)> {
        let asked = &target.path;
        let (place, opened) = self.jail.read(Path::new(asked)).map_err(|error| {
            (self.name_of(asked, Last::Follow, &error), self.refused(asked, For::File, &error))
        })?;
        let read = Read {
            path: place.path().display().to_string(),
            size: opened.meta.size,
            mode: opened.meta.mode & 0o777,
            mtime: opened.meta.mtime,
            ..Read::default()
        };
        Ok((read, opened))
    }
}

impl Target {
    fn is_window(&self) -> bool {
        self.line_from.is_some() || self.line_to.is_some() || self.byte_from.is_some()
    }
}

/// What is wrong with a call whatever the file is.
fn check(target: &Target, max_output_bytes: Option<u64>) -> Result<(), CoderError> {
    let bad = |why: String| Err(CoderError::bad(why));
    if target.stat {
        let others = [
            ("line_from", target.line_from.is_some()),
            ("line_to", target.line_to.is_some()),
            ("byte_from", target.byte_from.is_some()),
            ("numbered", target.numbered),
            ("max_output_bytes", max_output_bytes.is_some()),
        ];
        if let Some((field, _)) = others.iter().find(|(_, given)| *given) {
            return bad(format!(
                "stat returns no content, so {field} cannot go with it; leave one of them out"
            ));
        }
    }
    let from = target.line_from.unwrap_or(1);
    if from == 0 {
        return bad("line_from is 0; lines count from 1".into());
    }
    if let Some(to) = target.line_to.filter(|to| *to < from) {
        return bad(format!(
            "line_to {to} lies before line_from {from}; lines count from 1 and line_to is included"
        ));
    }
    if target.is_window() && max_output_bytes.is_some() {
        return bad(
            "max_output_bytes bounds whole reads; a window is bounded by its lines. Leave one out".into()
        );
    }
    Ok(())
}

fn failed(target: &Target, error: &std::io::Error) -> CoderError {
    CoderError::new(Code::C216, format!("'{}' failed: {error}", target.path))
}

/// Size, mode, time; lines, encoding and hash of files that may be read whole.
fn describe(target: &Target, mut read: Read, opened: &Opened, limits: &Limits) -> Result<Read, CoderError> {
    if read.size <= limits.max_read_bytes {
        let bytes = contents(opened, limits.max_read_bytes).map_err(|error| failed(target, &error))?;
        read.total_lines = Some(count_lines(&bytes));
        read.is_utf8 = Some(std::str::from_utf8(&bytes).is_ok());
        read.sha256 = Some(digest::of_bytes(&bytes));
    }
    Ok(read)
}

fn read_window(target: &Target, mut read: Read, opened: &Opened, cap: u64) -> Result<Read, CoderError> {
    let ask = Ask {
        from: target.line_from.unwrap_or(1),
        to: target.line_to,
        byte_from: target.byte_from.unwrap_or(0),
        numbered: target.numbered,
        cap,
    };
    let mut reader = BufReader::with_capacity(1 << 16, &opened.file);
    let window = window(&mut reader, &ask).map_err(|error| match error {
        ReadError::Io(error) => failed(target, &error),
        past @ ReadError::PastLine { .. } => {
            let byte_from = ask.byte_from;
            CoderError::bad(format!("byte_from {byte_from} lies past the line: in '{}', {past}", target.path))
        }
    })?;
    read.content = Some(window.content);
    read.is_utf8 = Some(window.is_utf8);
    read.lines_returned = window.lines;
    read.total_lines = window.total;
    read.more_lines = window.more;
    read.partial_line = window.next_byte.is_some();
    read.next_byte = window.next_byte;
    Ok(read)
}

fn read_whole(
    target: &Target,
    mut read: Read,
    opened: &Opened,
    budget: u64,
    limits: &Limits,
) -> Result<Read, CoderError> {
    let (path, size, cap) = (&target.path, read.size, limits.max_read_bytes);
    let too_large = |size: u64| {
        CoderError::new(
            Code::C213,
            format!(
                "'{path}' has {size} bytes; max_read_bytes allows {cap} in a whole read. Read a window \
                 (\"line_from\": 1, \"line_to\": 200), or ask \"stat\": true for what is known about it"
            ),
        )
    };
    if size > cap {
        return Err(too_large(size));
    }
    let bytes = contents(opened, cap).map_err(|error| failed(target, &error))?;
    if bytes.len() as u64 > cap {
        return Err(too_large(bytes.len() as u64));
    }
    let lines = count_lines(&bytes);
    let text = String::from_utf8_lossy(&bytes);
    let is_utf8 = matches!(text, std::borrow::Cow::Borrowed(_));
    let content = if target.numbered { numbered(&text) } else { text.into_owned() };
    if content.len() as u64 > budget {
        let would_be = content.len();
        return Err(CoderError::new(
            Code::C213,
            format!(
                "'{path}' would come as {would_be} bytes ({size} bytes, {lines} lines in the file); max_output_bytes \
                 allows {budget}. Read a window (\"line_from\": 1, \"line_to\": {}), ask \"stat\": true, or raise \
                 \"max_output_bytes\" in this call, up to {cap}",
                window_that_fits(lines, would_be as u64, budget)
            ),
        ));
    }
    read.sha256 = Some(digest::of_bytes(&bytes));
    read.content = Some(content);
    read.is_utf8 = Some(is_utf8);
    read.lines_returned = lines;
    read.total_lines = Some(lines);
    Ok(read)
}

/// How many lines of average length the budget holds, at least one.
fn window_that_fits(lines: u64, would_be: u64, budget: u64) -> u64 {
    (lines.saturating_mul(budget) / would_be.max(1)).max(1)
}

/// A file's bytes, one more than `cap` at most.
fn contents(opened: &Opened, cap: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(opened.meta.size.min(cap)).unwrap_or(0) + 1);
    (&opened.file).take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
