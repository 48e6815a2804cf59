//! Many processes on one store, and processes that are killed.
#![expect(
    clippy::disallowed_methods,
    reason = "a test that starts itself tells the child so by its environment"
)]

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Root, call};

/// Set for a process that a test started to write to the store in this folder.
const FOLDER: &str = "ROOM_TEST_STORE";

/// Puts a process gets through.
const EACH: usize = 10;

/// This test's own program, told to run one test on a store.
fn again(test: &str, folder: &Path, run: usize) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--quiet"])
        .env(FOLDER, folder)
        .env("ROOM_RUN", run.to_string())
        .stdout(Stdio::null());
    command
}

/// Adds a line to the note until it has done so often enough; a put that comes too late looks again.
fn add_lines(root: &Path, run: &str) {
    let mut added = 0;
    while added < EACH {
        let history = call(root, &["history", "shared"]);
        let version = history.stdout.lines().count().to_string();
        let text = match call(root, &["get", "shared"]) {
            got if got.code == 0 => got.stdout,
            _ => String::new(),
        };
        if text.lines().count().to_string() != version {
            continue;
        }
        let text = format!("{text}{run} {added}\n");
        let put = call(root, &["put", "shared", "--text", &text, "--expect-version", &version]);
        if put.code == 0 {
            added += 1;
        } else {
            assert!(put.refusal().starts_with("MemError: shared"), "{put}");
        }
    }
}

#[test]
fn sixteen_processes_lose_nobody_a_line() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return add_lines(Path::new(&folder), &std::env::var("ROOM_RUN").unwrap());
    }
    let root = Root::new(&[]);
    let test = "tests::many::sixteen_processes_lose_nobody_a_line";
    let children: Vec<_> = (0..16).map(|run| again(test, root.0.path(), run).spawn().unwrap()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let note = root.call(&["get", "shared"]).answer().to_owned();
    assert_eq!(note.lines().count(), 16 * EACH);
    for run in 0..16 {
        let own: Vec<_> = note.lines().filter_map(|line| line.strip_prefix(&format!("{run} "))).collect();
        assert!(own.iter().enumerate().all(|(n, line)| *line == n.to_string()), "{run}: {own:?}");
        assert_eq!(own.len(), EACH);
    }
    assert_eq!(root.log().len(), 16 * EACH);
}

#[test]
fn a_process_killed_at_any_moment_leaves_a_store_that_goes_on() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let text = "words ".repeat(5_000);
        loop {
            call(Path::new(&folder), &["put", "k", "--text", &text]);
        }
    }
    let root = Root::new(&[]);
    let versions = || root.call(&["state"]).json()["versions"].as_u64().unwrap();
    let test = "tests::many::a_process_killed_at_any_moment_leaves_a_store_that_goes_on";
    for run in 0..10 {
        let before = versions();
        let mut child = again(test, root.0.path(), run).spawn().unwrap();
        while versions() < before + 2 {
            assert!(child.try_wait().unwrap().is_none(), "the writer ended by itself");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let seen = versions();
        let put = root.call(&["put", "k", "--text", "after"]).json();
        assert_eq!(put["version"], seen + 1);
    }
    root.log();
}

#[test]
fn a_torn_put_was_never_answered() {
    let root = Root::new(&[]);
    root.call(&["put", "k", "--text", "one"]).answer();
    root.call(&["put", "k", "--text", "two"]).answer();
    let whole = root.log_text();
    let last = whole.lines().last().unwrap().len() + 1;
    for cut in 1..last {
        let kept: Vec<u8> = whole.bytes().take(whole.len() - cut).collect();
        root.write("out/_mem.jsonl", &String::from_utf8(kept).unwrap());
        root.prints(&["get", "k"], "one\n");
        root.prints(&["put", "k", "--text", "three"], "{\"key\":\"k\",\"version\":2,\"seq\":2}\n");
        assert_eq!(root.log()[1]["recovered"], last - cut);
    }
}
