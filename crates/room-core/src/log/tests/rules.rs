//! What a record looks like and what a log must hold to be replayed.

use tempfile::tempdir;

use super::*;
use crate::json;
use crate::log::Digest;

const NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

#[test]
fn keys_stand_in_the_order_of_the_grammar_and_the_chain_is_of_stored_bytes() {
    let folder = tempdir().unwrap();
    let place = Place { record: Some("ab".to_owned()), ..place(folder.path()) };
    let stamp = Stamp { run: Some("r2".to_owned()), ..stamp() };
    let service = Entry::new("thread", "read").chars(Chars(12)).field("thread_id", "p").field("items", 3);
    let note = Entry::new("note", "mem").stage(None).field("text", "é\u{2028} 😀");
    let appended = open(&place).unwrap().append_at(&[service, note], &stamp).unwrap();
    let lines = [
        r#"{"seq":1,"t":"2031-05-06T07:08:09.010Z","kind":"thread","tool":"read","chars":12,"thread_id":"p","items":3,"run":"r2","record":"ab","prev":"e3b0c44298fc1c149afbf4c8996fb924"}"#,
        r#"{"seq":2,"t":"2031-05-06T07:08:09.010Z","stage":null,"kind":"note","tool":"mem","text":"é\u2028 😀","run":"r2","prev":"5c3cc936670a0e46debebd72aa3e083b"}"#,
    ];
    assert_eq!(appended.lines, lines);
    assert_eq!(appended.seqs, 1..3);
    assert_eq!(String::from_utf8(bytes(&place)).unwrap(), format!("{}\n{}\n", lines[0], lines[1]));
    let history = replay(&place).unwrap();
    assert_eq!(history.lines().collect::<Vec<_>>(), lines);
    assert_eq!(
        json::line(&history.state()),
        r#"{"records":2,"head":"967c175b88d4ecb862c1b02fc536ab0c6d3f1253ec833bdadd5619864c7a62e3"}"#
    );
}

#[test]
fn a_stage_stands_before_the_kind_and_a_later_record_names_no_record() {
    let folder = tempdir().unwrap();
    let place = Place { record: Some("ab".to_owned()), ..place(folder.path()) };
    begun(&place, 1);
    let decision = Entry::new("code", "emit").stage(Some("coding")).field("label", "joy");
    let appended = open(&place).unwrap().append_at(&[decision], &stamp()).unwrap();
    let (line, _prev) = appended.lines[0].rsplit_once(',').unwrap();
    assert_eq!(
        line,
        r#"{"seq":2,"t":"2031-05-06T07:08:09.010Z","stage":"coding","kind":"code","tool":"emit","label":"joy""#
    );
}

#[test]
fn a_log_that_does_not_exist_is_empty_and_reading_it_makes_nothing() {
    let folder = tempdir().unwrap();
    let history = replay(&place(folder.path())).unwrap();
    assert!(history.is_empty());
    assert_eq!((history.len(), history.head().as_str(), history.lines().count()), (0, NOTHING, 0));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_writer_that_appends_nothing_leaves_no_trace() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    drop(open(&place).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
    assert_eq!(open(&place).unwrap().append(&[]).unwrap(), Appended { lines: Vec::new(), seqs: 1..1 });
    assert_eq!(names(folder.path()), [""; 0]);

    begun(&place, 2);
    add(&place, b"{\"seq\":3");
    let before = bytes(&place);
    assert_eq!(open(&place).unwrap().history().unwrap().len(), 2);
    assert_eq!(open(&place).unwrap().append(&[]).unwrap().seqs, 3..3);
    assert_eq!(bytes(&place), before);
    assert_eq!(names(&folder.path().join("out")), ["_read.jsonl"]);
}

#[test]
fn an_empty_log_that_stood_there_before_is_left_to_stand() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    fs::create_dir(place.path.parent().unwrap()).unwrap();
    fs::write(&place.path, "").unwrap();
    drop(open(&place).unwrap());
    assert_eq!(bytes(&place), b"");
    begun(&place, 1);
    assert_eq!(threads(&place), [(1, "t0".to_owned())]);
}

#[test]
fn a_log_of_another_record_is_refused_and_one_that_names_none_is_not() {
    let folder = tempdir().unwrap();
    let theirs = Place { record: Some("aa".to_owned()), ..place(folder.path()) };
    begun(&theirs, 3);
    let ours = Place { record: Some("bb".to_owned()), ..theirs.clone() };
    let before = bytes(&theirs);
    for error in [replay(&ours).err().unwrap(), open(&ours).err().unwrap()] {
        assert!(matches!(error, LogError::OfAnotherRecord { .. }), "{error}");
        assert!(
            error.to_string().starts_with("_read.jsonl belongs to another record (aa, not bb"),
            "{error}"
        );
    }
    assert_eq!(bytes(&theirs), before);
    let any = Place { record: None, ..theirs.clone() };
    assert_eq!(replay(&any).unwrap().len(), 3);

    fs::remove_file(&any.path).unwrap();
    begun(&any, 1);
    append(&ours, "later").unwrap();
    assert_eq!(threads(&ours), [(1, "t0".to_owned()), (2, "later".to_owned())]);
    assert!(!String::from_utf8(bytes(&ours)).unwrap().contains("record"));
}

#[test]
fn keys_of_another_version_are_read_past() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    let future = Entry::new("thread", "read")
        .field("thread_id", "p")
        .field("future", serde_json::json!({"a": [1, null]}));
    open(&place).unwrap().append(&[future]).unwrap();
    append(&place, "q").unwrap();
    assert_eq!(threads(&place), [(1, "p".to_owned()), (2, "q".to_owned())]);
}

