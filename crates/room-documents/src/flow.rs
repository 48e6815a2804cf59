//! Paragraphs and tables as they come, in tables or not, into blocks.

use crate::DocumentError;
use crate::bounds::Budget;
use crate::markdown::{Block, Markdown};

/// A table that is being read.
#[derive(Debug, Default)]
struct Table {
    rows: Vec<Vec<String>>,
}

/// The text of a document, while it is read.
#[derive(Debug)]
pub(crate) struct Flow {
    out: Markdown,
    tables: Vec<Table>,
    /// Tables open inside the deepest that counts: their rows are its own.
    deeper: usize,
}

/// Tables in tables: what is nested further joins the table around it, so that no text is copied from depth to depth.
const NESTED: usize = 8;

/// No table of a word processor has more columns; a cell that says it spans more does not.
const COLUMNS: usize = 1_024;

impl Flow {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self { out: Markdown::new(budget.bounds.output), tables: Vec::new(), deeper: 0 }
    }

    /// A block of text: a line of the cell it stands in, if it does.
    pub(crate) fn block(&mut self, block: &Block, text: &str) -> Result<(), DocumentError> {
        let Some(table) = self.tables.last_mut() else {
            return self.out.block(block, text);
        };
        // Between the cells of a table no text is meant to stand.
        let Some(cell) = table.rows.last_mut().and_then(|row| row.last_mut()) else {
            return Ok(());
        };
        if text.trim().is_empty() {
            return Ok(());
        }
        if !cell.is_empty() {
            cell.push('\n');
        }
        if let Block::Item { mark, .. } = block {
            cell.push_str(mark);
            cell.push(' ');
        }
        cell.push_str(text.trim());
        Ok(())
    }

    /// Lines as they stand.
    pub(crate) fn lines(&mut self, text: &str) -> Result<(), DocumentError> {
        if self.tables.is_empty() { self.out.lines(text) } else { self.block(&Block::Paragraph, text) }
    }

    pub(crate) fn open_table(&mut self) {
        if self.tables.len() < NESTED {
            self.tables.push(Table::default());
        } else {
            self.deeper += 1;
        }
    }

    pub(crate) fn open_row(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            table.rows.push(Vec::new());
        }
    }

    /// A cell, empty so far.
    pub(crate) fn open_cell(&mut self, budget: &mut Budget) -> Result<(), DocumentError> {
        budget.cells(1)?;
        if let Some(row) = self.tables.last_mut().and_then(|table| table.rows.last_mut()) {
            row.push(String::new());
        }
        Ok(())
    }

    /// The columns that the last cell spans beyond its own, as empty cells.
    pub(crate) fn span(&mut self, columns: usize, budget: &mut Budget) -> Result<(), DocumentError> {
        let more = columns.clamp(1, COLUMNS) - 1;
        budget.cells(more)?;
        if let Some(row) = self.tables.last_mut().and_then(|table| table.rows.last_mut()) {
            row.extend((0..more).map(|_| String::new()));
        }
        Ok(())
    }

    /// The table that was opened last, whole. One in a cell of another is shown there, a row a line.
    pub(crate) fn close_table(&mut self) -> Result<(), DocumentError> {
        if let Some(fewer) = self.deeper.checked_sub(1) {
            self.deeper = fewer;
            return Ok(());
        }
        let Some(table) = self.tables.pop() else {
            return Ok(());
        };
        if self.tables.is_empty() {
            return self.out.table(&table.rows);
        }
        let rows: Vec<String> = table.rows.iter().map(|row| row.join(", ").replace('\n', " ")).collect();
        self.block(&Block::Paragraph, &rows.join("\n"))
    }

    /// Closes whatever tables are open.
    pub(crate) fn close_tables(&mut self) -> Result<(), DocumentError> {
        self.deeper = 0;
        while !self.tables.is_empty() {
            self.close_table()?;
        }
        Ok(())
    }

    /// Everything; a table that was never closed as far as it came.
    pub(crate) fn finish(mut self) -> Result<String, DocumentError> {
        self.close_tables()?;
        Ok(self.out.finish())
    }
}
