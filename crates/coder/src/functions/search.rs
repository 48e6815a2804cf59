//! `coder::search`: a pattern in the lines and in the paths of all files below a folder.

use std::ffi::OsStr;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use globset::GlobSet;
use grep_searcher::Searcher;
use memchr::{memchr, memrchr};
use room_jail::Folder;
use serde::{Deserialize, Serialize};

use super::create_file::yes;
use super::list_folder::here;
use crate::error::{CoderError, For};
use crate::noise::compile_all;
use crate::searching::{Event, Hit, Pattern, Scan, around, clipped, scan};
use crate::worker::Coder;

/// The most lines of context on either side.
const MOST_CONTEXT: u64 = 10;
/// The most passed-over files an answer names.
const MOST_NAMED: usize = 10;

/// What to look for, and where.
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
    /// Noise, and what the globs leave out; a folder counts once.
    #[serde(skip_serializing_if = "is_zero")]
    pub excluded: u64,
    /// The first of those that were too large or unreadable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
}

impl Skipped {
    fn is_empty(&self) -> bool {
        self.binary + self.too_large + self.unreadable + self.links + self.excluded == 0
    }

    fn name(&mut self, path: &Path) {
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
        let seeker = Seeker::new(self, request)?;
        let refused = |error| self.refused(&request.path, For::Folder, &error);
        let place = self.resolve(&request.path, room_jail::Last::Follow, For::Folder)?;
        let top = self.jail.folder(&place).map_err(refused)?;
        let quiet = request.use_default_excludes && !self.noise.is_asked_for(self.jail.from_root(top.path()));
        let seeker = Seeker { quiet, ..seeker };
        let mut answer = Answer::new(&seeker, self.limits().search_response_budget_bytes);
        scan(top, &seeker, |event| answer.take(event));
        Ok(answer.found)
    }
}

/// A request that is ready to be applied to files.
struct Seeker<'c> {
    coder: &'c Coder,
    pattern: Pattern,
    include: Option<GlobSet>,
    exclude: GlobSet,
    quiet: bool,
    in_content: bool,
    in_paths: bool,
    most: usize,
    most_line_bytes: usize,
    before: usize,
    after: usize,
    cap: u64,
}

impl<'c> Seeker<'c> {
    /// Checks everything that can be checked before a path is touched.
    fn new(coder: &'c Coder, request: &Search) -> Result<Self, CoderError> {
        let limits = coder.limits();
        let bad = |why: &str| Err(CoderError::bad(why));
        if request.query.is_empty() {
            return bad("query is empty; say what to look for");
        }
        if !request.search_content && !request.search_paths {
            return bad("search_content and search_paths are both false; there is nothing left to search");
        }
        for (field, lines) in [
            ("context_lines_before", request.context_lines_before),
            ("context_lines_after", request.context_lines_after),
        ] {
            if lines > MOST_CONTEXT {
                return bad(&format!("{field} is {lines}; at most {MOST_CONTEXT}"));
            }
        }
        if request.max_line_bytes == Some(0) {
            return bad("max_line_bytes is 0; at least 1");
        }
        let fits = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let include = if request.include_globs.is_empty() {
            None
        } else {
            Some(compile_all("include_globs", &request.include_globs)?)
        };
        Ok(Self {
            coder,
            pattern: Pattern::new(&request.query, request.regex, request.ignore_case)?,
            include,
            exclude: compile_all("exclude_globs", &request.exclude_globs)?,
            quiet: false,
            in_content: request.search_content,
            in_paths: request.search_paths,
            most: fits(request.max_matches.unwrap_or(limits.search_default_max_matches)),
            most_line_bytes: fits(request.max_line_bytes.unwrap_or(limits.search_default_max_line_bytes)),
            before: fits(request.context_lines_before),
            after: fits(request.context_lines_after),
            cap: limits.max_read_bytes,
        })
    }

    fn matched(&self, path: &Path, bytes: &[u8], hit: Hit) -> ContentMatch {
        let Hit { line, place, found } = hit;
        let column = found.start as u64 + 1;
        let (text, from) = around(&bytes[place.clone()], found, self.most_line_bytes);
        ContentMatch {
            path: path.display().to_string(),
            line,
            column,
            text,
            text_column: (from > 0).then_some(from as u64 + 1),
            before: self.lines_before(bytes, place.start),
            after: self.lines_after(bytes, place.end),
        }
    }

    fn lines_before(&self, bytes: &[u8], mut start: usize) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.before);
        while lines.len() < self.before && start > 0 {
            let end = start - 1;
            start = memrchr(b'\n', &bytes[..end]).map_or(0, |at| at + 1);
            lines.push(self.context(&bytes[start..end]));
        }
        lines.reverse();
        lines
    }

    fn lines_after(&self, bytes: &[u8], end: usize) -> Vec<String> {
        let mut rest = memchr(b'\n', &bytes[end..]).map_or(&[][..], |at| &bytes[end + at + 1..]);
        let mut lines = Vec::with_capacity(self.after);
        while lines.len() < self.after && !rest.is_empty() {
            let (line, tail) = match memchr(b'\n', rest) {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => (rest, &[][..]),
            };
            lines.push(self.context(line));
            rest = tail;
        }
        lines
    }

    fn context(&self, line: &[u8]) -> String {
        clipped(line.strip_suffix(b"\r").unwrap_or(line), self.most_line_bytes)
    }
}

