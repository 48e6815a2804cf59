//! A limit on the size of files, as a full disk would have it: a call is refused whole, and goes on when there is room.

use std::process::Command;

use room_testkit::{Room, records};

use crate::dump::Dump;
use crate::programs::{PROGRAMS, room};

/// A command that may write no file beyond its first 512 bytes times `blocks` (in dash; in bash twice that).
fn limited(room: &Room, blocks: usize, tool: &str, words: &[&str]) -> Command {
    let mut shell = room.command("sh");
    let program = room.tool(tool);
    shell.args(["-c", &format!("ulimit -f {blocks} || exit 99; exec \"$@\""), "sh", program.path]);
    shell.args(program.call(words.iter().copied()));
    shell
}

const SPAN: &str = r#"{"item_id":"ca0x0","start":0,"end":7,"text":"Light 0"}"#;

#[test]
fn a_log_that_may_not_grow_refuses_and_goes_on_when_it_may() {
    let room = room(&Dump::of(30, 2));
    room.call("read", ["thread", "pa0"]).answer();
    let logs: [(&str, &[&str], &str); 4] = [
        ("cite", &["ca0x0", "Light 0"], "room/record.jsonl.queries.jsonl"),
        ("emit", &["pointer", "--span", SPAN, "--note", "look"], "room/out/_journal.jsonl"),
        ("read", &["item", "ca1x1"], "room/out/_read.jsonl"),
        ("read", &["windows", "3"], "room/out/_read.jsonl"),
    ];
    for (tool, words, log) in logs {
        let blocks = room.text(log).len() / 512 + 2;
        let mut served = 0;
        // Some calls fit, as many as there is room for; then one does not.
        let (before, refused) = loop {
            let before = room.contents();
            let outcome = room.run(limited(&room, blocks, tool, words), "");
            if outcome.code != 0 {
                break (before, outcome);
            }
            served += 1;
            assert!(served < 20, "the limit is never met");
        };
        let (_, name) = log.rsplit_once('/').unwrap();
        let told = format!("LogError: cannot write {name}, nothing was recorded: ");
        assert!(refused.refusal().starts_with(&told), "{refused}");
        assert!(room.contents() == before, "a refused call leaves {log} as it was");
        let kept = records(&room.text(log)).len();
        room.call(tool, words.iter().copied()).answer();
        assert!(records(&room.text(log)).len() > kept, "{log} goes on");
    }
}

#[test]
fn windows_that_were_refused_are_served_to_the_next_who_asks() {
    let room = room(&Dump::of(30, 2));
    let blocks = 2;
    let refused = room.run(limited(&room, blocks, "read", &["windows", "30"]), "");
    assert!(refused.refusal().starts_with("LogError: "), "{refused}");
    assert!(room.contents().keys().all(|path| !path.ends_with("_read.jsonl")), "no empty log is left");
    let first = room.call("read", ["windows", "1"]);
    assert!(first.answer().starts_with("@thread pa0 "), "{first}");
}

#[test]
fn a_room_is_made_whole_or_not_at_all() {
    let room = room(&Dump::of(30, 2));
    let before = room.contents();
    for words in [&["room", "new"] as &[&str], &["rooms", "new"], &["room", "room", "--force"]] {
        let mut shell = room.command("sh");
        let render = room.tool("render").path;
        shell.args(["-c", "ulimit -f 1 || exit 99; exec \"$@\"", "sh", render, "raw.jsonl"]).args(words);
        let refused = room.run(shell, "");
        assert!(refused.refusal().starts_with("RenderError: "), "{words:?}: {refused}");
        let files = |contents: room_testkit::Contents| {
            contents.into_iter().filter(|(_, held)| held.is_some()).collect::<Vec<_>>()
        };
        assert!(files(room.contents()) == files(before.clone()), "{words:?} left a piece of a room");
    }
    assert_eq!(room.call("render", ["check"]).answer(), "ok\n");
}

#[test]
fn every_tool_still_answers_where_nothing_can_be_written() {
    let room = crate::programs::demo();
    for program in PROGRAMS {
        let mut shell = room.command("sh");
        shell.args(["-c", "ulimit -f 0 || exit 99; exec \"$@\"", "sh", program.path]);
        let outcome = room.run(
            {
                shell.args(program.call(program.good.iter().copied()));
                shell
            },
            "",
        );
        // Either it had nothing to log, or it refuses: it never serves what it could not log, and never dies.
        assert!(
            outcome.code == 0 || outcome.refusal().starts_with("LogError: "),
            "{}: {outcome}",
            program.name
        );
        assert!(records(&room.text("room/out/_read.jsonl")).is_empty());
    }
}
