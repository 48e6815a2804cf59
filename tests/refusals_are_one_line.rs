//! Every wrong call: one line on standard error, nothing on standard output, exit 2, and nothing changed.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStringExt as _;

use room_testkit::{Outcome, Program, Room};

use crate::programs::{PROGRAMS, ROOM, demo};
use crate::verbs::{Verb, verbs};
use crate::words;

/// Wrong calls that say something of a tool's own, one a line.
const WRONG: &str = include_str!("refusals.txt");

const SPAN: &str = r#"{"item_id":"dk20001","start":56,"end":76,"text":"the tall one told me"}"#;

/// A room that was worked in, with files beside it that no tool can take.
fn worked_in() -> Room {
    let room = demo();
    room.call("read", ["thread", "7q01aa"]).answer();
    room.call("read", ["windows", "2", "--size", "220"]).answer();
    room.call("emit", ["code", "twice", "--span", SPAN]).answer();
    room.call("emit", ["thread", "7q01aa", "--as", "in"]).answer();
    room.call("emit", ["retract", "2", "--why", "too early"]).answer();
    let corpus = room.text("room/corpus.txt");
    room.write("empty.txt", "");
    room.write("latin.txt", [corpus.as_bytes(), b"\xe9t\xe9\n"].concat());
    room.write("cut.txt", corpus.split_once("# chars").unwrap().0);
    room.write("bad.jsonl", "{\"id\":\"\n[]\n");
    room.write("folder/notes.md", "no dump");
    room
}

/// The same call to the program itself and through `room`: the same refusal.
#[track_caller]
fn refused(room: &Room, program: &str, words: &[OsString]) -> Outcome {
    let alone = room.run(room.program(program, words), "{}");
    let mut multicall = room.command(ROOM);
    multicall.arg(program).args(words);
    assert_eq!(room.run(multicall, "{}"), alone, "{program} {words:?}, through room and alone");
    alone
}

#[test]
fn the_table_of_wrong_calls_is_refused_line_by_line() {
    let room = worked_in();
    let before = room.contents();
    let mut said = String::new();
    let lines = WRONG.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (label, call) in lines.map(|line| line.split_once("  ").expect("a label and a call")) {
        let mut words: Vec<OsString> = words::one(call).into_iter().map(OsString::from).collect();
        let program = words.remove(0).into_string().unwrap();
        let outcome = refused(&room, &program, &words);
        let line = outcome.refusal();
        assert!(line.starts_with(&format!("{label}: ")), "{call}\n{line}");
        let inside = ["struct ", "usize", "expected ident", "at line 1 column", " <"]
            .into_iter()
            .find(|word| line.contains(word));
        assert_eq!(inside, None, "{call}\n{line}\nspeaks of how it was read, not of what was wrong");
        assert!(room.contents() == before, "{call} changed a file");
        writeln!(said, "{call}\n    {line}").unwrap();
    }
    assert!(said.lines().count() >= 2 * 60, "the table is not read whole");
    insta::assert_snapshot!("the_lines", said);
}

/// Wrong calls that every tool refuses, made from the table of its verbs.
fn wrong_by_grammar(program: &Program) -> Vec<Vec<OsString>> {
    let mut wrong = vec![
        vec![],
        vec![program.place.into(), "".into()],
        vec![program.place.into(), "no-such-verb".into()],
        vec![program.place.into(), "--no-such-flag".into()],
        vec![program.place.into(), "two\nlines \u{1b}[2J\u{2028}".into()],
        vec![program.place.into(), OsString::from_vec(b"not \xff UTF-8".to_vec())],
        vec![program.place.into(), "long ".repeat(4_000).into()],
        vec!["--helpme".into(), "--".into()],
    ];
    // A room and nothing else asks verify-room for all that can be checked.
    if program.name != "verify-room" {
        wrong.push(vec![program.place.into()]);
    }
    for verb in verbs(program) {
        for words in wrong_verb(&verb) {
            // The grammar is judged before the file is looked at, so a file that is not there changes nothing.
            for place in [program.place, "nowhere"] {
                wrong.push(
                    std::iter::once(place)
                        .chain(words.iter().map(String::as_str))
                        .map(OsString::from)
                        .collect(),
                );
            }
        }
    }
    wrong
}

