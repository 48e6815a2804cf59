//! `coder::update-file`: lines inserted, removed and replaced, and patterns replaced, file by file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use room_jail::{Held, JailError, Last, Undo};
use serde::{Deserialize, Serialize};

use super::{Results, digest};
use crate::batch::{How, Outcome, Work, run};
use crate::editing::{Echo, Edited, Op, Ops, edit};
use crate::error::{Code, CoderError, For};
use crate::reading::count_lines;
use crate::worker::Coder;

/// Which files, and what to do to each.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdateFile {
    /// One entry a file.
    pub files: Vec<ToUpdate>,
    /// All or nothing.
    #[serde(default)]
    pub atomic: bool,
    /// Answer as if done, and write nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// A file to change.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToUpdate {
    /// Which.
    pub path: String,
    /// The operations: those on lines first, together, then the replacements in their order.
    pub ops: Vec<Op>,
    /// Refuse unless the file has this SHA-256.
    pub expect_sha256: Option<String>,
}

/// The answer to an entry.
#[derive(Debug, Serialize)]
pub struct Updated {
    /// The path: canonical where it could be resolved, else as it was asked for.
    pub path: String,
    /// Whether all operations were applied.
    pub success: bool,
    /// How many operations were.
    pub applied: usize,
    /// Lines the file has now.
    pub new_line_count: u64,
    /// What was changed, as it stands now.
    pub echoes: Vec<Echo>,
    /// Whether there was more to show.
    pub echoes_truncated: bool,
    /// The SHA-256 of the file as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Why it failed; then nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CoderError>,
}

impl Outcome for Updated {
    fn error(&self) -> Option<&CoderError> {
        self.error.as_ref()
    }

    fn fail(&mut self, error: CoderError) {
        *self = Self::failed(std::mem::take(&mut self.path), error);
    }
}

impl Updated {
    fn failed(path: String, error: CoderError) -> Self {
        Self {
            path,
            success: false,
            applied: 0,
            new_line_count: 0,
            echoes: Vec::new(),
            echoes_truncated: false,
            sha256: None,
            error: Some(error),
        }
    }
}

impl Coder {
    /// `coder::update-file`.
    pub fn update_file(&self, request: &UpdateFile) -> Result<Results<Updated>, CoderError> {
        if request.files.is_empty() {
            return Err(CoderError::bad("files is empty; give at least one {\"path\": …, \"ops\": […]}"));
        }
        let how = How { atomic: request.atomic, dry_run: request.dry_run };
        let cap = self.limits().max_write_bytes;
        let mut changing = Changing { coder: self, cap, rehearsed: HashMap::new() };
        Ok(Results { results: run(&request.files, how, &mut changing) })
    }
}

/// The work on files to change, and what was only rehearsed so far.
struct Changing<'c> {
    coder: &'c Coder,
    cap: u64,
    rehearsed: HashMap<PathBuf, Vec<u8>>,
}

impl Work<ToUpdate> for Changing<'_> {
    type Outcome = Updated;

    fn rehearse(&mut self, entry: &ToUpdate) -> Updated {
        let (path, edited) = match self.ready(entry) {
            Ok((ops, held)) => {
                let path = held.place().path().to_owned();
                let old = match self.rehearsed.get(&path) {
                    Some(bytes) => Ok(bytes.clone()),
                    None => self.contents(entry, &held),
                };
                (path, old.and_then(|old| self.edited(entry, &ops, &old)))
            }
            Err((path, error)) => return Updated::failed(path, error),
        };
        let shown = path.display().to_string();
        match edited {
            Ok(edited) => {
                let answer = answer(shown, entry, &edited);
                self.rehearsed.insert(path, edited.bytes);
                answer
            }
            Err(error) => Updated::failed(shown, error),
        }
    }

    fn perform(&mut self, entry: &ToUpdate, undo: &mut Undo) -> Updated {
        let (ops, held) = match self.ready(entry) {
            Ok(ready) => ready,
            Err((path, error)) => return Updated::failed(path, error),
        };
        let shown = held.place().path().display().to_string();
        match self.write(entry, &ops, &held, undo) {
            Ok(edited) => answer(shown, entry, &edited),
            Err(error) => Updated::failed(shown, error),
        }
    }
}

impl Changing<'_> {
    /// The operations, checked as far as they can be without the file, and then the file, locked.
    fn ready(&self, entry: &ToUpdate) -> Result<(Ops, Held), (String, CoderError)> {
        let as_asked = |error| (entry.path.clone(), error);
        if entry.ops.is_empty() {
            return Err(as_asked(CoderError::bad("ops is empty; give at least one operation")));
        }
        digest::check(entry.expect_sha256.as_deref()).map_err(as_asked)?;
        let ops = Ops::new(&entry.ops).map_err(as_asked)?;
        let held = self.coder.jail.hold(Path::new(&entry.path)).map_err(|error| {
            let path = self.coder.name_of(&entry.path, Last::Follow, &error);
            (path, self.coder.refused(&entry.path, For::File, &error))
        })?;
        Ok((ops, held))
    }

    fn contents(&self, entry: &ToUpdate, held: &Held) -> Result<Vec<u8>, CoderError> {
        let size = held.meta().size;
        if size > self.cap {
            return Err(self.too_large(entry, size));
        }
        let bytes = held.read(self.cap).map_err(|error| self.refused(entry, &error.into()))?;
        if bytes.len() as u64 > self.cap {
            return Err(self.too_large(entry, bytes.len() as u64));
        }
        Ok(bytes)
    }

    fn edited(&self, entry: &ToUpdate, ops: &Ops, old: &[u8]) -> Result<Edited, CoderError> {
        if let Some(expected) = entry.expect_sha256.as_deref() {
            digest::compare(&entry.path, Some(expected), &digest::of_bytes(old))?;
        }
        edit(old, ops, self.cap).map_err(|error| {
            let message = format!("'{}': {}", entry.path, error.message);
            CoderError::new(error.code, message)
        })
    }

    fn write(&self, entry: &ToUpdate, ops: &Ops, held: &Held, undo: &mut Undo) -> Result<Edited, CoderError> {
        let old = self.contents(entry, held)?;
        let edited = self.edited(entry, ops, &old)?;
        if edited.bytes != old {
            let replaced = self.coder.jail.replace(held, &edited.bytes, None, undo);
            replaced.map_err(|error| self.refused(entry, &error))?;
        }
        Ok(edited)
    }

    fn refused(&self, entry: &ToUpdate, error: &JailError) -> CoderError {
        self.coder.refused(&entry.path, For::File, error)
    }

    fn too_large(&self, entry: &ToUpdate, size: u64) -> CoderError {
        let why = format!(
            "'{}' has {size} bytes; max_write_bytes allows {} in a file that is changed",
            entry.path, self.cap
        );
        CoderError::new(Code::C213, why)
    }
}

fn answer(path: String, entry: &ToUpdate, edited: &Edited) -> Updated {
    Updated {
        path,
        success: true,
        applied: entry.ops.len(),
        new_line_count: count_lines(&edited.bytes),
        echoes: edited.echoes.clone(),
        echoes_truncated: edited.echoes_truncated,
        sha256: Some(digest::of_bytes(&edited.bytes)),
        error: None,
    }
}
