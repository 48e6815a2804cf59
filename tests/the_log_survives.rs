//! Logs cut, changed, swapped and laid as traps: what was answered is kept, and nothing is taken for a log that is none.

use std::fs;
use std::os::unix::fs::symlink;

use room_testkit::{Room, records};
use serde_json::Value;

use crate::programs::demo;

/// The citation that the decisions below stand on.
const SPAN: &str = r#"{"item_id":"dk20001","start":56,"end":76,"text":"the tall one told me"}"#;

/// A log, with calls that begin it, one that goes on, and, where there is one, one that reads it and logs nothing.
struct Log {
    file: &'static str,
    tool: &'static str,
    begin: &'static [&'static [&'static str]],
    go_on: &'static [&'static str],
    look: Option<&'static [&'static str]>,
}

const LOGS: [Log; 5] = [
    Log {
        file: "room/out/_read.jsonl",
        tool: "read",
        begin: &[&["windows", "1"], &["item", "dk20003"], &["thread", "7q01aa"]],
        go_on: &["item", "dk20104"],
        look: Some(&["state"]),
    },
    Log {
        file: "room/out/_journal.jsonl",
        tool: "emit",
        begin: &[
            &["thread", "7q01aa", "--as", "in"],
            &["code", "hearsay", "--span", SPAN],
            &["code", "the wall – “big”", "--span", SPAN],
        ],
        go_on: &["pointer", "--span", SPAN, "--note", "again"],
        look: Some(&["state"]),
    },
    Log {
        file: "room/record.jsonl.queries.jsonl",
        tool: "cite",
        begin: &[&["dk20206", "Nobody slept."], &["find", "nobody"], &["dk20003", "Went back at noon"]],
        go_on: &["dk20104", "Wrong every year."],
        look: None,
    },
    Log {
        file: "cases/out/_cite-case.jsonl",
        tool: "cite-case",
        begin: &[&["cases"], &["section", "Who", "--case", "ferry"], &["count", "noon|tall – "]],
        go_on: &["find", "Mara"],
        look: Some(&["state"]),
    },
    Log {
        file: "cases/out/_mem.jsonl",
        tool: "mem",
        begin: &[
            &["put", "who", "--text", "The tall one."],
            &["put", "when", "--text", "Before noon – “sharp”"],
            &["put", "who", "--text", "The tall one, and Mara."],
        ],
        go_on: &["drop", "when", "--why", "never mind"],
        look: Some(&["state"]),
    },
];

/// A room in which every log has its first three records.
fn begun() -> Room {
    let room = demo();
    for log in LOGS {
        for words in log.begin {
            room.call(log.tool, words.iter().copied()).answer();
        }
        assert_eq!(records(&room.text(log.file)).len(), 3, "{}", log.file);
    }
    room
}

#[test]
fn a_log_cut_at_every_byte_of_its_last_record_recovers() {
    let room = begun();
    for log in LOGS {
        let whole = room.text(log.file).into_bytes();
        let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
        let torn = format!("{}.torn", log.file);
        for cut in last..whole.len() {
            room.write(log.file, &whole[..cut]);
            if let Some(look) = log.look {
                let state = room.call(log.tool, look.iter().copied()).json();
                assert_eq!(state["log"]["records"], 2, "{} cut at {cut}", log.file);
                assert_eq!(fs::read(room.path(log.file)).unwrap(), whole[..cut], "a look changes nothing");
            }
            room.call(log.tool, log.go_on.iter().copied()).answer();
            let now = room.text(log.file);
            assert!(now.as_bytes().starts_with(&whole[..last]), "{} cut at {cut}", log.file);
            let records = records(&now);
            assert_eq!(records.len(), 3, "{} cut at {cut}", log.file);
            let recovered = if cut == last { Value::Null } else { Value::from(cut - last) };
            assert_eq!(records[2]["recovered"], recovered, "{} cut at {cut}", log.file);
            let aside = fs::read(room.path(&torn)).unwrap_or_default();
            assert_eq!(aside, whole[last..cut], "the torn bytes of {} are kept", log.file);
            let _ = fs::remove_file(room.path(&torn));
        }
    }
}

#[test]
fn what_was_torn_thrice_is_kept_thrice() {
    let room = begun();
    let [read, ..] = LOGS;
    let half_a_character = b"\xc3";
    for torn in [b"{\"seq\":4,\"t\":\"20" as &[u8], &[0; 4], half_a_character] {
        room.write(read.file, [room.text(read.file).as_bytes(), torn].concat());
        room.call("read", ["item", "dk20104"]).answer();
    }
    assert_eq!(records(&room.text(read.file)).len(), 6);
    assert_eq!(
        fs::read(room.path("room/out/_read.jsonl.torn")).unwrap(),
        b"{\"seq\":4,\"t\":\"20\0\0\0\0\xc3"
    );
}

