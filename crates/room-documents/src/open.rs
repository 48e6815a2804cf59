//! OpenDocument texts and spreadsheets: headings, paragraphs, lists and tables.

use crate::bounds::Bounds;
use crate::error::DocumentError;
use crate::markup::{Attributes, Met, walk};
use crate::package::Package;
use crate::page::{Page, Style};

/// How often an empty cell or row at an end may be repeated before it stands for the rest of the sheet.
const REPEATED: usize = 1000;

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, bounds)?;
    if let Some(manifest) = package.part("META-INF/manifest.xml")? {
        walk(&manifest, |met| match met {
            Met::Open("encryption-data", _) => Err(DocumentError::Encrypted),
            _ => Ok(()),
        })?;
    }
    let content = package.needed("content.xml")?;
    let mut page = Page::new(bounds.text);
    let (mut items, mut annotations, mut in_sheets, mut cells) = (0_usize, 0_usize, false, 0_usize);
    let mut sheet = Sheet::default();
    walk(&content, |met| {
        match met {
            Met::Open("annotation" | "tracked-changes", _) => annotations += 1,
            Met::Close("annotation" | "tracked-changes") => annotations = annotations.saturating_sub(1),
            _ if annotations > 0 => {}
            Met::Open("spreadsheet", _) => in_sheets = true,
            Met::Open("h", attributes) => page.open_paragraph(Style::Heading(level(attributes))),
            Met::Open("p", _) => page.open_paragraph(if items > 0 { Style::Item } else { Style::Plain }),
            Met::Close("h" | "p") if in_sheets => sheet.cell.push_str(&page.take_paragraph()),
            Met::Close("h" | "p") => page.close_paragraph()?,
            Met::Open("list-item", _) => items += 1,
            Met::Close("list-item") => items = items.saturating_sub(1),
            Met::Open("tab", _) => page.say("\t", false),
            Met::Open("line-break", _) => page.say("\n", false),
            Met::Open("s", attributes) => {
                let blanks = attributes.get("c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                page.say(&" ".repeat(blanks.min(REPEATED)), false);
            }
            Met::Text(text) => page.say(text, false),
            Met::Open("table", attributes) if in_sheets => {
                page.put(&attributes.get("name").unwrap_or_default(), Style::Heading(2))?;
                sheet = Sheet::default();
            }
            Met::Close("table") if in_sheets => page.table(&std::mem::take(&mut sheet).rows)?,
            Met::Open("table-row", _) if in_sheets => sheet.row = Vec::new(),
            Met::Close("table-row") if in_sheets => sheet.end_row(),
            Met::Open("table-cell" | "covered-table-cell", attributes) if in_sheets => {
                sheet.cell = String::new();
                let repeated = attributes.get("number-columns-repeated").and_then(|count| count.parse().ok());
                sheet.repeated = repeated.unwrap_or(1_usize).min(REPEATED);
            }
            Met::Close("table-cell" | "covered-table-cell") if in_sheets => {
                cells += sheet.end_cell();
                if cells > bounds.cells {
                    return Err(DocumentError::Larger {
                        what: "the number of its cells",
                        most: bounds.cells as u64,
                    });
                }
            }
            Met::Open("table", _) => page.open_table(),
            Met::Close("table") => page.close_table()?,
            Met::Open("table-row", _) => page.open_row(),
            Met::Open("table-cell", _) => page.open_cell(),
            _ => {}
        }
        Ok(())
    })?;
    Ok(page.finish())
}

fn level(attributes: &Attributes<'_>) -> usize {
    attributes.get("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1)
}

/// A sheet as it grows.
#[derive(Debug, Default)]
struct Sheet {
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    cell: String,
    repeated: usize,
}

impl Sheet {
    /// Gives how many cells came.
    fn end_cell(&mut self) -> usize {
        let cell = std::mem::take(&mut self.cell);
        let cells = vec![cell; self.repeated];
        self.row.extend(cells);
        self.repeated
    }

    /// Empty cells at a row's end, and empty rows, are the rest of the sheet.
    fn end_row(&mut self) {
        let filled = self.row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1);
        self.row.truncate(filled);
        let row = std::mem::take(&mut self.row);
        self.rows.extend((!row.is_empty()).then_some(row));
    }
}
