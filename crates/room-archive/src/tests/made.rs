//! How the tests make archives and look into them.

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use crate::{Archive, ArchiveError, Bounds, Kind};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A file without a name with these bytes.
pub(super) fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file
}

pub(super) fn open(kind: Kind, bytes: &[u8]) -> Result<Archive, ArchiveError> {
    bounded(kind, bytes, Bounds::default())
}

pub(super) fn bounded(kind: Kind, bytes: &[u8], bounds: Bounds) -> Result<Archive, ArchiveError> {
    Archive::open(file(bytes), kind, bounds, |_| false)
}

/// A folder's names, folders with a slash, files with their size.
pub(super) fn listed(archive: &Archive, folder: &str) -> Vec<String> {
    let line = |one: &crate::Listed| {
        if one.folder { format!("{}/", one.name) } else { format!("{} {}", one.name, one.size) }
    };
    archive.list(folder).unwrap().entries.iter().map(line).collect()
}

pub(super) fn text(archive: &mut Archive, member: &str) -> Result<String, ArchiveError> {
    let mut bytes = Vec::new();
    archive.read(member)?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// One block of a tar header with a name as it stands, `..` and all.
pub(super) fn header(name: &[u8], kind: EntryType, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_size(size);
    header.set_cksum();
    header
}

/// A tar of these entries, without its end.
pub(super) fn entries(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, kind, contents) in entries {
        bytes.extend_from_slice(header(name.as_bytes(), *kind, contents.len() as u64).as_bytes());
        bytes.extend_from_slice(contents);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes
}

pub(super) fn tar(given: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut bytes = entries(given);
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A zip of deflated members.
pub(super) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    zipped(members, CompressionMethod::Deflated)
}

/// A zip of members that are not compressed.
pub(super) fn stored(members: &[(&str, &[u8])]) -> Vec<u8> {
    zipped(members, CompressionMethod::Stored)
}

fn zipped(members: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(method);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(contents).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The bytes with every occurrence of some exchanged for as many others.
pub(super) fn exchanged(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> =
        (0..=bytes.len() - old.len()).filter(|at| bytes[*at..].starts_with(old)).collect();
    assert!(!places.is_empty(), "the fixture holds what is exchanged");
    for at in places {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    bytes
}
