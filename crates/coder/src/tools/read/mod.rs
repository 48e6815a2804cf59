//! `tool::read`: what a path names, as an agent wants to see it.
//!
//! | module | holds |
//! | --- | --- |
//! | `selector` | which lines, and how a path carries that |
//! | `kind` | text and its encoding, or what else a file holds |
//! | `lines` | lines of a stream, each held only as far as it can be shown |
//! | `budget` | how much is shown, and which end of it |
//! | `text` | the lines of a file that were asked for |
//! | `summary` | a source without its bodies |
//! | `conflicts` | merge conflicts |
//! | `converted` | documents and notebooks as text |
//! | `folder` | a folder as a list |
//! | `inside` | paths that go on inside an archive or a database |
//! | `view` | what is shown as text, with notices and a footer that are true of it |
//! | `elsewhere` | where a missing name stands |

mod budget;
mod conflicts;
mod converted;
mod elsewhere;
mod folder;
mod inside;
mod kind;
mod lines;
mod selector;
mod summary;
mod text;
mod view;

use std::path::Path;

use room_jail::{JailError, Kind as Stands, Last, Place};
use serde::{Deserialize, Serialize};

use crate::error::{CoderError, For};
use crate::tools::display::Display;
use crate::worker::Coder;
pub(super) use budget::Direction;
use budget::{Budget, Keeper};
pub(super) use converted::is_notebook;
pub(super) use inside::Inside;
use inside::{Found, Holder};
use selector::{FORMS, Selector};
use view::View;

/// Lines and bytes that are shown unless the caller says otherwise.
const BUDGET: Budget = Budget { lines: 20_000, bytes: 50 << 10 };

/// Bytes of raw text that are shown.
const RAW_BYTES: u64 = 2 << 20;

/// What to read, and how to show it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadTool {
    path: String,
    selector: Option<String>,
    offset: Option<u64>,
    limit: Option<u64>,
    truncation: Option<Direction>,
    #[serde(rename = "truncationDirection")]
    truncation_direction: Option<Direction>,
    #[serde(rename = "maxSummaryLines")]
    max_lines: Option<u64>,
    #[serde(rename = "maxSummaryBytes")]
    max_bytes: Option<u64>,
    display: Option<Display>,
}

/// What is shown of a file or folder.
#[derive(Debug, Serialize)]
pub struct ToolRead {
    /// The file.
    pub file: FileRead,
    /// What was left out, and the calls that show it; null where nothing was.
    #[serde(rename = "truncationFooter")]
    pub footer: Option<String>,
    /// How much of a source was elided, where some was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// The lines that are shown, as first and last.
    pub shown: Vec<(u64, u64)>,
    /// The lines that were asked for and are not.
    pub omitted: Vec<(u64, u64)>,
    /// The lines of which only a part is shown.
    #[serde(rename = "partialLines", skip_serializing_if = "Vec::is_empty")]
    pub partial: Vec<u64>,
    /// The content with notices and the footer, as the verb prints it.
    pub text: String,
}

/// A file, and what is shown of it.
#[derive(Debug, Serialize)]
pub struct FileRead {
    /// From the primary root, or absolute in another.
    pub path: String,
    /// What is shown, in the display that was asked for.
    pub content: String,
    /// Lines of the file; null where they were not counted, in a window of a large file.
    #[serde(rename = "totalLines")]
    pub total_lines: Option<u64>,
    /// Bytes of the file; of a folder's list, those of the list.
    #[serde(rename = "totalBytes")]
    pub total_bytes: u64,
    /// `lines`, `bytes` or `middle`, where the budget was full.
    #[serde(rename = "truncatedBy")]
    pub truncated_by: Option<&'static str>,
    /// `summarized`, `raw`, or `receipt` for all else.
    #[serde(rename = "displayMode")]
    pub display_mode: &'static str,
}

/// How much of a source was elided.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Summary {
    /// In how many places.
    pub regions: usize,
    /// How many lines.
    pub lines: usize,
}

/// What was asked for, once the path is known.
struct Asked<'r> {
    /// The path without its selector, as the caller wrote it.
    path: &'r str,
    selector: Selector,
    direction: Direction,
    budget: Budget,
    display: Display,
}

impl Asked<'_> {
    /// Whether nothing of the file was singled out.
    fn is_bare(&self) -> bool {
        self.selector == Selector::default()
    }

    fn keeper(&self) -> Keeper {
        Keeper::new(self.direction, self.budget)
    }
}

