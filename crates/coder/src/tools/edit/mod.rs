//! `tool::edit`: exact text replaced by other text, all edits of a call or none.
//!
//! Edits work on bytes: what they do not name stays as it is, whatever its encoding and line ends.

mod changes;
mod matching;
mod miss;
mod patch;

use std::path::Path;

use room_documents::notebook;
use room_jail::Undo;
use serde::{Deserialize, Serialize};

use crate::error::{Code, CoderError, For};
use crate::functions::digest;
use crate::tools::read::is_notebook;
use crate::worker::Coder;
use changes::{Edited, Replacement};
use patch::Patch;
pub use patch::{Context, Hunk};

/// Which file, and what to replace in it: one edit, or several that are done in their order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditTool {
    path: String,
    old_text: Option<String>,
    new_text: Option<String>,
    all: Option<bool>,
    edits: Option<Vec<Edit>>,
    expect_sha256: Option<String>,
    #[serde(default)]
    dry_run: bool,
}

/// A text, and what takes its place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// As it stands in the file, to the letter; it must stand there once, unless `all` is given.
    pub old_text: String,
    /// What takes its place.
    pub new_text: String,
    /// Whether every place is meant.
    #[serde(default)]
    pub all: bool,
}

/// What was done.
#[derive(Debug, Serialize)]
pub struct ToolEdit {
    /// The file.
    pub file: FileEdited,
    /// What changed, by whole lines.
    pub patch: Vec<Hunk>,
    /// Whether more was changed than is shown.
    #[serde(rename = "patchTruncated", skip_serializing_if = "std::ops::Not::not")]
    pub patch_truncated: bool,
    /// The SHA-256 of the file as it is now.
    pub sha256: String,
    /// The patch as the verb prints it.
    pub text: String,
}

/// A file that was edited.
#[derive(Debug, Serialize)]
pub struct FileEdited {
    /// From the primary root, or absolute in another.
    pub path: String,
    /// How many places were replaced.
    #[serde(rename = "editCount")]
    pub edits: usize,
    /// Bytes before.
    #[serde(rename = "beforeSize")]
    pub before: usize,
    /// Bytes now.
    #[serde(rename = "afterSize")]
    pub after: usize,
}

impl Coder {
    /// `tool::edit`.
    pub fn tool_edit(&self, request: &EditTool) -> Result<ToolEdit, CoderError> {
        let edits = request.edits()?;
        digest::check(request.expect_sha256.as_deref())?;
        let path = &request.path;
        let refused = |error| self.refused(path, For::File, &error);
        let held = self.jail.hold(Path::new(path)).map_err(refused)?;
        let cap = self.limits().max_write_bytes;
        if held.meta().size > cap {
            return Err(too_large(path, held.meta().size, cap));
        }
        let old = held.read(cap).map_err(|error| refused(error.into()))?;
        if let Some(expected) = request.expect_sha256.as_deref() {
            digest::compare(path, Some(expected), &digest::of_bytes(&old))?;
        }
        if memchr::memchr(0, &old).is_some() {
            return Err(CoderError::bad(format!(
                "'{path}' is binary: it holds NUL bytes, and is not edited as text"
            )));
        }
        let done = Done::of(path, &edits, &old, cap)?;
        let new = done.written();
        if new.len() as u64 > cap {
            return Err(too_large(path, new.len() as u64, cap));
        }
        if !request.dry_run && new != old {
            self.jail.replace(&held, new, None, &mut Undo::off()).map_err(refused)?;
        }
        let shown = self.shown_path(held.place());
        Ok(answer(shown, request.dry_run, &old, &done))
    }
}

/// Edits that were done.
struct Done {
    /// A notebook's cells as they were and the JSON that has them now, where the edits were done on those.
    cells: Option<(String, Vec<u8>)>,
    edited: Edited,
    /// In how many places.
    count: usize,
}

impl Done {
    /// Does them. A notebook is edited as it is read, by its cells; what stands in none of them is looked for in its JSON.
    fn of(path: &str, edits: &[Edit], old: &[u8], cap: u64) -> Result<Self, CoderError> {
        let on_file = || {
            let (edited, count) = all(path, edits, old, cap)?;
            Ok(Self { cells: None, edited, count })
        };
        let Some(cells) = is_notebook(path).then(|| notebook::text(old).ok()).flatten() else {
            return on_file();
        };
        match all(path, edits, cells.as_bytes(), cap) {
            Err(missed) => on_file().map_err(|_: CoderError| missed),
            Ok((edited, count)) => {
                let text = std::str::from_utf8(&edited.bytes).expect("texts in place of texts make one");
                let json = notebook::edit(old, text);
                let json = json.map_err(|error| CoderError::bad(format!("'{path}': {error}")))?;
                Ok(Self { cells: Some((cells, json)), edited, count })
            }
        }
    }

