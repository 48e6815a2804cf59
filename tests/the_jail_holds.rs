//! `coder`, the built program: its refusals, and what becomes of files when it is killed, cut short or crowded.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use room_testkit::{Outcome, Room, records};
use serde_json::{Value, json};

use crate::programs::PROGRAMS;

fn room() -> Room {
    let room = Room::empty(PROGRAMS);
    room.write("room/notes.md", "one\ntwo\n");
    room.write("room/.env", "KEY=1\n");
    room.write("room/folder/x", "x\n");
    room.write("outside", "nobody inside may read this\n");
    room
}

#[test]
fn every_refusal_is_one_line_with_its_code_and_changes_nothing() {
    let room = room();
    std::os::unix::fs::symlink("../outside", room.path("room/out")).unwrap();
    let calls: &[(&str, &[&str])] = &[
        ("C210", &["stat", "folder"]),
        ("C210", &["create", "new", "--content", "x", "--mode", "rw"]),
        ("C210", &["delete", "", "--recursive"]),
        ("C210", &["delete", "notes.md", "--expect-sha256", "1234"]),
        ("C210", &["move", "notes.md", "--to", "folder"]),
        ("C210", &["list", "notes.md"]),
        ("C211", &["stat", ".ENV"]),
        ("C211", &["stat", "nothing"]),
        ("C211", &["stat", "nope/../notes.md"]),
        ("C211", &["create", "a/.env", "--content", "x"]),
        ("C211", &["create", "no/new", "--content", "x", "--no-parents"]),
        ("C211", &["delete", ".env"]),
        ("C211", &["move", "notes.md", "--to", "key.pem"]),
        ("C215", &["stat", "../outside"]),
        ("C215", &["stat", "out"]),
        ("C215", &["create", "/etc/new", "--content", "x"]),
        ("C215", &["tree", "out"]),
        ("C216", &["delete", "folder"]),
        ("C216", &["stat", "notes.md/x"]),
        ("C217", &["create", "notes.md", "--content", "x"]),
        ("C217", &["move", "notes.md", "--to", "folder/x"]),
        ("C210", &["info", "--config", "none.yaml"]),
    ];
    let before = room.contents();
    for (code, words) in calls {
        let outcome = room.call("coder", words.iter().copied());
        assert!(outcome.refusal().starts_with(&format!("CoderError: {code}: ")), "{words:?}\n{outcome}");
        assert!(room.contents() == before, "{words:?} changed a file");
    }
}

#[test]
fn a_batch_is_refused_only_if_nothing_of_it_was_done() {
    let room = room();
    let remove = json!([{"op": "remove", "from_line": 1, "to_line": 1}]);
    let none = json!({"files": [{"path": "ghost", "ops": remove}, {"path": ".env", "ops": remove}]});
    let refused = room.call_with("coder", ["update"], &none.to_string());
    assert!(refused.refusal().starts_with("CoderError: C211: no file or folder 'ghost'"), "{refused}");
    let some = json!({"files": [{"path": "ghost", "ops": remove}, {"path": "notes.md", "ops": remove}]});
    let done = room.call_with("coder", ["update"], &some.to_string());
    let lines: Vec<_> = done.answer().lines().collect();
    assert!(lines[0].starts_with("C211: ") && lines[1].starts_with("updated "), "{done}");
    assert_eq!(lines[2..], [" 1|two"]);
    assert_eq!(room.text("room/notes.md"), "two\n");
}

