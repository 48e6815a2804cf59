//! An edited text back into its notebook: the sources that changed are put in place of the old, and nothing else is.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::file::{Cell, Notebook};
use super::{NotebookError, markers};

/// The notebook with its cells' sources as `new_text` has them, in the form that [`text`](super::text) shows.
///
/// Cells that did not change keep every byte, as do all metadata, outputs and execution counts, the order of keys, the
/// layout and the end of the file. A source that was a list of lines stays one, laid out as it was, and its lines that
/// did not change keep the way they were escaped. The marker lines must be those of the notebook, in their order.
pub fn edit(original: &[u8], new_text: &str) -> Result<Vec<u8>, NotebookError> {
    let notebook = Notebook::parse(original)?;
    for (index, cell) in notebook.cells.iter().enumerate() {
        if cell.source.split('\n').any(markers::is_marker) {
            return Err(NotebookError::Ambiguous(index));
        }
    }
    let lines: Vec<String> =
        notebook.cells.iter().enumerate().map(|(index, cell)| markers::line(&cell.kind, index)).collect();
    let sources = markers::sources(new_text, &lines)?;
    let mut edited = Vec::with_capacity(original.len());
    let mut kept = 0;
    for (cell, source) in notebook.cells.iter().zip(sources) {
        if cell.source != source {
            edited
                .extend_from_slice(original.get(kept..cell.place.start).expect("cells stand in their order"));
            edited.extend_from_slice(json(cell, &source, &notebook).as_bytes());
            kept = cell.place.end;
        }
    }
    edited.extend_from_slice(original.get(kept..).expect("a cell ends in the file"));
    Ok(edited)
}

/// The JSON of a cell's new source, in the form of the old.
fn json(cell: &Cell<'_>, source: &str, notebook: &Notebook<'_>) -> String {
    if !cell.raw.starts_with('[') {
        return quoted(source);
    }
    if source.is_empty() {
        return "[]".to_owned();
    }
    let layout = Layout::of(cell, notebook);
    let old = elements(cell.raw);
    let as_it_was: HashMap<String, &str> =
        old.iter().filter_map(|raw| Some((serde_json::from_str(raw).ok()?, *raw))).collect();
    let lines: Vec<String> = source
        .split_inclusive('\n')
        .map(|line| as_it_was.get(line).map_or_else(|| quoted(line), |raw| (*raw).to_owned()))
        .collect();
    format!("[{}{}{}]", layout.before, lines.join(&layout.between), layout.after)
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string is JSON")
}

/// The elements of a list, as they are written.
fn elements(raw: &str) -> Vec<&str> {
    let elements: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
    elements.into_iter().map(RawValue::get).collect()
}

/// What stands between the brackets of a list and its elements.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layout {
    before: String,
    between: String,
    after: String,
}

impl Layout {
    /// That of the cell itself; where it has too few lines to show one, that of the first other cell that does.
    fn of(cell: &Cell<'_>, notebook: &Notebook<'_>) -> Self {
        let mut others = notebook.cells.iter();
        let seen = Self::seen(cell.raw).or_else(|| others.find_map(|cell| Self::seen(cell.raw)));
        seen.unwrap_or_else(|| Self::derived(cell, notebook))
    }

    /// As seen in a list of two elements or more.
    fn seen(raw: &str) -> Option<Self> {
        let elements = elements(raw);
        let [first, second, ..] = elements.as_slice() else {
            return None;
        };
        let last = elements.last()?;
        let at = |element: &str| element.as_ptr().addr() - raw.as_ptr().addr();
        let part = |from: usize, to: usize| raw.get(from..to).map(str::to_owned);
        Some(Self {
            before: part(1, at(first))?,
            between: part(at(first) + first.len(), at(second))?,
            after: part(at(last) + last.len(), raw.len() - 1)?,
        })
    }

    /// From how the file lays out the key of the source: on a line of its own, with a blank before its value.
    fn derived(cell: &Cell<'_>, notebook: &Notebook<'_>) -> Self {
        let before = notebook.json.get(..cell.place.start).unwrap_or_default();
        let line = before.rsplit_once('\n').map(|(_, line)| line).unwrap_or_default();
        let indent: String = line.chars().take_while(|char| matches!(char, ' ' | '\t')).collect();
        if !line.trim_start().starts_with("\"source\"") {
            let blank = if before.ends_with(' ') { " " } else { "" };
            return Self { before: String::new(), between: format!(",{blank}"), after: String::new() };
        }
        let step = step(notebook.json);
        let end = if before.contains("\r\n") { "\r\n" } else { "\n" };
        Self {
            before: format!("{end}{indent}{step}"),
            between: format!(",{end}{indent}{step}"),
            after: format!("{end}{indent}"),
        }
    }
}

/// By how much the file indents: the blanks of its first indented line.
fn step(json: &str) -> &str {
    let second = json.split('\n').nth(1).unwrap_or_default();
    let bare = second.trim_start_matches([' ', '\t']);
    second.strip_suffix(bare).filter(|step| !step.is_empty()).unwrap_or(" ")
}
