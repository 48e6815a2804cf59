//! What only a tar has: links, long names, extended headers, sparse files.

use std::io::Read;

use crate::{ArchiveError, Bounds, Kind};
use tar::EntryType::{self, Directory, Fifo, GNULongName, Link, Regular, Symlink, XGlobalHeader, XHeader};

use super::made::{bounded, entries, header, listed, open, packed, tar, text};

/// One record of an extended header.
fn record(key: &str, value: &str) -> String {
    let rest = format!(" {key}={value}\n");
    let length = (1..10_000).find(|length: &usize| length.to_string().len() + rest.len() == *length).unwrap();
    format!("{length}{rest}")
}

#[test]
fn links_and_special_files_are_neither_listed_nor_followed() {
    let mut link = header(b"s/l", Symlink, 0);
    link.set_link_name("/etc").unwrap();
    link.set_cksum();
    let mut bytes = link.as_bytes().to_vec();
    bytes.extend(tar(&[
        ("s/t", Regular, b"t"),
        ("s/h", Link, b""),
        ("s/fifo", Fifo, b""),
        ("s/l/below", Regular, b"a name like any other"),
    ]));
    let mut archive = open(Kind::Tar, &bytes).unwrap();
    assert_eq!(listed(&archive, "s"), ["l/", "t 1"]);
    assert_eq!(archive.list("").unwrap().skipped, 3);
    for gone in ["s/h", "s/fifo", "s/l/hostname"] {
        assert!(matches!(archive.read(gone), Err(ArchiveError::Missing)), "{gone}");
    }
    assert_eq!(text(&mut archive, "s/l/below").unwrap(), "a name like any other");
}

#[test]
fn the_last_of_a_name_is_read() {
    let bytes = tar(&[
        ("a", Regular, b"first"),
        ("b", Regular, b"between"),
        ("./a", Regular, b"last one"),
        ("gone", Regular, b"x"),
        ("gone", Symlink, b""),
    ]);
    let mut archive = open(Kind::Tar, &bytes).unwrap();
    assert_eq!(listed(&archive, ""), ["a 8", "b 7"]);
    assert_eq!(text(&mut archive, "a").unwrap(), "last one");
    assert!(matches!(archive.read("gone"), Err(ArchiveError::Missing)));
}

#[test]
fn long_names_and_extended_headers_name_what_follows() {
    let long = format!("{}/end.txt", "folder".repeat(30));
    let extended = record("path", "pax/näme.txt") + &record("size", "5");
    let bytes = tar(&[
        ("global", XGlobalHeader, record("comment", "of all").as_bytes()),
        ("././@LongLink", GNULongName, format!("{long}\0").as_bytes()),
        ("folderfolder", Regular, b"long"),
        ("pax", XHeader, extended.as_bytes()),
        ("short", Regular, b"paxed"),
        ("old/", EntryType::Regular, b""),
        ("dir", Directory, b""),
    ]);
    let mut archive = open(Kind::TarGz, &packed(&bytes)).unwrap();
    assert_eq!(text(&mut archive, &long).unwrap(), "long");
    assert_eq!(text(&mut archive, "pax/näme.txt").unwrap(), "paxed");
    assert_eq!(listed(&archive, ""), ["dir/", &format!("{}/", "folder".repeat(30)), "old/", "pax/"]);
    assert_eq!(archive.list("").unwrap().skipped, 0);
}

#[test]
fn headers_before_a_member_are_bounded() {
    let (huge, too_long) = ("n".repeat(2 << 20), "n".repeat(5 << 10));
    let bytes = tar(&[("././@LongLink", GNULongName, huge.as_bytes()), ("n", Regular, b"")]);
    assert!(matches!(open(Kind::Tar, &bytes), Err(ArchiveError::Headers(_))));
    let bytes = tar(&[
        ("././@LongLink", GNULongName, too_long.as_bytes()),
        ("n", Regular, b""),
        ("m", Regular, b"m"),
    ]);
    let archive = open(Kind::Tar, &bytes).unwrap();
    assert_eq!((listed(&archive, ""), archive.list("").unwrap().skipped), (vec!["m 1".to_owned()], 1));
}

