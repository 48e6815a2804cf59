//! Rooms that were tampered with: each change is caught, and told apart from the others.

use serde_json::Value;

use crate::room::Room;

const JOURNAL: &str = "out/_journal.jsonl";
const READS: &str = "out/_read.jsonl";

/// Lines, each with its newline.
fn joined<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A room in which everything holds.
fn worked_in() -> Room {
    let room = Room::new();
    room.read_item("a1");
    room.read_thread("p");
    room.code("hearsay", "a1", 0, 5);
    room.code("why", "b2", 0, 6);
    room.retract(1);
    room.code("why", "p", 10, 19);
    room
}

fn faults(room: &Room, part: &str) -> Vec<String> {
    let answer = room.verify(&[part, "--json"]);
    let json = answer.json();
    let faults: Vec<String> = json[part]["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(answer.code, u8::from(!faults.is_empty()), "{faults:?}");
    assert_eq!(json["ok"], Value::Bool(faults.is_empty()));
    faults
}

#[track_caller]
fn caught(room: &Room, part: &str, words: &[&str]) {
    let faults = faults(room, part);
    for words in words {
        assert!(faults.iter().any(|fault| fault.contains(words)), "{words} is not in {faults:?}");
    }
    assert_eq!(room.verify(&["all", "--json"]).code, 1);
}

#[test]
fn a_room_as_it_was_left_holds() {
    let room = worked_in();
    for part in ["journal", "reads", "corpus"] {
        assert_eq!(faults(&room, part), Vec::<String>::new(), "{part}");
    }
    let all = room.verify(&["--json"]).json();
    assert_eq!((&all["journal"]["records"], &all["reads"]["records"]), (&4.into(), &2.into()));
    assert_eq!(all["brief"], Value::Null);
}

#[test]
fn a_letter_of_record_or_corpus_that_changed_is_caught() {
    let room = worked_in();
    room.change("record.jsonl", |text| text.replacen("Quiet words", "Quiet sword", 1));
    caught(&room, "corpus", &["# record: the header says sha256", "rendered again is otherwise"]);
    let room = worked_in();
    room.change("corpus.txt", |text| text.replacen("Quiet words", "Quiet sword", 1));
    caught(&room, "corpus", &["rendered again is otherwise"]);
    // A code's own words are compared one by one.
    let room = worked_in();
    room.change("corpus.txt", |text| text.replacen("nobody told us why\n", "somebody told us why\n", 1));
    caught(&room, "journal", &["record 2: b2 has \"somebo\" at 0-6, not \"nobody\""]);
    caught(&room, "reads", &["line 2: chars is"]);
}

#[test]
fn a_line_edited_removed_or_moved_is_caught() {
    let edited = worked_in();
    edited.change(JOURNAL, |text| text.replacen("hearsay", "gossip", 1));
    caught(&edited, "journal", &["line 2 of _journal.jsonl is broken: its prev is not the hash of line 1"]);
    let removed = worked_in();
    removed.change(JOURNAL, |text| joined(text.lines().filter(|line| !line.contains("\"seq\":2,"))));
    caught(&removed, "journal", &["line 2 of _journal.jsonl is broken: its seq is 3, where 2 comes next"]);
    let moved = worked_in();
    moved.change(READS, |text| joined(text.lines().rev()));
    caught(&moved, "reads", &["its seq is 2, where 1 comes next"]);
    let no_json = worked_in();
    no_json.change(READS, |text| text.replacen('{', "[", 1));
    caught(&no_json, "reads", &["line 1 of _read.jsonl is broken"]);
    let other = worked_in();
    other.change(READS, |text| text.replacen("\"record\":\"", "\"record\":\"f00", 1));
    caught(&other, "reads", &["belongs to another record"]);
}

#[test]
fn a_log_cut_at_its_end_is_caught_by_the_head_that_was_kept() {
    let room = worked_in();
    let all = room.verify(&["--json"]).json();
    let head = |part: &str| all[part]["head"].as_str().unwrap().to_owned();
    let (journal, reads) = (head("journal"), head("reads"));
    let both = ["--expect-head", &journal, "--expect-head", &reads];
    assert_eq!(room.verify(&[&["all"], &both[..]].concat()).code, 0);
    assert_eq!(
        room.verify(&["journal", "--expect-head", &reads]).code,
        1,
        "another log's head is not this one's"
    );
    // Nothing of the log itself tells that its last line is gone.
    room.change(JOURNAL, |text| joined(text.lines().take(3)));
    assert_eq!(room.verify(&["all"]).code, 0);
    let cut = room.verify(&[&["all"], &both[..]].concat());
    assert!(cut.code == 1 && cut.text.contains(&format!("no line has the hash {journal}")), "{}", cut.text);
    // A head is good for all that was logged since.
    room.read_item("c3");
    assert_eq!(room.verify(&["reads", "--expect-head", &reads]).code, 0);
    // A log that is gone has no line at all.
    std::fs::remove_dir_all(room.path("out")).unwrap();
    assert_eq!(room.verify(&["all"]).code, 0);
    assert_eq!(room.verify(&["all", "--expect-head", &reads]).code, 1);
}

#[test]
fn a_decision_on_what_was_not_served_is_caught() {
    let never = worked_in();
    never.code("unread", "d4", 0, 8);
    caught(&never, "journal", &["record 5: d4 was never served to its end"]);
    // Read afterwards is not read before: the clock of the log decides.
    let later = Room::new();
    later.code("early", "a1", 0, 5);
    later.change(JOURNAL, |text| {
        let at = text.find("\"t\":\"").unwrap() + 5;
        format!("{}2001{}", &text.get(..at).unwrap(), text.get(at + 4..).unwrap())
    });
    later.read_item("a1");
    caught(&later, "journal", &["record 1: a1 was served only at"]);
}

#[test]
fn a_retraction_of_nothing_is_caught() {
    let room = worked_in();
    room.retract(1);
    room.retract(3);
    room.retract(99);
    caught(
        &room,
        "journal",
        &[
            "record 5: retracts record 1, which was retracted before",
            "record 6: retracts record 3, a retraction itself",
            "record 7: retracts record 99",
        ],
    );
}

#[test]
fn counts_that_do_not_agree_with_the_corpus_are_caught() {
    for (old, new, said) in [
        ("\"chars\":", "\"chars\":1", "chars is 1"),
        ("\"items\":4", "\"items\":3", "items is 3, the corpus has 4"),
        ("\"thread_id\":\"p\"", "\"thread_id\":\"zz\"", "no thread 'zz' in this corpus"),
        ("\"item_id\":\"a1\"", "\"item_id\":\"zz\"", "no item 'zz' in this corpus"),
    ] {
        let room = worked_in();
        room.change(READS, |text| text.replacen(old, new, 1));
        caught(&room, "reads", &[said]);
    }
}

#[test]
fn a_torn_end_was_never_answered_and_is_read_past() {
    let room = worked_in();
    room.change(JOURNAL, |text| text + "{\"seq\":5,");
    assert_eq!(faults(&room, "journal"), Vec::<String>::new());
}