#[test]
fn a_worker_killed_at_any_point_leaves_each_file_old_or_new() {
    let room = room();
    let whole = |letter: char| letter.to_string().repeat(50_000) + "\n";
    room.write("room/folder/x", whole('a'));
    let mut flip = String::new();
    for letter in ['b', 'a'] {
        let ops = json!([{"op": "update_lines", "from_line": 1, "to_line": 1, "content": whole(letter)}]);
        let payload = json!({"files": [{"path": "folder/x", "ops": ops}]});
        flip += &json!({"function": "coder::update-file", "payload": payload}).to_string();
        flip += "\n";
    }
    for round in 0..24 {
        let mut command = room.program("coder", ["room", "call"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let calls = flip.repeat(20);
        let feeder = std::thread::spawn(move || input.write_all(calls.as_bytes()));
        let answered = BufReader::new(output).lines().take(round % 8).map_while(Result::ok).count();
        child.kill().unwrap();
        child.wait().unwrap();
        // The pipe breaks where it was killed.
        let _ = feeder.join().unwrap();
        assert_eq!(answered, round % 8);
        let text = room.text("room/folder/x");
        assert!(text == whole('a') || text == whole('b'), "torn in round {round}");
    }
    room.call("coder", ["create", "folder/last", "--content", ""]).answer();
    let left = room.contents().into_keys().find(|path| path.to_string_lossy().contains(".coder-"));
    assert_eq!(left, None, "what killed workers left is removed by the next");
}

#[test]
fn a_disk_that_takes_no_more_leaves_the_old_file_and_nothing_else() {
    let room = room();
    let before = room.contents();
    let big = "x".repeat(100_000);
    let limited = |words: &[&str], input: &str| -> Outcome {
        let mut shell = room.command("sh");
        shell.args(["-c", "ulimit -f 4 || exit 99; exec \"$@\"", "sh", room.tool("coder").path, "room"]);
        shell.args(words);
        room.run(shell, input)
    };
    let ops = json!([{"op": "insert", "at_line": 1, "content": big}]);
    let update = json!({"files": [{"path": "notes.md", "ops": ops}]}).to_string();
    for (words, input) in [
        (&["update"] as &[&str], update.as_str()),
        (&["create", "n/new", "--content", &big], ""),
        (&["create", "notes.md", "--overwrite", "--content", &big], ""),
    ] {
        let outcome = limited(words, input);
        assert!(outcome.refusal().starts_with("CoderError: C216: "), "{outcome}");
        assert!(room.contents() == before, "{} left something", words[0]);
    }
}

#[test]
fn many_processes_change_one_file_and_no_change_is_lost() {
    let room = room();
    let ops = json!([{"op": "insert", "at_line": 1, "content": "line"}]);
    let payload = json!({"files": [{"path": "notes.md", "ops": ops}]}).to_string();
    let started: Vec<_> = (0..32)
        .map(|_| {
            let mut command: Command = room.program("coder", ["room", "update"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
            child
        })
        .collect();
    for child in started {
        Outcome::of(child.wait_with_output().unwrap()).answer();
    }
    assert_eq!(room.text("room/notes.md"), "line\n".repeat(32) + "one\ntwo\n");
}

#[test]
fn answers_are_on_file_before_they_are_printed_where_that_is_asked_for() {
    let room = room();
    let logged = |words: &[&str], folder: &str| {
        let mut command = room.program("coder", std::iter::once("room").chain(words.iter().copied()));
        command.env("CODER_LOG_DIR", folder);
        room.run(
            command,
            "{\"function\":\"coder::read-file\",\"payload\":{\"path\":\"notes.md\"}}\nnonsense\n",
        )
    };
    let listed = logged(&["list"], "log").answer().to_owned();
    logged(&["create", "new", "--content", "x"], "log").answer();
    assert_eq!(logged(&["stat", ".env"], "log").code, 2);
    assert_eq!(logged(&["call"], "log").answer().lines().count(), 2);
    let records = records(&room.text("log/_coder.jsonl"));
    let kinds: Vec<_> = records.iter().map(|record| record["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["list-folder", "create-file", "read-file"], "refusals and errors are not services");
    assert_eq!(records[0]["chars"], Value::from(listed.chars().count()));
    assert_eq!(records[1]["paths"], json!(["new"]));
    // A log that cannot be: nothing is served, and what was changed is told.
    room.write("a-file", "");
    let refused = logged(&["list"], "a-file/log");
    assert!(refused.refusal().starts_with("LogError: "), "{refused}");
    let after = logged(&["create", "other", "--content", "x"], "a-file/log");
    assert_eq!((after.code, after.stdout.as_str()), (3, ""), "{after}");
    assert!(after.complaint().contains("What this call changed stands"), "{after}");
    assert_eq!(room.text("room/other"), "x");
}