/// What came of looking at a file.
enum Looked {
    /// It was read; whether its path matches, and the lines that do.
    Read { in_path: bool, matches: Vec<ContentMatch> },
    /// Only its path was looked at.
    Passed { in_path: bool, why: Why },
}

enum Why {
    Binary,
    TooLarge,
    Unreadable,
    /// It is not to be touched, or went away: as if it had not been there.
    Hidden,
}

impl Scan for Seeker<'_> {
    type Found = Looked;

    fn goes_into(&self, path: &Path) -> bool {
        !(self.quiet && self.coder.noise.hides_folder(self.coder.jail.from_root(path)))
    }

    fn takes(&self, path: &Path) -> bool {
        let path = self.coder.jail.from_root(path);
        !(self.quiet && self.coder.noise.hides_file(path))
            && self.include.as_ref().is_none_or(|include| include.is_match(path))
            && !self.exclude.is_match(path)
    }

    fn look(&self, folder: &Folder<'_>, name: &OsStr, searcher: &mut Searcher) -> Looked {
        let path = folder.path().join(name);
        let in_path =
            self.in_paths && self.pattern.is_in_path(self.coder.jail.from_root(&path).as_os_str().as_bytes());
        let passed = |why| Looked::Passed { in_path, why };
        let opened = match folder.file(name) {
            Ok(opened) => opened,
            Err(room_jail::JailError::Missing) => return Looked::Passed { in_path: false, why: Why::Hidden },
            Err(_) => return passed(Why::Unreadable),
        };
        if !self.in_content {
            return Looked::Read { in_path, matches: Vec::new() };
        }
        if opened.meta.size > self.cap {
            return passed(Why::TooLarge);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(opened.meta.size).unwrap_or(0) + 1);
        match (&opened.file).take(self.cap + 1).read_to_end(&mut bytes) {
            Ok(read) if read as u64 > self.cap => return passed(Why::TooLarge),
            Ok(_) => {}
            Err(_) => return passed(Why::Unreadable),
        }
        if memchr(0, &bytes).is_some() {
            return passed(Why::Binary);
        }
        // One more than may be returned shows that there is more.
        let hits = self.pattern.hits(searcher, &bytes, self.most.saturating_add(1));
        let matches = hits.into_iter().map(|hit| self.matched(&path, &bytes, hit)).collect();
        Looked::Read { in_path, matches }
    }
}

/// The answer as it grows, in order.
struct Answer {
    found: Found,
    in_content: bool,
    in_paths: bool,
    most: usize,
    left: u64,
}

impl Answer {
    fn new(seeker: &Seeker<'_>, budget: u64) -> Self {
        Self {
            found: Found::default(),
            in_content: seeker.in_content,
            in_paths: seeker.in_paths,
            most: seeker.most,
            left: budget,
        }
    }

    /// Adds an event. Breaks once nothing more can be added.
    fn take(&mut self, event: Event<Looked>) -> ControlFlow<()> {
        match event {
            Event::File(path, looked) => self.look(&path, looked),
            Event::Excluded(_) => {
                self.found.skipped.excluded += 1;
                ControlFlow::Continue(())
            }
            Event::Link(_) => {
                self.found.skipped.links += 1;
                ControlFlow::Continue(())
            }
            Event::Unreadable(path, _) => {
                self.found.skipped.unreadable += 1;
                self.found.skipped.name(&path);
                ControlFlow::Continue(())
            }
        }
    }

    fn look(&mut self, path: &PathBuf, looked: Looked) -> ControlFlow<()> {
        let (in_path, matches) = match looked {
            Looked::Read { in_path, matches } => (in_path, matches),
            Looked::Passed { in_path, why } => {
                if self.in_content {
                    self.pass(path, &why);
                }
                (in_path, Vec::new())
            }
        };
        if in_path && self.in_paths {
            let path = path.display().to_string();
            if self.found.path_matches.len() == self.most {
                self.in_paths = false;
                self.found.truncated = true;
            } else {
                self.pay(path.len())?;
                self.found.path_matches.push(PathMatch { path });
            }
        }
        for matched in matches {
            if !self.in_content {
                break;
            }
            if self.found.content_matches.len() == self.most {
                self.in_content = false;
                self.found.truncated = true;
                break;
            }
            let context: usize = matched.before.iter().chain(&matched.after).map(String::len).sum();
            self.pay(matched.path.len() + matched.text.len() + context)?;
            self.found.content_matches.push(matched);
        }
        // A list that is full does not end the other's search.
        if self.in_content || self.in_paths { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Takes bytes from the budget; the first that does not fit ends the search.
    fn pay(&mut self, bytes: usize) -> ControlFlow<()> {
        match self.left.checked_sub(bytes as u64) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => {
                self.found.truncated = true;
                ControlFlow::Break(())
            }
        }
    }

    fn pass(&mut self, path: &Path, why: &Why) {
        let skipped = &mut self.found.skipped;
        match why {
            Why::Binary => skipped.binary += 1,
            Why::TooLarge => {
                skipped.too_large += 1;
                skipped.name(path);
            }
            Why::Unreadable => {
                skipped.unreadable += 1;
                skipped.name(path);
            }
            Why::Hidden => {}
        }
    }
}
