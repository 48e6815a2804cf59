//! `coder::search`: a pattern in the lines and in the paths of all files below a folder.

mod answer;
mod seeker;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::create_file::yes;
use super::list_folder::here;
use crate::error::{CoderError, For};
use crate::searching::scan;
use crate::worker::Coder;

use answer::Answer;
use seeker::Seeker;

/// The most passed-over files an answer names.
const MOST_NAMED: usize = 10;

/// What to look for, and where.
#[expect(clippy::struct_excessive_bools, reason = "the fields of the request are what they are")]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// A text, or with `regex` a regular expression.
    pub query: String,
    /// The folder; the primary root where it is not given.
    #[serde(default = "here")]
    pub path: String,
    /// Whether the query is a regular expression.
    #[serde(default)]
    pub regex: bool,
    /// Whether letter case does not matter.
    #[serde(default)]
    pub ignore_case: bool,
    /// Only files that match one of these, by their path from the root.
    #[serde(default)]
    pub include_globs: Vec<String>,
    /// No files that match one of these.
    #[serde(default)]
    pub exclude_globs: Vec<String>,
    /// Matches to return, of contents and of paths each.
    pub max_matches: Option<u64>,
    /// Bytes of a line to return.
    pub max_line_bytes: Option<u64>,
    /// Lines before each match, at most 10.
    #[serde(default)]
    pub context_lines_before: u64,
    /// Lines after each match, at most 10.
    #[serde(default)]
    pub context_lines_after: u64,
    /// Whether noise (`.git`, `target`, …) is passed over.
    #[serde(default = "yes")]
    pub use_default_excludes: bool,
    /// Whether to look into files.
    #[serde(default = "yes")]
    pub search_content: bool,
    /// Whether to look at paths.
    #[serde(default = "yes")]
    pub search_paths: bool,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
pub struct Found {
    /// Lines, by path and then by number; each line once, at its first match.
    pub content_matches: Vec<ContentMatch>,
    /// Files whose path from the root matches, by path.
    pub path_matches: Vec<PathMatch>,
    /// Whether there is more: a match over a limit or over the budget.
    pub truncated: bool,
    /// What was not looked into on the way, and why.
    #[serde(skip_serializing_if = "Skipped::is_empty")]
    pub skipped: Skipped,
}

/// A line that matches.
#[derive(Debug, Serialize)]
pub struct ContentMatch {
    /// The file.
    pub path: String,
    /// The line's number.
    pub line: u64,
    /// Where in the line the match begins: bytes of the file's own line, from 1.
    pub column: u64,
    /// The line without its end; of a long one the part around the match.
    pub text: String,
    /// Where in the line such a part begins: bytes, from 1; absent where the line's start is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_column: Option<u64>,
    /// The lines before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The lines after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

/// A path that matches.
#[derive(Debug, Serialize)]
pub struct PathMatch {
    /// The file.
    pub path: String,
}

/// Counts of what was passed over.
#[derive(Debug, Default, Serialize)]
pub struct Skipped {
    /// Files with a NUL in them.
    #[serde(skip_serializing_if = "is_zero")]
    pub binary: u64,
    /// Files over `max_read_bytes`.
    #[serde(skip_serializing_if = "is_zero")]
    pub too_large: u64,
    /// Files and folders that could not be read.
    #[serde(skip_serializing_if = "is_zero")]
    pub unreadable: u64,
    /// Links, which are not followed.
    #[serde(skip_serializing_if = "is_zero")]
    pub links: u64,
    /// What ignore rules leave out, and folders that only those who name them look into; a folder counts once.
    #[serde(skip_serializing_if = "is_zero")]
    pub ignored: u64,
    /// Noise, and what the globs leave out; a folder counts once.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded: u64,
    /// The first of those that were too large or unreadable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
}

impl Skipped {
    pub(crate) fn is_empty(&self) -> bool {
        self.binary + self.too_large + self.unreadable + self.links + self.ignored + self.excluded == 0
    }

    pub(crate) fn name(&mut self, path: &Path) {
        if self.first.len() < MOST_NAMED {
            self.first.push(path.display().to_string());
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Coder {
    /// `coder::search`.
    pub fn search(&self, request: &Search) -> Result<Found, CoderError> {
        let mut seeker = Seeker::new(self, request)?;
        let refused = |error| self.refused(&request.path, For::Folder, &error);
        let place = self.resolve(&request.path, room_jail::Last::Follow, For::Folder)?;
        let top = self.jail.folder(&place).map_err(refused)?;
        seeker.quiet =
            request.use_default_excludes && !self.noise().is_asked_for(self.jail.from_root(top.path()));
        let mut answer = Answer::new(&seeker, self.limits().search_response_budget_bytes);
        scan(top, &(), &seeker, |event| answer.take(event));
        Ok(answer.found)
    }
}
