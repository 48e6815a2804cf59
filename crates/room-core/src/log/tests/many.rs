//! Many at once: threads, processes, and calls that open a log for nothing.

use std::process::Command;
use std::thread;

use tempfile::tempdir;

use super::*;

/// Set for a process that a test started to append to the log in this folder.
const FOLDER: &str = "ROOM_TEST_LOG";

/// Every writer's records are there, each writer's in its order, with dense numbers.
fn all_there(place: &Place, writers: usize, each: usize) {
    let kept = threads(place);
    assert!(kept.iter().map(|(seq, _)| *seq).eq(1..=(writers * each) as u64));
    for writer in 0..writers {
        let own = format!("w{writer}-");
        let numbers = kept.iter().filter_map(|(_, thread)| thread.strip_prefix(&own));
        assert!(
            numbers.eq((0..each).map(|number| number.to_string()).collect::<Vec<_>>()),
            "writer {writer}"
        );
    }
}

fn write(place: &Place, writer: &str, each: usize) {
    for number in 0..each {
        append(place, &format!("w{writer}-{number}")).unwrap();
    }
}

#[test]
fn threads_append_in_turn_while_others_read() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    thread::scope(|scope| {
        for writer in 0..16 {
            let place = &place;
            scope.spawn(move || write(place, &writer.to_string(), 50));
            scope.spawn(move || (0..50).for_each(|_| assert!(replay(place).unwrap().len() <= 800)));
        }
    });
    all_there(&place, 16, 50);
}

#[test]
fn calls_that_take_their_empty_log_away_lose_nobody_a_record() {
    for _ in 0..20 {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        thread::scope(|scope| {
            for writer in 0..4 {
                let place = &place;
                scope.spawn(move || (0..10).for_each(|_| drop(open(place).unwrap())));
                scope.spawn(move || write(place, &writer.to_string(), 2));
            }
        });
        all_there(&place, 4, 2);
    }
}

#[test]
fn readers_see_a_sound_log_while_torn_ends_come_and_go() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 300);
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..200 {
                add(&place, "{\"seq\":".repeat(number % 40).as_bytes());
                append(&place, "next").unwrap();
            }
        });
        scope.spawn(|| (0..400).for_each(|_| assert!(replay(&place).unwrap().len() >= 300)));
    });
    assert_eq!(replay(&place).unwrap().len(), 500);
}

#[test]
fn processes_append_in_turn() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return write(&place(Path::new(&folder)), &std::env::var("ROOM_RUN").unwrap(), 50);
    }
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    let start = |writer: usize| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "log::tests::many::processes_append_in_turn", "--quiet"])
            .env(FOLDER, folder.path())
            .env("ROOM_RUN", writer.to_string())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..16).map(start).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    all_there(&place, 16, 50);
    for line in replay(&place).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            record["thread_id"]
                .as_str()
                .unwrap()
                .starts_with(&format!("w{}-", record["run"].as_str().unwrap()))
        );
    }
}

#[test]
fn a_process_killed_at_any_moment_leaves_a_log_that_goes_on() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let place = place(Path::new(&folder));
        loop {
            open(&place).unwrap().append(&[entry("x").field("text", "y".repeat(20_000))]).unwrap();
        }
    }
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    for round in 1..=20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "log::tests::many::a_process_killed_at_any_moment_leaves_a_log_that_goes_on",
                "--quiet",
            ])
            .env(FOLDER, folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let before = replay(&place).unwrap().len();
        while replay(&place).unwrap().len() < before + round {
            assert!(child.try_wait().unwrap().is_none(), "the writer ended by itself");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let seen = replay(&place).unwrap().len();
        assert_eq!(append(&place, "after").unwrap().seqs.start, seen + 1);
    }
}
