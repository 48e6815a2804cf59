use std::collections::BTreeSet;

use room_corpus::corpus::Corpus;
use tempfile::TempDir;

use super::*;

const DAY: i64 = 86_400;
pub(crate) const APRIL: i64 = 1_491_004_800;

/// A folder with a dump of these lines.
pub(crate) fn dump(lines: &[String]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let raw = folder.path().join("raw.jsonl");
    atomic::write(&raw, lines.join("\n").as_bytes()).unwrap();
    (folder, raw)
}

pub(crate) fn post(id: &str, community: &str, created_utc: i64) -> String {
    format!(
        r#"{{"id":"{id}","subreddit":"{community}","created_utc":{created_utc},"title":"{id}","selftext":""}}"#
    )
}

pub(crate) fn comment(id: &str, thread: &str, more: &str) -> String {
    format!(r#"{{"id":"{id}","link_id":"t3_{thread}","created_utc":{APRIL},"body":"b"{more}}}"#)
}

pub(crate) fn make(raw: &Path, folder: &Path, options: &Options) -> Result<Summary, RenderError> {
    room(raw, folder, options, &mut |_| ())
}

fn thread_ids(room: &Path) -> Vec<String> {
    let corpus = Corpus::open(&room.join("corpus.txt")).unwrap();
    corpus.threads().map(|thread| thread.unwrap().id.to_owned()).collect()
}

/// Every file below a folder.
pub(crate) fn files(folder: &Path) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        met.insert(file_name(&path));
        if path.is_dir() {
            met.extend(files(&path));
        }
    }
    met
}

#[test]
fn a_room_is_a_record_a_corpus_and_an_empty_out() {
    let (folder, raw) = dump(&[post("p", "Place", APRIL)]);
    let room = folder.path().join("new/room");
    let made = make(&raw, &room, &Options::default()).unwrap();
    assert_eq!((made.room.as_str(), made.community.as_deref(), made.items), ("room", Some("Place"), 1));
    assert_eq!(
        files(&room),
        ["corpus.txt", "corpus.txt.idx", "out", "record.jsonl", "record.jsonl.idx"].map(str::to_owned).into()
    );
    assert_eq!(room_corpus::corpus::check(&room.join("corpus.txt")).unwrap(), Vec::<String>::new());
}

#[test]
fn a_room_that_stands_is_replaced_only_with_force_and_never_with_a_log() {
    let (folder, raw) = dump(&[post("p", "place", APRIL)]);
    let room = folder.path().join("room");
    let force = Options { force: true, note: Some("second".to_owned()), ..Options::default() };
    make(&raw, &room, &Options::default()).unwrap();
    let refused = make(&raw, &room, &Options::default()).unwrap_err();
    assert_eq!(refused.to_string(), "room holds corpus.txt already: --force replaces it");
    make(&raw, &room, &force).unwrap();
    assert_eq!(Corpus::open(&room.join("corpus.txt")).unwrap().header().note.as_deref(), Some("second"));
    for log in ["out/_read.jsonl", "out/_x.jsonl", "record.jsonl.queries.jsonl"] {
        atomic::write(&room.join(log), b"").unwrap();
        let refused = make(&raw, &room, &force).unwrap_err();
        assert!(matches!(refused, RenderError::HasLog { .. }), "{log}: {refused}");
        atomic::remove(&room.join(log)).unwrap();
    }
    atomic::remove(&room.join("corpus.txt")).unwrap();
    assert!(matches!(make(&raw, &room, &Options::default()).unwrap_err(), RenderError::Stands { .. }));
    make(&raw, &room, &force).unwrap();
}

