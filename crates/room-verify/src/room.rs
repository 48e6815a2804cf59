//! A room as it lies on the disk.

use std::io::ErrorKind::NotADirectory;
use std::path::{Path, PathBuf};

use room_core::atomic;
use room_core::refusal::Failure;
use room_corpus::corpus::{Corpus, CorpusError, file_name};
use room_corpus::record::Source;

use crate::error::VerifyError;

/// A folder with a record, a corpus, or both.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    folder: PathBuf,
}

impl Room {
    /// A room at this place.
    pub(crate) fn at(folder: &Path) -> Result<Self, CorpusError> {
        let folder = folder.to_owned();
        let kind = folder.metadata().map_err(|error| CorpusError::from_io(&folder, error))?;
        let room = Self { folder };
        if !kind.is_dir() || !room.has_items() {
            return Err(CorpusError::Missing { file: format!("{}/corpus.txt", room.name()) });
        }
        Ok(room)
    }

    /// The rooms in a folder, by name.
    pub(crate) fn all_in(folder: &Path) -> Result<Vec<Self>, Failure> {
        let unreadable = |error| CorpusError::from_io(folder, error);
        let mut rooms = Vec::new();
        for name in atomic::names_in(folder).map_err(unreadable)? {
            let room = Self { folder: folder.join(name) };
            if !room.name().starts_with('.') && room.has_items() {
                rooms.push(room);
            }
        }
        rooms.sort_by(|a, b| a.folder.cmp(&b.folder));
        if rooms.is_empty() {
            return Err(VerifyError::NoRooms { folder: file_name(folder) }.into());
        }
        Ok(rooms)
    }

    /// The last part of its path.
    pub(crate) fn name(&self) -> String {
        file_name(&self.folder)
    }

    /// What is cited from: the record, else the corpus.
    pub(crate) fn source(&self) -> Result<Source, CorpusError> {
        let record = self.folder.join("record.jsonl");
        Source::open(&if is_there(&record) { record } else { self.corpus_path() })
    }

    /// Its corpus.
    pub(crate) fn corpus(&self) -> Result<Corpus, CorpusError> {
        Corpus::open(&self.corpus_path())
    }

    /// Where its corpus lies.
    pub(crate) fn corpus_path(&self) -> PathBuf {
        self.folder.join("corpus.txt")
    }

    /// Its brief, where it has one.
    pub(crate) fn brief(&self) -> Option<PathBuf> {
        let places = [self.folder.join("brief.md"), self.folder.join("out").join("brief.md")];
        places.into_iter().find(|place| is_there(place))
    }

    fn has_items(&self) -> bool {
        is_there(&self.corpus_path()) || is_there(&self.folder.join("record.jsonl"))
    }
}

/// Whether a file is there. One that cannot be looked at is: whoever opens it is told why not, and no check is left out
/// for it. Below something that is no folder there is nothing.
fn is_there(file: &Path) -> bool {
    file.try_exists().unwrap_or_else(|error| error.kind() != NotADirectory)
}
