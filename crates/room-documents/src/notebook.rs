//! Notebooks (`.ipynb`) as text, a marker line before each cell, and edits of that text written back.
//!
//! Only the sources of cells that changed are put in their places in the file; all else of it stays, byte for byte:
//! metadata, outputs, counts, the order of keys, the indent.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::DocumentError;

#[derive(Deserialize)]
struct Notebook<'n> {
    #[serde(borrow)]
    cells: Vec<Cell<'n>>,
}

#[derive(Deserialize)]
struct Cell<'n> {
    cell_type: String,
    #[serde(borrow)]
    source: &'n RawValue,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Lines(Vec<String>),
    Text(String),
}

impl Source {
    fn text(&self) -> String {
        match self {
            Self::Lines(lines) => lines.concat(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Whether a name is a notebook's.
pub fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("ipynb"))
}

/// A notebook's cells: `# %% [code] cell:0`, then the source and a line end. Outputs are not shown.
pub fn text(json: &str) -> Result<String, DocumentError> {
    let mut text = String::new();
    for (number, cell) in read(json)?.cells.iter().enumerate() {
        let source = source(cell)?.text();
        writeln!(text, "{}\n{source}", marker(&cell.cell_type, number)).expect("a String takes every write");
    }
    Ok(text)
}

/// The notebook whose text is `new_text`. The marker lines must be those of the notebook: cells are neither made nor
/// moved nor taken away.
pub fn edit(json: &str, new_text: &str) -> Result<String, DocumentError> {
    let notebook = read(json)?;
    let texts = cells_of(&notebook, new_text)?;
    let (mut out, mut copied) = (String::with_capacity(json.len() + new_text.len()), 0);
    for (cell, new) in notebook.cells.iter().zip(texts) {
        let raw = cell.source.get();
        let was = source(cell)?;
        if was.text() == new {
            continue;
        }
        let at = raw.as_ptr().addr() - json.as_ptr().addr();
        out.push_str(json.get(copied..at).expect("sources stand in their order in the file"));
        out.push_str(&match was {
            Source::Text(_) => quoted(&new),
            Source::Lines(_) => listed(&new, raw),
        });
        copied = at + raw.len();
    }
    out.push_str(json.get(copied..).expect("a place in the file"));
    Ok(out)
}

fn read(json: &str) -> Result<Notebook<'_>, DocumentError> {
    serde_json::from_str(json).map_err(DocumentError::damaged)
}

fn source(cell: &Cell<'_>) -> Result<Source, DocumentError> {
    serde_json::from_str(cell.source.get()).map_err(DocumentError::damaged)
}

fn marker(kind: &str, number: usize) -> String {
    let kind: String = kind.chars().filter(|c| !c.is_control()).collect();
    format!("# %% [{kind}] cell:{number}")
}

/// The text of each cell.
fn cells_of(notebook: &Notebook<'_>, text: &str) -> Result<Vec<String>, DocumentError> {
    let mut cells: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let next = notebook.cells.get(cells.len()).map(|cell| marker(&cell.cell_type, cells.len()));
        if next.as_deref() == Some(bare) {
            cells.push(String::new());
        } else if is_marker(bare) {
            return Err(DocumentError::damaged(format!(
                "the line '{bare}' does not belong here: cells stay as they are, only their text changes"
            )));
        } else {
            let cell = cells
                .last_mut()
                .ok_or_else(|| DocumentError::damaged("text stands before the first cell"))?;
            cell.push_str(line);
        }
    }
    if cells.len() != notebook.cells.len() {
        let missing = notebook.cells.get(cells.len()).map(|cell| marker(&cell.cell_type, cells.len()));
        return Err(DocumentError::damaged(format!("the line '{}' is gone", missing.unwrap_or_default())));
    }
    // The line end after a source is the text's, not the cell's.
    Ok(cells.into_iter().map(|cell| cell.strip_suffix('\n').map(str::to_owned).unwrap_or(cell)).collect())
}

fn is_marker(line: &str) -> bool {
    let rest = line.strip_prefix("# %% [").and_then(|rest| rest.split_once("] cell:"));
    rest.is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// Lines as a list, laid out as the list that stood there.
fn listed(text: &str, was: &str) -> String {
    let lines: Vec<String> = text.split_inclusive('\n').map(quoted).collect();
    if lines.is_empty() {
        return "[]".to_owned();
    }
    let inner = was.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or_default();
    let (open, close) = match (inner.find('"'), inner.rfind('"')) {
        (Some(first), Some(last)) => {
            (inner.get(..first).unwrap_or_default(), inner.get(last + 1..).unwrap_or_default())
        }
        _ => ("", ""),
    };
    let between = if open.contains('\n') { format!(",{open}") } else { ", ".to_owned() };
    format!("[{open}{}{close}]", lines.join(&between))
}
