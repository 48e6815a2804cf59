//! A room in a folder of its own, and calls on it.

use std::fs;
use std::path::{Path, PathBuf};

use room_core::atomic;
use room_core::cli::{Out, call};
use room_core::log::{self, Entry};
use room_corpus::citation::Citation;
use room_corpus::corpus::{self, Corpus, Given};
use room_corpus::journal;
use room_corpus::record::{Gathering, Line, Titles};
use room_corpus::serve::{Service, Shared};
use room_verify::Verb;
use serde_json::Value;
use tempfile::TempDir;

/// The items of the room: two threads, three comments in the first.
const ITEMS: [&str; 6] = [
    r#"{"id":"p","created_utc":1491004805,"title":"The bell","selftext":"They took the bell down, and nobody told us why."}"#,
    r#"{"id":"a1","link_id":"t3_p","created_utc":1491004806,"body":"It is surely not permitted by the town, “says he”."}"#,
    r#"{"id":"b2","link_id":"t3_p","parent_id":"t1_a1","created_utc":1491004807,"body":"nobody told us why"}"#,
    r#"{"id":"c3","link_id":"t3_p","created_utc":1491004808,"body":"A <b>bold</b> claim: fish & chips, *kept* as written."}"#,
    r#"{"id":"q","created_utc":1491091205,"title":"Untouched","selftext":"Quiet words that no one reads."}"#,
    r#"{"id":"d4","link_id":"t3_q","created_utc":1491091206,"body":"The last of them all."}"#,
];

/// A room, its folder gone when it is dropped.
pub(crate) struct Room {
    pub(crate) folder: TempDir,
}

/// What a call came to.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: u8,
    pub(crate) text: String,
    /// The line of a refusal.
    pub(crate) said: Option<String>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.text.matches('\n').count(), 1, "{self:?}");
        serde_json::from_str(&self.text).expect("the answer is JSON")
    }
}

/// One call of `verify-room`.
pub(crate) fn verify(words: &[&str]) -> Answer {
    let mut text = Vec::new();
    let words = words.iter().map(Into::into).collect();
    let ended = call::<Verb>(words, &mut std::io::empty(), &mut Out::new(&mut text, false));
    let (code, said) = match &ended {
        Ok(()) => (0, None),
        Err(failure) => (failure.code(), failure.line()),
    };
    Answer { code, text: String::from_utf8(text).unwrap(), said }
}

/// Writes a room's record and corpus.
pub(crate) fn write(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let mut gathering = Gathering::default();
    for line in ITEMS {
        gathering.add(Line::read(line, &Titles::new()).unwrap());
    }
    let threads = corpus::order(gathering.finish());
    let (mut record, mut text) = (Vec::new(), Vec::new());
    let hash = corpus::write_record(&threads, &mut record).unwrap();
    corpus::render(&threads, &Given::default(), hash).write(&mut text).unwrap();
    atomic::write(&folder.join("record.jsonl"), &record).unwrap();
    atomic::write(&folder.join("corpus.txt"), &text).unwrap();
}

impl Room {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path());
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn brief(&self, text: &str) {
        atomic::write(&self.path("brief.md"), text.as_bytes()).unwrap();
    }

    /// A call on this room.
    pub(crate) fn verify(&self, words: &[&str]) -> Answer {
        let folder = self.folder.path().to_str().unwrap();
        verify(&[&[folder], words].concat())
    }

    fn corpus(&self) -> Corpus {
        Corpus::open(&self.path("corpus.txt")).unwrap()
    }

    /// Serves a thread whole.
    pub(crate) fn read_thread(&self, id: &str) {
        let corpus = self.corpus();
        let service = Service::new("read", &corpus);
        let thread = Shared::Thread { id: id.to_owned(), size: None, after: None };
        thread.run(&service, &mut Out::new(&mut Vec::new(), false)).unwrap();
    }

    /// Serves an item.
    pub(crate) fn read_item(&self, id: &str) {
        let corpus = self.corpus();
        let service = Service::new("read", &corpus);
        let item = Shared::Item { id: id.to_owned() };
        item.run(&service, &mut Out::new(&mut Vec::new(), false)).unwrap();
    }

    /// Puts a label on the words of an item, whether or not it was read.
    pub(crate) fn code(&self, label: &str, item: &str, start: usize, end: usize) {
        let corpus = self.corpus();
        let (item, id) = (corpus.item(item).unwrap(), item);
        let span = Citation::cut(id, &item.body(), start, end).unwrap();
        let entry = Entry::new("code", "emit")
            .stage(Some("coding"))
            .field("label", label)
            .field("item_id", id)
            .field("thread_id", item.thread_id)
            .field("start", start)
            .field("end", end)
            .field("text", span.text)
            .field("note", None::<&str>);
        self.append(entry);
    }

    /// Takes a record back, whether or not it stands.
    pub(crate) fn retract(&self, of: u64) {
        self.append(Entry::new("retract", "emit").stage(Some("coding")).field("of", of).field("why", "x"));
    }

    fn append(&self, entry: Entry) {
        log::open(&journal::place(&self.corpus())).unwrap().append(&[entry]).unwrap();
    }

    /// Changes a file of the room.
    pub(crate) fn change(&self, name: &str, change: impl FnOnce(String) -> String) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        let changed = change(text.clone());
        assert_ne!(text, changed, "the change changes nothing");
        atomic::write(&self.path(name), changed.as_bytes()).unwrap();
    }
}