#[test]
fn a_record_of_another_shape_is_named_by_its_line() {
    #[derive(Debug, serde::Deserialize)]
    struct Counted {
        #[serde(rename = "thread_id")]
        _thread: u64,
    }
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    open(&place).unwrap().append(&[Entry::new("thread", "read").field("thread_id", 5), entry("x")]).unwrap();
    let history = replay(&place).unwrap();
    let read: Vec<Result<Counted, _>> = history.records().collect();
    assert!(read[0].is_ok());
    assert_eq!(broken_line(read[1].as_ref().unwrap_err()), 2);
}

/// A log of five lines with its third changed, and the line a refusal must name.
fn changed(place: &Place, change: impl FnOnce(&str) -> Vec<u8>) {
    let text = String::from_utf8(bytes(place)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut changed = format!("{}\n{}\n", lines[0], lines[1]).into_bytes();
    changed.extend(change(lines[2]));
    changed.extend(format!("{}\n{}\n", lines[3], lines[4]).bytes());
    fs::write(&place.path, changed).unwrap();
}

#[test]
fn a_line_that_is_not_the_record_written_there_is_named() {
    type Change = fn(&str) -> Vec<u8>;
    let changes: [(u64, Change); 12] = [
        (3, |_| b"broken\n".to_vec()),
        (3, |_| b"\n".to_vec()),
        (3, |_| vec![0; 400]),
        (3, |_| b"\xff\xfe\n".to_vec()),
        (3, |line| format!("{line}}}\n").into_bytes()),
        (3, |line| format!("{line}{line}\n").into_bytes()),
        (3, |line| format!("{line}\n{line}\n").replacen("\"seq\":3", "\"seq\":4", 1).into_bytes()),
        (3, |line| line.replace("\"prev\":\"", "\"seq\":3,\"prev\":\"").into_bytes()),
        (3, |_| b"[3,\"e3b0c44298fc1c149afbf4c8996fb924\",null]\n".to_vec()),
        (3, |_| Vec::new()),
        (4, |line| format!("{line}\n{line}\n").into_bytes()),
        (4, |line| format!("{}\n", line.replace("t2", "t9")).into_bytes()),
    ];
    for (at, (line, change)) in changes.into_iter().enumerate() {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        begun(&place, 5);
        changed(&place, change);
        let error = replay(&place).unwrap_err();
        assert_eq!(broken_line(&error), line, "change {at}: {error}");
        assert!(error.to_string().starts_with(&format!("line {line} of _read.jsonl is broken: ")), "{error}");
        // The tail is sound in most of these; whoever replays under the lock sees the fault all the same.
        let under_lock = open(&place).and_then(|mut writer| writer.history().map(drop)).unwrap_err();
        assert_eq!(broken_line(&under_lock), line, "change {at}: {under_lock}");
    }
}

#[test]
fn a_writer_checks_the_end_and_the_first_record_and_names_the_first_broken_line() {
    let broken: [(u64, &str, &str); 5] = [
        (5, "\"seq\":5", "\"seq\":6"),
        (5, "\"thread_id\":\"t3\"", "\"thread_id\":\"t9\""),
        (4, "\"seq\":4", "\"seq\":x"),
        (1, "\"seq\":1", "\"seq\":0"),
        (1, "e3b0c44298fc1c14", "e3b0c44298fc1c15"),
    ];
    for (line, from, to) in broken {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        begun(&place, 5);
        let text = String::from_utf8(bytes(&place)).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(&place.path, text.replacen(from, to, 1)).unwrap();
        assert_eq!(broken_line(&open(&place).unwrap_err()), line, "{to}");
    }
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 5);
    add(&place, b"broken\n");
    let before = bytes(&place);
    assert_eq!(broken_line(&open(&place).unwrap_err()), 6);
    assert_eq!(bytes(&place), before);
}

#[test]
fn lines_longer_than_a_window_are_found_from_the_end() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    for letter in ["a", "é", "\u{0}"] {
        let long = entry("long").field("text", letter.repeat(30_000));
        open(&place).unwrap().append(&[long]).unwrap();
    }
    begun(&place, 1);
    assert_eq!(threads(&place).last().unwrap(), &(4, "t0".to_owned()));
}

#[test]
fn a_decision_that_must_last_is_a_record_like_any_other() {
    let folder = tempdir().unwrap();
    let place = Place { durable: true, ..place(folder.path()) };
    begun(&place, 2);
    assert_eq!(threads(&place), [(1, "t0".to_owned()), (2, "t1".to_owned())]);
}

#[test]
fn a_long_log_is_checked_in_shares_as_in_one_piece() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    let entries: Vec<Entry> =
        (0..60).map(|number| entry(&number.to_string()).field("text", "é".repeat(50_000))).collect();
    let appended = open(&place).unwrap().append(&entries).unwrap();
    let history = replay(&place).unwrap();
    assert_eq!((history.len(), history.head()), (60, Digest::of(appended.lines[59].as_bytes()).hex()));
    let sound = String::from_utf8(bytes(&place)).unwrap();
    for line in [1, 2, 29, 30, 31, 59, 60] {
        let at = format!("\"seq\":{line},");
        let mut broken = sound.replace(&at, "\"seq\":0,");
        // A second fault further on is not the one that is told.
        broken = broken.replace("\"seq\":60,", "");
        fs::write(&place.path, broken).unwrap();
        assert_eq!(broken_line(&replay(&place).unwrap_err()), line);
        let changed = sound.replacen(&format!("\"thread_id\":\"{}\"", line - 1), "\"thread_id\":\"x\"", 1);
        fs::write(&place.path, changed).unwrap();
        match replay(&place) {
            Err(error) => assert_eq!(broken_line(&error), line + 1),
            Ok(history) => assert_eq!(line, 60, "only the head tells of {}", history.head()),
        }
    }
}
