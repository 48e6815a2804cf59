//! `coder::move`: files, folders and links moved or renamed.

use std::path::{Path, PathBuf};

use room_jail::{JailError, Kind, Last, Place, Rename, Undo};
use serde::{Deserialize, Serialize};

use super::create_file::yes;
use super::delete_file::as_expected;
use super::{Results, digest};
use crate::batch::{How, Outcome, Work, run};
use crate::error::{Code, CoderError, For};
use crate::worker::Coder;

/// What to move, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// One entry a move.
    pub files: Vec<ToMove>,
    /// All or nothing.
    #[serde(default)]
    pub atomic: bool,
    /// Answer as if done, and move nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// A move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToMove {
    /// What.
    pub from: String,
    /// To where, its new name included.
    pub to: String,
    /// Whether a file that is there, or an empty folder, is replaced.
    #[serde(default)]
    pub overwrite: bool,
    /// Whether missing folders are made.
    #[serde(default = "yes")]
    pub parents: bool,
    /// Refuse unless what moves is a file with this SHA-256.
    pub expect_sha256: Option<String>,
}

/// The answer to an entry.
#[derive(Debug, Serialize)]
pub struct Moved {
    /// From where: canonical where it could be resolved, else as it was asked for.
    pub from: String,
    /// To where, likewise.
    pub to: String,
    /// Whether it is there now.
    pub success: bool,
    /// Whether it was elsewhere before.
    pub moved: bool,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CoderError>,
}

impl Outcome for Moved {
    fn error(&self) -> Option<&CoderError> {
        self.error.as_ref()
    }

    fn fail(&mut self, error: CoderError) {
        (self.success, self.moved, self.error) = (false, false, Some(error));
    }
}

impl Coder {
    /// `coder::move`.
    pub fn move_entries(&self, request: &Move) -> Result<Results<Moved>, CoderError> {
        if request.files.is_empty() {
            return Err(CoderError::bad("files is empty; give at least one {\"from\": …, \"to\": …}"));
        }
        let how = How { atomic: request.atomic, dry_run: request.dry_run };
        let mut moving = Moving { coder: self, moved: Vec::new() };
        Ok(Results { results: run(&request.files, how, &mut moving) })
    }
}

/// The work on moves, and those that were only rehearsed so far.
struct Moving<'c> {
    coder: &'c Coder,
    moved: Vec<(PathBuf, PathBuf)>,
}

/// Both ends of a move.
struct Ends {
    from: Place,
    to: Place,
}

impl Work<ToMove> for Moving<'_> {
    type Outcome = Moved;

    fn rehearse(&mut self, entry: &ToMove) -> Moved {
        let (asked_from, asked_to) = (entry.from.clone(), entry.to.clone());
        let mut shown = Moved { from: asked_from, to: asked_to, success: false, moved: false, error: None };
        let done = self.rehearsed(entry, &mut shown);
        settled(shown, done)
    }

    fn perform(&mut self, entry: &ToMove, undo: &mut Undo) -> Moved {
        let (asked_from, asked_to) = (entry.from.clone(), entry.to.clone());
        let mut shown = Moved { from: asked_from, to: asked_to, success: false, moved: false, error: None };
        let done = self.performed(entry, &mut shown, undo);
        settled(shown, done)
    }
}

fn settled(mut shown: Moved, done: Result<bool, CoderError>) -> Moved {
    match done {
        Ok(moved) => (shown.success, shown.moved) = (true, moved),
        Err(error) => shown.error = Some(error),
    }
    shown
}

