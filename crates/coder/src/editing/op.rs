//! The operations of a request, checked as far as they can be without the file.

use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;

use super::captures;
use crate::error::CoderError;
use crate::request::unknown;

/// An operation as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub enum Op {
    /// On lines.
    Line(LineOp),
    /// On the whole text.
    Replace(Replace),
}

/// An operation on lines. Numbers count from 1, ranges include both ends, and all mean the file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineOp {
    /// New lines before a line; one past the last appends.
    Insert {
        /// The line.
        at_line: u64,
        /// The new lines.
        content: String,
    },
    /// Lines taken away.
    Remove {
        /// The first.
        from_line: u64,
        /// The last.
        to_line: u64,
    },
    /// Lines replaced by others, perhaps more or fewer.
    Update {
        /// The first.
        from_line: u64,
        /// The last.
        to_line: u64,
        /// The new lines.
        content: String,
    },
}

/// A replacement of every match of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replace {
    /// A regular expression; `^` and `$` are the ends of the file.
    pub pattern: String,
    /// What takes a match's place; `$1`, `$name`, `${name}` stand for groups, `$$` for a dollar.
    pub replacement: String,
    /// Whether letter case does not matter.
    pub ignore_case: bool,
    /// Whether `.` matches line ends too.
    pub dot_matches_newline: bool,
    /// Refuse unless there are exactly this many matches.
    pub expect_matches: Option<u64>,
}

/// The operations of an entry, sorted, and their patterns compiled.
#[derive(Debug)]
pub struct Ops {
    /// Line operations with their index among all.
    pub lines: Vec<(usize, LineOp)>,
    /// Replacements with their index among all.
    pub replacements: Vec<(usize, Compiled)>,
}

/// A replacement whose pattern is compiled and whose references exist.
#[derive(Debug)]
pub struct Compiled {
    /// As it was asked for.
    pub asked: Replace,
    pub(super) regex: Regex,
    /// The replacement, where it stands for itself.
    pub(super) literal: Option<Vec<u8>>,
}

impl Ops {
    /// Sorts and compiles; a pattern or reference that is wrong is refused here, whatever the file holds.
    pub fn new(ops: &[Op]) -> Result<Self, CoderError> {
        let (mut lines, mut replacements) = (Vec::new(), Vec::new());
        for (index, op) in ops.iter().enumerate() {
            match op {
                Op::Line(op) => lines.push((index, op.clone())),
                Op::Replace(op) => replacements.push((index, compile(index, op)?)),
            }
        }
        Ok(Self { lines, replacements })
    }
}

fn compile(index: usize, op: &Replace) -> Result<Compiled, CoderError> {
    if op.pattern.is_empty() {
        return Err(CoderError::bad(format!("ops[{index}]: pattern is empty; say what to replace")));
    }
    let regex = RegexBuilder::new(&op.pattern)
        .case_insensitive(op.ignore_case)
        .dot_matches_new_line(op.dot_matches_newline)
        .build()
        .map_err(|error| {
            let pattern = &op.pattern;
            let why = crate::searching::reason(&error.to_string());
            CoderError::bad(format!("ops[{index}]: pattern '{pattern}' is no regular expression: {why}"))
        })?;
    captures::check(index, op, &regex)?;
    let literal = captures::literal(&op.replacement).map(String::into_bytes);
    Ok(Compiled { asked: op.clone(), regex, literal })
}

/// An operation as it is written: one object with the fields of all kinds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    op: String,
    at_line: Option<u64>,
    from_line: Option<u64>,
    to_line: Option<u64>,
    content: Option<String>,
    pattern: Option<String>,
    replacement: Option<String>,
    ignore_case: Option<bool>,
    dot_matches_newline: Option<bool>,
    expect_matches: Option<u64>,
}

/// The kinds, each with its fields.
const KINDS: [(&str, &[&str]); 4] = [
    ("insert", &["at_line", "content"]),
    ("remove", &["from_line", "to_line"]),
    ("update_lines", &["from_line", "to_line", "content"]),
    ("replace", &["pattern", "replacement", "ignore_case", "dot_matches_newline", "expect_matches"]),
];

impl Written {
    /// The fields that are there.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("at_line", self.at_line.is_some()),
            ("from_line", self.from_line.is_some()),
            ("to_line", self.to_line.is_some()),
            ("content", self.content.is_some()),
            ("pattern", self.pattern.is_some()),
            ("replacement", self.replacement.is_some()),
            ("ignore_case", self.ignore_case.is_some()),
            ("dot_matches_newline", self.dot_matches_newline.is_some()),
            ("expect_matches", self.expect_matches.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(field, _)| field)
    }
}

impl TryFrom<Written> for Op {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let op = written.op.clone();
        let names = KINDS.map(|(name, _)| name);
        let Some((_, fields)) = KINDS.iter().find(|(name, _)| *name == op) else {
            return Err(unknown("op", &op, &names));
        };
        if let Some(foreign) = written.given().find(|field| !fields.contains(field)) {
            return Err(format!("op '{op}': {}", unknown("field", foreign, fields)));
        }
        let needs = |field: &str| format!("op '{op}': the field '{field}' is missing");
        Ok(match op.as_str() {
            "insert" => Op::Line(LineOp::Insert {
                at_line: written.at_line.ok_or_else(|| needs("at_line"))?,
                content: written.content.ok_or_else(|| needs("content"))?,
            }),
            "remove" => Op::Line(LineOp::Remove {
                from_line: written.from_line.ok_or_else(|| needs("from_line"))?,
                to_line: written.to_line.ok_or_else(|| needs("to_line"))?,
            }),
            "update_lines" => Op::Line(LineOp::Update {
                from_line: written.from_line.ok_or_else(|| needs("from_line"))?,
                to_line: written.to_line.ok_or_else(|| needs("to_line"))?,
                content: written.content.ok_or_else(|| needs("content"))?,
            }),
            _ => Op::Replace(Replace {
                pattern: written.pattern.ok_or_else(|| needs("pattern"))?,
                replacement: written.replacement.ok_or_else(|| needs("replacement"))?,
                ignore_case: written.ignore_case.unwrap_or(false),
                dot_matches_newline: written.dot_matches_newline.unwrap_or(false),
                expect_matches: written.expect_matches,
            }),
        })
    }
}
