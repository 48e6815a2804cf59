//! Bytes that are cut, changed, or no archive: no panic, and no wrong text.

use crate::{Archive, ArchiveError, Kind};
use proptest::prelude::*;
use tar::EntryType::Regular;

use super::made::{open, packed, stored, tar, text, zip};

const MEMBERS: [(&str, &[u8]); 3] =
    [("a.txt", b"the first text"), ("b/c.txt", b"another text, which is longer"), ("empty", b"")];

fn plain() -> Vec<u8> {
    tar(&MEMBERS.map(|(name, contents)| (name, Regular, contents)))
}

fn each() -> [(Kind, Vec<u8>); 3] {
    [(Kind::Tar, plain()), (Kind::TarGz, packed(&plain())), (Kind::Zip, zip(&MEMBERS))]
}

/// What is there is whole.
fn holds(archive: &mut Archive) {
    for (name, contents) in MEMBERS {
        if archive.find(name).is_ok() {
            assert_eq!(archive.read_whole(name).unwrap(), contents, "{name}");
        }
    }
}

#[test]
fn cut_at_every_byte() {
    for (kind, bytes) in each() {
        for cut in 0..bytes.len() {
            match open(kind, &bytes[..cut]) {
                Ok(mut archive) => {
                    // A tar may lack padding and end mark; its members are whole or not there.
                    assert_eq!(kind, Kind::Tar, "cut at {cut}");
                    holds(&mut archive);
                }
                Err(ArchiveError::Truncated | ArchiveError::NotAnArchive(_)) => {}
                Err(other) => panic!("{kind:?} cut at {cut}: {other:?}"),
            }
        }
        holds(&mut open(kind, &bytes).unwrap());
    }
}

#[test]
fn an_inner_archive_does_not_pass_for_the_outer_one() {
    for inner in [zip(&[("inner.txt", b"inner")]), zip(&[])] {
        let outer = zip(&[("a.txt", b"first"), ("inner.zip", &inner), ("z.txt", b"last")]);
        let stored = stored(&[("a.txt", b"first"), ("inner.zip", &inner), ("z.txt", b"last")]);
        for bytes in [outer, stored] {
            for cut in 4..bytes.len() {
                let refusal = open(Kind::Zip, &bytes[..cut]).unwrap_err();
                assert!(matches!(refusal, ArchiveError::Truncated | ArchiveError::Damaged(_)), "{refusal:?}");
            }
        }
    }
    // Behind something else it is found, as a program that unpacks itself has it.
    let mut archive = open(Kind::Zip, &[b"#!/bin/sh\n".to_vec(), zip(&MEMBERS)].concat()).unwrap();
    assert_eq!(text(&mut archive, "a.txt").unwrap(), "the first text");
}

#[test]
fn what_is_no_archive_is_called_so() {
    for kind in [Kind::Tar, Kind::TarGz, Kind::Zip] {
        for bytes in [b"".as_slice(), b"short", &[b'x'; 4_000], b"\x1f\x8b", b"PK"] {
            let refusal = open(kind, bytes).unwrap_err();
            let packed_start = kind == Kind::TarGz && bytes.starts_with(b"\x1f\x8b");
            assert!(
                matches!(refusal, ArchiveError::NotAnArchive(of) if of == kind) || packed_start,
                "{kind:?} {refusal:?}"
            );
        }
    }
    let refusal = open(Kind::TarGz, &packed(b"only packed text, and short")).unwrap_err();
    assert_eq!(refusal.to_string(), "not a gzip-compressed tar archive");
}

#[test]
fn every_refusal_is_one_line() {
    for (kind, bytes) in each() {
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x55;
            let refusal = match open(kind, &changed) {
                Ok(mut archive) => MEMBERS.iter().find_map(|(name, _)| text(&mut archive, name).err()),
                Err(refusal) => Some(refusal),
            };
            let said = refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            assert!(!said.contains(['\n', '\0']) && said.len() < 200, "{said:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_checked_archive_gives_right_text_or_none(
        at in any::<prop::sample::Index>(), flip in 1_u8.., packed_tar in any::<bool>()
    ) {
        let [_, gz, zip] = each();
        let (kind, mut bytes) = if packed_tar { gz } else { zip };
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(mut archive) = open(kind, &bytes) {
            // A zip's names and sizes have no checksum, but what bears a right name in it may be another member.
            for (name, contents) in MEMBERS {
                if let Ok(read) = archive.read_whole(name) {
                    prop_assert!(
                        read == contents || kind == Kind::Zip && MEMBERS.iter().any(|(_, other)| read == *other)
                    );
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        for kind in [Kind::Tar, Kind::TarGz, Kind::Zip] {
            let _ = open(kind, &bytes).map(|archive| archive.list("").map(|listing| listing.more));
        }
    }
}