#[test]
fn two_bytes_flipped_in_the_middle_are_refused_with_file_and_line() {
    let room = begun();
    for (log, look) in LOGS.iter().filter_map(|log| Some((log, log.look?))) {
        let whole = room.text(log.file).into_bytes();
        let name = log.file.rsplit('/').next().unwrap();
        let newlines: Vec<_> =
            whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        let (start, end) = (newlines[0] + 1, newlines[1]);
        for at in start..end - 1 {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            flipped[at + 1] ^= 1;
            room.write(log.file, &flipped);
            let refused = room.call(log.tool, look.iter().copied());
            let line = refused.refusal();
            // A line that is still JSON is only given away by the next one's hash.
            let told = ["line 2 of", "line 3 of"].iter().any(|line_of| line.contains(line_of));
            assert!(line.starts_with("LogError: ") && line.contains(name) && told, "byte {at}: {line}");
            assert_eq!(fs::read(room.path(log.file)).unwrap(), flipped, "a refusal changes nothing");
        }
        room.write(log.file, &whole);
    }
}

#[test]
fn nothing_is_served_on_a_log_whose_end_was_changed() {
    let room = begun();
    for log in LOGS {
        let whole = room.text(log.file);
        let (first, rest) = whole.split_once('\n').unwrap();
        let (_, last) = rest.split_once('\n').unwrap();
        for broken in [
            format!("{first}\n{last}"),
            format!("{whole}\n"),
            format!("{whole}{{}}\n"),
            format!("{whole}not a record\n"),
            format!("{whole}\0\0\0\0\n"),
            format!("{whole}{last}"),
            format!("{first}\n{first}\n"),
        ] {
            room.write(log.file, &broken);
            let before = room.contents();
            let refused = room.call(log.tool, log.go_on.iter().copied());
            assert!(refused.refusal().starts_with("LogError: line "), "{refused}");
            assert_eq!(room.contents(), before);
        }
    }
}

#[test]
fn a_log_of_another_record_is_refused() {
    let (ours, other) = (begun(), begun());
    let raw = ours.text("raw.jsonl").replace("Nobody slept.", "Everybody slept.");
    ours.write("other.jsonl", raw);
    ours.run(ours.program("render", ["other.jsonl", "room", "elsewhere"]), "").answer();
    for log in ["_read.jsonl", "_journal.jsonl"] {
        ours.write(format!("elsewhere/out/{log}"), other.text(&format!("room/out/{log}")));
    }
    let before = ours.contents();
    for (tool, words, log) in [
        ("read", &["item", "dk20003"] as &[&str], "_read.jsonl"),
        ("read", &["windows"], "_read.jsonl"),
        ("read", &["state"], "_read.jsonl"),
        ("read-brief", &["titles"], "_read.jsonl"),
        ("emit", &["state"], "_read.jsonl"),
        ("emit", &["retract", "1", "--why", "x"], "_journal.jsonl"),
    ] {
        let call = ["elsewhere/corpus.txt"].iter().chain(words);
        let refused = ours.run(ours.program(tool, call), "");
        let told = format!("LogError: {log} belongs to another record");
        assert!(refused.refusal().starts_with(&told), "{tool} {words:?}: {refused}");
    }
    assert_eq!(ours.contents(), before);
}

#[test]
fn a_link_a_fifo_and_a_folder_are_no_logs() {
    for log in LOGS {
        for trap in ["a link to a file", "a dangling link", "a fifo", "a folder", "a second name"] {
            let room = begun();
            let place = room.path(log.file);
            let aside = room.path("aside");
            fs::rename(&place, &aside).unwrap();
            match trap {
                "a link to a file" => symlink(&aside, &place).unwrap(),
                "a dangling link" => symlink("nowhere", &place).unwrap(),
                "a fifo" => {
                    let mut make = room.command("mkfifo");
                    make.arg(&place);
                    room.run(make, "").answer();
                }
                "a folder" => fs::create_dir(&place).unwrap(),
                _ => fs::hard_link(&aside, &place).unwrap(),
            }
            let before = room.contents();
            let refused = room.call(log.tool, log.go_on.iter().copied());
            assert!(refused.refusal().starts_with("LogError: "), "{trap} as {}: {refused}", log.file);
            assert_eq!(room.contents(), before, "{trap} as {}", log.file);
        }
    }
}

#[test]
fn a_log_folder_that_cannot_be_made_refuses() {
    let room = demo();
    fs::remove_dir(room.path("room/out")).unwrap();
    room.write("room/out", "a file where the folder should be");
    let before = room.contents();
    for (tool, words) in [
        ("read", &["item", "dk20003"] as &[&str]),
        ("read", &["windows"]),
        ("read", &["header"]),
        ("read-brief", &["sample"]),
        ("emit", &["thread", "7q01aa", "--as", "in"]),
    ] {
        let refused = room.call(tool, words.iter().copied());
        assert!(refused.refusal().starts_with("LogError: "), "{tool} {words:?}: {refused}");
        assert_eq!(room.contents(), before);
    }
    let mut cite = room.program("cite", ["room/record.jsonl", "dk20206", "Nobody slept."]);
    cite.env("CITE_LOG_DIR", "room/out");
    assert!(room.run(cite, "").refusal().starts_with("LogError: "));
    assert_eq!(room.contents(), before);
}