impl Coder {
    /// `tool::read`.
    pub fn tool_read(&self, request: &ReadTool) -> Result<ToolRead, CoderError> {
        let given = request.given()?;
        if let Some(inside) = self.inside(&request.path) {
            return self.read_inside(request, &inside, given);
        }
        let (path, selector, place) = self.located(&request.path, given)?;
        let asked = request.asked(path, selector)?;
        let view = match place.kind() {
            Some(Stands::Folder) => self.folder_view(&asked, &place)?,
            _ => self.file_view(&asked, &place)?,
        };
        Ok(view.answer(&asked, self.shown_path(&place)))
    }

    /// What is asked of an archive or a database.
    fn read_inside(
        &self,
        request: &ReadTool,
        inside: &Inside<'_>,
        given: Option<Selector>,
    ) -> Result<ToolRead, CoderError> {
        let holder = self.shown_path(&inside.place);
        if inside.what == Holder::Database {
            if given.is_some() {
                let why = format!(
                    "'{}' is a database: rows are selected in the path, as in {0}:TABLE?limit=20",
                    inside.holder
                );
                return Err(CoderError::bad(why));
            }
            let text = self.database(inside)?;
            let asked = request.asked(&request.path, Selector::default())?;
            let size = text.len() as u64;
            let view = View { instead: Some(text), size, ..View::default() };
            return Ok(view.answer(&asked, holder));
        }
        let mut archive = self.archive(inside)?;
        let (member, own, found) = inside.member(&archive)?;
        if own.is_some() && given.is_some() {
            return Err(twice(&request.path));
        }
        let path =
            if member.is_empty() { inside.holder.to_owned() } else { format!("{}:{member}", inside.holder) };
        let asked = request.asked(&path, own.or(given).unwrap_or_default())?;
        let shown = if member.is_empty() { holder } else { format!("{holder}:{member}") };
        let view = match found {
            Found::Folder(_) if asked.selector != Selector::default() => {
                return Err(CoderError::bad(format!(
                    "'{path}' is a list of members: it has no lines to select. Read {path}"
                )));
            }
            Found::Folder(listing) => {
                let mut view = text::of_list(&asked, &inside::lines(&listing));
                view.notices.extend(inside::notices(&listing));
                view
            }
            Found::File(size) => {
                let bytes = inside.bytes(&mut archive, member)?;
                let read = kind::Kind::of_stream(bytes).and_then(|(kind, bytes)| match kind {
                    kind::Kind::Binary(what) => Ok(View::binary(&asked, size, what)),
                    _ if asked.selector.conflicts => text::conflicts_of(&asked, size, kind, bytes),
                    _ => text::of_stream(&asked, size, kind, bytes),
                });
                read.map_err(|error| inside::refused(inside, member, &error.into()))?
            }
        };
        Ok(view.answer(&asked, shown))
    }

    /// A folder's list; a selector may name its first lines.
    fn folder_view(&self, asked: &Asked<'_>, place: &Place) -> Result<View, CoderError> {
        let refused = |error| self.refused(asked.path, For::Folder, &error);
        let plain = !asked.selector.raw && !asked.selector.conflicts && asked.selector.lines.len() <= 1;
        if !plain {
            let why = format!(
                "'{}' is a folder: of its list one range of lines can be read, as in {0}:1-50",
                asked.path
            );
            return Err(CoderError::bad(why));
        }
        let folder = self.jail.folder(place).map_err(refused)?;
        let most = usize::try_from(self.limits().tree_max_nodes).unwrap_or(usize::MAX);
        let lines = folder::lines(&folder, most).map_err(refused)?;
        Ok(text::of_list(asked, &lines))
    }

    fn file_view(&self, asked: &Asked<'_>, place: &Place) -> Result<View, CoderError> {
        let refused = |error| self.refused(asked.path, For::File, &error);
        let opened = self.jail.open_read(place).map_err(refused)?;
        let size = opened.meta.size;
        let failed = |error| self.refused(asked.path, For::File, &JailError::Io(error));
        let mut file = opened.file;
        if let Some(what) = converted::Converted::of(asked) {
            return what.view(asked, size, &file);
        }
        let kind = kind::Kind::of(&mut file).map_err(failed)?;
        if let kind::Kind::Binary(what) = kind {
            return Ok(View::binary(asked, size, what));
        }
        if asked.selector.conflicts {
            return text::conflicts_of(asked, size, kind, file).map_err(failed);
        }
        if asked.is_bare()
            && let Some(view) = summary::of(asked, size, kind, &mut file).map_err(failed)?
        {
            return Ok(view);
        }
        text::of(asked, size, kind, file).map_err(failed)
    }

