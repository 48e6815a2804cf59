//! The indexes of a room that stands, written anew.

use std::path::Path;

use room_corpus::corpus::{Corpus, file_name};
use room_corpus::index::write;
use serde::Serialize;

use crate::RenderError;

/// What was written, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Indexed {
    /// The files that have an index now.
    pub indexed: Vec<String>,
}

/// Indexes a corpus, and the `record.jsonl` beside it where there is one.
pub fn index(path: &Path) -> Result<Indexed, RenderError> {
    Corpus::open(path)?;
    let record = path.with_file_name("record.jsonl");
    let mut indexed = Vec::new();
    for file in [path, &record] {
        // What cannot be looked at is there: opening it says why not.
        if (file == path || file.try_exists().unwrap_or(true)) && write(file)? {
            indexed.push(file_name(file));
        }
    }
    Ok(Indexed { indexed })
}