/// A sparse file as the GNU format has it: `at` bytes of hole, then the data.
fn sparse(at: u64, data: &[u8]) -> Vec<u8> {
    let mut header = header(b"holes", EntryType::GNUSparse, data.len() as u64);
    let octal = |field: &mut [u8], number: u64| field.copy_from_slice(format!("{number:011o}\0").as_bytes());
    let gnu = header.as_gnu_mut().unwrap();
    octal(&mut gnu.sparse[0].offset, at);
    octal(&mut gnu.sparse[0].numbytes, data.len() as u64);
    octal(&mut gnu.realsize, at + data.len() as u64);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(data);
    bytes.resize(bytes.len().next_multiple_of(512) + 1024, 0);
    bytes
}

#[test]
fn holes_are_zeros_and_count_as_expanded() {
    let mut archive = open(Kind::Tar, &sparse(1024, b"data")).unwrap();
    assert_eq!(listed(&archive, ""), ["holes 1028"]);
    assert_eq!(text(&mut archive, "holes").unwrap(), "\0".repeat(1024) + "data");
    let mut archive = open(Kind::Tar, &sparse(1 << 32, b"data")).unwrap();
    assert_eq!(listed(&archive, ""), [format!("holes {}", (1_u64 << 32) + 4)]);
    assert!(matches!(text(&mut archive, "holes"), Err(ArchiveError::Bomb(200))));
}

#[test]
fn a_sparse_file_of_the_pax_format_is_listed_as_what_it_is_and_not_read() {
    let extended = record("GNU.sparse.major", "1")
        + &record("GNU.sparse.name", "real")
        + &record("GNU.sparse.realsize", "4096");
    let bytes = tar(&[("x", XHeader, extended.as_bytes()), ("GNUSparseFile.0/real", Regular, b"1\n0\n4\n")]);
    let mut archive = open(Kind::Tar, &bytes).unwrap();
    assert_eq!(listed(&archive, ""), ["real 4096"]);
    assert!(matches!(text(&mut archive, "real"), Err(ArchiveError::Unsupported(_))));
}

#[test]
fn an_archive_without_its_end_says_so() {
    let given = [("a", Regular, b"a".as_slice())];
    assert!(open(Kind::Tar, &entries(&given)).unwrap().list("").unwrap().unfinished);
    assert!(open(Kind::TarGz, &packed(&entries(&given))).unwrap().list("").unwrap().unfinished);
    assert!(!open(Kind::Tar, &tar(&given)).unwrap().list("").unwrap().unfinished);
    assert!(!open(Kind::TarGz, &packed(&tar(&given))).unwrap().list("").unwrap().unfinished);
    assert_eq!(listed(&open(Kind::Tar, &tar(&[])).unwrap(), ""), [""; 0]);
}

#[test]
fn entries_are_counted() {
    let bytes = tar(&[("a", Regular, b""), ("b", Symlink, b""), ("c", Regular, b"")]);
    let bounds = |entries| Bounds { entries, ..Bounds::default() };
    assert!(bounded(Kind::Tar, &bytes, bounds(3)).is_ok());
    assert!(matches!(bounded(Kind::Tar, &bytes, bounds(2)), Err(ArchiveError::Entries(2))));
}

#[test]
fn a_name_that_is_not_utf8_goes_by_what_is_shown() {
    let mut bytes = header(b"caf\xe9", Regular, 2).as_bytes().to_vec();
    bytes.extend_from_slice(b"ok");
    bytes.resize(2048, 0);
    let mut archive = open(Kind::Tar, &bytes).unwrap();
    let name = archive.list("").unwrap().entries[0].name.clone();
    assert_eq!(name, "caf\u{fffd}");
    let mut read = String::new();
    archive.read(&name).unwrap().read_to_string(&mut read).unwrap();
    assert_eq!(read, "ok");
}
