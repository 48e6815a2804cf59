//! Many processes on one room at the same time.

use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};

use room_testkit::{Outcome, Room, records};
use serde_json::Value;

use crate::dump::Dump;
use crate::programs::room;

/// How many processes are started before the first is waited for.
const AT_ONCE: usize = 16;

fn start(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts all these calls, then waits for all of them.
fn all(room: &Room, calls: &[(&str, Vec<&str>)]) -> Vec<Outcome> {
    let started: Vec<_> = calls
        .iter()
        .map(|(tool, words)| start(room.program(tool, room.tool(tool).call(words.iter().copied()))))
        .collect();
    started.into_iter().map(|child| Outcome::of(child.wait_with_output().unwrap())).collect()
}

/// The thread a window shows.
fn thread_of(window: &str) -> &str {
    window
        .strip_prefix("@thread ")
        .and_then(|rest| rest.split(' ').next())
        .expect("a window opens with its thread")
}

#[test]
fn no_thread_is_served_twice_and_none_is_left_out() {
    let threads = 3 * AT_ONCE;
    let room = room(&Dump::of(threads, 1));
    let mut served = BTreeSet::new();
    for _ in 0..3 {
        let outcomes = all(&room, &vec![("read", vec!["windows", "1"]); AT_ONCE]);
        for outcome in &outcomes {
            let thread = thread_of(outcome.answer());
            assert!(served.insert(thread.to_owned()), "{thread} was served twice");
        }
    }
    assert_eq!(served, (0..threads).map(|thread| format!("pa{thread}")).collect());
    let log = records(&room.text("room/out/_read.jsonl"));
    let in_order: Vec<_> =
        log.iter().map(|record| record["thread_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(in_order, (0..threads).map(|thread| format!("pa{thread}")).collect::<Vec<_>>());
    for outcome in all(&room, &vec![("read", vec!["windows", "1"]); AT_ONCE]) {
        assert_eq!(outcome.answer(), "@end 48/48 threads\n");
    }
    assert_eq!(records(&room.text("room/out/_read.jsonl")).len(), threads, "the end is not logged");
}

#[test]
fn both_reading_tools_and_emit_share_a_room() {
    let room = room(&Dump::of(20, 2));
    room.call("read", ["thread", "pa0"]).answer();
    let span = r#"{"item_id":"ca0x0","start":0,"end":7,"text":"Light 0"}"#;
    let round: [(&str, Vec<&str>); 8] = [
        ("read", vec!["windows", "1"]),
        ("read", vec!["item", "ca3x1"]),
        ("read-brief", vec!["sample", "1"]),
        ("read-brief", vec!["titles", "3"]),
        ("emit", vec!["pointer", "--span", span, "--note", "seen by many"]),
        ("emit", vec!["code", "light", "--span", span]),
        ("cite", vec!["ca2x1", "lit again"]),
        ("read", vec!["state"]),
    ];
    let calls: Vec<_> = round.iter().cycle().take(8 * 8).cloned().collect();
    let outcomes = all(&room, &calls);
    let of = |tool: &'static str, verb: &'static str| {
        calls.iter().zip(&outcomes).filter(move |((theirs, words), _)| *theirs == tool && words[0] == verb)
    };
    let answered: BTreeSet<_> =
        of("read", "windows").map(|(_, outcome)| thread_of(outcome.answer())).collect();
    assert_eq!(answered.len(), 8, "each window another thread");
    let drawn: BTreeSet<_> =
        of("read-brief", "sample").map(|(_, outcome)| thread_of(outcome.answer())).collect();
    assert_eq!(drawn.len(), 8, "each sample another thread");
    let titles: Vec<_> =
        of("read-brief", "titles").flat_map(|(_, outcome)| outcome.answer().lines()).collect();
    let titles_once: BTreeSet<_> = titles.iter().filter(|line| !line.starts_with("@end")).collect();
    assert_eq!((titles.iter().filter(|line| !line.starts_with("@end")).count(), titles_once.len()), (20, 20));
    let given = of("emit", "code").filter(|(_, outcome)| outcome.code == 0).count();
    assert_eq!(given, 1, "one label on one span, once");
    for (_, outcome) in of("emit", "code").filter(|(_, outcome)| outcome.code != 0) {
        assert!(outcome.refusal().contains("already"), "{outcome}");
    }

    let journal = records(&room.text("room/out/_journal.jsonl"));
    assert_eq!(journal.len(), 8 + 1);
    assert_eq!(records(&room.text("room/record.jsonl.queries.jsonl")).len(), 8);
    let reads = records(&room.text("room/out/_read.jsonl"));
    let sent: i64 = reads.iter().filter(|record| record["kind"] != "header").map(chars).sum();
    assert_eq!(room.call("read", ["state"]).json()["chars_served"], sent);
}

fn chars(record: &Value) -> i64 {
    record["chars"].as_i64().unwrap()
}

#[test]
fn killed_processes_leave_a_log_that_goes_on() {
    let room = room(&Dump::of(40, 1));
    let mut answered = Vec::new();
    for _ in 0..4 {
        let mut children: Vec<_> =
            (0..AT_ONCE).map(|_| start(room.program("read", ["room/corpus.txt", "windows", "1"]))).collect();
        // Half of them are killed, wherever they are by now.
        for child in children.iter_mut().skip(1).step_by(2) {
            child.kill().unwrap();
        }
        for child in children {
            let outcome = Outcome::of(child.wait_with_output().unwrap());
            if outcome.code == 0 && !outcome.stdout.starts_with("@end") {
                answered.push(thread_of(&outcome.stdout).to_owned());
            }
        }
    }
    room.call("read", ["item", "ca0x0"]).answer();
    let log = records(&room.text("room/out/_read.jsonl"));
    let windows: Vec<_> = log.iter().filter(|record| record["kind"] == "window").collect();
    let logged: BTreeSet<_> = windows.iter().map(|record| record["thread_id"].as_str().unwrap()).collect();
    assert_eq!(logged.len(), windows.len(), "no thread is logged twice");
    let once: BTreeSet<_> = answered.iter().map(String::as_str).collect();
    assert_eq!(once.len(), answered.len(), "no thread is served twice");
    assert!(once.is_subset(&logged), "nothing is served that is not logged");
}
