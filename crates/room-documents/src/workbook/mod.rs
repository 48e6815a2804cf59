//! Workbooks as text: `## NAME` before each sheet, then one table of its cells.

pub(crate) mod xls;
pub(crate) mod xlsx;

use std::collections::{BTreeMap, BTreeSet};

use calamine::{DataRef, ExcelDateTime};

use crate::bounds::Budget;
use crate::markdown::{Block, Markdown};
use crate::{Bound, DocumentError};

/// The text of a workbook, as it grows.
#[derive(Debug)]
pub(crate) struct Workbook {
    out: Markdown,
}

/// The cells of a sheet that hold something, by row and column from 0.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    rows: BTreeMap<u32, BTreeMap<u32, String>>,
    cells: usize,
    bytes: usize,
}

impl Sheet {
    /// Puts a text in a cell. One without text is as if it were not there.
    pub(crate) fn put(
        &mut self,
        row: u32,
        column: u32,
        text: String,
        budget: &mut Budget,
    ) -> Result<(), DocumentError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        budget.cells(1)?;
        self.cells += 1;
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > budget.bounds.output {
            return Err(DocumentError::Over(Bound::Output(budget.bounds.output)));
        }
        self.rows.entry(row).or_default().insert(column, text);
        Ok(())
    }

    /// The cells as a table. Columns without any cell are left out, and of empty rows in a run all but one.
    fn table(&self, budget: &mut Budget) -> Result<Vec<Vec<String>>, DocumentError> {
        let columns: BTreeSet<u32> = self.rows.values().flat_map(BTreeMap::keys).copied().collect();
        let area = columns.len().saturating_mul(self.rows.len());
        budget.cells(area.saturating_sub(self.cells))?;
        let mut table = Vec::new();
        let mut before = None;
        for (&row, cells) in &self.rows {
            if before.is_some_and(|before: u32| row > before.saturating_add(1)) {
                table.push(Vec::new());
            }
            before = Some(row);
            table.push(columns.iter().map(|column| cells.get(column).cloned().unwrap_or_default()).collect());
        }
        Ok(table)
    }
}

impl Workbook {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self { out: Markdown::new(budget.bounds.output) }
    }

    /// Adds a sheet. Of one that is empty, only the name is shown.
    pub(crate) fn sheet(
        &mut self,
        name: &str,
        sheet: &Sheet,
        budget: &mut Budget,
    ) -> Result<(), DocumentError> {
        self.out.block(&Block::Heading(2), name)?;
        self.out.table(&sheet.table(budget)?)
    }

    pub(crate) fn finish(self) -> String {
        self.out.finish()
    }
}

/// What a cell of Excel's shows, as near as can be without its number format.
fn shown(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Int(int) => int.to_string(),
        DataRef::Float(float) => number(*float),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(true) => "TRUE".to_owned(),
        DataRef::Bool(false) => "FALSE".to_owned(),
        DataRef::DateTime(time) => moment(time),
        DataRef::Error(error) => error.to_string(),
    }
}

/// The shortest digits that are this number; with an exponent where zeros would fill the line.
fn number(float: f64) -> String {
    let size = float.abs();
    if size != 0.0 && !(1e-9..1e16).contains(&size) { format!("{float:e}") } else { float.to_string() }
}

/// Days since Excel's beginning that it has dates for, up to the end of the year 9999.
const DATES: std::ops::Range<f64> = 0.0..2_958_466.0;
const SECONDS_OF_A_DAY: f64 = 86_400.0;

/// A date, a time of day, both, or a length of time: `2026-01-31`, `08:30:00`, `2026-01-31 08:30:00`, `[26:00:00]`.
fn moment(time: &ExcelDateTime) -> String {
    let days = time.as_f64();
    if time.is_duration() && days.abs() < DATES.end {
        return duration(days);
    }
    if !DATES.contains(&days) {
        return number(days);
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    if days < 1.0 {
        clock
    } else if clock == "00:00:00" {
        date
    } else {
        format!("{date} {clock}")
    }
}

fn duration(days: f64) -> String {
    let mut left = (days.abs() * SECONDS_OF_A_DAY).round();
    let seconds = left % 60.0;
    left = (left - seconds) / 60.0;
    let minutes = left % 60.0;
    let hours = (left - minutes) / 60.0;
    let sign = if days < 0.0 { "-" } else { "" };
    format!("[{sign}{hours}:{minutes:02}:{seconds:02}]")
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType::{DateTime, TimeDelta};

    use super::*;
    use crate::Bounds;

    fn at(days: f64) -> String {
        moment(&ExcelDateTime::new(days, DateTime, false))
    }

    #[test]
    fn dates_and_times_are_written_largest_first() {
        assert_eq!(at(46_053.0), "2026-01-31");
        assert_eq!(at(46_053.5), "2026-01-31 12:00:00");
        assert_eq!(at(0.25), "06:00:00");
        assert_eq!(at(1e300), "1e300");
        assert_eq!(moment(&ExcelDateTime::new(1.0 + 1.0 / 24.0, TimeDelta, false)), "[25:00:00]");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(3.0), "3");
        assert_eq!(number(-0.5), "-0.5");
        assert_eq!(number(1e300), "1e300");
        assert_eq!(number(0.0), "0");
    }

    #[test]
    fn columns_and_runs_of_rows_that_are_empty_take_no_space() {
        let mut budget = Budget::new(Bounds::default());
        let mut sheet = Sheet::default();
        sheet.put(4, 1, "head".to_owned(), &mut budget).unwrap();
        sheet.put(5, 1_000, "far".to_owned(), &mut budget).unwrap();
        sheet.put(900_000, 1, "down".to_owned(), &mut budget).unwrap();
        let mut book = Workbook::new(&budget);
        book.sheet("S", &sheet, &mut budget).unwrap();
        assert_eq!(book.finish(), "## S\n\n| head |  |\n| --- | --- |\n|  | far |\n|  |  |\n| down |  |\n");
    }

    #[test]
    fn empty_cells_between_others_count() {
        let mut budget = Budget::new(Bounds { cells: 50, ..Bounds::default() });
        let mut sheet = Sheet::default();
        for place in 0..10 {
            sheet.put(place, place, "x".to_owned(), &mut budget).unwrap();
        }
        let mut book = Workbook::new(&budget);
        assert_eq!(book.sheet("S", &sheet, &mut budget), Err(DocumentError::Over(Bound::Cells(50))));
    }
}
