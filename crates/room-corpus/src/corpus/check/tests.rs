use tempfile::TempDir;

use super::*;
use room_core::atomic;

/// A room of a post and a comment, and the places of its corpus and record.
fn made() -> (TempDir, std::path::PathBuf, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut gathering = Gathering::default();
    for line in [
        r#"{"id":"p","created_utc":1491004805,"title":"T\nT","selftext":"@end 1 "}"#,
        r#"{"id":"c","link_id":"t3_p","created_utc":1491004806,"body":"[removed]"}"#,
    ] {
        gathering.add(Line::read(line, &Titles::new()).unwrap());
    }
    let threads = super::super::order(gathering.finish());
    let (mut record, mut text) = (Vec::new(), Vec::new());
    let hash = super::super::write_record(&threads, &mut record).unwrap();
    let given = Given { from: Some(1_491_004_800), slice: Some((1, 1)), ..Given::default() };
    super::super::render(&threads, &given, hash).write(&mut text).unwrap();
    let (corpus, place) = (folder.path().join("corpus.txt"), folder.path().join("record.jsonl"));
    atomic::write(&corpus, &text).unwrap();
    atomic::write(&place, &record).unwrap();
    (folder, corpus, place)
}

/// The faults of the room after its corpus or record was changed.
fn faults_after(corpus: &[(&str, &str)], record: &[(&str, &str)]) -> Vec<String> {
    let (_folder, corpus_place, record_place) = made();
    for (place, changes) in [(&corpus_place, corpus), (&record_place, record)] {
        let mut text = fs::read_to_string(place).unwrap();
        for (old, new) in changes {
            assert!(text.contains(old), "{old}");
            text = text.replacen(old, new, 1);
        }
        atomic::write(place, text.as_bytes()).unwrap();
        index::write(place).unwrap();
    }
    check(&corpus_place).unwrap()
}

#[test]
fn a_room_as_it_was_made_has_no_fault() {
    assert_eq!(faults_after(&[], &[]), Vec::<String>::new());
}

#[test]
fn every_count_that_can_be_counted_again_is() {
    for (name, count) in [
        ("threads", "1"),
        ("items", "2"),
        ("posts", "1"),
        ("comments", "1"),
        ("threads without their post", "0"),
        ("removed or deleted bodies", "1"),
    ] {
        let faults = faults_after(&[(&format!("\n# {name}: {count}\n"), &format!("\n# {name}: 7\n"))], &[]);
        assert_eq!(faults, [format!("# {name}: the header says 7, the record has {count}")]);
    }
    let faults = faults_after(&[("# day 2017-04-01", "# day 2017-04-02")], &[]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    let faults = faults_after(&[("# from: 2017-04-01", "# from: 2017-04-02")], &[]);
    assert_eq!(faults, ["thread p: outside the header's span"]);
    let faults = faults_after(&[("# repeated lines: 0", "# repeated lines: 00")], &[]);
    assert_eq!(faults, ["corpus.txt line 12: not as render writes the header"]);
}

#[test]
fn a_changed_word_is_found_on_either_side() {
    let faults = faults_after(&[("[removed]", "[remover]")], &[]);
    assert_eq!(faults, ["corpus.txt line 27: record.jsonl rendered again is otherwise"]);
    let faults = faults_after(&[], &[("[removed]", "[remover]")]);
    assert_eq!(faults.len(), 3, "{faults:?}");
    // The hash names the record: a corpus of another record is told by it alone.
    let hash = Corpus::open(&made().1).unwrap().header().record.clone();
    let faults = faults_after(&[(&hash, &"0".repeat(64))], &[]);
    assert_eq!(
        faults,
        [format!("# record: the header says sha256 {}, record.jsonl has {hash}", "0".repeat(64))]
    );
}

#[test]
fn a_record_that_is_not_as_render_writes_it_is_said() {
    let faults = faults_after(&[], &[("\"item_id\":\"c\",", "\"item_id\": \"c\",")]);
    assert!(faults.contains(&"record.jsonl line 2: not as render writes it".to_owned()), "{faults:?}");
    let faults = faults_after(&[], &[("}\n", "\n")]);
    assert_eq!(faults, ["record.jsonl line 1: cut off: its JSON object has no end"]);
    let (_folder, corpus, record) = made();
    atomic::remove(&record).unwrap();
    assert!(check(&corpus).unwrap()[0].starts_with("record.jsonl: "));
    assert!(matches!(check(&record).unwrap_err(), CorpusError::Missing { .. }));
}

#[test]
fn an_index_must_be_that_of_its_file() {
    let (folder, corpus, record) = made();
    assert!(index::write(&corpus).unwrap() && index::write(&record).unwrap());
    assert_eq!(check(&corpus).unwrap(), Vec::<String>::new());
    let theirs = fs::read(index::place(&record)).unwrap();
    atomic::put(&index::place(&corpus), &theirs).unwrap();
    let fault = "corpus.txt.idx: not the index of corpus.txt; render CORPUS index writes it anew";
    assert_eq!(check(&corpus).unwrap(), [fault]);
    assert!(index::write(&corpus).unwrap());
    assert_eq!(check(&corpus).unwrap(), Vec::<String>::new());
    atomic::remove(&index::place(&corpus)).unwrap();
    assert_eq!(check(&corpus).unwrap(), Vec::<String>::new());
    drop(folder);
}
