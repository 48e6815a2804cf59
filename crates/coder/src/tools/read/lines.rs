//! Lines of a stream, each held only as far as it can be shown.

use std::io::{self, BufRead};

use memchr::memchr;

/// A line, as far as it was held.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Its first bytes, its end not among them.
    pub(super) bytes: Vec<u8>,
    /// How many bytes it has without its end.
    pub(super) length: u64,
    /// What ends it: `\n`, or nothing at the end of the stream. A CR belongs to the bytes.
    pub(super) ended: bool,
}

impl Line {
    /// Whether all of it is here.
    pub(super) fn is_whole(&self) -> bool {
        self.bytes.len() as u64 == self.length
    }
}

/// The next line, at most `most` bytes of it held; `None` at the end.
pub(super) fn next(reader: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    let mut line = Line::default();
    let mut begun = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(begun.then_some(line));
        }
        begun = true;
        let end = memchr(b'\n', buffer);
        let part = buffer.get(..end.unwrap_or(buffer.len())).expect("an end inside the buffer");
        let room = most.saturating_sub(line.bytes.len()).min(part.len());
        line.bytes.extend_from_slice(part.get(..room).expect("no more than there is"));
        line.length += part.len() as u64;
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            line.ended = true;
            return Ok(Some(line));
        }
    }
}

/// Passes over whole lines, at most `most`; gives how many there were.
pub(super) fn pass(reader: &mut impl BufRead, most: u64) -> io::Result<u64> {
    let (mut passed, mut begun) = (0, false);
    while passed < most {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(passed + u64::from(begun));
        }
        let ends = memchr::memchr_iter(b'\n', buffer).count() as u64;
        if passed + ends < most {
            begun = buffer.last() != Some(&b'\n');
            passed += ends;
            let used = buffer.len();
            reader.consume(used);
            continue;
        }
        let last = usize::try_from(most - passed - 1).expect("no more than there are in a buffer");
        let used = memchr::memchr_iter(b'\n', buffer).nth(last).expect("there are so many") + 1;
        reader.consume(used);
        return Ok(most);
    }
    Ok(passed)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// However the stream is buffered, lines and counts are those of the whole text.
        #[test]
        fn lines_are_the_text_s(text in "[ab\r\n]{0,40}", buffer in 1_usize..9, skip in 0_u64..9, most in 0_usize..5) {
            let mut reader = BufReader::with_capacity(buffer, text.as_bytes());
            let all: Vec<&str> = text.split_terminator('\n').collect();
            let passed = pass(&mut reader, skip).unwrap();
            prop_assert_eq!(passed, skip.min(all.len() as u64));
            for line in all.iter().skip(usize::try_from(passed).unwrap()) {
                let read = next(&mut reader, most).unwrap().unwrap();
                prop_assert_eq!(read.length, line.len() as u64);
                prop_assert_eq!(&read.bytes, &line.as_bytes()[..most.min(line.len())]);
            }
            prop_assert!(next(&mut reader, most).unwrap().is_none());
        }
    }
}
