//! Paragraphs, headings, lists and tables put together, in the manner of Markdown.

use crate::error::DocumentError;

/// What a paragraph is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    #[default]
    Plain,
    /// From 1.
    Heading(usize),
    Item,
}

/// A text as it grows. Paragraphs may lie in the cells of tables, and in one another.
#[derive(Debug)]
pub(crate) struct Page {
    text: String,
    most: usize,
    paragraphs: Vec<Paragraph>,
    tables: Vec<Table>,
    /// What was put last.
    last: Option<Style>,
}

#[derive(Debug, Default)]
struct Paragraph {
    style: Style,
    text: String,
    bold: bool,
}

#[derive(Debug, Default)]
struct Table {
    rows: Vec<Vec<String>>,
}

impl Page {
    /// A text that takes so many bytes.
    pub(crate) fn new(most: usize) -> Self {
        Self { text: String::new(), most, paragraphs: Vec::new(), tables: Vec::new(), last: None }
    }

    pub(crate) fn open_paragraph(&mut self, style: Style) {
        self.paragraphs.push(Paragraph { style, ..Paragraph::default() });
    }

    /// What the innermost paragraph is, where that is known only inside it.
    pub(crate) fn set_style(&mut self, style: Style) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.style = style;
        }
    }

    /// Adds text to the innermost paragraph; outside any it says nothing.
    pub(crate) fn say(&mut self, text: &str, bold: bool) {
        let Some(paragraph) = self.paragraphs.last_mut() else { return };
        if text.is_empty() {
            return;
        }
        // A heading is strong as it is, and blanks are no more so than others.
        let bold = bold && !matches!(paragraph.style, Style::Heading(_));
        if bold != paragraph.bold && !text.trim().is_empty() {
            if paragraph.bold {
                end_bold(&mut paragraph.text);
            } else {
                paragraph.text.push_str("**");
            }
            paragraph.bold = bold;
        }
        paragraph.text.push_str(text);
    }

    pub(crate) fn close_paragraph(&mut self) -> Result<(), DocumentError> {
        let Some(mut paragraph) = self.paragraphs.pop() else { return Ok(()) };
        if paragraph.bold {
            end_bold(&mut paragraph.text);
        }
        let text = paragraph.text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(cell) =
            self.tables.last_mut().and_then(|table| table.rows.last_mut()).and_then(|row| row.last_mut())
        {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(text);
            return Ok(());
        }
        if let Some(outer) = self.paragraphs.last_mut() {
            outer.text.push(' ');
            outer.text.push_str(text);
            return Ok(());
        }
        let text = text.to_owned();
        self.put(&text, paragraph.style)
    }

    /// Takes the innermost paragraph's text.
    pub(crate) fn take_paragraph(&mut self) -> String {
        self.paragraphs.pop().map(|paragraph| paragraph.text).unwrap_or_default()
    }

    pub(crate) fn open_table(&mut self) {
        self.tables.push(Table::default());
    }

    pub(crate) fn open_row(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            table.rows.push(Vec::new());
        }
    }

    pub(crate) fn open_cell(&mut self) {
        if let Some(row) = self.tables.last_mut().and_then(|table| table.rows.last_mut()) {
            row.push(String::new());
        }
    }

    /// Puts the innermost table, or its text into the cell it lies in.
    pub(crate) fn close_table(&mut self) -> Result<(), DocumentError> {
        let Some(Table { rows }) = self.tables.pop() else { return Ok(()) };
        let outer =
            self.tables.last_mut().and_then(|table| table.rows.last_mut()).and_then(|row| row.last_mut());
        if let Some(cell) = outer {
            cell.push_str(&rows.concat().join(" "));
            return Ok(());
        }
        self.table(&rows)
    }

    /// A table of text: its first row is its head.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) -> Result<(), DocumentError> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return Ok(());
        }
        let mut text = String::new();
        for (number, row) in rows.iter().enumerate() {
            text.push('|');
            for column in 0..columns {
                let cell = row.get(column).map(|cell| in_a_cell(cell)).unwrap_or_default();
                text.push(' ');
                text.push_str(&cell);
                text.push_str(" |");
            }
            text.push('\n');
            if number == 0 {
                text.push('|');
                text.push_str(&" --- |".repeat(columns));
                text.push('\n');
            }
        }
        self.put(text.trim_end(), Style::Plain)
    }

    /// Puts a paragraph.
    pub(crate) fn put(&mut self, text: &str, style: Style) -> Result<(), DocumentError> {
        let goes_on = style == Style::Item && self.last == Some(Style::Item);
        if !self.text.is_empty() && !goes_on {
            self.text.push('\n');
        }
        match style {
            Style::Plain => {}
            Style::Heading(level) => {
                self.text.push_str(&"#".repeat(level.clamp(1, 6)));
                self.text.push(' ');
            }
            Style::Item => self.text.push_str("- "),
        }
        let text = if matches!(style, Style::Heading(_)) { text.replace('\n', " ") } else { text.to_owned() };
        self.text.push_str(&text);
        self.text.push('\n');
        self.last = Some(style);
        if self.text.len() > self.most {
            return Err(DocumentError::Larger { what: "its text", most: self.most as u64 });
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// Ends what is bold before the blanks at its end.
fn end_bold(text: &mut String) {
    let end = text.trim_end().len();
    text.insert_str(end, "**");
}

/// A text that stays in its cell.
fn in_a_cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
