//! `tool::search`: lines that match, with the lines around them, a page of files at a time.
//!
//! | module | holds |
//! | --- | --- |
//! | `expression` | what is looked for |
//! | `looker` | one file searched |
//! | `page` | the files of an answer, and what was left out of it |
//! | `shown` | the answer, as text and as matches |

mod expression;
mod looker;
mod page;
mod shown;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ignore::types::{Types, TypesBuilder};
use serde::{Deserialize, Serialize};

use super::display::Display;
use super::read::{Direction, Inside};
use crate::error::CoderError;
use crate::functions::{Skipped, yes};
use crate::searching::{Event, Filter, OneOrMore, Passed, PathGlob, Targets, sweep};
use crate::worker::Coder;
use expression::Expression;
use looker::Looker;
use page::Page;

/// Lines of context on either side, unless the caller says otherwise, and what he may say.
const CONTEXT: u64 = 2;
const MOST_CONTEXT: u64 = 50;

/// Matches of an answer, unless the caller says otherwise.
const LIMIT: u64 = 2000;

/// How long it is counted what rules hide, where nothing else was found: that may be far more than the rest.
const HIDDEN_FOR: Duration = Duration::from_millis(200);

/// Matches of a file, and of one that was named alone.
const MATCHES_A_FILE: usize = 20;
const MATCHES_ALONE: usize = 200;

/// What to look for, and where.
#[expect(clippy::struct_excessive_bools, reason = "the fields of the request are what they are")]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchTool {
    pattern: String,
    paths: Option<OneOrMore>,
    #[serde(default)]
    literal: bool,
    #[serde(default)]
    i: bool,
    context: Option<u64>,
    before: Option<u64>,
    after: Option<u64>,
    #[serde(default)]
    glob_exclude: OneOrMore,
    file_type: Option<String>,
    limit: Option<u64>,
    #[serde(default)]
    skip: u64,
    truncation: Option<Direction>,
    #[serde(default = "yes")]
    gitignore: bool,
    #[serde(default = "yes")]
    hidden: bool,
    display: Option<Display>,
}

/// What was found.
#[derive(Debug, Serialize)]
pub struct ToolSearch {
    /// By path, then by line.
    pub matches: Vec<Match>,
    /// How much was found.
    pub summary: String,
    /// Whether there is a match that is not in `matches`.
    pub truncated: bool,
    /// The `skip` that shows the next files, where there are some.
    #[serde(rename = "nextSkip", skip_serializing_if = "Option::is_none")]
    pub next_skip: Option<u64>,
    /// What was not looked into, and why.
    #[serde(skip_serializing_if = "Skipped::is_empty")]
    pub skipped: Skipped,
    /// What the caller may want to know.
    pub notices: Vec<String>,
    /// What the verb prints.
    pub text: String,
}

/// A match.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// From the primary root, or absolute in another.
    pub file: String,
    /// From 1.
    #[serde(rename = "lineNumber")]
    pub line_number: u64,
    /// Where in the line the match begins: code points, from 1.
    pub column: u64,
    /// The line without its end, or the lines of a match that spans several; of a long one the part around the match,
    /// with `…` where it was cut.
    pub line: String,
    /// Whether only a part of the line is given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The lines before it.
    pub before: Vec<String>,
    /// The lines after it.
    pub after: Vec<String>,
}

