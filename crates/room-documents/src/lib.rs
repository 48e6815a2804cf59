//! Documents and notebooks as text.
//!
//! [`text`] turns the bytes of a document into text much like Markdown, to be shown by lines: headings, bold, lists and
//! tables, `## NAME` before each worksheet, `## Page N` before each page of a PDF, `## Slide N` before each slide.
//! [`notebook`] does the same for a Jupyter notebook, and takes the edited text back. The crate knows bytes and text,
//! no files, and prints nothing.
//!
//! # What is bounded
//!
//! [`Bounds`] says how large a document may be, packed and unpacked, and how much text it may give; one that goes over is
//! refused with the bound's name, never shown in part. Readers of others are run so that a panic in them becomes
//! [`DocumentError::GaveUp`] and prints nothing, on a thread whose stack is deep enough for what they nest.
//!
//! Time is not bounded, but for what follows from the sizes. Of a PDF, these are not: streams packed other than with
//! deflate (LZW, run length, Brotli), those of an encrypted file, what a compressed object says of the rows of another
//! stream, and the sum of the streams that say they are pictures, which are never unpacked to be drawn, but could be used
//! as something else; such a stream alone is bounded. A process that reads documents of strangers should limit its own
//! memory and time.
//!
//! # What is left out
//!
//! Pictures, charts and drawings; the headers and footers of office documents, their comments and what was deleted; the
//! outputs of notebooks. The lines of a PDF stay as they are on the page, and its tables are lines.
//!
//! | module | holds |
//! | --- | --- |
//! | `kind` | which formats there are |
//! | `bounds` | how much is too much |
//! | `error` | why a document is not shown |
//! | `package` | the parts of a ZIP package, unpacked within the bounds |
//! | `xml` | XML as a run of opening tags, closing tags and text |
//! | `markdown`, `flow` | the text that is made: its blocks, and how paragraphs and tables become them |
//! | `office` | DOCX, PPTX, ODT and ODS |
//! | `epub` | EPUB |
//! | `workbook` | XLSX and XLS |
//! | `pdf` | PDF |
//! | `quiet` | where others' readers run |
//! | `notebook` | notebooks |

mod bounds;
mod epub;
mod error;
mod flow;
mod kind;
mod markdown;
pub mod notebook;
mod office;
mod package;
mod pdf;
mod quiet;
mod workbook;
mod xml;

pub use bounds::{Bound, Bounds};
pub use error::DocumentError;
pub use kind::Kind;

use bounds::Budget;

/// The text of a document of this kind: lines that end in `\n`, none of them blank at either end.
pub fn text(kind: Kind, bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    if bytes.len() as u64 > bounds.input {
        return Err(DocumentError::Over(Bound::Input(bounds.input)));
    }
    let mut budget = Budget::new(*bounds);
    quiet::run(|| match kind {
        Kind::Doc | Kind::Ppt | Kind::Rtf => Err(DocumentError::Unsupported(kind)),
        Kind::Pdf => pdf::text(bytes, &mut budget),
        Kind::Docx => office::docx::text(bytes, &mut budget),
        Kind::Pptx => office::pptx::text(bytes, &mut budget),
        Kind::Odt => office::odt::text(bytes, &mut budget),
        Kind::Ods => office::ods::text(bytes, &mut budget),
        Kind::Epub => epub::text(bytes, &mut budget),
        Kind::Xlsx => workbook::xlsx::text(bytes, &mut budget),
        Kind::Xls => workbook::xls::text(bytes, &mut budget),
    })
}
