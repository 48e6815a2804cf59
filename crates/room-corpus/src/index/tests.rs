//! With an index, without one and with any bytes in its place: the same answers.

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index as Pick;

use super::*;
use crate::corpus::{self, Corpus};
use crate::record::{Source, nasty};
use room_core::atomic;

/// A room's record and corpus, some pieces of each once more in another place, as no renderer would leave them.
#[derive(Clone, Debug)]
struct Files {
    corpus: Vec<u8>,
    record: Vec<u8>,
    typed: Vec<String>,
}

fn files() -> impl Strategy<Value = Files> {
    let again = prop::collection::vec((any::<Pick>(), any::<Pick>()), 0..4);
    (nasty::lines(), again).prop_map(|(lines, again)| {
        let threads = corpus::order(nasty::gathered(&lines));
        let (mut record, mut text) = (Vec::new(), Vec::new());
        let hash = corpus::write_record(&threads, &mut record).unwrap();
        let rendered = corpus::render(&threads, &corpus::Given::default(), hash);
        rendered.write(&mut text).unwrap();
        let blocks = String::from_utf8(text.split_off(rendered.header.to_string().len())).unwrap();
        let blocks = repeated(blocks.split_inclusive('\n').collect(), &again);
        let record = String::from_utf8(record).unwrap();
        let record = repeated(record.split_inclusive('\n').collect(), &again);
        let ids = nasty::gathered(&lines).into_iter().map(|kept| kept.item.item_id);
        let typed = ids.chain(["a", "zz9", "none", "t1_"].map(str::to_owned)).flat_map(|id| {
            let bare = crate::id::bare(&id).to_owned();
            [format!("t1_{bare}"), format!("t3_{bare}"), bare, id]
        });
        Files {
            corpus: [text, blocks.into_bytes()].concat(),
            record: record.into_bytes(),
            typed: typed.collect(),
        }
    })
}

/// Lines with some of them once more elsewhere, but never before the first.
fn repeated(mut lines: Vec<&str>, again: &[(Pick, Pick)]) -> String {
    for (from, to) in again {
        let line = *from.get(&lines);
        lines.insert(1 + to.index(lines.len()), line);
    }
    lines.concat()
}

/// Everything that can be asked of a corpus and a record in a folder, as text.
fn answers(folder: &Path, typed: &[String]) -> Vec<String> {
    let corpus = Corpus::open(&folder.join("corpus.txt")).unwrap();
    let mut answers = Vec::new();
    for typed in typed {
        answers.push(format!("{:?}", corpus.thread(typed).map_err(|lookup| lookup.why())));
        answers.push(format!("{:?}", corpus.item(typed).map_err(|lookup| lookup.why())));
    }
    for n in 0..corpus.threads().count() + 2 {
        let threads = corpus.threads_from(n).map(|thread| thread.map_err(|error| error.to_string()));
        answers.push(format!("{n}: {:?}", threads.collect::<Vec<_>>()));
    }
    for file in ["corpus.txt", "record.jsonl"] {
        let source = match Source::open(&folder.join(file)) {
            Ok(source) => source,
            Err(error) => return [answers, vec![error.to_string()]].concat(),
        };
        answers.extend(
            typed.iter().map(|typed| format!("{:?}", source.item(typed).map_err(|lookup| lookup.why()))),
        );
        let items = source.items().map(|item| item.map_err(|error| error.to_string()));
        answers.push(format!("{} {:?}", source.len(), items.collect::<Vec<_>>()));
    }
    answers
}

/// What is done to an index.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Cut(Pick),
    Zeroed(Pick, Pick),
    Flipped(Vec<(Pick, u8)>),
    Random(Vec<u8>),
    Moved(Pick, Pick, usize),
    OfAnother(Box<Files>),
    /// Another room's index under this room's header.
    Grafted(Box<Files>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let pick = any::<Pick>;
    prop_oneof![
        Just(Damage::None),
        pick().prop_map(Damage::Cut),
        (pick(), pick()).prop_map(|(from, to)| Damage::Zeroed(from, to)),
        prop::collection::vec((pick(), 1..=u8::MAX), 1..5).prop_map(Damage::Flipped),
        prop::collection::vec(any::<u8>(), 0..400).prop_map(Damage::Random),
        (pick(), pick(), 1..40_usize).prop_map(|(from, to, length)| Damage::Moved(from, to, length)),
        files().prop_map(|files| Damage::OfAnother(Box::new(files))),
        files().prop_map(|files| Damage::Grafted(Box::new(files))),
    ]
}

