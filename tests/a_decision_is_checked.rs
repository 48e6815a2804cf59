//! Decisions: on words that were cited and served, or not at all; taken back, never edited.

use insta::assert_snapshot;
use room_testkit::records;

use crate::programs::week;
use crate::transcript::{Transcript, run};

#[test]
fn a_reader_codes_points_decides_and_takes_back() {
    let room = week();
    let mut story = Transcript::in_room(&room);
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code tampering --span -");
    story.call("read room/corpus.txt windows 1 --size 400");
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code tampering --span -");
    story.call("read room/corpus.txt item fx102");
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code tampering --span -");
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code tampering --span -");
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code Tampering --span - --note 'labels differ by case'");
    story.call("emit room/corpus.txt retract 1 --why 'one label for both'");
    story.call("emit room/corpus.txt retract 1 --why again");
    story.call("cite room/record.jsonl fx102 'does not untie a bowline' | emit room/corpus.txt code tampering --span - --stage second");
    story.call("cite room/record.jsonl 9w1aa 'a boat that size?' | emit room/corpus.txt pointer --span - --note 'answered on Sunday'");
    story.call("emit room/corpus.txt thread 9w7aa --as in");
    story.call("read room/corpus.txt thread 9w7aa");
    story.call("emit room/corpus.txt thread 9w7aa --as in");
    story.call("cite room/record.jsonl fx701 'losing my mind' | emit room/corpus.txt thread 9w7aa --as out --excluded-quote -");
    story.call("emit room/corpus.txt state");
    assert_snapshot!(story.text());
}

#[test]
fn a_retracted_decision_gives_way_to_the_one_before() {
    let room = week();
    room.call("read", ["thread", "9w7aa"]).answer();
    for disposition in ["unsure", "in", "out"] {
        room.call("emit", ["thread", "9w7aa", "--as", disposition]).answer();
    }
    let stands = || room.call("emit", ["state"]).json()["threads"]["9w7aa"].clone();
    assert_eq!(stands(), "out");
    room.call("emit", ["retract", "3", "--why", "too quick"]).answer();
    assert_eq!(stands(), "in");
    room.call("emit", ["retract", "1", "--why", "too slow"]).answer();
    assert_eq!(stands(), "in");
    room.call("emit", ["retract", "2", "--why", "neither"]).answer();
    assert!(stands().is_null(), "nothing stands");
    assert_eq!(records(&room.text("room/out/_journal.jsonl")).len(), 6, "nothing is edited");
}

#[test]
fn what_emit_prints_is_the_line_of_the_journal() {
    let room = week();
    room.call("read", ["thread", "9w7aa"]).answer();
    let mut printed = String::new();
    for line in [
        "cite room/record.jsonl fx701 'I said' | emit room/corpus.txt code told --span -",
        "cite room/record.jsonl fx701 'mind' | emit room/corpus.txt pointer --span - --note '🚲 \"x\"'",
        "emit room/corpus.txt thread 9w7aa --as unsure --note 'a\u{2028}b'",
        "emit room/corpus.txt retract 2 --why '--why not'",
    ] {
        printed.push_str(run(&room, line).answer());
    }
    assert_eq!(printed, room.text("room/out/_journal.jsonl"));
    assert_eq!(records(&printed).len(), 4);
}

#[test]
fn the_stage_is_the_flag_s_else_the_scheduler_s_else_coding() {
    let room = week();
    room.call("read", ["thread", "9w7aa"]).answer();
    let words = ["room/corpus.txt", "thread", "9w7aa", "--as", "in"];
    let stage = |more: &[&str], env: &str| {
        let mut emit = room.program("emit", words.iter().chain(more));
        emit.env("EMIT_STAGE", env);
        room.run(emit, "").json()["stage"].clone()
    };
    assert_eq!(stage(&[], ""), "coding");
    assert_eq!(stage(&[], "second-pass"), "second-pass");
    assert_eq!(stage(&["--stage", "mine"], "second-pass"), "mine");
}

#[test]
fn an_item_served_in_pieces_that_make_it_whole_can_be_coded() {
    let room = week();
    let code = "cite room/record.jsonl fx105 'all I have to say' | emit room/corpus.txt code end --span -";
    run(&room, "read room/corpus.txt windows 1 --size 1150").answer();
    assert!(run(&room, code).refusal().contains("read item fx105 first"), "the window cut it");
    run(&room, "read room/corpus.txt thread 9w1aa --size 900 --after fx103").answer();
    run(&room, code).answer();
}
