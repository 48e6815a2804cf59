//! `tool::find`: files by glob, the newest first.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grep_searcher::Searcher;
use room_core::text::rfc3339;
use room_jail::{Folder, Kind, Last, Meta, Place};
use serde::{Deserialize, Serialize};

use crate::error::CoderError;
use crate::functions::yes;
use crate::searching::{Event, Filter, Look, OneOrMore, Passed, Targets, sweep};
use crate::worker::Coder;

/// Files that are listed unless the caller says otherwise.
const LIMIT: f64 = 1000.0;

/// Seconds a call takes at most unless the caller says otherwise, and what he may say.
const SECONDS: f64 = 5.0;
const SECONDS_ALLOWED: std::ops::RangeInclusive<f64> = 0.5..=60.0;

/// Bytes of the paths that are listed.
const BYTES: usize = 50 << 10;

/// What to find.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindTool {
    paths: OneOrMore,
    timeout: Option<f64>,
    #[serde(default = "yes")]
    gitignore: bool,
    #[serde(default = "yes")]
    hidden: bool,
    limit: Option<f64>,
}

/// What was found.
#[derive(Debug, Serialize)]
pub struct ToolFind {
    /// Newest first, then by path.
    pub files: Vec<FileFound>,
    /// How many were found, and what was left out.
    pub summary: String,
    /// Whether there are files that are not listed.
    pub truncated: bool,
    /// What the caller may want to know of what was not looked at.
    pub notices: Vec<String>,
    /// What the verb prints.
    pub text: String,
}

/// A file.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FileFound {
    /// From the primary root, or absolute in another.
    pub path: String,
    /// Last change of the contents, RFC 3339, UTC, with nanoseconds only where there are some.
    pub modified: String,
    /// Bytes.
    pub size: u64,
}

impl Coder {
    /// `tool::find`.
    pub fn tool_find(&self, request: &FindTool) -> Result<ToolFind, CoderError> {
        let limit = request.limit.map_or(LIMIT, f64::floor);
        if limit < 1.0 || limit.is_nan() {
            return Err(CoderError::bad(format!("limit is {limit}; give at least 1")));
        }
        let seconds = request.timeout.unwrap_or(SECONDS);
        if !SECONDS_ALLOWED.contains(&seconds) {
            return Err(CoderError::bad(format!("timeout is {seconds}; give 0.5 to 60 seconds")));
        }
        let targets = self.targets(&request.paths.0, true)?;
        let deadline = Some(Instant::now() + Duration::from_secs_f64(seconds));
        let (mut met, passed) = self.met(&targets, request, deadline, false)?;
        let hidden_by_rules = if met.is_empty() && passed.ignored() + passed.unopened() > 0 {
            // Not for longer than the call itself may take.
            let (all, _) = self.met(&targets, request, deadline, true)?;
            all.len()
        } else {
            0
        };
        let modified = |meta: &Meta| (meta.mtime, meta.mtime_nanos);
        met.sort_by(|a, b| modified(&b.1).cmp(&modified(&a.1)).then_with(|| a.0.cmp(&b.0)));
        let total = met.len();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at least one, and it saturates"
        )]
        met.truncate(limit as usize);
        let mut files: Vec<FileFound> = met.iter().map(|(path, meta)| self.found(path, meta)).collect();
        let mut left = BYTES;
        let fit = files.iter().take_while(|file| {
            let fits = left >= file.path.len();
            left = left.saturating_sub(file.path.len() + 1);
            fits
        });
        let fit = fit.count();
        files.truncate(fit);
        Ok(answer(files, total, hidden_by_rules, seconds, &targets, &passed))
    }

    /// The files that are wanted, in the order of their paths.
    fn met(
        &self,
        targets: &Targets,
        request: &FindTool,
        deadline: Option<Instant>,
        everything: bool,
    ) -> Result<(Vec<(PathBuf, Meta)>, Passed), CoderError> {
        let filter = Filter {
            coder: self,
            targets,
            gitignore: request.gitignore && !everything,
            hidden: request.hidden,
            opens_all: everything,
            exclude: &[],
            types: None,
            deadline,
            passed: Passed::default(),
        };
        let mut met = Vec::new();
        let finder = Finder { filter };
        let passed = &finder.filter.passed;
        sweep(&finder, |event| {
            match event {
                Event::File(path, Some(meta)) => met.push((path, meta)),
                // A link stands in the list for the file it leads to; one that leads to a folder is not followed.
                Event::Link(path) => {
                    let place = self.jail.resolve(&path, Last::Follow).ok();
                    let meta = place.and_then(|place| place.meta().copied());
                    met.extend(meta.filter(|meta| meta.kind == Kind::File).map(|meta| (path, meta)));
                }
                _ => {}
            }
            if passed.is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let Finder { filter } = finder;
        Ok((met, filter.passed))
    }

    fn found(&self, path: &Path, meta: &Meta) -> FileFound {
        let modified = rfc3339(meta.mtime, meta.mtime_nanos).unwrap_or_else(|| meta.mtime.to_string());
        FileFound { path: self.shown(path), modified, size: meta.size }
    }
}

/// The answer, in words as well.
fn answer(
    files: Vec<FileFound>,
    total: usize,
    hidden_by_rules: usize,
    seconds: f64,
    targets: &Targets,
    passed: &Passed,
) -> ToolFind {
    let truncated = files.len() < total || passed.is_late();
    let mut summary = match total {
        0 => "no file found".to_owned(),
        1 => "1 file found".to_owned(),
        _ => format!("{total} files found"),
    };
    if files.len() < total {
        summary = format!("the first {} of {total} files, newest first", files.len());
    }
    let mut notices = Vec::new();
    if passed.is_late() {
        notices.push(format!(
            "time was up after {seconds} s: there may be more; narrow the glob, or give more timeout"
        ));
    }
    if files.len() < total {
        notices.push("narrow the glob to see the rest, or give a higher limit".to_owned());
    }
    if hidden_by_rules > 0 {
        notices.push(format!(
            "{hidden_by_rules} that ignore rules or node_modules hide would match: turn gitignore off, or name the folder"
        ));
    }
    if passed.links() > 0 {
        notices.push(format!("{} links are not followed: name one to look into it", passed.links()));
    }
    notices.extend(targets.missing.iter().map(|entry| format!("nothing to be found under '{entry}'")));
    let mut text = String::new();
    for file in &files {
        writeln!(text, "{}", file.path).expect("a String takes every write");
    }
    for said in std::iter::once(&summary).chain(&notices) {
        writeln!(text, "[{said}]").expect("a String takes every write");
    }
    ToolFind { files, summary, truncated, notices, text }
}

struct Finder<'c> {
    filter: Filter<'c>,
}

impl Look for Finder<'_> {
    type Found = Option<Meta>;

    fn filter(&self) -> &Filter<'_> {
        &self.filter
    }

    /// What the system says of a file that may be opened.
    fn look(&self, folder: &Folder<'_>, name: &OsStr, _: &mut Searcher) -> Option<Meta> {
        folder.meta(name).ok().filter(|meta| !folder.denies(name, Some(meta)))
    }

    fn look_at(&self, place: &Place) -> Option<Meta> {
        place.meta().copied()
    }
}
