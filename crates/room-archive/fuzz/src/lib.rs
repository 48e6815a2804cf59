//! What the fuzz targets share: a file with the fuzzer's bytes, and archives of the fuzzer's names.

use std::fs::File;
use std::io::{Cursor, Seek, SeekFrom, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A file without a name with these bytes.
pub fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("the file is ours");
    file.seek(SeekFrom::Start(0)).expect("the file is ours");
    file
}

/// A zip whose members hold their own names; nothing where the library refuses a name.
pub fn packed(names: &[String]) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        writer.start_file(name.as_str(), SimpleFileOptions::default()).ok()?;
        writer.write_all(name.as_bytes()).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}

/// A tar whose members hold their own names. Each name's length decides what kind of entry it is.
pub fn taped(names: &[String]) -> Vec<u8> {
    const KINDS: [EntryType; 8] = [
        EntryType::Regular,
        EntryType::XHeader,
        EntryType::GNULongName,
        EntryType::GNUSparse,
        EntryType::Regular,
        EntryType::Directory,
        EntryType::Symlink,
        EntryType::XGlobalHeader,
    ];
    let mut bytes = Vec::new();
    for name in names {
        let mut header = Header::new_gnu();
        for (into, from) in header.as_old_mut().name.iter_mut().zip(name.as_bytes()) {
            *into = *from;
        }
        header.set_entry_type(KINDS[name.len() % KINDS.len()]);
        header.set_size(name.len() as u64);
        header.set_cksum();
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

/// Bytes compressed as `.gz`.
pub fn squeezed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}
