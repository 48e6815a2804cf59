//! Documents as text in the manner of Markdown, and notebooks as cells that can be edited.
//!
//! The threat: a document is a file of somebody else's. Its parts are expanded only within bounds, counted while they are
//! expanded; what it links to or embeds is not looked at; a library that panics over one gives one clear line.
//!
//! | module | holds |
//! | --- | --- |
//! | `kind` | which document a file's name calls for |
//! | `bounds` | how much one document may cost |
//! | `error` | why one is not shown |
//! | `package` | the parts of a document that is a zip |
//! | `markup` | XML as opened and closed names, and text |
//! | `page` | paragraphs, headings, lists and tables put together |
//! | `word`, `slides`, `sheets`, `open`, `book`, `pdf` | the formats |
//! | [`notebook`] | notebooks, by cell |
//!
//! What is not bounded: the time and memory that a PDF's pages take once their number is known, which is up to the library
//! that reads them, and the size of the input bounds both only loosely.

mod book;
mod bounds;
mod error;
mod kind;
mod markup;
pub mod notebook;
mod open;
mod package;
mod page;
mod pdf;
mod sheets;
mod slides;
mod word;

pub use bounds::Bounds;
pub use error::DocumentError;
pub use kind::Kind;

/// A document's text; lines end with LF. `bytes` is the whole file.
pub fn text(kind: Kind, bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    if bytes.len() as u64 > bounds.input {
        return Err(DocumentError::Larger { what: "the file", most: bounds.input });
    }
    let text = match kind {
        Kind::Pdf => pdf::text(bytes, bounds),
        Kind::Docx => word::text(bytes, bounds),
        Kind::Pptx => slides::text(bytes, bounds),
        Kind::Xlsx => sheets::text(bytes, bounds),
        Kind::Odt | Kind::Ods => open::text(bytes, bounds),
        Kind::Epub => book::text(bytes, bounds),
        Kind::Legacy(extension) => Err(DocumentError::Legacy(extension)),
    }?;
    if text.trim().is_empty() {
        return Err(DocumentError::NoText);
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
