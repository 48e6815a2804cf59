//! Little that would become much.

use std::io::{Read, Write};

use crate::{ArchiveError, Bounds, Kind};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::EntryType::Regular;

use super::made::{bounded, listed, open, packed, tar, text, zip};

const MIB: usize = 1 << 20;

#[test]
fn ten_mebibytes_of_zeros_in_ten_kilobytes_are_listed_and_refused() {
    let bytes = zip(&[("zeros", &vec![0; 10 * MIB]), ("fine", b"text")]);
    assert!(bytes.len() < 20 << 10);
    let mut archive = open(Kind::Zip, &bytes).unwrap();
    assert_eq!(listed(&archive, ""), ["fine 4", "zeros 10485760"]);
    assert!(matches!(archive.read("zeros"), Err(ArchiveError::Bomb(200))));
    assert!(matches!(archive.read_whole("zeros"), Err(ArchiveError::Bomb(200))));
    assert_eq!(text(&mut archive, "fine").unwrap(), "text");
}

#[test]
fn a_header_that_hides_the_bomb_does_not_help_it() {
    // The directory says that eight megabytes went in, and none did.
    let bytes = zip(&[("zeros", &vec![0; 10 * MIB])]);
    let at = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() + 20;
    let mut lying = bytes.clone();
    lying[at..at + 4].copy_from_slice(&(8_u32 << 20).to_le_bytes());
    let mut archive = open(Kind::Zip, &lying).unwrap();
    let mut expanded = Vec::new();
    let refusal = archive.read("zeros").unwrap().read_to_end(&mut expanded).unwrap_err();
    assert!(matches!(ArchiveError::from(refusal), ArchiveError::Bomb(200)));
    assert!(expanded.len() <= 10 * MIB / 2, "{} bytes came out", expanded.len());
}

#[test]
fn what_is_within_the_free_mebibyte_or_the_ratio_is_read() {
    let mut archive = open(Kind::Zip, &zip(&[("zeros", &vec![0; MIB])])).unwrap();
    assert_eq!(archive.read_whole("zeros").unwrap().len(), MIB);
    let lines: String = (0..400_000).flat_map(|number: u32| [number.to_string(), "\n".to_owned()]).collect();
    let mut archive = open(Kind::Zip, &zip(&[("lines", lines.as_bytes())])).unwrap();
    assert!(text(&mut archive, "lines").unwrap() == lines);
}

#[test]
fn a_packed_tar_is_refused_before_it_is_expanded() {
    // Four gibibytes behind a header, of which the first ones are enough.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(super::made::header(b"zeros", Regular, 4 << 30).as_bytes()).unwrap();
    for _ in 0..16 {
        encoder.write_all(&vec![0; MIB]).unwrap();
    }
    let mut bytes = encoder.finish().unwrap();
    bytes.truncate(bytes.len() - 8);
    assert!(matches!(open(Kind::TarGz, &bytes), Err(ArchiveError::Bomb(_))));
    // And in what stands behind the end mark.
    let padded = [tar(&[("a", Regular, b"a")]), vec![0; 8 * MIB]].concat();
    assert!(matches!(open(Kind::TarGz, &packed(&padded)), Err(ArchiveError::Bomb(_))));
}

#[test]
fn a_packed_tar_is_bounded_as_a_whole() {
    let bytes = packed(&tar(&[("a", Regular, &vec![b'a'; 9_000])]));
    let bounds = Bounds { expanded: 8_000, ..Bounds::default() };
    assert!(matches!(bounded(Kind::TarGz, &bytes, bounds), Err(ArchiveError::Expanded(8_000))));
}

#[test]
fn bombs_in_bombs_are_files() {
    let inner = zip(&[("zeros", &vec![0; 10 * MIB])]);
    let copies: Vec<(String, &[u8])> = (0..16).map(|number| (format!("{number}.zip"), &inner[..])).collect();
    let copies: Vec<(&str, &[u8])> = copies.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let mut archive = open(Kind::Zip, &zip(&copies)).unwrap();
    assert_eq!(archive.read_whole("7.zip").unwrap(), inner);
}

#[test]
fn a_member_is_read_whole_up_to_its_bound_and_streamed_beyond() {
    let bytes = tar(&[("a", Regular, b"0123456789")]);
    let bounds = Bounds { whole: 9, ..Bounds::default() };
    let mut archive = bounded(Kind::Tar, &bytes, bounds).unwrap();
    assert!(matches!(archive.read_whole("a"), Err(ArchiveError::Whole { size: 10, bound: 9 })));
    assert_eq!(text(&mut archive, "a").unwrap(), "0123456789");
}
