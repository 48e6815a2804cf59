//! XLSX, read cell by cell: a sheet may say that it is a million rows by sixteen thousand columns.

use std::io::Cursor;

use calamine::{DataRef, Reader as _, SheetType, Xlsx, XlsxError};

use crate::DocumentError;
use crate::bounds::Budget;
use crate::package::Package;
use crate::workbook::{Sheet, Workbook, shown};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    Package::open(bytes, budget)?.measure(honest_count)?;
    let mut source = Xlsx::new(Cursor::new(bytes)).map_err(|error| why(&error))?;
    let sheets: Vec<_> = source.sheets_metadata().to_vec();
    let mut book = Workbook::new(budget);
    for metadata in sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet) {
        let mut sheet = Sheet::default();
        let mut cells = source.worksheet_cells_reader(&metadata.name).map_err(|error| why(&error))?;
        while let Some(cell) = cells.next_cell_with_formula().map_err(|error| why(&error))? {
            let text = match (cell.value, cell.formula) {
                // A program that does not calculate leaves no result.
                (DataRef::Empty, Some(formula)) => format!("={formula}"),
                (value, _) => shown(&value),
            };
            sheet.put(cell.pos.0, cell.pos.1, text, budget)?;
        }
        book.sheet(&metadata.name, &sheet, budget)?;
    }
    Ok(book.finish())
}

/// Refuses a part that says it holds more strings than it has bytes: the reader makes room for them before it looks.
fn honest_count(part: &[u8]) -> Result<(), DocumentError> {
    // Without its NULs, UTF-16 reads like ASCII.
    let plain: Vec<u8> = part.iter().copied().filter(|byte| *byte != 0).collect();
    let said = memchr::memmem::find_iter(&plain, "uniqueCount").any(|at| {
        let digits = plain.iter().skip(at).skip_while(|byte| !byte.is_ascii_digit());
        let count = digits.take_while(|byte| byte.is_ascii_digit());
        let count = count
            .fold(0_usize, |count, digit| count.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        count > part.len()
    });
    if said { Err(DocumentError::Malformed("it counts more strings than it can hold")) } else { Ok(()) }
}

fn why(error: &XlsxError) -> DocumentError {
    match error {
        XlsxError::Password => DocumentError::Password,
        XlsxError::XmlEof(_) => DocumentError::Truncated,
        _ => DocumentError::Malformed("it is no workbook, or a damaged one"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_beyond_the_part_is_refused_in_any_encoding() {
        let lie = r#"<sst uniqueCount="99999999999999"/>"#;
        let wide: Vec<u8> = lie.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(honest_count(lie.as_bytes()).is_err());
        assert!(honest_count(&wide).is_err());
        assert!(honest_count(b"<sst uniqueCount = '3'><si/><si/><si/></sst>").is_ok());
    }
}