impl Coder {
    /// `tool::search`.
    pub fn tool_search(&self, request: &SearchTool) -> Result<ToolSearch, CoderError> {
        let expression = Expression::new(&request.pattern, request.literal, request.i)?;
        let (before, after) = request.around()?;
        if request.limit == Some(0) {
            return Err(CoderError::bad("limit is 0; give at least 1"));
        }
        let limit = usize::try_from(request.limit.unwrap_or(LIMIT)).unwrap_or(usize::MAX);
        let exclude = request.excluded()?;
        let types = request.file_type.as_deref().map(types).transpose()?;
        let here = ["."].map(str::to_owned);
        let paths = request.paths.as_ref().map_or(here.as_slice(), |paths| paths.0.as_slice());
        let (mut members, mut files) = (Vec::new(), Vec::new());
        for path in paths {
            match self.inside(path).filter(Inside::is_member) {
                Some(member) => members.push(member),
                None => files.push(path.clone()),
            }
        }
        let targets = if files.is_empty() && !members.is_empty() {
            Targets::default()
        } else {
            self.targets(&files, false)?
        };
        let alone = if members.is_empty() {
            targets.single().is_some()
        } else {
            files.is_empty() && members.len() == 1
        };
        let filter = |everything: bool| Filter {
            coder: self,
            targets: &targets,
            gitignore: request.gitignore && !everything,
            hidden: request.hidden,
            opens_all: everything,
            exclude: &exclude,
            types: types.as_ref(),
            deadline: everything.then(|| Instant::now() + HIDDEN_FOR),
            passed: Passed::default(),
        };
        let looker = Looker {
            filter: filter(false),
            expression: &expression,
            alone,
            display: request.display.unwrap_or_default(),
            before,
            after,
            most: if alone { MATCHES_ALONE.max(limit) } else { MATCHES_A_FILE },
            counting: AtomicBool::new(false),
        };
        let mut page = Page::new(request.skip, limit);
        for inside in &members {
            self.look_into(inside, &mut page, &looker)?;
        }
        sweep(&looker, |event| page.take(event, &looker))?;
        let Looker { filter: Filter { passed, .. }, .. } = &looker;
        page.skipped.ignored = passed.ignored() + passed.unopened();
        page.skipped.links += passed.links();
        if page.files == 0 && page.skipped.ignored > 0 {
            let all = Looker { filter: filter(true), counting: AtomicBool::new(true), ..looker };
            let mut hidden = Page::counting();
            sweep(&all, |event| hidden.take(event, &all))?;
            let more = hidden.stopped || all.filter.passed.is_late();
            page.hidden_by_rules = Some((hidden.files, more)).filter(|(files, _)| *files > 0);
            return Ok(page.answer(self, &all, &targets, request.truncation.unwrap_or_default()));
        }
        Ok(page.answer(self, &looker, &targets, request.truncation.unwrap_or_default()))
    }

    /// Looks into a file of an archive, which comes before the files outside.
    fn look_into(&self, inside: &Inside<'_>, page: &mut Page, looker: &Looker<'_>) -> Result<(), CoderError> {
        let mut archive = self.archive(inside)?;
        let found = looker.look_into(inside.file(&mut archive)?);
        let path = PathBuf::from(format!("{}:{}", inside.place.path().display(), inside.rest));
        let _ = page.take(Event::File(path, found), looker);
        Ok(())
    }
}

impl SearchTool {
    /// Lines before and after a match.
    fn around(&self) -> Result<(usize, usize), CoderError> {
        let lines = |field: &str, given: Option<u64>| {
            let lines = given.or(self.context).unwrap_or(CONTEXT);
            if lines > MOST_CONTEXT {
                return Err(CoderError::bad(format!("{field} is {lines}; at most {MOST_CONTEXT}")));
            }
            Ok(usize::try_from(lines).unwrap_or(usize::MAX))
        };
        let name = |own: &'static str, given: Option<u64>| given.map_or("context", |_| own);
        Ok((lines(name("before", self.before), self.before)?, lines(name("after", self.after), self.after)?))
    }

    fn excluded(&self) -> Result<Vec<PathGlob>, CoderError> {
        let glob = |glob: &String| PathGlob::compile("glob_exclude", glob.strip_prefix('!').unwrap_or(glob));
        self.glob_exclude.0.iter().map(glob).collect()
    }
}

/// The files of a type: by the name ripgrep has for it, else by extension.
fn types(name: &str) -> Result<Types, CoderError> {
    let name = name.trim().trim_start_matches("*.").trim_start_matches('.');
    let known = |name: &str| {
        let mut builder = TypesBuilder::new();
        builder.add_defaults();
        builder.select(name).build().ok().filter(|types| !types.is_empty())
    };
    if let Some(types) = known(&name.to_lowercase()) {
        return Ok(types);
    }
    let bad = |why: &str| {
        CoderError::bad(format!(
            "file_type '{name}' {why}; give a type, such as rust, or an extension, such as rs"
        ))
    };
    if name.is_empty() || name.contains(['/', ',', '*', '{']) {
        return Err(bad("is neither a type nor an extension"));
    }
    let mut builder = TypesBuilder::new();
    builder
        .add("asked", &format!("*.{}", globset::escape(name)))
        .map_err(|error| bad(&format!("cannot be used: {error}")))?;
    builder.select("asked").build().map_err(|error| bad(&format!("cannot be used: {error}")))
}
