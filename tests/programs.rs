//! The one table of programs. A new tool is one line here, and every sweep takes it.

use room_testkit::{Dump, Program, Room};

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
];

/// The demonstration's room.
pub(crate) fn demo() -> Room {
    Room::demo(PROGRAMS)
}

/// A room of this dump.
pub(crate) fn room(dump: &Dump) -> Room {
    Room::of(PROGRAMS, &dump.to_string())
}
