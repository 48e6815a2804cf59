//! `coder::create-file`: new files, and old ones replaced where the caller says so.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use room_jail::{JailError, Kind, Last, Place, Undo};
use serde::{Deserialize, Serialize};

use super::{Results, digest};
use crate::batch::{How, Outcome, Work, run};
use crate::error::{Code, CoderError, For};
use crate::worker::Coder;

/// The mode of a new file where the caller names none.
const MODE: u32 = 0o644;

/// Which files, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateFile {
    /// One entry a file.
    pub files: Vec<NewFile>,
    /// All or nothing.
    #[serde(default)]
    pub atomic: bool,
    /// Answer as if done, and write nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// A file to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFile {
    /// Where.
    pub path: String,
    /// What it holds.
    pub content: String,
    /// Permission bits in octal digits; a new file has 0644, a replaced one keeps its own.
    pub mode: Option<String>,
    /// Whether missing folders are made.
    #[serde(default = "yes")]
    pub parents: bool,
    /// Whether a file that is there is replaced.
    #[serde(default)]
    pub overwrite: bool,
    /// Refuse unless the file that is replaced has this SHA-256.
    pub expect_sha256: Option<String>,
}

pub(crate) fn yes() -> bool {
    true
}

/// The answer to an entry.
#[derive(Debug, Serialize)]
pub struct Created {
    /// The path: canonical where it could be resolved, else as it was asked for.
    pub path: String,
    /// Whether the file is there, with this content.
    pub success: bool,
    /// Bytes written.
    pub bytes_written: u64,
    /// The SHA-256 of the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<CoderError>,
}

impl Outcome for Created {
    fn error(&self) -> Option<&CoderError> {
        self.error.as_ref()
    }

    fn fail(&mut self, error: CoderError) {
        *self = Self::failed(self.path.clone(), error);
    }
}

impl Created {
    fn failed(path: String, error: CoderError) -> Self {
        Self { path, success: false, bytes_written: 0, sha256: None, error: Some(error) }
    }
}

impl Coder {
    /// `coder::create-file`.
    pub fn create_file(&self, request: &CreateFile) -> Result<Results<Created>, CoderError> {
        if request.files.is_empty() {
            return Err(CoderError::bad("files is empty; give at least one {\"path\": …, \"content\": …}"));
        }
        let how = How { atomic: request.atomic, dry_run: request.dry_run };
        let cap = self.limits().max_write_bytes;
        let mut making = Making { coder: self, cap, made: HashMap::new(), folders: HashSet::new() };
        Ok(Results { results: run(&request.files, how, &mut making) })
    }
}

/// The work on new files, and what was only rehearsed so far.
struct Making<'c> {
    coder: &'c Coder,
    cap: u64,
    made: HashMap<PathBuf, String>,
    folders: HashSet<PathBuf>,
}

/// An entry that nothing speaks against so far.
struct Ready {
    place: Place,
    mode: Option<u32>,
}

impl Work<NewFile> for Making<'_> {
    type Outcome = Created;

    fn rehearse(&mut self, file: &NewFile) -> Created {
        let ready = match self.ready(file) {
            Ok(ready) => ready,
            Err((path, error)) => return Created::failed(path, error),
        };
        let path = ready.place.path().to_owned();
        let shown = path.display().to_string();
        if let Err(error) = self.rehearsed(file, &ready.place) {
            return Created::failed(shown, error);
        }
        self.folders.extend(path.ancestors().skip(1).map(Path::to_owned));
        self.made.insert(path, digest::of_bytes(file.content.as_bytes()));
        done(shown, file)
    }

    fn perform(&mut self, file: &NewFile, undo: &mut Undo) -> Created {
        let ready = match self.ready(file) {
            Ok(ready) => ready,
            Err((path, error)) => return Created::failed(path, error),
        };
        let shown = ready.place.path().display().to_string();
        match self.write(file, &ready, undo) {
            Ok(()) => done(shown, file),
            Err(error) => Created::failed(shown, error),
        }
    }
}