impl Moving<'_> {
    fn performed(&self, entry: &ToMove, shown: &mut Moved, undo: &mut Undo) -> Result<bool, CoderError> {
        let Ends { from, to } = self.ends(entry, shown)?;
        if from.path() == to.path() && from.kind().is_some() {
            return Ok(false);
        }
        let checked = self.coder.jail.check_rename(&from, &to, entry.overwrite);
        checked.map_err(|error| self.refused(entry, &to, &error))?;
        if !entry.parents && !to.has_folder() {
            return Err(self.coder.refused(&entry.to, For::New, &JailError::Missing));
        }
        as_expected(self.coder, &entry.from, entry.expect_sha256.as_deref(), &from)?;
        let how = Rename { overwrite: entry.overwrite, copy: false };
        self.coder.jail.rename(&from, &to, how, undo).map_err(|error| self.refused(entry, &to, &error))?;
        Ok(true)
    }

    /// The same by looks alone. What an earlier entry moved is looked at where it still is.
    fn rehearsed(&mut self, entry: &ToMove, shown: &mut Moved) -> Result<bool, CoderError> {
        let Ends { from, to } = self.ends(entry, shown)?;
        let source = self.now(&from).ok_or_else(|| self.refused(entry, &to, &JailError::Missing))?;
        if from.path() == to.path() {
            return Ok(false);
        }
        let replaced = self.now(&to);
        if source.kind() == Some(Kind::Folder) && to.path().starts_with(from.path()) {
            return Err(self.refused(entry, &to, &JailError::IntoItself));
        }
        let checked = self.coder.jail.check_rename_onto(&source, &to, replaced.as_ref(), entry.overwrite);
        checked.map_err(|error| self.refused(entry, &to, &error))?;
        if !entry.parents && !self.would_be_a_folder(to.path().parent()) {
            return Err(self.coder.refused(&entry.to, For::New, &JailError::Missing));
        }
        as_expected(self.coder, &entry.from, entry.expect_sha256.as_deref(), &source)?;
        self.moved.push((from.path().to_owned(), to.path().to_owned()));
        Ok(true)
    }

    /// What would stand at a place after the moves rehearsed so far, where it is now.
    fn now(&self, place: &Place) -> Option<Place> {
        let path = self.still_at(place.path())?;
        let found = if path == place.path() {
            Ok(place.clone())
        } else {
            self.coder.jail.resolve(&path, Last::Itself)
        };
        found.ok().filter(|place| place.kind().is_some())
    }

    /// Whether a folder would be there: because it is, was moved there, or was made for something moved below it.
    fn would_be_a_folder(&self, path: Option<&Path>) -> bool {
        let Some(path) = path else { return true };
        let made = self.moved.iter().any(|(_, to)| to != path && to.starts_with(path));
        let there = self.still_at(path).and_then(|path| self.coder.jail.resolve(&path, Last::Itself).ok());
        made || there.is_some_and(|place| place.kind() == Some(Kind::Folder))
    }

    /// Where what would be at a path is now, the moves rehearsed so far considered; `None` where nothing would be.
    fn still_at(&self, path: &Path) -> Option<PathBuf> {
        let mut path = path.to_owned();
        for (from, to) in self.moved.iter().rev() {
            if let Ok(below) = path.strip_prefix(to) {
                path = if below.as_os_str().is_empty() { from.clone() } else { from.join(below) };
            } else if path.starts_with(from) {
                return None;
            }
        }
        Some(path)
    }

    fn ends(&self, entry: &ToMove, shown: &mut Moved) -> Result<Ends, CoderError> {
        digest::check(entry.expect_sha256.as_deref())?;
        let resolve = |asked: &str, shown: &mut String| {
            let place = self.coder.jail.resolve(Path::new(asked), Last::Itself).map_err(|error| {
                *shown = self.coder.name_of(asked, Last::Itself, &error);
                self.coder.refused(asked, For::File, &error)
            })?;
            *shown = place.path().display().to_string();
            Ok(place)
        };
        let from = resolve(&entry.from, &mut shown.from)?;
        let to = resolve(&entry.to, &mut shown.to)?;
        Ok(Ends { from, to })
    }

    /// Most refusals are about what is moved; these are about where to.
    fn refused(&self, entry: &ToMove, to: &Place, error: &JailError) -> CoderError {
        match error {
            JailError::IsAFolder if to.kind().is_some() => {
                let name = Path::new(&entry.from).file_name().unwrap_or_default();
                let into = Path::new(&entry.to).join(name);
                CoderError::bad(format!(
                    "'{}' is a folder; to move into it say '{}'",
                    entry.to,
                    into.display()
                ))
            }
            JailError::NotAFolder => CoderError::new(
                Code::C216,
                format!("'{}' is not a folder, so the folder '{}' cannot replace it", entry.to, entry.from),
            ),
            JailError::IsAFolder | JailError::Exists | JailError::NotEmpty => {
                self.coder.refused(&entry.to, For::New, error)
            }
            JailError::IntoItself => CoderError::new(
                Code::C216,
                format!("'{}' cannot be moved to '{}': that lies inside it", entry.from, entry.to),
            ),
            _ => self.coder.refused(&entry.from, For::File, error),
        }
    }
}
