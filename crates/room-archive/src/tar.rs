//! Tar: a pass over the headers, and a second one up to the member that is read.

use std::fs::File;

use tar::{Archive, Entry, EntryType};

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::guard::Guard;
use crate::index::{Found, Index};
use crate::kind::Kind;
use crate::reader::MemberReader;
use crate::tape::Tape;

/// A tar file, and the stream of the member that was asked for last.
pub(crate) struct Tar {
    file: File,
    kind: Kind,
    bounds: Bounds,
    stream: Option<Archive<Tape>>,
}

impl Tar {
    /// Passes over the whole archive and takes its entries up.
    pub(crate) fn open(
        file: File,
        kind: Kind,
        index: &mut Index,
        bounds: Bounds,
        denied: &dyn Fn(&str) -> bool,
    ) -> Result<Self, ArchiveError> {
        let tar = Self { file, kind, bounds, stream: None };
        let tape = tar.tape()?;
        let fence = tape.fence();
        let mut archive = Archive::new(tape);
        let mut entries = archive.entries_with_seek()?;
        let mut taken = 0;
        loop {
            fence.close();
            let mut entry = match entries.next() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) => return Err(tar.refusal(error.into(), taken, fence.ended())),
                None => break,
            };
            let (name, found) = met(&mut entry, taken)?;
            if let Some(found) = found {
                index.add(&name, found, denied)?;
            }
            taken += 1;
        }
        index.unfinished = fence.is_untouched();
        if taken == 0 && index.unfinished {
            return Err(ArchiveError::NotAnArchive(kind));
        }
        archive.into_inner().finish()?;
        Ok(tar)
    }

    /// A member by its place among the entries.
    pub(crate) fn read(&mut self, wanted: usize, size: u64) -> Result<MemberReader<'_>, ArchiveError> {
        let tape = self.tape()?;
        let (fence, consumed) = (tape.fence(), tape.consumed());
        let mut entries = self.stream.insert(Archive::new(tape)).entries_with_seek()?;
        for _ in 0..wanted {
            fence.close();
            entries.next().transpose()?;
        }
        fence.close();
        let mut entry = entries.next().transpose()?.ok_or(ArchiveError::Truncated)?;
        fence.open();
        if sparse(&mut entry)?.is_some() {
            return Err(ArchiveError::Unsupported("a sparse file in the pax format".to_owned()));
        }
        if entry.header().entry_type().is_gnu_sparse() {
            // Its holes are expanded out of nothing.
            let guard = Guard::new(entry, self.bounds, u64::MAX, consumed);
            return Ok(MemberReader::new(guard, size));
        }
        Ok(MemberReader::new(entry, size))
    }

    fn tape(&self) -> Result<Tape, ArchiveError> {
        Tape::new(self.file.try_clone()?, self.kind, self.bounds)
    }

    /// What a failed pass means: no tar at all where not one header was right.
    fn refusal(&self, error: ArchiveError, taken: usize, ended: bool) -> ArchiveError {
        match error {
            ArchiveError::Damaged(_) if taken == 0 => ArchiveError::NotAnArchive(self.kind),
            ArchiveError::Damaged(_) if ended => ArchiveError::Truncated,
            other => other,
        }
    }
}

/// What an entry is: nothing where it only describes others.
fn met(entry: &mut Entry<'_, Tape>, place: usize) -> Result<(String, Option<Found>), ArchiveError> {
    let sparse = sparse(entry)?;
    let name = match &sparse {
        Some(Sparse { name: Some(name), .. }) => name.clone(),
        _ => String::from_utf8_lossy(&entry.path_bytes()).into_owned(),
    };
    let size = sparse.map_or(entry.size(), |sparse| sparse.size);
    let found = match entry.header().entry_type() {
        EntryType::XGlobalHeader => return Ok((name, None)),
        // What was before there was a type for it.
        EntryType::Regular if name.ends_with('/') => Found::Folder,
        EntryType::Directory => Found::Folder,
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
            Found::File { entry: place, size }
        }
        _ => Found::Other,
    };
    Ok((name, Some(found)))
}

/// What pax headers say of a sparse file, whose contents the tar library would give without the holes.
struct Sparse {
    name: Option<String>,
    size: u64,
}

fn sparse(entry: &mut Entry<'_, Tape>) -> Result<Option<Sparse>, ArchiveError> {
    let mut sparse = Sparse { name: None, size: entry.size() };
    let mut is_sparse = false;
    for field in entry.pax_extensions()?.into_iter().flatten().flatten() {
        is_sparse |= field.key_bytes().starts_with(b"GNU.sparse.");
        let value = field.value().unwrap_or_default();
        match field.key_bytes() {
            b"GNU.sparse.name" => sparse.name = Some(value.to_owned()),
            b"GNU.sparse.realsize" | b"GNU.sparse.size" => {
                sparse.size = value.parse().unwrap_or(sparse.size);
            }
            _ => {}
        }
    }
    Ok(is_sparse.then_some(sparse))
}