#[test]
fn a_refused_room_leaves_nothing() {
    let (folder, raw) = dump(&[post("p", "place", APRIL), "not json".to_owned()]);
    let refused = make(&raw, &folder.path().join("room"), &Options::default()).unwrap_err();
    assert!(refused.to_string().starts_with("raw.jsonl line 2: not JSON"), "{refused}");
    let other = Options { community: Some("other".to_owned()), skip_bad: 1, ..Options::default() };
    let refused = make(&raw, &folder.path().join("room"), &other).unwrap_err();
    assert_eq!(refused.to_string(), "no item of 'other' in the dump");
    assert_eq!(files(folder.path()), ["raw.jsonl".to_owned()].into());
}

#[test]
fn slices_are_of_what_the_span_leaves_and_cover_it_once() {
    let posts: Vec<_> = (0..10).map(|at| post(&format!("d{at}"), "place", APRIL + at * DAY)).collect();
    let (folder, raw) = dump(&posts);
    let span = Options { from: Some(APRIL + DAY), to: Some(APRIL + 8 * DAY), ..Options::default() };
    let mut met = Vec::new();
    let mut sizes = Vec::new();
    for slice in 1..=9 {
        let options = Options { slice: Some((slice, 9)), ..span.clone() };
        let room = folder.path().join(slice.to_string());
        sizes.push(make(&raw, &room, &options).unwrap().threads);
        met.extend(thread_ids(&room));
    }
    assert_eq!(met, ["d1", "d2", "d3", "d4", "d5", "d6", "d7"]);
    assert_eq!(sizes, [0, 1, 1, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn a_thread_belongs_where_its_first_item_does_and_undated_ones_nowhere() {
    let late = format!(r#"{{"id":"c","link_id":"t3_p","created_utc":{},"body":"late"}}"#, APRIL + 90 * DAY);
    let undated = r#"{"id":"u","conversation_id":"u","timestamp":null,"text":""}"#.to_owned();
    let (folder, raw) =
        dump(&[late, post("p", "place", APRIL + DAY - 1), post("q", "place", APRIL + DAY), undated]);
    let span = Options { to: Some(APRIL + DAY), ..Options::default() };
    let made = make(&raw, &folder.path().join("first"), &span).unwrap();
    assert_eq!((made.threads, made.items), (1, 2));
    make(&raw, &folder.path().join("all"), &Options::default()).unwrap();
    assert_eq!(thread_ids(&folder.path().join("all")), ["p", "q", "u"]);
}

#[test]
fn clashes_are_judged_before_the_span() {
    let twin = comment("p", "other", "");
    let (folder, raw) = dump(&[post("p", "place", APRIL + DAY), twin]);
    let span = Options { from: Some(APRIL + DAY), ..Options::default() };
    let room = folder.path().join("room");
    make(&raw, &room, &span).unwrap();
    assert_eq!(thread_ids(&room), ["t3_p"]);
    let corpus = Corpus::open(&room.join("corpus.txt")).unwrap();
    assert_eq!(corpus.item("p").unwrap().id, "t3_p");
    assert!(corpus.item("t1_p").is_err());
    assert_eq!(room_corpus::corpus::check(&room.join("corpus.txt")).unwrap(), Vec::<String>::new());
}

#[test]
fn a_word_that_ends_in_sigma_is_one_name_in_either_case() {
    assert_eq!(dump::key("ΟΔΟΣ"), dump::key("Οδοσ"));
    assert_eq!(dump::key("ΟΔΟΣ"), "οδοσ");
}

#[test]
fn the_community_asked_for_takes_the_lines_that_name_none() {
    let lines = [post("a", "one", APRIL), post("b", "Two", APRIL), comment("c", "b", "")];
    let (folder, raw) = dump(&lines);
    let refused = make(&raw, &folder.path().join("none"), &Options::default()).unwrap_err();
    assert!(refused.to_string().starts_with("several communities, 'one' and 'Two'"), "{refused}");
    let asked = Options { community: Some("tWO".to_owned()), ..Options::default() };
    let made = make(&raw, &folder.path().join("room"), &asked).unwrap();
    assert_eq!((made.community.as_deref(), made.items), (Some("tWO"), 2));
}
