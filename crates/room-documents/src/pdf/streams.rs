//! How much a PDF's streams unpack to, before any reader unpacks them.
//!
//! Streams are found by their keyword, not through the file's tables: whatever a reader may find is measured, and more.

use std::io::{self, Read as _};

use flate2::bufread::ZlibDecoder;

use crate::DocumentError;
use crate::bounds::Budget;
use crate::pdf::ascii;

/// Deflate inside deflate is followed so often.
const NESTED: usize = 3;
/// Bytes before the keyword in which a stream's dictionary is looked for.
const DICTIONARY: usize = 1_024;

/// What a row of a stream may be said to be, by name: the reader makes room for one before it looks. No picture is as wide
/// or has as many colours.
const ROWS: [(&str, usize); 2] = [("/Columns", 1 << 20), ("/Colors", 1 << 8)];

/// Refuses a file whose streams unpack to more than is allowed.
pub(super) fn measure(bytes: &[u8], budget: &mut Budget) -> Result<(), DocumentError> {
    if ROWS.into_iter().any(|(name, most)| says_more(bytes, name, most)) {
        return Err(DocumentError::Malformed("a stream of it has rows that no stream has"));
    }
    for at in memchr::memmem::find_iter(bytes, "stream") {
        let (before, after) = bytes.split_at_checked(at + "stream".len()).unwrap_or((bytes, &[]));
        let ([b'\r', b'\n', data @ ..] | [b'\n' | b'\r', data @ ..]) = after else {
            continue;
        };
        if before.ends_with(b"endstream") {
            continue;
        }
        let length = memchr::memmem::find(data, b"endstream").unwrap_or(data.len());
        let packed = data.get(..length).unwrap_or(data);
        if is_zlib(packed) {
            stream(packed.to_vec(), is_picture(before), budget)?;
        } else if let Some(packed) = ascii::inner(packed, is_zlib) {
            stream(packed, is_picture(before), budget)?;
        }
    }
    Ok(())
}

/// Whether a number after this name is beyond `most`.
fn says_more(bytes: &[u8], name: &str, most: usize) -> bool {
    memchr::memmem::find_iter(bytes, name).any(|at| {
        let after = bytes.iter().skip(at + name.len()).skip_while(|byte| byte.is_ascii_whitespace());
        let digits = after.take_while(|byte| byte.is_ascii_digit());
        digits.fold(0_usize, |number, digit| {
            number.saturating_mul(10).saturating_add(usize::from(digit - b'0'))
        }) > most
    })
}

/// Measures one stream, and what is packed in it again. Of a picture only the whole is bounded, as large empty ones are
/// usual, and nothing asks for them to be unpacked.
fn stream(packed: Vec<u8>, is_picture: bool, budget: &mut Budget) -> Result<(), DocumentError> {
    let mut layer = packed;
    for _ in 0..NESTED {
        let size = layer.len() as u64;
        let most = if is_picture { budget.bounds.expanded } else { budget.room(size) };
        // The layers inside are needed only where they could be deflate again.
        let Some((bytes, inner)) = unpacked(&layer, most) else {
            return Ok(());
        };
        if is_picture {
            budget.alone(bytes)?;
        } else {
            budget.unpacked(size, bytes)?;
        }
        match inner {
            Some(inner) => layer = inner,
            None => return Ok(()),
        }
    }
    Ok(())
}

/// How many bytes a stream unpacks to, up to one more than `most`, and those where they are packed again. A stream that
/// is damaged counts as far as it goes.
fn unpacked(packed: &[u8], most: u64) -> Option<(u64, Option<Vec<u8>>)> {
    let decoder = ZlibDecoder::new(packed);
    let mut decoder = decoder.take(most.saturating_add(1));
    let mut start = [0; 2];
    let head = decoder.read(&mut start).ok()?;
    let start = start.get(..head).unwrap_or_default();
    if is_zlib(start) {
        let mut inner = start.to_vec();
        // What is damaged further on is unpacked up to there.
        let _ = decoder.read_to_end(&mut inner);
        return Some((inner.len() as u64, Some(inner)));
    }
    let mut counted = head as u64;
    let mut chunk = vec![0; 64 << 10];
    loop {
        match decoder.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => counted += read as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    Some((counted, None))
}

/// Whether these bytes begin as a zlib stream does: deflate, and a checked pair.
fn is_zlib(data: &[u8]) -> bool {
    match data {
        [method, flags, ..] => method & 0x0F == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31),
        _ => false,
    }
}

