//! A session as a shell shows it, made call by call, to be compared as one text.

use std::fmt::Write as _;

use room_testkit::{Outcome, Room};

use crate::programs::ROOM;
use crate::words;

/// Calls in one room, and what each did.
pub(crate) struct Transcript<'r> {
    room: &'r Room,
    text: String,
}

impl<'r> Transcript<'r> {
    /// A session that has not begun.
    pub(crate) fn in_room(room: &'r Room) -> Self {
        Self { room, text: String::new() }
    }

    /// Runs a line as it would be typed, and notes it down with its outcome.
    #[track_caller]
    pub(crate) fn call(&mut self, line: &str) -> Outcome {
        let outcome = run(self.room, line);
        writeln!(self.text, "$ {line}\n{}", outcome.redacted()).expect("a String takes every write");
        outcome
    }

    /// What was noted down.
    pub(crate) fn text(self) -> String {
        self.text
    }
}

/// Runs a line without a shell: each call a list of arguments, its first word `room` or a tool; a pipe hands on the
/// answer of a call that went well.
#[track_caller]
pub(crate) fn run(room: &Room, line: &str) -> Outcome {
    let mut before: Option<Outcome> = None;
    for words in words::split(line) {
        let (name, words) = words.split_first().expect("a call has a first word");
        let program = if name == "room" { ROOM } else { room.tool(name).path };
        let mut command = room.command(program);
        command.args(words);
        let input = before.as_ref().map_or("", Outcome::answer);
        before = Some(room.run(command, input));
    }
    before.expect("a line has a call")
}
