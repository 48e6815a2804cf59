//! What only a zip has: encryption, methods, headers that contradict the contents.

use std::io::{Cursor, Write};

use crate::{ArchiveError, Bounds, Kind};
use zip::ZipWriter;
use zip::unstable::write::FileOptionsExt;
use zip::write::SimpleFileOptions;

use super::made::{bounded, exchanged, listed, open, stored, text, zip};

fn with(name: &str, contents: &[u8], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, options).unwrap();
    writer.write_all(contents).unwrap();
    writer.finish().unwrap().into_inner()
}

/// The central directory's record with a field exchanged, by the field's offset in it.
fn central(bytes: &[u8], offset: usize, field: &[u8]) -> Vec<u8> {
    let at = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() + offset;
    let mut bytes = bytes.to_vec();
    bytes[at..at + field.len()].copy_from_slice(field);
    bytes
}

#[test]
fn folders_are_listed_and_links_are_not() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_directory("dirent/", SimpleFileOptions::default()).unwrap();
    writer.add_symlink("link", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let mut archive = open(Kind::Zip, &writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(listed(&archive, ""), ["dirent/"]);
    assert_eq!(archive.list("").unwrap().skipped, 1);
    assert!(matches!(archive.read("link"), Err(ArchiveError::Missing)));
}

#[test]
fn an_encrypted_member_is_listed_and_refused() {
    let options = SimpleFileOptions::default().with_deprecated_encryption(b"word").unwrap();
    let mut archive = open(Kind::Zip, &with("secret", b"text", options)).unwrap();
    assert_eq!(listed(&archive, ""), ["secret 4"]);
    assert!(matches!(archive.read("secret"), Err(ArchiveError::Encrypted)));
}

#[test]
fn an_unknown_method_is_named() {
    let bytes = central(&zip(&[("a", b"text")]), 10, &[14, 0]);
    let mut archive = open(Kind::Zip, &bytes).unwrap();
    let refusal = archive.read("a").unwrap_err();
    assert!(matches!(&refusal, ArchiveError::Unsupported(what) if what.contains("Lzma")), "{refusal}");
}

#[test]
fn a_size_that_lies_is_found_out() {
    for bytes in [zip(&[("a", b"eight by")]), stored(&[("a", b"eight by")])] {
        for lie in [0_u32, 3, 7, 9, 800] {
            let mut archive = open(Kind::Zip, &central(&bytes, 24, &lie.to_le_bytes())).unwrap();
            let refusal = text(&mut archive, "a").unwrap_err();
            assert!(
                matches!(refusal, ArchiveError::Damaged(_) | ArchiveError::Truncated),
                "{lie}: {refusal:?}"
            );
        }
    }
}

#[test]
fn contents_that_were_changed_are_found_out() {
    let bytes = exchanged(&stored(&[("a", b"eight by")]), b"eight by", b"night by");
    let refusal = text(&mut open(Kind::Zip, &bytes).unwrap(), "a").unwrap_err();
    assert!(matches!(refusal, ArchiveError::Damaged(_)), "{refusal:?}");
}

#[test]
fn the_last_of_a_name_is_read() {
    let bytes = zip(&[("./a", b"first"), ("x", b"x"), ("/./a", b"last one")]);
    let mut archive = open(Kind::Zip, &bytes).unwrap();
    assert_eq!(listed(&archive, ""), ["a 8", "x 1"]);
    assert_eq!(text(&mut archive, "a").unwrap(), "last one");
    // And where they are the same to a letter.
    let same = exchanged(&zip(&[("a", b"first"), ("b", b"second")]), b"b", b"a");
    let mut archive = open(Kind::Zip, &same).unwrap();
    assert_eq!(text(&mut archive, "a").unwrap(), "second");
}

#[test]
fn entries_are_counted_before_they_are_read() {
    let bytes = zip(&[("a", b""), ("b", b""), ("c", b"")]);
    let bounds = Bounds { entries: 2, ..Bounds::default() };
    assert!(matches!(bounded(Kind::Zip, &bytes, bounds), Err(ArchiveError::Entries(2))));
    assert_eq!(listed(&open(Kind::Zip, &zip(&[])).unwrap(), ""), [""; 0]);
}

#[test]
fn entries_that_overlap_are_each_read_alone() {
    // Both records of the directory point to the first member's bytes.
    let two = zip(&[("a", b"text"), ("b", b"text")]);
    let bytes = central(&two, 42, &[0, 0, 0, 0]);
    let mut archive = open(Kind::Zip, &bytes).unwrap();
    assert_eq!(text(&mut archive, "a").unwrap(), "text");
    assert_eq!(text(&mut archive, "b").unwrap(), "text");
}