    /// Finds what a path names: under the whole of it, else without the selector at its end.
    fn located<'p>(
        &self,
        path: &'p str,
        given: Option<Selector>,
    ) -> Result<(&'p str, Selector, Place), CoderError> {
        let stands = |path: &str| match self.jail.resolve(Path::new(path), Last::Follow) {
            Ok(place) if place.kind().is_some() => Ok(place),
            Ok(_) => Err(JailError::Missing),
            Err(error) => Err(error),
        };
        let error = match stands(path) {
            Ok(place) => return Ok((path, given.unwrap_or_default(), place)),
            Err(error) => error,
        };
        if let Some((head, selector)) = selector::split(path)
            && let Ok(place) = stands(head)
        {
            let selector = selector?;
            if given.is_some() {
                return Err(twice(path));
            }
            return Ok((head, selector, place));
        }
        let heads = path.match_indices(':').map(|(at, _)| path.split_at(at));
        if let Some((head, tail)) =
            heads.filter(|(head, _)| !head.is_empty()).find(|(head, _)| stands(head).is_ok())
        {
            let tail = tail.trim_start_matches(':');
            return Err(CoderError::bad(format!(
                "unknown selector '{tail}' after '{head}'. Selectors are {FORMS}"
            )));
        }
        let named = selector::split(path).map_or(path, |(head, _)| head);
        let mut refused = self.refused(named, For::File, &error);
        if matches!(error, JailError::Missing) {
            let elsewhere = elsewhere::elsewhere(self, named);
            if !elsewhere.is_empty() {
                refused.message = format!("{} Of that name: {}.", refused.message, elsewhere.join(", "));
            }
        }
        Err(refused)
    }

    /// How an answer names a file: from the primary root where it lies there.
    pub(super) fn shown_path(&self, place: &Place) -> String {
        self.shown(place.path())
    }

    /// How an answer names a path: from the primary root where it lies there.
    pub(super) fn shown(&self, path: &Path) -> String {
        let primary = self.jail.roots().next();
        let relative = primary.and_then(|root| path.strip_prefix(root).ok());
        let shown = relative.unwrap_or(path).display().to_string();
        if shown.is_empty() { ".".to_owned() } else { shown }
    }
}

fn twice(path: &str) -> CoderError {
    CoderError::bad(format!(
        "'{path}' has a selector already: give it there, or in selector, offset and limit, not twice"
    ))
}

/// Whether a path ends in what reads as a selector.
pub(super) fn has_selector(path: &str) -> bool {
    selector::split(path).is_some()
}

impl ReadTool {
    /// What is asked for, once the path and its selector are known.
    fn asked<'p>(&self, path: &'p str, selector: Selector) -> Result<Asked<'p>, CoderError> {
        let display = if selector.raw { Display::Plain } else { self.display.unwrap_or_default() };
        let (direction, budget) = (self.direction()?, self.budget(selector.raw)?);
        Ok(Asked { path, selector, direction, budget, display })
    }

    /// The selector that is given beside the path, in either of its ways.
    fn given(&self) -> Result<Option<Selector>, CoderError> {
        let window = self.offset.is_some() || self.limit.is_some();
        if let Some(words) = &self.selector {
            if window {
                return Err(CoderError::bad("give selector, or offset and limit, not both"));
            }
            let words = words.strip_prefix(':').unwrap_or(words);
            let unknown = || CoderError::bad(format!("unknown selector '{words}'. Selectors are {FORMS}"));
            return Selector::parse(words).ok_or_else(unknown)?.map(Some);
        }
        if !window {
            return Ok(None);
        }
        let from = self.offset.unwrap_or(1);
        if from == 0 || self.limit == Some(0) {
            return Err(CoderError::bad("offset and limit count from 1: the first line, and how many"));
        }
        Ok(Some(Selector::span(from, self.limit.map(|limit| from.saturating_add(limit - 1)))))
    }

    fn direction(&self) -> Result<Direction, CoderError> {
        match (self.truncation, self.truncation_direction) {
            (Some(one), Some(other)) if one != other => {
                Err(CoderError::bad("truncation and truncationDirection say two things; give one of them"))
            }
            (one, other) => Ok(one.or(other).unwrap_or_default()),
        }
    }

    fn budget(&self, raw: bool) -> Result<Budget, CoderError> {
        let given = [("maxSummaryLines", self.max_lines), ("maxSummaryBytes", self.max_bytes)];
        if let Some((name, _)) = given.iter().find(|(_, given)| *given == Some(0)) {
            return Err(CoderError::bad(format!("{name} is 0; give at least 1")));
        }
        let (lines, bytes) = if raw { (u64::MAX, RAW_BYTES) } else { (BUDGET.lines, BUDGET.bytes) };
        let bytes = self.max_bytes.unwrap_or(bytes).min(RAW_BYTES);
        Ok(Budget { lines: self.max_lines.unwrap_or(lines), bytes })
    }
}
