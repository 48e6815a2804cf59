//! `coder::delete-file`: names taken away; a link itself, never its target.

use std::path::{Path, PathBuf};

use room_jail::{JailError, Kind, Last, Place, Undo};
use serde::{Deserialize, Serialize};

use super::{Results, digest};
use crate::batch::{How, Outcome, Work, run};
use crate::error::{CoderError, For};
use crate::request::PathOr;
use crate::worker::Coder;

/// Which paths, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteFile {
    /// One entry a path.
    pub paths: Vec<PathOr<ToDelete>>,
    /// Whether folders go with all that is in them.
    #[serde(default)]
    pub recursive: bool,
    /// All or nothing.
    #[serde(default)]
    pub atomic: bool,
    /// Answer as if done, and delete nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// A path to delete.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToDelete {
    /// Which.
    pub path: String,
    /// Refuse unless it is a file with this SHA-256.
    pub expect_sha256: Option<String>,
}

impl From<String> for ToDelete {
    fn from(path: String) -> Self {
        Self { path, expect_sha256: None }
    }
}

/// The answer to an entry.
#[derive(Debug, Serialize)]
pub struct Deleted {
    /// The path: canonical where it could be resolved, else as it was asked for.
    pub path: String,
    /// Whether nothing is there now.
    pub success: bool,
    /// Whether there was anything.
    pub removed: bool,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CoderError>,
}

impl Outcome for Deleted {
    fn error(&self) -> Option<&CoderError> {
        self.error.as_ref()
    }

    fn fail(&mut self, error: CoderError) {
        *self =
            Self { path: std::mem::take(&mut self.path), success: false, removed: false, error: Some(error) };
    }
}

impl Coder {
    /// `coder::delete-file`.
    pub fn delete_file(&self, request: DeleteFile) -> Result<Results<Deleted>, CoderError> {
        if request.paths.is_empty() {
            return Err(CoderError::bad("paths is empty; give at least one path"));
        }
        let how = How { atomic: request.atomic, dry_run: request.dry_run };
        let entries: Vec<_> = request.paths.into_iter().map(|PathOr(entry)| entry).collect();
        let mut deleting = Deleting { coder: self, recursive: request.recursive, gone: Vec::new() };
        Ok(Results { results: run(&entries, how, &mut deleting) })
    }
}

/// The work on paths to delete, and those that were only rehearsed so far.
struct Deleting<'c> {
    coder: &'c Coder,
    recursive: bool,
    gone: Vec<PathBuf>,
}

impl Work<ToDelete> for Deleting<'_> {
    type Outcome = Deleted;

    fn rehearse(&mut self, entry: &ToDelete) -> Deleted {
        self.done(entry, |deleting, place| {
            let gone = deleting.gone.iter().any(|gone| place.path().starts_with(gone));
            if gone || place.kind().is_none() {
                return Ok(false);
            }
            deleting.coder.jail.check_delete(place, deleting.recursive)?;
            deleting.gone.push(place.path().to_owned());
            Ok(true)
        })
    }

    fn perform(&mut self, entry: &ToDelete, undo: &mut Undo) -> Deleted {
        self.done(entry, |deleting, place| deleting.coder.jail.delete(place, deleting.recursive, undo))
    }
}

impl Deleting<'_> {
    fn done(
        &mut self,
        entry: &ToDelete,
        delete: impl FnOnce(&mut Self, &Place) -> Result<bool, JailError>,
    ) -> Deleted {
        let (path, removed) = match self.ready(entry) {
            Err(failed) => (failed.0, Err(failed.1)),
            Ok(place) => {
                let removed = delete(self, &place);
                let removed = removed.map_err(|error| self.coder.refused(&entry.path, For::Removal, &error));
                let hidden = matches!(&removed, Err(error) if error.code == crate::Code::C211);
                let path = if hidden { entry.path.clone() } else { place.path().display().to_string() };
                (path, removed)
            }
        };
        match removed {
            Ok(removed) => Deleted { path, success: true, removed, error: None },
            Err(error) => Deleted { path, success: false, removed: false, error: Some(error) },
        }
    }

    fn ready(&self, entry: &ToDelete) -> Result<Place, (String, CoderError)> {
        let expected = entry.expect_sha256.as_deref();
        digest::check(expected).map_err(|error| (entry.path.clone(), error))?;
        let place = self.coder.jail.resolve(Path::new(&entry.path), Last::Itself).map_err(|error| {
            let path = self.coder.name_of(&entry.path, Last::Itself, &error);
            (path, self.coder.refused(&entry.path, For::Removal, &error))
        })?;
        if place.kind().is_some()
            && let Err(error) = as_expected(self.coder, &entry.path, expected, &place)
        {
            return Err((place.path().display().to_string(), error));
        }
        Ok(place)
    }
}

/// Refuses where a hash is expected and what is there is another file, or none.
pub(crate) fn as_expected(
    coder: &Coder,
    asked: &str,
    expected: Option<&str>,
    place: &Place,
) -> Result<(), CoderError> {
    if expected.is_none() {
        return Ok(());
    }
    if place.kind() != Some(Kind::File) {
        return Err(CoderError::bad(format!("'{asked}' is no regular file, so it has no expect_sha256")));
    }
    let refused = |error: JailError| coder.refused(asked, For::File, &error);
    let opened = coder.jail.open_read(place).map_err(refused)?;
    let actual = digest::of_file(&opened.file).map_err(|error| refused(error.into()))?;
    digest::compare(asked, expected, &actual)
}
