//! The parts of a ZIP package, unpacked within the bounds.

use std::collections::HashMap;
use std::io::{Cursor, ErrorKind, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::bounds::Budget;
use crate::xml::{Node, Xml, decoded};
use crate::{Bound, DocumentError};

/// What each entry of a ZIP package's directory begins with.
const DIRECTORY_ENTRY: &[u8] = b"PK\x01\x02";

/// A ZIP package, and what may still be unpacked.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    pub(crate) budget: &'a mut Budget,
}

/// Where a part's relationships lead: the part's name and what it is to the first, by relationship id.
pub(crate) type Relations = HashMap<String, Relation>;

/// A relationship of a part.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    /// The last word of the relationship's type: `officeDocument`, `notesSlide`.
    pub(crate) role: String,
    /// The name of the part it leads to.
    pub(crate) part: String,
}

impl<'a> Package<'a> {
    /// A package of so many entries at most. An OLE container in its place is what a password makes of one.
    pub(crate) fn open(bytes: &'a [u8], budget: &'a mut Budget) -> Result<Self, DocumentError> {
        if is_ole(bytes) {
            return Err(if is_encrypted_package(bytes) {
                DocumentError::Password
            } else {
                DocumentError::Malformed(
                    "it is in the format that was used before 2007, whatever its extension says",
                )
            });
        }
        // Counted before the archive is opened: its directory is held in memory.
        let entries =
            memchr::memmem::find_iter(bytes, DIRECTORY_ENTRY).take(budget.bounds.entries.saturating_add(1));
        if entries.count() > budget.bounds.entries {
            return Err(DocumentError::Over(Bound::Entries(budget.bounds.entries)));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| {
            if bytes.starts_with(b"PK\x03\x04") {
                DocumentError::Truncated
            } else {
                DocumentError::Malformed("it is no ZIP package, as files with this extension are")
            }
        })?;
        Ok(Self { archive, budget })
    }

    /// The text of an XML part; none, where there is no such part.
    pub(crate) fn xml(&mut self, name: &str) -> Result<Option<String>, DocumentError> {
        let Some(index) = self.archive.index_for_name(name) else {
            return Ok(None);
        };
        Ok(Some(decoded(&self.read(index)?).into_owned()))
    }

    /// The text of an XML part that has to be there.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, DocumentError> {
        self.xml(name)?
            .ok_or(DocumentError::Malformed("a part is missing that files with this extension have"))
    }

    /// Unpacks everything once and keeps none of it, so that a reader that knows no bounds may unpack it again. Each
    /// part is looked at.
    pub(crate) fn measure(
        &mut self,
        look: impl Fn(&[u8]) -> Result<(), DocumentError>,
    ) -> Result<(), DocumentError> {
        (0..self.archive.len()).try_for_each(|index| look(&self.read(index)?))
    }

    /// The part that the package is about, by its root relationships.
    pub(crate) fn main_part(&mut self, otherwise: &str) -> Result<String, DocumentError> {
        let relations = self.relations("")?;
        let main = relations.into_values().find(|relation| relation.role == "officeDocument");
        Ok(main.map_or_else(|| otherwise.to_owned(), |relation| relation.part))
    }

    /// The relationships of a part (of the package itself: the empty name).
    pub(crate) fn relations(&mut self, part: &str) -> Result<Relations, DocumentError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let name = resolve(folder, &format!("_rels/{file}.rels"));
        let mut relations = Relations::new();
        let Some(text) = self.xml(&name)? else {
            return Ok(relations);
        };
        let mut xml = Xml::new(&text);
        while let Some(node) = xml.next()? {
            let Node::Open(tag) = node else { continue };
            if let (Some(id), Some(target)) = (tag.attribute("Id"), tag.attribute("Target")) {
                let role = tag.attribute("Type").unwrap_or_default();
                let role = role.rsplit('/').next().unwrap_or_default().to_owned();
                relations.insert(id, Relation { role, part: resolve(folder, &target) });
            }
        }
        Ok(relations)
    }

    fn read(&mut self, index: usize) -> Result<Vec<u8>, DocumentError> {
        let file = self.archive.by_index(index).map_err(|error| unreadable(&error))?;
        let packed = file.compressed_size();
        let room = self.budget.room(packed);
        let mut bytes = Vec::new();
        let read = file.take(room.saturating_add(1)).read_to_end(&mut bytes);
        self.budget.unpacked(packed, bytes.len() as u64)?;
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => DocumentError::Truncated,
            _ => DocumentError::Malformed("a part of its ZIP package is damaged"),
        })?;
        Ok(bytes)
    }
}

fn unreadable(error: &ZipError) -> DocumentError {
    match error {
        ZipError::InvalidPassword => DocumentError::Password,
        ZipError::UnsupportedArchive(what) if *what == ZipError::PASSWORD_REQUIRED => DocumentError::Password,
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            DocumentError::Malformed("a part is packed in a way that is not supported")
        }
        _ => DocumentError::Malformed("a part of its ZIP package is damaged"),
    }
}

/// The name of the part that `target` leads to from a folder.
pub(crate) fn resolve(folder: &str, target: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    let from = if target.starts_with('/') { "" } else { folder };
    for step in from.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// Whether these are the bytes of an OLE container: Office's format before 2007, and its encrypted one since.
pub(crate) fn is_ole(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
}

/// An encrypted package is a stream of this name in an OLE container, whose names are UTF-16.
fn is_encrypted_package(bytes: &[u8]) -> bool {
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    memchr::memmem::find(bytes, &name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_relative_to_the_folder_of_their_part() {
        assert_eq!(resolve("ppt/slides", "../media/a.png"), "ppt/media/a.png");
        assert_eq!(resolve("ppt", "/word/document.xml"), "word/document.xml");
        assert_eq!(resolve("", "./a//b"), "a/b");
        assert_eq!(resolve("a", "../../../b"), "b");
    }
}
