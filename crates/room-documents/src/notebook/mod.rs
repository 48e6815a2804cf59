//! Jupyter notebooks as text, and the edited text as a notebook again.
//!
//! A cell is a marker line, `# %% [type] cell:INDEX` with the index from 0, and its source below. A source that is not
//! empty is followed by one line end of the marker's, so that a source's own last line end shows as a blank line and none
//! is lost on the way back. Outputs and metadata are not shown. Notebooks of format 4, which all are since 2014.

mod edit;
mod file;
mod markers;

pub use edit::edit;

use file::Notebook;

/// Why a notebook cannot be shown, or a text not be put back into it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotebookError {
    /// Not UTF-8, no JSON, or JSON that is no notebook.
    #[error("it is no notebook: {0}")]
    Broken(String),
    /// A notebook of a format before 4, which has no list of cells of its own.
    #[error("it is a notebook of a format before 4: convert it with `jupyter nbconvert --to notebook` first")]
    Old,
    /// The marker lines of a text are not those of the notebook.
    #[error(
        "the marker line `{expected}` has to stay where it was: {found}. Only the text between marker lines can be edited"
    )]
    Marker {
        /// The marker line that should come next.
        expected: String,
        /// What is there in its place.
        found: String,
    },
    /// A cell's own text has a line that looks like a marker, so that the text cannot be told apart.
    #[error("cell {0} has a line of its own that looks like a marker line: edit the notebook's JSON")]
    Ambiguous(usize),
}

/// The cells as text.
pub fn text(bytes: &[u8]) -> Result<String, NotebookError> {
    let notebook = Notebook::parse(bytes)?;
    Ok(notebook
        .cells
        .iter()
        .enumerate()
        .map(|(index, cell)| shown(&cell.kind, index, &cell.source))
        .collect())
}

fn shown(kind: &str, index: usize, source: &str) -> String {
    let marker = markers::line(kind, index);
    let end = if source.is_empty() { "" } else { "\n" };
    format!("{marker}\n{source}{end}")
}

#[cfg(test)]
mod tests;
