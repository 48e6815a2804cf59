//! What is listed and found, the same for every kind.

use crate::{Archive, ArchiveError, Bounds, Kind, Member};
use tar::EntryType::Regular;

use super::made::{file, listed, open, packed, tar, text, zip};

const LINES: &[u8] = b"one\ntwo\n";

/// The same members in every kind.
fn each() -> [(Kind, Vec<u8>); 3] {
    let members: [(&str, &[u8]); 6] = [
        ("./src/a.txt", LINES),
        ("README.md", b"readme"),
        ("bin.dat", b"\0\x01\x02"),
        ("src//deep/d.txt", b"d"),
        ("/zero", b""),
        ("c:d.txt", b"colon"),
    ];
    let plain = tar(&members.map(|(name, contents)| (name, Regular, contents)));
    [(Kind::TarGz, packed(&plain)), (Kind::Tar, plain), (Kind::Zip, zip(&members))]
}

#[test]
fn members_are_listed_found_and_read() {
    for (kind, bytes) in each() {
        let mut archive = open(kind, &bytes).unwrap();
        assert_eq!(
            listed(&archive, ""),
            ["bin.dat 3", "c:d.txt 5", "README.md 6", "src/", "zero 0"],
            "{kind:?}"
        );
        assert_eq!(listed(&archive, "src/"), ["a.txt 8", "deep/"]);
        assert_eq!(archive.find("\\src\\a.txt").unwrap(), Member::File { size: 8 });
        assert_eq!(archive.find("src/deep").unwrap(), Member::Folder);
        // In any order, again and again.
        for _ in 0..2 {
            assert_eq!(text(&mut archive, "zero").unwrap(), "");
            assert_eq!(text(&mut archive, "/src/./a.txt").unwrap(), "one\ntwo\n");
            assert_eq!(text(&mut archive, "c:d.txt").unwrap(), "colon");
        }
        assert_eq!(archive.read_whole("bin.dat").unwrap(), b"\0\x01\x02");
    }
}

#[test]
fn what_is_not_there_is_told_apart_from_what_is_of_another_kind() {
    for (kind, bytes) in each() {
        let mut archive = open(kind, &bytes).unwrap();
        for missing in ["nope", "src/a.txt/x", "../zero", "src/../zero", "zero\0"] {
            assert!(matches!(archive.find(missing), Err(ArchiveError::Missing)), "{missing}");
            assert!(matches!(archive.list(missing), Err(ArchiveError::Missing)), "{missing}");
            assert!(matches!(archive.read(missing), Err(ArchiveError::Missing)), "{missing}");
        }
        assert!(matches!(archive.list("zero"), Err(ArchiveError::IsAFile)));
        assert!(matches!(archive.read("src"), Err(ArchiveError::IsAFolder)));
        assert!(matches!(archive.read(""), Err(ArchiveError::IsAFolder)));
    }
}

#[test]
fn denied_looks_like_missing() {
    for (kind, bytes) in each() {
        let denied = |name: &str| name == "src/deep" || name == "zero";
        let mut archive = Archive::open(file(&bytes), kind, Bounds::default(), denied).unwrap();
        assert_eq!(listed(&archive, ""), ["bin.dat 3", "c:d.txt 5", "README.md 6", "src/"]);
        assert_eq!(listed(&archive, "src"), ["a.txt 8"]);
        assert_eq!(archive.list("").unwrap().skipped, 0);
        for gone in ["zero", "src/deep", "src/deep/d.txt", "SRC/nope"] {
            let (found, missing) = (archive.read(gone).unwrap_err(), ArchiveError::Missing);
            assert_eq!(format!("{found:?} {found}"), format!("{missing:?} {missing}"));
        }
    }
}

#[test]
fn entries_that_climb_are_dropped_and_counted() {
    let climbing: [(&str, &[u8]); 4] =
        [("../evil.txt", b"evil"), ("a/../../evil", b"evil"), ("/etc/x", b"abs"), ("..\\evil", b"evil")];
    let plain = tar(&climbing.map(|(name, contents)| (name, Regular, contents)));
    for (kind, bytes) in [(Kind::Zip, zip(&climbing)), (Kind::TarGz, packed(&plain)), (Kind::Tar, plain)] {
        let mut archive = open(kind, &bytes).unwrap();
        assert_eq!(listed(&archive, ""), ["etc/"], "{kind:?}");
        assert_eq!(archive.list("").unwrap().skipped, 3);
        assert_eq!(text(&mut archive, "/etc/x").unwrap(), "abs");
        assert!(matches!(archive.read("../evil.txt"), Err(ArchiveError::Missing)));
    }
}

#[test]
fn a_denied_link_is_not_even_counted() {
    let bytes = tar(&[("secret/l", tar::EntryType::Symlink, b"")]);
    let archive = Archive::open(file(&bytes), Kind::Tar, Bounds::default(), |name| name == "secret").unwrap();
    assert_eq!(archive.list("").unwrap(), crate::Listing::default());
}

#[test]
fn an_archive_may_go_to_another_thread() {
    fn goes<T: Send>(_: &T) {}
    goes(&open(Kind::Tar, &tar(&[])).unwrap());
}

#[test]
fn an_archive_in_an_archive_is_a_file() {
    let inner = zip(&[("x", b"inner")]);
    let mut archive = open(Kind::Zip, &zip(&[("inner.zip", &inner)])).unwrap();
    assert!(matches!(archive.read("inner.zip/x"), Err(ArchiveError::Missing)));
    assert_eq!(archive.read_whole("inner.zip").unwrap(), inner);
}
