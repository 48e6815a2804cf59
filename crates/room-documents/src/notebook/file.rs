//! What of a notebook's JSON is read, and where in the file it stands.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::NotebookError;

/// A notebook's cells, and the JSON they stand in.
#[derive(Debug)]
pub(super) struct Notebook<'a> {
    pub(super) json: &'a str,
    pub(super) cells: Vec<Cell<'a>>,
}

/// A cell.
#[derive(Debug)]
pub(super) struct Cell<'a> {
    pub(super) kind: String,
    /// Its text, whole.
    pub(super) source: String,
    /// The JSON of that: a string, or a list of them.
    pub(super) raw: &'a str,
    /// The bytes of the file that `raw` is.
    pub(super) place: Range<usize>,
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    cells: Option<Vec<RawCell<'a>>>,
    #[serde(borrow)]
    worksheets: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawCell<'a> {
    #[serde(borrow)]
    cell_type: Cow<'a, str>,
    #[serde(borrow)]
    source: &'a RawValue,
}

/// A cell's text as notebooks have it.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Source {
    Whole(String),
    Lines(Vec<String>),
}

impl<'a> Notebook<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, NotebookError> {
        let json = std::str::from_utf8(bytes).map_err(|error| NotebookError::Broken(error.to_string()))?;
        let file: File<'a> =
            serde_json::from_str(json).map_err(|error| NotebookError::Broken(error.to_string()))?;
        let cells = match (file.cells, file.worksheets) {
            (Some(cells), _) => cells,
            (None, Some(_)) => return Err(NotebookError::Old),
            (None, None) => return Err(NotebookError::Broken("its JSON has no cells".to_owned())),
        };
        let cells = cells.into_iter().enumerate().map(|(index, cell)| Cell::read(index, &cell, json));
        Ok(Self { json, cells: cells.collect::<Result<_, _>>()? })
    }
}

impl<'a> Cell<'a> {
    fn read(index: usize, cell: &RawCell<'a>, json: &'a str) -> Result<Self, NotebookError> {
        let raw = cell.source.get();
        let source = serde_json::from_str(raw).map_err(|_| {
            NotebookError::Broken(format!(
                "the source of cell {index} is neither a string nor a list of strings"
            ))
        })?;
        let source = match source {
            Source::Whole(text) => text,
            Source::Lines(lines) => lines.concat(),
        };
        // `raw` is borrowed from `json`: how far into it is the distance of their first bytes.
        let start = raw.as_ptr().addr() - json.as_ptr().addr();
        Ok(Self { kind: cell.cell_type.to_string(), source, raw, place: start..start + raw.len() })
    }
}
