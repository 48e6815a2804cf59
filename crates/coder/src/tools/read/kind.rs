//! What a file holds, told by its first bytes: text in one of the encodings that can be shown, or something else.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

use encoding_rs_io::DecodeReaderBytesBuilder;

/// How much is looked at.
const LOOKED_AT: u64 = 8 << 10;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text without a mark of its encoding: UTF-8, or close to it.
    Plain,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// UTF-16 with a byte order mark, decoded for display.
    Utf16,
    /// No text, and what its first bytes say it is.
    Binary(&'static str),
}

/// First bytes of what is no text, and its name.
const MAGIC: [(&[u8], &str); 12] = [
    (b"\x7fELF", "an ELF program or library"),
    (b"\x89PNG", "a PNG picture (image/png)"),
    (b"\xff\xd8\xff", "a JPEG picture (image/jpeg)"),
    (b"GIF8", "a GIF picture (image/gif)"),
    (b"RIFF", "a RIFF file (WebP, WAV or AVI)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ", "xz data"),
    (b"SQLite format 3\0", "an SQLite database"),
];

impl Kind {
    /// Looks at a file's start, and goes back to it.
    pub(super) fn of(file: &mut File) -> io::Result<Self> {
        let mut start = Vec::new();
        file.by_ref().take(LOOKED_AT).read_to_end(&mut start)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self::of_start(&start))
    }

    fn of_start(start: &[u8]) -> Self {
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Self::Utf16;
        }
        if memchr::memchr(0, start).is_some() {
            let known = MAGIC.iter().find(|(magic, _)| start.starts_with(magic));
            return Self::Binary(known.map_or("no text: it holds NUL bytes", |(_, name)| name));
        }
        if start.starts_with(b"\xef\xbb\xbf") { Self::Utf8Bom } else { Self::Plain }
    }

    /// Looks at the start of what can be read only once, and gives all of it back.
    pub(super) fn of_stream<R: Read>(mut stream: R) -> io::Result<(Self, impl Read)> {
        let mut start = Vec::new();
        stream.by_ref().take(LOOKED_AT).read_to_end(&mut start)?;
        Ok((Self::of_start(&start), Cursor::new(start).chain(stream)))
    }

    /// Bytes as they are read line by line: UTF-16 as UTF-8, and where `marked`, with the byte order mark.
    pub(super) fn reader<'r>(
        self,
        mut bytes: impl Read + 'r,
        marked: bool,
    ) -> io::Result<Box<dyn BufRead + 'r>> {
        const BUFFER: usize = 1 << 18;
        Ok(match self {
            Self::Utf16 => {
                let decoder = DecodeReaderBytesBuilder::new().utf8_passthru(true).build(bytes);
                Box::new(BufReader::with_capacity(BUFFER, decoder))
            }
            Self::Utf8Bom if !marked => {
                bytes.read_exact(&mut [0; 3])?;
                Box::new(BufReader::with_capacity(BUFFER, bytes))
            }
            _ => Box::new(BufReader::with_capacity(BUFFER, bytes)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_in_the_start_is_binary_unless_a_mark_says_utf_16() {
        assert_eq!(Kind::of_start(b"abc"), Kind::Plain);
        assert_eq!(Kind::of_start(b""), Kind::Plain);
        assert_eq!(Kind::of_start(b"\xef\xbb\xbfabc"), Kind::Utf8Bom);
        assert_eq!(Kind::of_start(b"\xff\xfea\0"), Kind::Utf16);
        assert_eq!(Kind::of_start(b"\x7fELF\0"), Kind::Binary("an ELF program or library"));
        assert!(matches!(Kind::of_start(b"a\0b"), Kind::Binary(_)));
        assert_eq!(Kind::of_start(b"caf\xe9"), Kind::Plain);
    }
}
