//! Ways to write a call that are the same call: flags anywhere, seed forms, ids with their prefix, standard input.

use crate::programs::week;
use crate::transcript::run;

/// Each line's calls, which must do the same: print the same, log the same, fail the same.
const SAME: [&[&str]; 14] = [
    &[
        "read room/corpus.txt thread 9w1aa --size 500 --after fx101",
        "read room/corpus.txt thread --size 500 --after fx101 9w1aa",
        "read room/corpus.txt thread --after=fx101 9w1aa --size=500",
        "read room/corpus.txt thread --after=t1_fx101 --size 500 -- t3_9w1aa",
        "room read room/corpus.txt thread 9w1aa --size 500 --after fx101",
        "read ./room/../room/corpus.txt thread 9w1aa --size 500 --after fx101",
    ],
    &[
        "read room/corpus.txt item fx102",
        "read room/corpus.txt item t1_fx102",
        "read room/corpus.txt item -- fx102",
    ],
    &["read room/corpus.txt thread 9w3zz", "read room/corpus.txt thread t3_9w3zz"],
    &[
        "read room/corpus.txt windows 3",
        "read room/corpus.txt windows 003",
        "read room/corpus.txt windows 3 --size=1200",
    ],
    &["read room/corpus.txt windows", "read room/corpus.txt windows 10"],
    &[
        "cite room/record.jsonl fx202 'Thank you'",
        "cite room/record.jsonl quote 'Thank you' --item fx202",
        "cite room/record.jsonl quote --item=fx202 'Thank you'",
        "cite room/record.jsonl fx202 -- 'Thank you'",
        "room cite room/record.jsonl fx202 'Thank you'",
    ],
    &[
        "cite room/record.jsonl find tide",
        "cite room/record.jsonl --find tide",
        "cite room/record.jsonl --find=tide",
    ],
    &[
        "cite room/record.jsonl find 'I .*' --limit 3",
        "cite room/record.jsonl --find 'I .*' 3",
        "cite room/record.jsonl find --limit=3 'I .*'",
    ],
    &["cite room/record.jsonl find '-.*-|— and'", "cite room/record.jsonl find -- '-.*-|— and'"],
    &["cite room/record.jsonl find --no-such-flag", "cite room/record.jsonl find -- --no-such-flag"],
    &[
        "cite room/record.jsonl fx102 ' a  bowline '",
        "cite room/record.jsonl quote --item fx102 -- ' a  bowline '",
    ],
    &[
        "read-brief room/corpus.txt titles 50 --day=2018-06-05",
        "read-brief room/corpus.txt titles --day 2018-06-05 50",
    ],
    &["render room/corpus.txt check", "room render room/corpus.txt check"],
    &["emit room/corpus.txt state", "room emit room/corpus.txt state"],
];

#[test]
fn ways_to_write_a_call_are_the_same_call() {
    for lines in SAME {
        let done = |line: &str| {
            let room = week();
            let outcome = run(&room, line).redacted();
            let files =
                ["room/out/_read.jsonl", "room/out/_journal.jsonl", "room/record.jsonl.queries.jsonl"];
            let logs = files.map(|file| room_testkit::redacted(&room.text(file)));
            (outcome, logs)
        };
        let expected = done(lines[0]);
        for line in &lines[1..] {
            // The quotation is logged as it was typed, so both sides of a pair type the same one.
            assert_eq!(done(line), expected, "{line}, as {}", lines[0]);
        }
    }
}

#[test]
fn the_same_call_prints_the_same_wherever_the_folder_lies() {
    let room = week();
    let calls: [(&str, &str, &[&str]); 5] = [
        ("read", "room/corpus.txt", &["state"]),
        ("read", "room/corpus.txt", &["audit"]),
        ("read-brief", "room/corpus.txt", &["state"]),
        ("emit", "room/corpus.txt", &["state"]),
        ("read", "room/nowhere.txt", &["state"]),
    ];
    for (tool, place, words) in calls {
        let absolute = room.path(place).into_os_string().into_string().unwrap();
        let from = |place: &str| room.run(room.program(tool, [place].iter().chain(words)), "");
        let relative = from(place);
        assert_eq!(from(&absolute), relative, "{tool} {words:?}");
        let mut inside = room.program(tool, [place.trim_start_matches("room/")].iter().chain(words));
        inside.current_dir(room.path("room"));
        assert_eq!(room.run(inside, ""), relative, "{tool} {words:?}, from within");
    }
}

#[test]
fn standard_input_stands_for_an_argument_or_a_flag_s_value_less_one_newline() {
    let room = week();
    let cited = room.call("cite", ["fx202", "Thank you"]).stdout;
    for (words, input) in
        [(["fx202", "-"], "Thank you"), (["fx202", "-"], "Thank you\n"), (["fx202", "-"], "Thank you\n\n")]
    {
        assert_eq!(room.call_with("cite", words, input).answer(), cited, "{input:?}");
    }
    let found = room.call_with("cite", ["find", "-"], "^Thank\n").json();
    assert_eq!(found["hits"][0]["item_id"], "fx202");
    let refused = room.call_with("cite", ["fx202", "-"], "");
    assert!(refused.refusal().contains("empty"), "{refused}");
    let read = room.call_with("read", ["item", "-"], "fx202\n");
    assert!(read.answer().ends_with("\nThank you. Truly.\n"));
    room.call_with("emit", ["code", "thanks", "--span", "-", "--note", "a note"], &cited).answer();
    let twice = room.call_with("emit", ["pointer", "--span", "-", "--note", "-"], &cited);
    assert!(twice.refusal().starts_with("UsageError: "), "{twice}");
}

#[test]
fn what_is_not_utf_8_is_refused_wherever_it_stands() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let room = week();
    let before = room.contents();
    let bytes = OsStr::from_bytes(b"caf\xe9");
    let calls: [(&str, &[&OsStr]); 4] = [
        ("read", &["room/corpus.txt".as_ref(), "thread".as_ref(), bytes]),
        ("cite", &["room/record.jsonl".as_ref(), "fx202".as_ref(), bytes]),
        ("cite", &["room/record.jsonl".as_ref(), "find".as_ref(), bytes]),
        ("read", &[bytes, "state".as_ref()]),
    ];
    for (tool, words) in calls {
        room.run(room.program(tool, words), "").refusal();
    }
    let mut piped = room.program("cite", ["room/record.jsonl", "fx202", "-"]);
    let from = std::fs::File::open({
        room.write("latin", b"Thank \xe9");
        room.path("latin")
    });
    let output = piped.stdin(from.unwrap()).output().unwrap();
    room_testkit::Outcome::of(output).refusal();
    std::fs::remove_file(room.path("latin")).unwrap();
    assert!(room.contents() == before);
}
