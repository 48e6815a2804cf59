//! XLS, the format before 2007: records in one stream of an OLE container.
//!
//! The reader lays every sheet out whole before it shows a cell, and makes room for what a sheet says its size is. So the
//! stream is looked through first, and given to the reader in a container of our own: both see the same bytes.

use std::io::{self, Cursor, Read as _, Write as _};

use calamine::{Data, DataRef, Reader as _, Xls, XlsError};

use crate::DocumentError;
use crate::bounds::Budget;
use crate::package::is_ole;
use crate::workbook::{Sheet, Workbook, shown};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    if !is_ole(bytes) {
        return Err(DocumentError::Malformed("it is no OLE container, as files with this extension are"));
    }
    let stream = stream(bytes)?;
    measure(&stream, budget)?;
    let alone = alone(&stream).map_err(|_| DocumentError::GaveUp)?;
    let mut source: Xls<_> = Xls::new(Cursor::new(alone)).map_err(|error| why(&error))?;
    let mut book = Workbook::new(budget);
    for name in source.sheet_names() {
        let range = source.worksheet_range(&name).map_err(|error| why(&error))?;
        let (top, left) = range.start().unwrap_or_default();
        let mut sheet = Sheet::default();
        for (row, column, value) in range.used_cells() {
            let place =
                |from: u32, offset: usize| from.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
            sheet.put(place(top, row), place(left, column), shown(&by_reference(value)), budget)?;
        }
        book.sheet(&name, &sheet, budget)?;
    }
    Ok(book.finish())
}

fn by_reference(value: &Data) -> DataRef<'_> {
    match value {
        Data::Int(int) => DataRef::Int(*int),
        Data::Float(float) => DataRef::Float(*float),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => DataRef::SharedString(text),
        Data::Bool(bool) => DataRef::Bool(*bool),
        Data::DateTime(time) => DataRef::DateTime(*time),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    }
}

/// The stream of the workbook's records.
fn stream(bytes: &[u8]) -> Result<Vec<u8>, DocumentError> {
    const DAMAGED: DocumentError = DocumentError::Malformed("its OLE container is damaged");
    let mut container = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|_| DAMAGED)?;
    let name = ["/Workbook", "/Book"].into_iter().find(|name| container.is_stream(name));
    let name = name.ok_or(DocumentError::Malformed("its OLE container holds no workbook"))?;
    let stream = container.open_stream(name).map_err(|_| DAMAGED)?;
    let mut records = Vec::new();
    // No stream is larger than the container it is in.
    let read = stream.take(bytes.len() as u64).read_to_end(&mut records);
    read.map_err(|_| DAMAGED)?;
    Ok(records)
}

/// A container that holds nothing but the workbook's stream.
fn alone(stream: &[u8]) -> io::Result<Vec<u8>> {
    // The reader takes a container of version 4 without small streams for an empty one.
    let mut container = cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new()))?;
    container.create_stream("/Workbook")?.write_all(stream)?;
    container.flush()?;
    Ok(container.into_inner().into_inner())
}

/// A record's type and data.
type Record<'a> = (u16, &'a [u8]);

fn records(stream: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut rest = stream;
    std::iter::from_fn(move || {
        let [t0, t1, l0, l1, data @ ..] = rest else {
            return None;
        };
        let length = usize::from(u16::from_le_bytes([*l0, *l1]));
        let (record, after) = data.split_at_checked(length)?;
        rest = after;
        Some((u16::from_le_bytes([*t0, *t1]), record))
    })
}

const BOUND_SHEET: u16 = 0x0085;
const DIMENSIONS: u16 = 0x0200;
const END: u16 = 0x000A;
/// Records that begin with a cell's row and column: formula, blank-less numbers, texts, booleans and errors.
const CELLS: [u16; 8] = [0x0006, 0x0203, 0x0204, 0x00D6, 0x0205, 0x027E, 0x00FD, MANY];
/// Numbers of several columns, the last of which ends the record.
const MANY: u16 = 0x00BD;

/// Counts the cells that the sheets span, by what they hold and by what they say.
fn measure(stream: &[u8], budget: &mut Budget) -> Result<(), DocumentError> {
    // The records of the workbook itself end where the first sheet begins, but the reader may go on.
    let starts: Vec<usize> = records(stream)
        .filter(|(kind, _)| *kind == BOUND_SHEET)
        .filter_map(|(_, data)| u32_at(data, 0).and_then(|start| usize::try_from(start).ok()))
        .collect();
    budget.pages(starts.len())?;
    for start in starts {
        let mut span = Span::default();
        let sheet = stream.get(start..).ok_or(DocumentError::Truncated)?;
        // A chart inside a sheet has an end of its own; what comes after the last is of other sheets, where the reader
        // is not.
        let mut open = 0_usize;
        for (kind, data) in records(sheet) {
            match kind {
                0x0809 => open += 1,
                END if open <= 1 => break,
                END => open -= 1,
                DIMENSIONS => budget.cells(area_said(data)?)?,
                kind if CELLS.contains(&kind) => span.take(kind, data),
                _ => {}
            }
        }
        budget.cells(span.area())?;
    }
    Ok(())
}

/// The rectangle that holds all cells seen.
#[derive(Debug, Default)]
struct Span {
    corners: Option<[usize; 4]>,
}

impl Span {
    fn take(&mut self, kind: u16, data: &[u8]) {
        let (Some(row), Some(column)) = (u16_at(data, 0), u16_at(data, 2)) else {
            return;
        };
        let last = if kind == MANY { column + data.len() / 6 } else { column };
        let [top, bottom, left, right] = self.corners.unwrap_or([row, row, column, last]);
        self.corners = Some([top.min(row), bottom.max(row), left.min(column), right.max(last)]);
    }

    fn area(&self) -> usize {
        self.corners
            .map_or(0, |[top, bottom, left, right]| (bottom - top + 1).saturating_mul(right - left + 1))
    }
}

/// The cells of a sheet's own word on its size: first row, row after the last, and the same of columns.
fn area_said(data: &[u8]) -> Result<usize, DocumentError> {
    let corners = if data.len() == 10 {
        [u16_at(data, 0), u16_at(data, 2), u16_at(data, 4), u16_at(data, 6)]
    } else {
        let row = |at| u32_at(data, at).and_then(|row| usize::try_from(row).ok());
        [row(0), row(4), u16_at(data, 8), u16_at(data, 10)]
    };
    let [Some(top), Some(bottom), Some(left), Some(right)] = corners else {
        return Ok(0);
    };
    if bottom < top || right < left {
        return Err(DocumentError::Malformed("a sheet of it ends before it begins"));
    }
    Ok((bottom - top).saturating_mul(right - left))
}

fn u16_at(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..)?.first_chunk()?;
    Some(usize::from(u16::from_le_bytes(*bytes)))
}

fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    let bytes = data.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

fn why(error: &XlsError) -> DocumentError {
    match error {
        XlsError::Password => DocumentError::Password,
        XlsError::EoStream(_) => DocumentError::Truncated,
        _ => DocumentError::Malformed("it is no workbook, or a damaged one"),
    }
}
