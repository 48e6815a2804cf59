//! One case: a folder, and its three files read whole.

use std::io;
use std::path::{Path, PathBuf};

use super::{CaseMiss, Collection, Section, codes, headings};
use crate::corpus::CorpusError;
use crate::journal;
use room_core::cli::nearest;
use room_core::map;

/// A folder of the root that holds a reader's output.
#[derive(Clone, Debug)]
pub struct Case {
    name: String,
    path: PathBuf,
}

impl Case {
    /// The case in a folder, where that holds one of the files.
    pub(super) fn at(path: PathBuf, name: String) -> Option<Self> {
        Collection::ALL
            .into_iter()
            .any(|collection| is_there(&path.join(collection.file())))
            .then_some(Self { name, path })
    }

    /// The folder's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads one of its files; a file that is not there is a document without sections.
    pub fn read(&self, collection: Collection) -> Result<Document, CaseMiss> {
        let file = format!("{}/{}", self.name, collection.file());
        let bytes = match map::read(&self.path.join(collection.file())) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(CorpusError::Unreadable { file, error }.into()),
        };
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let sound = error.as_bytes().split_at(error.utf8_error().valid_up_to()).0;
            let line = memchr::memchr_iter(b'\n', sound).count() + 1;
            CorpusError::NotUtf8 { file: file.clone(), line }
        })?;
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        let content = match collection {
            Collection::Cases | Collection::Notebooks => Content::Markdown(text),
            Collection::Codes => {
                let codes = journal::codes(&text, &file)?;
                Content::Codes { standing: codes.len(), sections: codes::sections(&codes) }
            }
        };
        Ok(Document { case: self.name.clone(), collection, content })
    }
}

/// Whether a file is there. One that the system will not look at is: a case must not be left out in silence, and
/// reading it says why.
fn is_there(file: &Path) -> bool {
    match file.metadata() {
        Ok(found) => found.is_file(),
        Err(error) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    }
}

/// Says how a file is encoded, and is no part of what it says.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One file of a case.
#[derive(Debug)]
pub struct Document {
    case: String,
    collection: Collection,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Markdown(String),
    /// Its sections are made of the journal once.
    Codes {
        standing: usize,
        sections: Vec<Section<'static>>,
    },
}

impl Document {
    /// Its sections, in order.
    pub fn sections(&self) -> Vec<Section<'_>> {
        match &self.content {
            Content::Markdown(text) => headings::sections(text),
            Content::Codes { sections, .. } => sections.iter().map(Section::lent).collect(),
        }
    }

    /// The section of this name among [`Document::sections`], which a caller with many names divides once.
    pub fn named<'s, 'd>(
        &self,
        sections: &'s [Section<'d>],
        name: &str,
    ) -> Result<&'s Section<'d>, CaseMiss> {
        let found = sections.iter().find(|section| section.name == name);
        found.ok_or_else(|| CaseMiss::NoSection {
            name: name.to_owned(),
            case: self.case.clone(),
            collection: self.collection,
            nearest: nearest(name, sections.iter().map(|section| &*section.name)).map(str::to_owned),
        })
    }

    /// The text of a Markdown file; of a journal, which is no text to be read, none.
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Markdown(text) => text,
            Content::Codes { .. } => "",
        }
    }

    /// How many codes of a journal stand; of a Markdown file none.
    pub fn codes(&self) -> usize {
        match &self.content {
            Content::Markdown(_) => 0,
            Content::Codes { standing, .. } => *standing,
        }
    }
}
