//! Rows as a table of text.

use std::fmt::Write as _;

use rusqlite::types::ValueRef;

/// Code points a cell shows, and a row.
const CELL: usize = 40;
const ROW: usize = 120;

/// A table of text, which takes rows until it is full.
#[derive(Debug)]
pub(crate) struct Grid {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    bytes: usize,
    most: usize,
}

impl Grid {
    /// A table that takes so many bytes, and a row more.
    pub(crate) fn new(columns: &[String], most: usize) -> Self {
        Self {
            columns: columns.iter().map(|name| clipped(&shown(name))).collect(),
            rows: Vec::new(),
            bytes: 0,
            most,
        }
    }

    /// How many rows it has.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it takes no more rows.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes >= self.most
    }

    pub(crate) fn push(&mut self, cells: &[String]) {
        let row: Vec<String> = cells.iter().map(|cell| clipped(cell)).collect();
        let bytes: usize = row.iter().map(|cell| cell.len() + 3).sum();
        self.bytes += bytes.min(ROW * 4) + 1;
        self.rows.push(row);
    }

    /// The lines.
    pub(crate) fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(self.columns.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat((*width).max(1))).collect();
        let mut text = String::new();
        for row in [&self.columns, &rule].into_iter().chain(&self.rows) {
            let mut line = "|".to_owned();
            for (cell, width) in row.iter().zip(&widths) {
                write!(line, " {cell:width$} |").expect("a String takes every write");
            }
            if line.chars().count() > ROW {
                line = line.chars().take(ROW - 1).chain(['…']).collect();
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

/// A value as text: control characters escaped, a blob by its size.
pub(crate) fn value(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(bytes) => shown(&String::from_utf8_lossy(bytes)),
        ValueRef::Blob(bytes) => format!("[blob {}B]", bytes.len()),
    }
}

/// A text on one line.
pub(crate) fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            c if c.is_control() || turns(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// Whether a character ends a line or turns the direction of the text that follows.
fn turns(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(CELL) {
        None => text.to_owned(),
        Some(_) => text.chars().take(CELL - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_columns_and_none_is_wider_than_the_page() {
        let mut grid = Grid::new(&["id".into(), "name".into()], 100);
        grid.push(&["1".into(), "é\\n".into()]);
        grid.push(&["10".into(), "x".repeat(50)]);
        let lines = grid.text();
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines[0], format!("| id | {:40} |", "name"));
        assert_eq!(lines[2], format!("| 1  | {:40} |", "é\\n"));
        assert_eq!(lines[3], format!("| 10 | {}… |", "x".repeat(39)));
        let mut wide = Grid::new(&vec!["a".repeat(30); 9], 100);
        wide.push(&vec!["b".repeat(30); 9]);
        assert!(wide.text().lines().all(|line| line.chars().count() == 120 && line.ends_with('…')));
        assert!(wide.is_full());
    }
}