impl Making<'_> {
    /// Everything about an entry that can be known before it is written.
    fn ready(&self, file: &NewFile) -> Result<Ready, (String, CoderError)> {
        let as_asked = |error| (file.path.clone(), error);
        let mode = file.mode.as_deref().map(octal).transpose().map_err(as_asked)?;
        digest::check(file.expect_sha256.as_deref()).map_err(as_asked)?;
        let place = self.coder.jail.resolve(Path::new(&file.path), Last::Follow).map_err(|error| {
            let path = self.coder.name_of(&file.path, Last::Follow, &error);
            (path, self.coder.refused(&file.path, For::New, &error))
        })?;
        let size = file.content.len();
        if size as u64 > self.cap {
            let why = format!(
                "'{}' would have {size} bytes; max_write_bytes allows {}. Make it in parts, or in another way",
                file.path, self.cap
            );
            return Err((place.path().display().to_string(), CoderError::new(Code::C213, why)));
        }
        Ok(Ready { place, mode })
    }

    /// What the file system, and the entries before this one, would say.
    fn rehearsed(&self, file: &NewFile, place: &Place) -> Result<(), CoderError> {
        let refused = |error: JailError| self.coder.refused(&file.path, For::New, &error);
        if place.path().ancestors().skip(1).any(|above| self.made.contains_key(above)) {
            return Err(refused(JailError::NotAFolder));
        }
        if self.folders.contains(place.path()) && place.kind().is_none() {
            return Err(refused(if file.overwrite { JailError::IsAFolder } else { JailError::Exists }));
        }
        if let Some(made) = self.made.get(place.path()) {
            return if file.overwrite {
                digest::compare(&file.path, file.expect_sha256.as_deref(), made)
            } else {
                Err(refused(JailError::Exists))
            };
        }
        if place.kind().is_some() {
            self.replaceable(file, place)?;
            return if file.expect_sha256.is_some() { self.held(file).map(drop) } else { Ok(()) };
        }
        expects_nothing(file)?;
        let has_folder =
            place.has_folder() || place.path().parent().is_some_and(|p| self.folders.contains(p));
        if has_folder || file.parents {
            self.coder.jail.check_create(place, true).map_err(refused)
        } else {
            Err(refused(JailError::Missing))
        }
    }

    /// Whether what is there may be replaced at all.
    fn replaceable(&self, file: &NewFile, place: &Place) -> Result<(), CoderError> {
        let refused = |error: JailError| self.coder.refused(&file.path, For::File, &error);
        if !file.overwrite {
            return Err(refused(JailError::Exists));
        }
        match place.kind() {
            Some(Kind::Folder) => Err(CoderError::new(
                Code::C216,
                format!("'{}' is a folder, which a file cannot overwrite", file.path),
            )),
            Some(Kind::Special) => Err(refused(JailError::Special)),
            _ => Ok(()),
        }
    }

    /// The file that is to be replaced, locked, and as the caller expects it.
    fn held(&self, file: &NewFile) -> Result<room_jail::Held, CoderError> {
        let refused = |error: JailError| self.coder.refused(&file.path, For::New, &error);
        let held = self.coder.jail.hold(Path::new(&file.path)).map_err(refused)?;
        if let Some(expected) = file.expect_sha256.as_deref() {
            let actual = digest::of_file(held.file()).map_err(|error| refused(error.into()))?;
            digest::compare(&file.path, Some(expected), &actual)?;
        }
        Ok(held)
    }

    fn write(&self, file: &NewFile, ready: &Ready, undo: &mut Undo) -> Result<(), CoderError> {
        let refused = |error: JailError| self.coder.refused(&file.path, For::New, &error);
        let bytes = file.content.as_bytes();
        if ready.place.kind().is_some() {
            self.replaceable(file, &ready.place)?;
            let held = self.held(file)?;
            // The set-id and sticky bits are not the caller's to give.
            let mode = ready.mode.map(|mode| held.meta().mode & 0o7000 | mode);
            return self.coder.jail.replace(&held, bytes, mode, undo).map_err(refused);
        }
        expects_nothing(file)?;
        let mode = ready.mode.unwrap_or(MODE);
        self.coder.jail.create(&ready.place, bytes, mode, file.parents, undo).map_err(refused)
    }
}

fn done(path: String, file: &NewFile) -> Created {
    let sha256 = Some(digest::of_bytes(file.content.as_bytes()));
    Created { path, success: true, bytes_written: file.content.len() as u64, sha256, error: None }
}

/// A hash of what is not there cannot hold.
fn expects_nothing(file: &NewFile) -> Result<(), CoderError> {
    match &file.expect_sha256 {
        None => Ok(()),
        Some(_) => Err(CoderError::bad(format!(
            "'{}' does not exist, so it is not the file of expect_sha256",
            file.path
        ))),
    }
}

/// Octal digits as nine permission bits; higher bits are cut off.
fn octal(text: &str) -> Result<u32, CoderError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
    let mode = if digits { u32::from_str_radix(text, 8).ok() } else { None };
    mode.map(|mode| mode & 0o777).ok_or_else(|| {
        CoderError::bad(format!("mode '{text}' is not permission bits in octal digits, such as 0644"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_octal_digits_and_nothing_else() {
        assert_eq!(octal("0644").unwrap(), 0o644);
        assert_eq!(octal("0000").unwrap(), 0);
        assert_eq!(octal("100755").unwrap(), 0o755);
        for wrong in ["", "0o644", "888", "-1", "+7", " 644", "77777777777777", "rw-r--r--"] {
            assert!(octal(wrong).unwrap_err().message.contains(&format!("'{wrong}'")), "{wrong}");
        }
    }
}
