//! `room completions` and `room man` know every tool and verb, and bash takes what they say.

use std::process::{Command, Stdio};

use crate::programs::{PROGRAMS, ROOM, demo, skipped};
use crate::verbs::verbs;

/// Completes the last of these words with the script in `room.bash`, as bash does when a user presses the tab key.
const COMPLETE: &str = r#"
source room.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_room room "${@: -1}" "${@: -2:1}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

#[test]
fn bash_completes_tools_verbs_and_flags() {
    if !Command::new("bash")
        .args(["-c", "exit"])
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|ended| ended.success())
    {
        return skipped("no bash here");
    }
    let room = demo();
    let mut script = room.command(ROOM);
    script.args(["completions", "bash"]);
    room.write("room.bash", room.run(script, "").answer());
    let complete = |words: &[&str]| {
        let mut bash = room.command("bash");
        bash.args(["--norc", "-c", COMPLETE, "bash", "room"]).args(words);
        let completed = room.run(bash, "");
        completed.answer().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let tools = complete(&[""]);
    for program in PROGRAMS {
        assert!(tools.contains(&program.name.to_owned()), "{} is none of {tools:?}", program.name);
        let offered = complete(&[program.name, "a-place", ""]);
        for verb in verbs(program) {
            assert!(offered.contains(&verb.name), "{} {} is none of {offered:?}", program.name, verb.name);
        }
    }
    assert_eq!(complete(&["read", "C/corpus.txt", "thr"]), ["thread"]);
    assert_eq!(complete(&["read", "C/corpus.txt", "thread", "7q01aa", "--s"]), ["--size"]);
}

#[test]
fn there_is_a_page_of_the_manual_for_every_verb() {
    let room = demo();
    let mut man = room.command(ROOM);
    man.args(["man", "pages"]);
    let answer = room.run(man, "").answer().to_owned();
    for program in PROGRAMS {
        for verb in verbs(program) {
            let page = room.text(&format!("pages/room-{}-{}.1", program.name, verb.name));
            let called = format!("room {} ", program.name).replace('-', "\\-");
            let synopsis = page.split_once(".SH SYNOPSIS\n").map_or("", |(_, after)| after);
            assert!(synopsis.starts_with(&called), "{} {}: {page}", program.name, verb.name);
        }
    }
    assert!(answer.ends_with(" pages in pages\n"), "{answer}");
}

#[test]
fn a_shell_that_is_not_known_and_a_folder_that_is_not_named_are_refused() {
    let room = demo();
    for words in
        [&["completions"][..], &["completions", "tcsh"], &["man"], &["man", "a", "b"], &["man", "raw.jsonl"]]
    {
        let mut command = room.command(ROOM);
        command.args(words);
        let refused = room.run(command, "");
        assert!(refused.refusal().contains(": room "), "{words:?}: {}", refused.refusal());
    }
}