/// Whether a stream's dictionary says that it is a picture.
fn is_picture(before: &[u8]) -> bool {
    let from = before.len().saturating_sub(DICTIONARY);
    let near = before.get(from..).unwrap_or(before);
    let object = memchr::memmem::rfind(near, b"obj").unwrap_or(0);
    let dictionary = near.get(object..).unwrap_or(near);
    let says = |name: &str| memchr::memmem::find(dictionary, name.as_bytes()).is_some();
    says("/Image") && says("/Width") && says("/Height") && !says("/First")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;
    use crate::{Bound, Bounds};

    fn packed(data: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    fn file(dictionary: &str, data: &[u8]) -> Vec<u8> {
        let head = format!("%PDF-1.7\n1 0 obj <<{dictionary}>>\nstream\n");
        [head.as_bytes(), data, b"\nendstream endobj"].concat()
    }

    fn measured(file: &[u8], bounds: Bounds) -> Result<(), DocumentError> {
        measure(file, &mut Budget::new(bounds))
    }

    const ZEROS: usize = 3 << 20;

    #[test]
    fn a_stream_that_unpacks_too_often_its_size_is_refused() {
        let bomb = file("/Filter/FlateDecode", &packed(&vec![0; ZEROS]));
        assert_eq!(measured(&bomb, Bounds::default()), Err(DocumentError::Over(Bound::Ratio(200))));
    }

    #[test]
    fn the_sum_of_the_streams_is_bounded() {
        let one = file("", &packed(&vec![0; 700_000]));
        let bounds = Bounds { expanded: 1_000_000, ..Bounds::default() };
        assert_eq!(measured(&one, bounds), Ok(()));
        let two = [one.clone(), one].concat();
        assert_eq!(measured(&two, bounds), Err(DocumentError::Over(Bound::Expanded(1_000_000))));
    }

    #[test]
    fn what_is_packed_twice_is_measured_twice() {
        let bomb = file("", &packed(&packed(&vec![0; ZEROS])));
        assert_eq!(measured(&bomb, Bounds::default()), Err(DocumentError::Over(Bound::Ratio(200))));
    }

    #[test]
    fn what_is_packed_and_written_in_letters_is_measured() {
        let digit = |digit: u8| b"0123456789abcdef"[usize::from(digit)];
        let packed = packed(&vec![0; ZEROS]);
        let digits: Vec<u8> = packed.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        let bomb = file("/Filter[/AHx/Fl]", &digits);
        assert_eq!(measured(&bomb, Bounds::default()), Err(DocumentError::Over(Bound::Ratio(200))));
    }

    #[test]
    fn a_large_empty_picture_is_usual() {
        let picture = "/Subtype/Image/Width 3000/Height 1048";
        let page = file(picture, &packed(&vec![255; ZEROS]));
        assert_eq!(measured(&page, Bounds::default()), Ok(()));
        let bounds = Bounds { expanded: 1 << 20, ..Bounds::default() };
        assert_eq!(measured(&page, bounds), Err(DocumentError::Over(Bound::Expanded(1 << 20))));
    }

    #[test]
    fn rows_that_no_stream_has_are_refused() {
        for wide in ["/Columns 99999999999", "/Columns\n1048577", "/Colors 257"] {
            let outcome = measured(&file(wide, b""), Bounds::default());
            assert!(matches!(outcome, Err(DocumentError::Malformed(_))), "{wide}");
        }
        assert_eq!(measured(&file("/Columns 4 /Colors 3", b""), Bounds::default()), Ok(()));
    }

    #[test]
    fn words_that_are_no_streams_are_let_be() {
        let bounds = Bounds { expanded: 0, ..Bounds::default() };
        assert_eq!(measured(b"a stream of words\nstream\nplain\nendstream\n", bounds), Ok(()));
    }
}
