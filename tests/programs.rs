//! The one table of programs. A new tool is one line here, and every sweep takes it.

use std::sync::LazyLock;

use room_testkit::{Contents, Program, Room};

use crate::dump::Dump;

/// The multicall program.
pub(crate) const ROOM: &str = env!("CARGO_BIN_EXE_room");

/// A program of this package, with the place it works on and the rest of a call that is right in the demonstration's
/// room.
macro_rules! program {
    ($name:literal, $place:literal, $($word:literal)+) => {
        Program { name: $name, path: env!(concat!("CARGO_BIN_EXE_", $name)), place: $place, good: &[$($word),+] }
    };
}

/// Every tool.
pub(crate) const PROGRAMS: &[Program] = &[
    program!("render", "room/corpus.txt", "check"),
    program!("read", "room/corpus.txt", "item" "dk20001"),
    program!("read-brief", "room/corpus.txt", "thread" "7q01aa"),
    program!("cite", "room/record.jsonl", "span" "dk20001" "--start" "0" "--end" "4"),
    program!("emit", "room/corpus.txt", "state"),
    program!("cite-case", "cases", "section" "Who" "--case" "ferry"),
    program!("mem", "cases", "state"),
    program!("verify-room", "room", "corpus"),
    program!("coder", "room", "list"),
];

/// What a reader wrote of the demonstration's room.
const CASE: &str =
    "What there was to see.\n\n## Who\n\nThe tall one, and Mara – nobody else.\n\n## When\n\nBefore noon.\n";

/// The demonstration's room, and a folder of cases with one. They are made once and laid out anew for each test:
/// syncing is what making a room costs.
pub(crate) fn demo() -> Room {
    static MADE: LazyLock<Contents> = LazyLock::new(|| Room::demo(PROGRAMS).contents());
    let room = Room::laid(PROGRAMS, &MADE);
    room.write("cases/ferry/case.md", CASE);
    room
}

/// A room of this dump.
pub(crate) fn room(dump: &Dump) -> Room {
    Room::of(PROGRAMS, &dump.to_string())
}

/// A dump of two communities over two weeks; its note says what in it is on purpose.
const WEEK: &str = include_str!("../corpus-fixtures/week/raw.jsonl");

/// A folder with that dump as `raw.jsonl`, and no room yet.
pub(crate) fn dump_of_a_week() -> Room {
    let room = Room::empty(PROGRAMS);
    room.write("raw.jsonl", WEEK);
    room
}

/// The room of the first of these weeks in the larger community.
pub(crate) fn week() -> Room {
    static MADE: LazyLock<Contents> = LazyLock::new(|| made_week().contents());
    Room::laid(PROGRAMS, &MADE)
}

fn made_week() -> Room {
    let room = dump_of_a_week();
    let words = [
        "raw.jsonl",
        "room",
        "room",
        "--community",
        "saltmarsh",
        "--from",
        "2018-06-04",
        "--to",
        "2018-06-11",
    ];
    let budget = ["--budget", "1500", "--ceiling", "3000"];
    room.run(room.program("render", words.into_iter().chain(budget)), "").answer();
    room
}

/// Says why a part of a test did not run on this system.
#[expect(clippy::print_stderr, reason = "what was not tested is told where the tests run")]
pub(crate) fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}