/// The index of `file` after it was damaged; `other` tells a file of the same kind of another room.
fn damaged(file: &[u8], damage: &Damage, other: impl Fn(&Files) -> Vec<u8>) -> Vec<u8> {
    let mut index = make::made(file).unwrap_or_default();
    let length = index.len().max(1);
    index.resize(length, 0);
    match damage {
        Damage::None => {}
        Damage::Cut(at) => index.truncate(at.index(length)),
        Damage::Zeroed(from, to) => {
            let (from, to) = (from.index(length), to.index(length));
            index[from.min(to)..=from.max(to)].fill(0);
        }
        Damage::Flipped(flips) => flips.iter().for_each(|(at, mask)| index[at.index(length)] ^= mask),
        Damage::Random(bytes) => index.clone_from(bytes),
        Damage::Moved(from, to, size) => {
            let (from, to) = (from.index(length), to.index(length));
            let piece: Vec<u8> = index.iter().skip(from).take(*size).copied().collect();
            index.iter_mut().skip(to).zip(piece).for_each(|(to, from)| *to = from);
        }
        Damage::OfAnother(files) => index = make::made(&other(files)).unwrap_or_default(),
        Damage::Grafted(files) => {
            let theirs = make::made(&other(files)).unwrap_or_default();
            index.truncate(HEAD);
            index.extend(theirs.iter().skip(HEAD));
        }
    }
    index
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn whatever_is_in_an_index_the_answers_are_those_of_the_scan(
        files in files(),
        damages in prop::collection::vec((damage(), damage()), 4..9),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (corpus, record) = (folder.path().join("corpus.txt"), folder.path().join("record.jsonl"));
        atomic::put(&corpus, &files.corpus).unwrap();
        atomic::put(&record, &files.record).unwrap();
        let want = answers(folder.path(), &files.typed);
        for (one, two) in damages {
            atomic::put(&place(&corpus), &damaged(&files.corpus, &one, |other| other.corpus.clone())).unwrap();
            atomic::put(&place(&record), &damaged(&files.record, &two, |other| other.record.clone())).unwrap();
            prop_assert_eq!(&answers(folder.path(), &files.typed), &want);
        }
    }

    #[test]
    fn an_index_of_a_room_answers_without_a_scan(lines in nasty::lines()) {
        let threads = corpus::order(nasty::gathered(&lines));
        let mut text = Vec::new();
        corpus::render(&threads, &corpus::Given::default(), corpus::hash(b"")).write(&mut text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus.txt");
        atomic::put(&path, &text).unwrap();
        prop_assert!(write(&path).unwrap());
        prop_assert_eq!(fault(&path), None);
        let index = Index::beside(&path, &text).unwrap();
        prop_assert_eq!(index.threads(), threads.len());
        prop_assert_eq!(index.items(), threads.iter().map(|thread| thread.items.len()).sum::<usize>());
        for (n, thread) in threads.iter().enumerate() {
            let at = index.thread(n).unwrap();
            let line = format!("@thread {} ", thread.id);
            prop_assert!(text[at..].starts_with(line.as_bytes()));
            prop_assert!(index.places(crate::id::bare(&thread.id)).unwrap().contains(&at));
            for placed in &thread.items {
                let id = &placed.item.item.item_id;
                let places = index.places(crate::id::bare(id)).unwrap();
                let stands = |at: &usize| String::from_utf8_lossy(&text[*at..]).split(' ').nth(1) == Some(id);
                prop_assert!(places.iter().any(stands), "{} at {:?}", id, places);
            }
        }
    }
}

/// A made-up record of two items.
const RECORD: &str = concat!(
    r#"{"item_id":"p","thread_id":"p","kind":"post","title":"T","selftext":""}"#,
    "\n",
    r#"{"item_id":"c","thread_id":"p","kind":"comment","parent_id":"p","body":"words"}"#,
    "\n"
);

#[test]
fn a_file_that_was_changed_is_read_without_its_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    atomic::put(&path, RECORD.as_bytes()).unwrap();
    assert!(write(&path).unwrap());
    let changed = RECORD.replace("words", "other");
    atomic::put(&path, changed.as_bytes()).unwrap();
    assert!(Index::beside(&path, changed.as_bytes()).is_none());
    assert_eq!(
        fault(&path).as_deref(),
        Some("record.jsonl.idx: not the index of record.jsonl; render CORPUS index writes it anew")
    );
}

#[test]
fn lines_that_are_no_record_have_no_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    atomic::put(&path, RECORD.as_bytes()).unwrap();
    assert!(write(&path).unwrap());
    assert_eq!(Index::beside(&path, RECORD.as_bytes()).unwrap().of(), Of::Items);
    let twice = RECORD.repeat(2);
    atomic::put(&path, twice.as_bytes()).unwrap();
    assert!(write(&path).unwrap());
    assert_eq!(Index::beside(&path, twice.as_bytes()).unwrap().of(), Of::Lines);
    atomic::put(&path, b"{\"id\":\"p\",\"created_utc\":1}\n").unwrap();
    assert!(!write(&path).unwrap());
    assert!(!place(&path).exists());
    assert_eq!(fault(&path), None);
}
