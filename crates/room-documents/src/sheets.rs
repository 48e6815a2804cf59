//! Workbooks: every sheet as a table, of the rows and columns that hold something.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader as _, Xlsx};

use crate::bounds::Bounds;
use crate::error::DocumentError;
use crate::package::Package;
use crate::page::{Page, Style};

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    Package::open(bytes, bounds)?.check()?;
    let read = catch_unwind(AssertUnwindSafe(|| sheets(bytes, bounds)));
    read.unwrap_or_else(|_| Err(DocumentError::damaged("a sheet cannot be read")))
}

fn sheets(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(DocumentError::damaged)?;
    let mut page = Page::new(bounds.text);
    let mut cells = 0;
    for name in book.sheet_names() {
        page.put(&name, Style::Heading(2))?;
        let mut rows: BTreeMap<u32, Vec<(u32, String)>> = BTreeMap::new();
        let mut columns = BTreeSet::new();
        // Cell by cell: a sheet with a cell at each end is no larger than its two cells.
        // A chart has none.
        let Ok(mut sheet) = book.worksheet_cells_reader(&name) else { continue };
        while let Some(cell) = sheet.next_cell().map_err(DocumentError::damaged)? {
            let (row, column) = cell.get_position();
            let Some(text) = shown(cell.get_value()) else { continue };
            cells += 1;
            if cells > bounds.cells {
                return Err(DocumentError::Larger {
                    what: "the number of its cells",
                    most: bounds.cells as u64,
                });
            }
            columns.insert(column);
            rows.entry(row).or_default().push((column, text));
        }
        if rows.len().saturating_mul(columns.len()) > 4 * bounds.cells {
            return Err(DocumentError::Larger { what: "a sheet", most: 4 * bounds.cells as u64 });
        }
        let rows: Vec<Vec<String>> = rows.into_values().map(|row| in_columns(row, &columns)).collect();
        page.table(&rows)?;
    }
    Ok(page.finish())
}

/// A row's cells where they belong.
fn in_columns(row: Vec<(u32, String)>, columns: &BTreeSet<u32>) -> Vec<String> {
    let mut row: BTreeMap<u32, String> = row.into_iter().collect();
    columns.iter().map(|column| row.remove(column).unwrap_or_default()).collect()
}

/// A value as text; `None` for an empty cell.
fn shown(value: &DataRef<'_>) -> Option<String> {
    Some(match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(yes) => if *yes { "TRUE" } else { "FALSE" }.to_owned(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::DateTime(time) => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            if (hour, minute, second) == (0, 0, 0) {
                format!("{year:04}-{month:02}-{day:02}")
            } else {
                format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
            }
        }
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => return None,
    })
}
