//! Help: every verb on its tool's page, in each refusal's list and in the reference, and a page of its own.

use crate::programs::{PROGRAMS, ROOM, demo};
use crate::verbs::{Verb, help, verbs};

/// What `room` prints for these words.
fn room(words: &[&str]) -> String {
    let room = demo();
    let mut command = room.command(ROOM);
    command.args(words);
    room.run(command, "").answer().to_owned()
}

#[test]
fn the_three_lists_of_verbs_are_one() {
    let reference = room(&["reference"]);
    for program in PROGRAMS {
        let listed: Vec<_> = verbs(program).into_iter().map(|verb| verb.name).collect();
        let refused = demo().call(program.name, ["no-such-verb"]);
        let (_, refusals_list) =
            refused.refusal().split_once("Verbs: ").expect("a refused verb lists the verbs");
        assert_eq!(refusals_list, listed.join(", "), "{}", program.name);

        let heading = format!("\n### `{} ", program.name);
        let in_reference = reference.split(heading.as_str()).skip(1);
        let in_reference: Vec<_> = in_reference.map(|rest| rest.split([' ', '`']).next().unwrap()).collect();
        assert_eq!(in_reference, listed, "{}", program.name);
    }
}

#[test]
fn every_verb_has_a_page_that_names_its_flags() {
    let room = demo();
    let before = room.contents();
    for program in PROGRAMS {
        for verb in verbs(program) {
            let asked = room.call(program.name, [verb.name.as_str(), "--help"]);
            let page = asked.answer();
            let first = page.lines().next().unwrap();
            assert!(first.starts_with(&format!("room {} ", program.name)), "{page}");
            assert!(first.contains(&format!(" {}", verb.name)), "{page}");
            for flag in &verb.flags {
                let described =
                    page.lines().any(|line| line.trim_start().starts_with(&format!("{} ", flag.typed())));
                assert!(described, "{} {} says nothing of {}", program.name, verb.name, flag.typed());
            }
            // Help is help wherever it is asked for, even on a call that would be wrong without it.
            let late = room.call(program.name, [verb.name.as_str(), "x", "y", "--help"]);
            assert_eq!(late.answer(), page);
        }
    }
    assert_eq!(room.contents(), before, "help leaves no trace");
}

#[test]
fn help_is_the_same_through_room_and_short() {
    for program in PROGRAMS {
        let page = help(program);
        assert_eq!(room(&[program.name, "--help"]), page);
        assert_eq!(room(&[program.name, "-h"]), page);
        assert!(page.lines().count() <= 60, "{} fits a screen or two:\n{page}", program.name);
    }
}

#[test]
fn the_version_is_the_package_s() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(room(&["--version"]), format!("room {version}\n"));
    for program in PROGRAMS {
        assert_eq!(room(&[program.name, "--version"]), format!("{} {version}\n", program.name));
    }
}

#[test]
fn room_s_page_names_every_tool_and_read_s_the_builtin() {
    let page = room(&["--help"]);
    for program in PROGRAMS {
        let named = page.lines().any(|line| line.split_whitespace().next() == Some(program.name));
        assert!(named, "{} is missing:\n{page}", program.name);
    }
    let read = PROGRAMS.iter().find(|program| program.name == "read").unwrap();
    assert!(help(read).contains("builtin"), "a shell's own read is the first thing a caller meets");
}

#[test]
fn every_tool_s_pages_are_as_they_were_agreed() {
    for program in PROGRAMS {
        let of_verb = |verb: &Verb| room(&[program.name, "a-place", &verb.name, "--help"]);
        let pages: Vec<_> =
            std::iter::once(help(program)).chain(verbs(program).iter().map(of_verb)).collect();
        insta::assert_snapshot!(format!("{}_help", program.name), pages.join("\n"));
    }
}