/// Wrong calls of one verb, made from a right one.
fn wrong_verb(verb: &Verb) -> Vec<Vec<String>> {
    let right = verb.least();
    let and =
        |more: &[&str]| right.iter().cloned().chain(more.iter().map(ToString::to_string)).collect::<Vec<_>>();
    let mut wrong = vec![and(&["one", "too-many"]), and(&["one", "--no-such-flag", "two"])];
    let required = verb.argument.as_ref().is_some_and(|argument| argument.required);
    if required {
        let mut without = right.clone();
        without.remove(1);
        wrong.push(without);
    }
    for flag in &verb.flags {
        let typed = flag.typed();
        if flag.required {
            let at = right.iter().position(|word| *word == typed).expect("what must be given is given");
            wrong.push([&right[..at], &right[at + 2..]].concat());
        }
        if flag.value.is_none() {
            wrong.push(and(&[&format!("{typed}=1")]));
        } else {
            wrong.push(and(&[&typed]));
        }
        if !flag.repeats {
            let given = flag.given();
            wrong.push([right.as_slice(), &given, &given].concat());
        }
        if flag.value.as_deref() == Some("N") {
            let others: Vec<_> = right.iter().filter(|word| **word != typed).cloned().collect();
            if !flag.required {
                wrong.extend(
                    ["", "-1", "1.0", "٤", "1e3", "0x1", "one"]
                        .map(|value| others.iter().cloned().chain([format!("{typed}={value}")]).collect()),
                );
            }
        }
    }
    wrong
}

#[test]
fn what_the_grammar_forbids_is_refused_by_every_verb_of_every_tool() {
    let room = worked_in();
    let before = room.contents();
    let mut calls = 0;
    for program in PROGRAMS {
        for words in wrong_by_grammar(program) {
            let outcome = refused(&room, program.name, &words);
            let line = outcome.refusal();
            assert!(line.starts_with("UsageError: "), "{} {words:?}\n{line}", program.name);
            calls += 1;
        }
        assert!(room.contents() == before, "a wrong call of {} changed a file", program.name);
    }
    assert!(calls > 60 * PROGRAMS.len() / 2, "{calls} calls");
}

#[test]
fn a_missing_file_is_refused_by_every_verb_of_every_tool() {
    let room = worked_in();
    let before = room.contents();
    for program in PROGRAMS {
        for verb in verbs(program) {
            let words = std::iter::once("nowhere".to_owned())
                .chain(verb.least())
                .map(OsString::from)
                .collect::<Vec<_>>();
            let outcome = refused(&room, program.name, &words);
            assert!(outcome.refusal().contains("nowhere"), "{} {words:?}\n{outcome}", program.name);
        }
        assert!(room.contents() == before, "{} made something of a file that is not there", program.name);
    }
}

#[test]
fn room_itself_refuses_what_it_does_not_know() {
    let room = worked_in();
    let before = room.contents();
    let wrong: [&[&str]; 8] = [
        &[],
        &["reed", "room/corpus.txt", "windows"],
        &["--halp"],
        &["--help", "read"],
        &["reference", "all"],
        &["demo", "a", "b"],
        &["demo", "--quick"],
        &["demo", "room"],
    ];
    for words in wrong {
        let mut command = room.command(ROOM);
        command.args(words);
        let line = room.run(command, "").refusal().to_owned();
        assert!(line.starts_with("UsageError: ") || words == ["demo", "room"], "{words:?}: {line}");
        assert!(room.contents() == before, "{words:?} changed a file");
    }
}
