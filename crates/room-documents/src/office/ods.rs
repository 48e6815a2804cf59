//! ODS: sheet by sheet, a table of what its cells show.

use crate::DocumentError;
use crate::bounds::Budget;
use crate::office::odt::{blanks, passed_over, refuse_encrypted};
use crate::package::Package;
use crate::workbook::{Sheet, Workbook};
use crate::xml::{Node, Tag, Xml};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, budget)?;
    refuse_encrypted(&mut package)?;
    let content = package.needed("content.xml")?;
    let mut walk = Walk {
        book: Workbook::new(package.budget),
        sheet: Sheet::default(),
        name: String::new(),
        row: 0,
        column: 0,
        rows: 1,
        cell: None,
    };
    let mut xml = Xml::new(&content);
    while let Some(node) = xml.next()? {
        match node {
            Node::Open(tag) if passed_over(tag.local()) => xml.skip(tag.local())?,
            Node::Open(tag) => walk.open(&tag),
            Node::Close(end) => walk.close(end.local(), package.budget)?,
            Node::Text(text) => walk.text(&text),
        }
    }
    Ok(walk.book.finish())
}

/// A cell that is being read.
#[derive(Debug)]
struct Cell {
    columns: u32,
    text: String,
    paragraphs: usize,
    in_paragraph: bool,
    /// What it holds, where it shows nothing.
    value: Option<String>,
}

struct Walk {
    book: Workbook,
    sheet: Sheet,
    name: String,
    row: u32,
    column: u32,
    /// How many rows the current one stands for.
    rows: u32,
    cell: Option<Cell>,
}

impl Walk {
    fn open(&mut self, tag: &Tag<'_>) {
        let count =
            |name: &str| tag.attribute(name).and_then(|count| count.parse().ok()).unwrap_or(1_u32).max(1);
        match tag.local() {
            "table" => {
                self.name = tag.attribute("table:name").unwrap_or_default();
                self.sheet = Sheet::default();
                self.row = 0;
            }
            "table-row" => {
                self.rows = count("number-rows-repeated");
                self.column = 0;
            }
            "table-cell" | "covered-table-cell" => {
                self.cell = Some(Cell {
                    columns: count("number-columns-repeated"),
                    text: String::new(),
                    paragraphs: 0,
                    in_paragraph: false,
                    value: [
                        "office:string-value",
                        "office:value",
                        "office:date-value",
                        "office:boolean-value",
                    ]
                    .into_iter()
                    .find_map(|name| tag.attribute(name)),
                });
            }
            "p" => {
                if let Some(cell) = &mut self.cell {
                    if cell.paragraphs > 0 {
                        cell.text.push('\n');
                    }
                    cell.paragraphs += 1;
                    cell.in_paragraph = true;
                }
            }
            "s" => self.text(&blanks(tag)),
            "tab" => self.text("\t"),
            "line-break" => self.text("\n"),
            _ => {}
        }
    }

    fn close(&mut self, tag: &str, budget: &mut Budget) -> Result<(), DocumentError> {
        match tag {
            "p" => {
                if let Some(cell) = &mut self.cell {
                    cell.in_paragraph = false;
                }
            }
            "table-cell" | "covered-table-cell" => return self.end_cell(budget),
            "table-row" => self.row = self.row.saturating_add(self.rows),
            "table" => return self.book.sheet(&self.name, &std::mem::take(&mut self.sheet), budget),
            _ => {}
        }
        Ok(())
    }

    /// Puts the cell wherever it repeats. An empty one only moves on: sheets end in a million of them.
    fn end_cell(&mut self, budget: &mut Budget) -> Result<(), DocumentError> {
        let Some(cell) = self.cell.take() else {
            return Ok(());
        };
        let from = self.column;
        self.column = from.saturating_add(cell.columns);
        let text = if cell.text.is_empty() { cell.value.unwrap_or_default() } else { cell.text };
        if text.is_empty() {
            return Ok(());
        }
        for row in self.row..self.row.saturating_add(self.rows) {
            for column in from..self.column {
                self.sheet.put(row, column, text.clone(), budget)?;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = self.cell.as_mut().filter(|cell| cell.in_paragraph) {
            cell.text.push_str(text);
        }
    }
}
