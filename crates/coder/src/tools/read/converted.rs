//! Documents and notebooks: what they say, as text that has lines.

use std::fs::File;
use std::io::{self, Read as _};

use std::path::Path;

use room_documents::{Bounds, DocumentError, Kind, notebook};

use super::kind;
use super::view::View;
use super::{Asked, text};
use crate::error::{Code, CoderError};

/// Whether a name is a notebook's.
pub(in crate::tools) fn is_notebook(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ipynb"))
}

/// What a file is shown as instead of its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Converted {
    Document(Kind),
    Notebook,
}

impl Converted {
    /// By the file's name; a notebook's raw text is its JSON.
    pub(super) fn of(asked: &Asked<'_>) -> Option<Self> {
        if is_notebook(asked.path) {
            return (!asked.selector.raw).then_some(Self::Notebook);
        }
        Kind::of(asked.path).map(Self::Document)
    }

    /// The lines of the text that were asked for.
    pub(super) fn view(self, asked: &Asked<'_>, size: u64, file: &File) -> Result<View, CoderError> {
        let bounds = Bounds::default();
        let mut bytes = Vec::new();
        let read = file.take(bounds.input + 1).read_to_end(&mut bytes);
        let failed = |error: io::Error| {
            CoderError::new(Code::C216, format!("'{}' could not be read: {error}", asked.path))
        };
        read.map_err(failed)?;
        let said = match self {
            Self::Document(kind) => match room_documents::text(kind, &bytes, &bounds) {
                Ok(said) => said,
                // As with any binary file: what it is, and that its bytes are not shown.
                Err(error) => return Ok(not_shown(asked, size, &error)),
            },
            Self::Notebook => notebook::text(&bytes).map_err(|error| {
                let path = asked.path;
                CoderError::bad(format!(
                    "'{path}' cannot be shown by its cells: {error}. Its bytes: {path}:raw"
                ))
            })?,
        };
        let size = said.len() as u64;
        let view = if asked.selector.conflicts {
            text::conflicts_of(asked, size, kind::Kind::Plain, said.as_bytes())
        } else {
            text::of_stream(asked, size, kind::Kind::Plain, said.as_bytes())
        };
        view.map_err(failed)
    }
}

fn not_shown(asked: &Asked<'_>, size: u64, error: &DocumentError) -> View {
    let instead = format!("[{} has {size} bytes and is not shown as text: {error}]\n", asked.path);
    View { instead: Some(instead), size, ..View::default() }
}
