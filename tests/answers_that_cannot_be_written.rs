//! Standard output that is closed, full, or a terminal.

use std::fs::OpenOptions;
use std::io::Read as _;
use std::process::{Command, Stdio};

use room_testkit::{Outcome, Room, records};

use crate::dump::Dump;
use crate::programs::{PROGRAMS, ROOM, demo, room, skipped};

/// Runs a command whose reader is gone before it begins.
fn into_a_closed_pipe(mut command: Command) -> Outcome {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    drop(command);
    Outcome::of(child.wait_with_output().unwrap())
}

/// Runs a command on a disk that takes nothing.
fn onto_a_full_disk(mut command: Command) -> Outcome {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    Outcome::of(child.wait_with_output().unwrap())
}

/// Every way to make every tool print: its help, its good call, and both through `room`.
fn printing(room: &Room) -> Vec<(String, Command)> {
    let mut commands = Vec::new();
    for program in PROGRAMS {
        for words in [vec!["--help"], program.call(program.good.iter().copied())] {
            let mut multicall = room.command(ROOM);
            multicall.arg(program.name).args(&words);
            commands.push((format!("{} {words:?}", program.name), room.program(program.name, &words)));
            commands.push((format!("room {} {words:?}", program.name), multicall));
        }
    }
    for words in [&["--help"] as &[&str], &["reference"], &["demo", "made-for-nobody"]] {
        let mut command = room.command(ROOM);
        command.args(words);
        commands.push((format!("room {words:?}"), command));
    }
    commands
}

#[test]
fn a_closed_pipe_is_a_quiet_end_for_every_tool() {
    let room = demo();
    for (call, command) in printing(&room) {
        let outcome = into_a_closed_pipe(command);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{call}");
    }
}

#[test]
fn a_full_disk_is_told_by_every_tool() {
    let room = demo();
    for (call, command) in printing(&room) {
        // The demonstration prints before it is done: it is made where nothing stands yet.
        let _ = std::fs::remove_dir_all(room.path("made-for-nobody"));
        let outcome = onto_a_full_disk(command);
        assert_eq!(outcome.code, 3, "{call}: {outcome}");
        assert!(outcome.complaint().starts_with("OutputError: "), "{call}: {outcome}");
    }
}

#[test]
fn what_was_recorded_stands_when_its_answer_is_lost() {
    let room = demo();
    let lost: [(&str, &[&str], &str); 4] = [
        ("read", &["room/corpus.txt", "thread", "7q01aa"], "room/out/_read.jsonl"),
        ("read", &["room/corpus.txt", "windows", "1"], "room/out/_read.jsonl"),
        ("emit", &["room/corpus.txt", "thread", "7q01aa", "--as", "in"], "room/out/_journal.jsonl"),
        ("cite", &["room/record.jsonl", "dk20206", "Nobody slept."], "room/record.jsonl.queries.jsonl"),
    ];
    for (tool, words, log) in lost {
        let before = records(&room.text(log)).len();
        assert_eq!(onto_a_full_disk(room.program(tool, words)).code, 3);
        assert_eq!(records(&room.text(log)).len(), before + 1, "{words:?}");
    }
    let before = records(&room.text("room/out/_read.jsonl")).len();
    let closed = room.program("read", ["room/corpus.txt", "item", "dk20001"]);
    assert_eq!(into_a_closed_pipe(closed).code, 0);
    assert_eq!(records(&room.text("room/out/_read.jsonl")).len(), before + 1);
    assert_eq!(room.call("read", ["state"]).json()["cursor"], 1, "the lost window is not served again");
    assert_eq!(room.call("emit", ["state"]).json()["threads"]["7q01aa"], "in");
}

/// A room whose answers are longer than any pipe holds.
fn long() -> Room {
    let long = "A long evening on the north pier, and nothing to report.\n".repeat(8_000);
    room(&Dump::of(40, 3).post("pz1", "The long one", &long).comment("cz1", "pz1", &long))
}

#[test]
fn a_reader_that_leaves_early_ends_a_long_answer_quietly() {
    let room = long();
    let calls: [(&str, &[&str]); 4] = [
        ("read", &["room/corpus.txt", "thread", "pz1"]),
        ("read", &["room/corpus.txt", "item", "cz1"]),
        ("cite", &["room/corpus.txt", "find", "(?s)A long.*"]),
        ("read", &["room/corpus.txt", "windows", "41", "--size", "900000"]),
    ];
    for (tool, words) in calls {
        let mut command = room.program(tool, words);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut few = [0; 100];
        child.stdout.as_mut().unwrap().read_exact(&mut few).unwrap();
        drop(child.stdout.take());
        let outcome = Outcome::of(child.wait_with_output().unwrap());
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{tool} {words:?}");
    }
    assert_eq!(records(&room.text("room/out/_read.jsonl")).len(), 2 + 41);
}

#[test]
fn a_shell_s_head_takes_what_it_wants() {
    let room = long();
    let mut shell = room.command("sh");
    shell.args(["-c", &format!("'{ROOM}' read room/corpus.txt thread pz1 | head -n 1")]);
    assert_eq!(
        room.run(shell, "").answer(),
        room.text("room/corpus.txt").lines().find(|line| line.starts_with("@thread pz1")).unwrap().to_owned()
            + "\n"
    );
}

#[test]
fn a_terminal_gets_pictures_and_a_pipe_the_bytes() {
    let body = "up \u{1b}[2J\u{1b}]8;;x\u{7} and \u{9b}1m, a \u{202e}turn, a\ttab, \u{7f}";
    let room = room(&Dump::new().post("pa1", "Controls", "").comment("ca1", "pa1", body));
    let words = ["room/corpus.txt", "item", "ca1"];
    let piped = room.run(room.program("read", words), "");
    assert!(piped.answer().ends_with(&format!("\n{body}\n")), "{piped}");

    let mut terminal = room.command("script");
    terminal.args(["-qec", &format!("'{ROOM}' read {}", words.join(" ")), "/dev/null"]);
    let started = terminal.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(child) = started else {
        skipped("no `script` here to make a terminal with");
        return;
    };
    let shown = Outcome::of(child.wait_with_output().unwrap());
    let pictures = "up ␛[2J␛]8;;x␇ and ‹009B›1m, a ‹202E›turn, a\ttab, ␡\r\n";
    assert!(shown.stdout.ends_with(pictures), "{:?}", shown.stdout);
    assert_eq!(shown.code, 0);
}
