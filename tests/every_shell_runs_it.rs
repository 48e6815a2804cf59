//! Every call in the README and the pages runs as it is written, in bash, dash and zsh, and from Python or
//! any other program as a list of arguments, and does the same each time.
//!
//! A page's calls are one session, in order. Those of a page in `docs/` come after the README's, so that a page can go
//! on in the rooms that the README made.

use std::path::Path;
use std::process::{Command, Stdio};

use room_testkit::{Outcome, Room};

use crate::pages::{Page, Shown, pages};
use crate::programs::{PROGRAMS, ROOM, skipped};
use crate::transcript::run;
use crate::words;

/// A folder like a fresh clone as far as the pages' calls go.
fn clone() -> Room {
    let room = Room::empty(PROGRAMS);
    room.write("corpus-fixtures/demo/raw.jsonl", include_str!("../corpus-fixtures/demo/raw.jsonl"));
    room
}

/// How a line is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Shell(&'static str),
    /// Without any shell: each call a list of arguments, a pipe a pipe.
    List,
    /// The same from Python.
    Python,
}

/// Runs calls, lists of arguments whose first is `room`, each on the answer of the one before it.
const PYTHON: &str = "
import json, subprocess, sys
answer = b''
for words in json.loads(sys.argv[2]):
    done = subprocess.run([sys.argv[1], *words[1:]], input=answer, capture_output=True)
    answer = done.stdout
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr)
sys.exit(done.returncode)
";

/// The ways that this system has.
fn ways() -> Vec<Way> {
    let mut ways = vec![Way::List];
    if Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        ways.push(Way::Python);
    } else {
        skipped("no python3 here");
    }
    for shell in ["bash", "dash", "zsh", "busybox"] {
        let there = Command::new(shell).args(dash_c(shell)).arg("exit 0").stdin(Stdio::null()).output();
        if there.is_ok_and(|output| output.status.success()) {
            ways.push(Way::Shell(shell));
        } else {
            skipped(&format!("no {shell} here"));
        }
    }
    ways
}

fn dash_c(shell: &str) -> &'static [&'static str] {
    if shell == "busybox" { &["sh", "-c"] } else { &["-c"] }
}

impl Way {
    fn run(self, room: &Room, line: &str) -> Outcome {
        match self {
            Way::Shell(shell) => {
                let mut command = room.command(shell);
                // Found in the PATH, as `room` is where it was installed.
                let programs = Path::new(ROOM).parent().expect("a program lies in a folder").to_owned();
                command.env("PATH", path_with(&programs)).args(dash_c(shell)).arg(line);
                room.run(command, "")
            }
            Way::List => run(room, line),
            Way::Python => {
                let calls = words::split(line);
                let mut command = room.command("python3");
                command
                    .args(["-c", PYTHON, ROOM])
                    .arg(serde_json::to_string(&calls).expect("words are JSON"));
                room.run(command, "")
            }
        }
    }
}

/// This folder of programs before all others.
fn path_with(folder: &Path) -> std::ffi::OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others)))
        .expect("no folder in the PATH holds a colon")
}

/// Runs a page's calls in order.
fn session(way: Way, room: &Room, page: &Page) -> Vec<Outcome> {
    page.calls.iter().map(|shown| way.run(room, &shown.line).redacted()).collect()
}

/// Whether a page's lines are what a call printed, where a line `…` stands for any lines.
fn is_shown(page: &[&str], printed: &[&str]) -> bool {
    match page.split_first() {
        None => printed.is_empty(),
        Some((&"…", after)) => (0..=printed.len()).any(|from| is_shown(after, &printed[from..])),
        Some((line, after)) => {
            printed.split_first().is_some_and(|(first, more)| first == line && is_shown(after, more))
        }
    }
}

/// Every page in one way: the README from nothing, the others after it.
fn every_page(way: Way) -> Vec<(String, Vec<Outcome>)> {
    let pages = pages();
    let (readme, others) = pages.split_first().expect("there is a README");
    let room = clone();
    let mut outcomes = vec![(readme.name.clone(), session(way, &room, readme))];
    for page in others.iter().filter(|page| !page.calls.is_empty()) {
        let room = clone();
        session(way, &room, readme);
        outcomes.push((page.name.clone(), session(way, &room, page)));
    }
    outcomes
}

#[test]
fn every_documented_call_does_the_same_in_every_shell_and_without_one() {
    let expected = every_page(Way::List);
    let calls: usize = expected.iter().map(|(_, outcomes)| outcomes.len()).sum();
    assert!(calls >= 8, "the README's session was not found: {calls} calls");
    for way in ways().into_iter().filter(|way| *way != Way::List) {
        let outcomes = every_page(way);
        for ((page, theirs), (_, ours)) in outcomes.iter().zip(&expected) {
            for (at, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
                assert_eq!(theirs, ours, "{way:?}, call {at} of {page}");
            }
        }
        assert_eq!(outcomes.len(), expected.len());
    }
}

#[test]
fn every_documented_call_goes_well_or_answers_as_the_page_shows() {
    let pages = pages();
    for (page, outcomes) in every_page(Way::List) {
        let shown = &pages.iter().find(|other| other.name == page).expect("a page that was run").calls;
        for (Shown { line, answer }, outcome) in shown.iter().zip(outcomes) {
            match answer {
                None => assert_eq!(outcome.code, 0, "{page}: {line}\n{outcome}"),
                Some(answer) => {
                    let answer = room_testkit::redacted(answer);
                    let printed = format!("{}{}", outcome.stdout, outcome.stderr);
                    assert!(
                        is_shown(&lines(&answer), &lines(&printed)),
                        "{page}: {line}\nshown:\n{answer}\nprinted:\n{printed}"
                    );
                }
            }
        }
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn an_ellipsis_line_stands_for_any_lines() {
    assert!(is_shown(&["a", "b"], &["a", "b"]) && is_shown(&[], &[]));
    assert!(is_shown(&["a", "…"], &["a", "b", "c"]) && is_shown(&["a", "…", "c"], &["a", "b", "c"]));
    assert!(!is_shown(&["a"], &["a", "b"]) && !is_shown(&[], &["a"]));
    assert!(!is_shown(&["a", "…", "d"], &["a", "b", "c"]) && !is_shown(&["a", "b"], &["a"]));
}

#[test]
fn read_typed_bare_is_the_shell_s_own_and_the_documented_forms_are_ours() {
    let room = crate::programs::demo();
    let expected = room.call("read", ["item", "dk20001"]);
    for way in ways() {
        let Way::Shell(_) = way else { continue };
        for form in ["room read", "env read"] {
            let line = format!("{form} room/corpus.txt item dk20001");
            assert_eq!(way.run(&room, &line), expected, "{way:?}: {line}");
        }
        let bare = way.run(&room, "read room/corpus.txt item dk20001");
        assert_ne!(
            bare.stdout, expected.stdout,
            "{way:?} has no builtin of this name any more: say so in the README"
        );
    }
}