    /// What the file holds now.
    fn written(&self) -> &[u8] {
        self.cells.as_ref().map_or(&self.edited.bytes, |(_, json)| json)
    }
}

fn too_large(path: &str, size: u64, cap: u64) -> CoderError {
    let why = format!("'{path}' has {size} bytes; max_write_bytes allows {cap} in a file that is changed");
    CoderError::new(Code::C213, why)
}

/// Every edit, each on what the one before left.
fn all(path: &str, edits: &[Edit], text: &[u8], cap: u64) -> Result<(Edited, usize), CoderError> {
    let mut edited = Edited::new(text);
    let mut count = 0;
    for (number, edit) in edits.iter().enumerate() {
        let of = if edits.len() > 1 { format!("edits[{number}]: ") } else { String::new() };
        let places = edit.places(&edited.bytes);
        let places = places.map_err(|why| CoderError::bad(format!("'{path}': {of}{why}")))?;
        count += places.len();
        edited.replace(&places);
        if edited.bytes.len() as u64 > cap {
            return Err(too_large(path, edited.bytes.len() as u64, cap));
        }
    }
    Ok((edited, count))
}

fn answer(path: String, dry_run: bool, old: &[u8], done: &Done) -> ToolEdit {
    let (count, new) = (done.count, done.written());
    let text = done.cells.as_ref().map_or(old, |(cells, _)| cells.as_bytes());
    let hunks = Patch::of(text, &done.edited.bytes, &done.edited.changes);
    let (would, s) = (if dry_run { "would replace" } else { "replaced" }, if count == 1 { "" } else { "s" });
    let mut text =
        format!("{path}: {would} {count} place{s}, {} to {} bytes\n{}", old.len(), new.len(), hunks.text);
    if hunks.truncated {
        text.push_str("… more was changed than is shown\n");
    }
    if std::str::from_utf8(new).is_err() {
        text.push_str("[The file is not all UTF-8; its other bytes stay as they were]\n");
    }
    ToolEdit {
        file: FileEdited { path, edits: count, before: old.len(), after: new.len() },
        patch: hunks.hunks,
        patch_truncated: hunks.truncated,
        sha256: digest::of_bytes(new),
        text,
    }
}

impl EditTool {
    /// The edits, in whichever way they are given.
    fn edits(&self) -> Result<Vec<Edit>, CoderError> {
        let edits = match (&self.old_text, &self.new_text, &self.edits) {
            (Some(old_text), Some(new_text), None) => vec![Edit {
                old_text: old_text.clone(),
                new_text: new_text.clone(),
                all: self.all.unwrap_or(false),
            }],
            (None, None, Some(edits)) if self.all.is_none() => edits.clone(),
            (None, None, Some(_)) => return Err(CoderError::bad("all belongs into the entries of edits")),
            (None, None, None) => {
                return Err(CoderError::bad("give old_text and new_text, or edits, a list of them"));
            }
            (_, _, Some(_)) => return Err(CoderError::bad("give old_text and new_text, or edits, not both")),
            _ => return Err(CoderError::bad("old_text and new_text go together")),
        };
        if edits.is_empty() {
            return Err(CoderError::bad(
                "edits is empty; give at least one {\"old_text\": …, \"new_text\": …}",
            ));
        }
        for edit in &edits {
            if edit.old_text.is_empty() {
                return Err(CoderError::bad(
                    "old_text is empty: name some text of the file, and repeat it in new_text to add to it",
                ));
            }
            if edit.old_text == edit.new_text {
                return Err(CoderError::bad("old_text and new_text are the same: nothing would change"));
            }
        }
        Ok(edits)
    }
}

impl Edit {
    /// The places to replace, each with what comes there; or why there is none, or more than one.
    fn places(&self, bytes: &[u8]) -> Result<Vec<Replacement>, String> {
        let places = matching::places(bytes, &self.old_text);
        match places.spans.len() {
            0 => Err(format!("old_text is not there. {}", miss::nearest(bytes, &self.old_text))),
            count if count > 1 && !self.all => {
                let previews = miss::previews(bytes, places.spans.iter().map(|span| span.start));
                Err(format!(
                    "old_text stands there {count} times: {previews}. Make it longer until it stands there once, or replace them all with all"
                ))
            }
            _ => Ok(places
                .spans
                .into_iter()
                .map(|span| {
                    let text = matching::fitted(&self.new_text, bytes, &span, places.any_line_end);
                    (span, text)
                })
                .collect()),
        }
    }
}
