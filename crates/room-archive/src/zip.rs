//! Zip: the central directory entry by entry, and a member through its own header.

use std::fs::File;

use zip::read::{ArchiveOffset, Config, ZipFileEntry};
use zip::unstable::read::ZipIterable;
use zip::{SUPPORTED_COMPRESSION_METHODS, ZipReadOptions};

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::guard::Guard;
use crate::index::{Found, Index};
use crate::kind::Kind;
use crate::meter::{Consumed, Metered};
use crate::reader::MemberReader;

/// A zip file. Nothing of the central directory is kept: its entries may be as large as the file.
pub(crate) struct Zip {
    entries: ZipIterable<Metered>,
    consumed: Consumed,
    bounds: Bounds,
}

impl Zip {
    /// Takes the central directory's entries up.
    pub(crate) fn open(
        file: File,
        index: &mut Index,
        bounds: Bounds,
        denied: &dyn Fn(&str) -> bool,
    ) -> Result<Self, ArchiveError> {
        let mut file = Metered::new(file)?;
        let begins_with_member = file.begins_with(&[b"PK\x03\x04"])?;
        let begun = begins_with_member || file.begins_with(&[b"PK\x05\x06"])?;
        let consumed = file.consumed();
        // Only what begins otherwise, as a program that unpacks itself does, may have its archive further on. Else the
        // directory of an archive in an archive would pass for that of the outer one, where that one's is cut off.
        let archive_offset = if begins_with_member { ArchiveOffset::Known(0) } else { ArchiveOffset::Detect };
        let config = Config { archive_offset };
        let mut entries = match ZipIterable::try_new(file, config).map_err(ArchiveError::from) {
            Ok(entries) if begins_with_member && entries.is_empty() => return Err(ArchiveError::Truncated),
            Ok(entries) => entries,
            Err(ArchiveError::Damaged(_) | ArchiveError::Truncated) if begun => {
                return Err(ArchiveError::Truncated);
            }
            Err(ArchiveError::Damaged(_) | ArchiveError::Truncated) => {
                return Err(ArchiveError::NotAnArchive(Kind::Zip));
            }
            Err(other) => return Err(other),
        };
        if entries.len() > bounds.entries {
            return Err(ArchiveError::Entries(bounds.entries));
        }
        for (place, entry) in entries.files()?.enumerate() {
            let entry = entry?;
            // A name that cannot be decoded is skipped like one that climbs.
            let name = entry.name().unwrap_or("..".into());
            index.add(&name, met(&entry, place), denied)?;
        }
        Ok(Self { entries, consumed, bounds })
    }

    /// A member by its place among the entries.
    pub(crate) fn read(&mut self, place: usize, size: u64) -> Result<MemberReader<'_>, ArchiveError> {
        let entry = self.entries.files()?.nth(place).ok_or(ArchiveError::Truncated)??;
        if entry.encrypted() {
            return Err(ArchiveError::Encrypted);
        }
        if !SUPPORTED_COMPRESSION_METHODS.contains(&entry.compression()) {
            return Err(ArchiveError::Unsupported(format!("compression method {}", entry.compression())));
        }
        if self.bounds.is_bomb(size, entry.compressed_size()) {
            return Err(ArchiveError::Bomb(self.bounds.ratio));
        }
        let file = self.entries.files()?.reader_mut();
        let contents = entry.with_reader(file, ZipReadOptions::new())?;
        let guard = Guard::new(contents, self.bounds, u64::MAX, self.consumed.clone());
        Ok(MemberReader::new(guard, size))
    }
}

/// What an entry is.
fn met(entry: &ZipFileEntry<'_>, place: usize) -> Found {
    const FORMAT: u32 = 0o170_000;
    const REGULAR: u32 = 0o100_000;
    const FOLDER: u32 = 0o040_000;
    if entry.is_dir() {
        return Found::Folder;
    }
    match entry.unix_mode().unwrap_or(0) & FORMAT {
        0 | REGULAR => Found::File { entry: place, size: entry.size() },
        FOLDER => Found::Folder,
        _ => Found::Other,
    }
}
