//! The first thing anyone asks of a program: its name and version.

use assert_cmd::Command;
use predicates::prelude::*;

use crate::programs::{PROGRAMS, ROOM};

#[test]
fn every_tool_and_room_say_name_and_version_and_nothing_else() {
    for (name, path) in PROGRAMS.iter().map(|program| (program.name, program.path)).chain([("room", ROOM)]) {
        let line = format!("{name} {}\n", env!("CARGO_PKG_VERSION"));
        let version = predicate::eq(line.as_str());
        Command::new(path)
            .arg("--version")
            .assert()
            .success()
            .stdout(version)
            .stderr(predicate::str::is_empty());
    }
}

#[test]
fn a_tool_without_words_says_what_it_works_on() {
    for program in PROGRAMS {
        let says = predicate::str::starts_with("UsageError: say what to work on: room ")
            .and(predicate::str::contains("Verbs: "));
        Command::new(program.path).assert().code(2).stdout(predicate::str::is_empty()).stderr(says);
    }
}
