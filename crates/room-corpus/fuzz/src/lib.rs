//! What the fuzz targets share: dumps made from the fuzzer's bytes, rooms made from dumps, and a folder to put them in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use room_corpus::corpus::{self, Given};
use room_corpus::record::{Gathering, Kept, Line, Titles};
use serde_json::{Value, json};
use tempfile::TempDir;

/// One folder a process: targets write the same few files again and again.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

/// A file of this name with these bytes, in place of what was there.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.path().join(name);
    fs::create_dir_all(path.parent().expect("the folder itself")).expect("the folder is ours");
    fs::write(&path, bytes).expect("the folder is ours");
    path
}

/// Takes a file away, if it is there.
pub fn without(path: &Path) {
    let _ = fs::remove_file(path);
}

/// An item of a dump. Names come from a small set, so that items answer, repeat and contradict each other.
#[derive(Arbitrary, Clone, Debug)]
pub struct Made {
    id: u8,
    parent: Option<u8>,
    thread: u8,
    title: Option<String>,
    body: Option<String>,
    author: Option<String>,
    time: Option<i32>,
    score: Option<i16>,
    kept_on: Option<u16>,
    shape: u8,
}

impl Made {
    /// The line of a dump, in one of the shapes that dumps have.
    pub fn line(&self) -> String {
        let id = format!("d{:x}", self.id % 32);
        let thread = format!("p{:x}", self.thread % 4);
        let parent = self.parent.map(|parent| format!("t1_d{:x}", parent % 32));
        let value = match self.shape % 4 {
            0 => json!({"id": thread, "title": self.title, "selftext": self.body, "author": self.author,
                "created_utc": self.time, "score": self.score, "subreddit": "made", "retrieved_on": self.kept_on}),
            1 => json!({"id": id, "link_id": format!("t3_{thread}"), "parent_id": parent, "body": self.body,
                "author": self.author, "created_utc": self.time, "score": self.score, "subreddit": "made",
                "retrieved_on": self.kept_on}),
            2 => json!({"item_id": id, "thread_id": thread, "parent_id": parent, "text": self.body}),
            _ => json!({"id": id, "root": thread, "reply_to": parent, "text": self.body, "user": self.author,
                "timestamp": self.time, "meta": {"score": self.score}}),
        };
        without_nulls(value).to_string()
    }
}

fn without_nulls(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    Value::Object(map.into_iter().filter(|(_, value)| !value.is_null()).collect())
}

/// The items of those lines that are lines of a dump.
pub fn gathered<'l>(lines: impl IntoIterator<Item = &'l str>) -> Vec<Kept> {
    let mut gathering = Gathering::default();
    for line in lines {
        if let Ok(line) = Line::read(line, &Titles::default()) {
            gathering.add(line);
        }
    }
    gathering.finish()
}

/// The record and the corpus of items.
pub fn room(items: Vec<Kept>) -> (Vec<u8>, Vec<u8>) {
    let threads = corpus::order(items);
    let (mut record, mut text) = (Vec::new(), Vec::new());
    let hash = corpus::write_record(&threads, &mut record).expect("a Vec takes every write");
    corpus::render(&threads, &Given::default(), hash).write(&mut text).expect("a Vec takes every write");
    (record, text)
}

/// A piece of bytes put in place of another.
#[derive(Arbitrary, Clone, Debug)]
pub struct Splice {
    at: u16,
    out: u8,
    put: Vec<u8>,
}

/// Bytes after these splices.
pub fn spliced(bytes: &[u8], splices: &[Splice]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for splice in splices {
        let at = usize::from(splice.at) % (bytes.len() + 1);
        let end = (at + usize::from(splice.out)).min(bytes.len());
        bytes.splice(at..end, splice.put.iter().copied());
    }
    bytes
}
