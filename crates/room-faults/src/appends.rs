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
    let each = size.of(2, 200);
    let room = Room::empty(world.programs);
    room.write("raw.jsonl", dump("lanternhill", 'a', WRITERS * each));
    let made = say(&room, Said::new("render", &["raw.jsonl", "room", "room"]));
    ensure!(made.code == 0, "{made}");
    let windows = Said::new("read", &["room/corpus.txt", "windows", "1"]);
    let find = Said::new("cite", &["room/record.jsonl", "ca0x0", "Light 0"]);
    Ok(vec![
        at_once(&room, windows, "room/out/_read.jsonl", each),
        at_once(&room, find, "room/record.jsonl.queries.jsonl", each),
    ])
}

fn at_once(room: &Room, said: Said<'_>, log: &str, each: usize) -> Row {
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
    let different = answers.iter().collect::<BTreeSet<_>>().len();
    // A window goes to one alone; a citation is the same for all.
    let expected = if said.tool == "read" { WRITERS * each } else { 1 };
    if records != Ok(WRITERS * each) || different != expected {
        wrong.push(format!("at once: {records:?} records, {different} different answers"));
    }
    let what = format!("{WRITERS} × {each} appends at once: `{} {}`", said.tool, said.words[1]);
    let came = format!("{} answers, {different} different, {} records", answers.len(), records.unwrap_or(0));
    Row::new(what, format!("{} processes", WRITERS * each), came).with(wrong)
}
