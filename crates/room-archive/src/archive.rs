//! The calls: an archive opened, listed and read.

use std::fs::File;
use std::io::Read;

use crate::bounds::Bounds;
use crate::error::ArchiveError;
use crate::index::{Index, Listing, Member};
use crate::kind::Kind;
use crate::reader::MemberReader;
use crate::tar::Tar;
use crate::zip::Zip;

/// An archive whose members are known. Its names are taken up once, when it is opened.
///
/// Names are asked for in any spelling of [`MemberName`](crate::MemberName). Of several entries of one name the last
/// counts, be it a link, which is as good as missing; a name that others lie below is a folder whatever else bears it. A
/// name that is not UTF-8 goes by what it looks like with U+FFFD for the rest. An archive in an archive is a file.
pub struct Archive {
    index: Index,
    format: Format,
    bounds: Bounds,
}

enum Format {
    Tar(Box<Tar>),
    Zip(Box<Zip>),
}

impl Archive {
    /// Reads the names. A `.tar.gz` is expanded to its end for it, and thereby checked; nothing of it is kept.
    ///
    /// `denied` is asked about every name and every folder above it, normalised; what it says yes to is not there. The
    /// file has to be one that can be moved in, and its position is moved.
    pub fn open(
        file: File,
        kind: Kind,
        bounds: Bounds,
        denied: impl Fn(&str) -> bool,
    ) -> Result<Self, ArchiveError> {
        let mut index = Index::new(bounds);
        let format = match kind {
            Kind::Tar | Kind::TarGz => {
                Format::Tar(Box::new(Tar::open(file, kind, &mut index, bounds, &denied)?))
            }
            Kind::Zip => Format::Zip(Box::new(Zip::open(file, &mut index, bounds, &denied)?)),
        };
        Ok(Self { index, format, bounds })
    }

    /// What lies directly in a folder; the empty name is the top. [`ArchiveError::IsAFile`] and
    /// [`ArchiveError::Missing`] say that there is none.
    pub fn list(&self, folder: &str) -> Result<Listing, ArchiveError> {
        self.index.list(folder)
    }

    /// What a name stands for.
    pub fn find(&self, member: &str) -> Result<Member, ArchiveError> {
        self.index.find(member)
    }

    /// A file's bytes, streamed, in bounded memory. Only [`Bounds::ratio`] and, for a `.tar.gz`, [`Bounds::expanded`]
    /// limit how many.
    pub fn read(&mut self, member: &str) -> Result<MemberReader<'_>, ArchiveError> {
        let (entry, size) = self.index.file(member)?;
        match &mut self.format {
            Format::Tar(tar) => tar.read(entry, size),
            Format::Zip(zip) => zip.read(entry, size),
        }
    }

    /// A file's bytes at once, up to [`Bounds::whole`].
    pub fn read_whole(&mut self, member: &str) -> Result<Vec<u8>, ArchiveError> {
        let bound = self.bounds.whole;
        let (_, size) = self.index.file(member)?;
        if size > bound {
            return Err(ArchiveError::Whole { size, bound });
        }
        let mut bytes = Vec::new();
        self.read(member)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Archive").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}
