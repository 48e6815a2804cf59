//! The parts of a document that is a zip: its directory read once, each part expanded within bounds.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::bounds::Bounds;
use crate::error::DocumentError;

/// How much of a part is expanded before the ratio counts.
const FREE: u64 = 1 << 20;

/// A document's parts.
pub(crate) struct Package<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    bounds: &'b Bounds,
    left: u64,
}

impl<'b> Package<'b> {
    pub(crate) fn open(bytes: &'b [u8], bounds: &'b Bounds) -> Result<Self, DocumentError> {
        // How a compound file begins, which is what a document under a password is wrapped in.
        if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
            return Err(DocumentError::Encrypted);
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(refused)?;
        if zip.len() > bounds.parts {
            return Err(DocumentError::Larger { what: "the number of its parts", most: bounds.parts as u64 });
        }
        Ok(Self { zip, bounds, left: bounds.expanded })
    }

    /// A part's bytes; `None` where there is none of this name.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, DocumentError> {
        let mut bytes = Vec::new();
        match self.zip.index_for_name(name) {
            None => Ok(None),
            Some(index) => {
                self.expand(index, &mut |piece| bytes.extend_from_slice(piece))?;
                Ok(Some(bytes))
            }
        }
    }

    /// A part that must be there.
    pub(crate) fn needed(&mut self, name: &str) -> Result<Vec<u8>, DocumentError> {
        self.part(name)?.ok_or_else(|| DocumentError::damaged(format!("it has no part {name}")))
    }

    /// Expands every part once without keeping it: a library that is given the whole file after that expands no more.
    pub(crate) fn check(&mut self) -> Result<(), DocumentError> {
        (0..self.zip.len()).try_for_each(|index| self.expand(index, &mut |_| ()))
    }

    fn expand(&mut self, index: usize, keep: &mut dyn FnMut(&[u8])) -> Result<(), DocumentError> {
        let mut file = self.zip.by_index(index).map_err(refused)?;
        let packed = file.compressed_size();
        let (mut expanded, mut buffer) = (0_u64, vec![0; 1 << 16]);
        loop {
            let read = file.read(&mut buffer).map_err(DocumentError::damaged)?;
            if read == 0 {
                return Ok(());
            }
            expanded += read as u64;
            if expanded > FREE && expanded > packed.saturating_mul(self.bounds.ratio) {
                return Err(DocumentError::Bomb(self.bounds.ratio));
            }
            let most = self.bounds.expanded;
            let too_large = DocumentError::Larger { what: "what its parts expand to", most };
            self.left = self.left.checked_sub(read as u64).ok_or(too_large)?;
            keep(buffer.get(..read).unwrap_or_default());
        }
    }
}

fn refused(error: ZipError) -> DocumentError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            DocumentError::Encrypted
        }
        other => DocumentError::damaged(other),
    }
}
