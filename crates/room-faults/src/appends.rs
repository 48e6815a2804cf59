//! Many processes that append to one log at once.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use anyhow::ensure;
use room_testkit::{Room, checked};

use crate::calls::Said;
use crate::report::{Row, Size};
use crate::world::{World, dump, say};

/// Writers that are at work at the same time.
const WRITERS: usize = 64;

/// 64 writers, each one call after the other: each window goes to one of them, each record is there once.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    let each = size.of(4, 200);
    let room = Room::empty(world.programs);
    room.write("raw.jsonl", dump("lanternhill", 'a', WRITERS * each));
    let made = say(&room, Said::new("render", &["raw.jsonl", "room", "room"]));
    ensure!(made.code == 0, "{made}");
    let windows = Said::new("read", &["room/corpus.txt", "windows", "1"]);
    let pointer = Said::new("mem", &["cases", "put", "tally", "--text", "one more"]);
    room.write("cases/ferry/case.md", "## Who\n\nNobody.\n");
    Ok(vec![
        at_once(&room, windows, "room/out/_read.jsonl", each)?,
        at_once(&room, pointer, "cases/out/_mem.jsonl", each)?,
    ])
}

fn at_once(room: &Room, said: Said<'_>, log: &str, each: usize) -> anyhow::Result<Row> {
    let (answers, wrong) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| {
                for _ in 0..each {
                    let outcome = say(room, said);
                    if outcome.code == 0 {
                        answers.lock().expect("nobody panics with it").push(outcome.stdout);
                    } else {
                        wrong.lock().expect("nobody panics with it").push(format!("at once: {outcome}"));
                    }
                }
            });
        }
    });
    let answers = answers.into_inner().expect("all are done");
    let mut wrong = wrong.into_inner().expect("all are done");
    let records = checked(&room.text(log)).map(|records| records.len());
    let once: BTreeSet<_> = answers.iter().collect();
    if records != Ok(WRITERS * each) || once.len() != WRITERS * each {
        wrong.push(format!("at once: {records:?} records, {} different answers", once.len()));
    }
    let what = format!("{WRITERS} × {each} appends at once: `{} {}`", said.tool, said.words[1]);
    let tried = format!("{} processes", WRITERS * each);
    Ok(Row::new(
        what,
        tried,
        format!("{} answers, {} records, none twice", answers.len(), records.unwrap_or(0)),
    )
    .with(wrong))
}
