//! `room demo`: the whole on made-up data, and true: each call it shows does the same when it is typed.

use insta::assert_snapshot;
use room_testkit::{Outcome, Room, records, redacted};

use crate::programs::{PROGRAMS, ROOM};
use crate::transcript::run;

/// An empty folder in which the demonstration ran.
fn shown() -> (Room, String) {
    let room = Room::empty(PROGRAMS);
    let printed = demo(&room, &["demo", "shown"]).answer().to_owned();
    (room, printed)
}

fn demo(room: &Room, words: &[&str]) -> Outcome {
    let mut command = room.command(ROOM);
    command.args(words);
    room.run(command, "")
}

#[test]
fn the_demonstration_in_two_screens_or_three() {
    let (_, printed) = shown();
    assert_snapshot!(redacted(&printed));
    assert!(printed.lines().count() <= 130, "two screens or three");
}

#[test]
fn what_it_leaves_is_a_room_like_any_other() {
    let (room, _) = shown();
    let mut logs = 0;
    for log in ["out/_read.jsonl", "out/_journal.jsonl", "record.jsonl.queries.jsonl"] {
        logs += usize::from(!records(&room.text(&format!("shown/rooms/bellfield/{log}"))).is_empty());
    }
    assert_eq!(logs, 3);
    assert_eq!(run(&room, "render shown/rooms/bellfield/corpus.txt check").answer(), "ok\n");
    assert!(run(&room, "read shown/rooms/bellfield/corpus.txt windows").answer().contains("@thread 7q05ef "));
}

/// The calls the demonstration prints, each with what it says they answered.
fn calls(printed: &str) -> Vec<(String, String)> {
    let blocks = printed.split("\n$ ").skip(1);
    let calls = blocks.map(|block| {
        let block = block.split("\n# ").next().unwrap().replace("|\n    room", "| room");
        let (line, answer) = block.split_once('\n').unwrap();
        (line.to_owned(), format!("{}\n", answer.trim_end_matches('\n')))
    });
    calls.collect()
}

/// What the demonstration writes beside its calls: a second dump, a brief, two cases.
const PROSE: [&str; 4] = [
    "shown/other.jsonl",
    "shown/rooms/bellfield/brief.md",
    "shown/rooms/bellfield/case.md",
    "shown/rooms/saltmarsh/case.md",
];

#[test]
fn every_call_it_shows_answers_the_same_when_it_is_typed() {
    let (shown, printed) = shown();
    let typed = Room::empty(PROGRAMS);
    typed.write("shown/raw.jsonl", include_str!("../corpus-fixtures/demo/raw.jsonl"));
    let calls = calls(&printed);
    assert!(calls.len() >= 10, "{} calls were found", calls.len());
    for (line, answer) in calls {
        for text in PROSE {
            // What people write stands beside the rooms, once there are any.
            if typed.path(text).parent().unwrap().is_dir() {
                typed.write(text, shown.text(text));
            }
        }
        let outcome = run(&typed, &line).redacted().to_string();
        assert_eq!(outcome.trim_end_matches('\n'), redacted(&answer).trim_end_matches('\n'), "{line}");
    }
}

#[test]
fn it_runs_nowhere_in_particular_and_says_where() {
    let room = Room::empty(PROGRAMS);
    let mut command = room.command(ROOM);
    command.arg("demo").env("TMPDIR", room.path(""));
    let printed = room.run(command, "");
    let made: Vec<_> = room.contents().into_keys().filter(|path| path.ends_with("raw.jsonl")).collect();
    assert_eq!(made.len(), 1);
    let folder = made[0].parent().unwrap().to_str().unwrap();
    assert!(printed.answer().contains(&format!("room read {}/", room.path(folder).display())), "{printed}");
}

#[test]
fn it_takes_no_folder_that_stands() {
    let (room, _) = shown();
    let before = room.contents();
    assert!(demo(&room, &["demo", "shown"]).refusal().contains("shown"));
    assert!(room.contents() == before);
}
