//! One table of hostile paths, each named by its trick, through every verb, with `openat2` and without.

use super::world::{LOOT, VERBS, Verb, World};
use crate::{Escape, JailError};

/// What a read of a path must answer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Missing,
    Outside,
    Dangling,
    Loop,
    NotAFolder,
    IsAFolder,
    Special,
    System,
    /// The path only looks hostile. It is what it says, and this is in it.
    Text(&'static str),
}
use Answer::{Dangling, IsAFolder, Missing, NotAFolder, Outside, Special, System, Text};

const HOSTILE: &[(&str, &str, Answer)] = &[
    ("up from the root", "..", Outside),
    ("a file beside the root", "../loot", Outside),
    ("far up", "../../../../../../../etc/passwd", Outside),
    ("more ups than folders", "a/../../loot", Outside),
    ("up and into another root", "../second/other", Outside),
    ("a sibling whose name begins like the root", "../root-twin/loot", Outside),
    ("out and in again", "../root/plain", Text("free: root/plain")),
    ("dots and slashes", "./a/.//b/../x", Text("free: root/a/x")),
    ("a dot before ups", "./../loot", Outside),
    ("slashes before ups", "a//..//..//loot", Outside),
    ("an absolute path", "/etc/passwd", Outside),
    ("the root of all", "/", Outside),
    ("two slashes first", "//etc/passwd", Outside),
    ("an absolute outside file", "{OUT}/loot", Outside),
    ("an absolute sibling", "{ROOT}-twin/loot", Outside),
    ("an absolute path that goes up from a root", "{ROOT}/../outside/loot", Outside),
    ("an absolute path through nothing", "{TOP}/nothing/../outside/loot", Outside),
    ("an absolute path through nothing into a root", "{TOP}/nothing/../root/plain", Outside),
    ("the other root, absolute", "{SECOND}/other", Text("free: second/other")),
    ("from one root up and into the other", "{ROOT}/../second/other", Text("free: second/other")),
    ("a link to an outside folder", "out", Outside),
    ("a file through it", "out/loot", Outside),
    ("a missing file through it", "out/not-there", Outside),
    ("up through it", "out/../loot", Outside),
    ("in again through it", "out/../root/plain", Outside),
    ("a link to an outside file", "out-file", Outside),
    ("a relative link out", "out-relative", Outside),
    ("a link far up", "out-far", Outside),
    ("a link into proc", "out-proc", Outside),
    ("a link to an open descriptor", "out-fd", Outside),
    ("a chain of links out", "hop1", Outside),
    ("its second link", "hop2", Outside),
    ("a link in a folder out", "a/hop3", Outside),
    ("a link up", "up/loot", Outside),
    ("a link up and in again", "up/root/plain", Text("free: root/plain")),
    ("a link two up", "a/up/loot", Outside),
    ("a link to the root of all", "top/etc/passwd", Outside),
    ("a link into another root", "to-second", Outside),
    ("the same link, absolute", "{ROOT}/to-second", Outside),
    ("a link up, absolute, and into another root", "{ROOT}/up/second/other", Outside),
    ("a link to a sibling", "twin", Outside),
    ("up after a link in the root", "in/../x", Text("free: root/a/x")),
    ("a link hidden behind a missing folder", "nope/../out/loot", Missing),
    ("an alias hidden behind a missing folder", "nope/../alias-env", Missing),
    ("a free file behind a missing folder", "nope/../plain", Missing),
    ("two missing folders", "nope/nope/../../out/loot", Missing),
    ("a dangling link", "dangling", Dangling),
    ("below a dangling link", "dangling/x", Dangling),
    ("up from a dangling link", "dangling/../plain", Dangling),
    ("a dangling link outside", "dangling-out", Outside),
    ("links that lead to each other", "loop1", Answer::Loop),
    ("below links that lead to each other", "loop2/x", Answer::Loop),
    ("a denied file", ".env", Missing),
    ("its name in capitals", ".ENV", Missing),
    ("a denied file in a folder, its name in mixed case", "a/.Env", Missing),
    ("a denied ending in capitals", "key.PEM", Missing),
    ("a denied file, absolute", "{ROOT}/.env", Missing),
    ("a denied file, dotted", "a/.././.env", Missing),
    ("a denied file with a slash at its end", ".env/", Missing),
    ("below a denied file", ".env/x", Missing),
    ("up from a denied file", ".env/../plain", Missing),
    ("in a denied folder", "secrets/token", Missing),
    ("the denied folder", "secrets", Missing),
    ("the denied folder with a slash", "secrets/", Missing),
    ("deep in it", "secrets/deep/t", Missing),
    ("missing in it", "secrets/not-there", Missing),
    ("through it", "secrets/../plain", Missing),
    ("a link to a denied file", "alias-env", Missing),
    ("a link to a denied folder", "alias-secrets/token", Missing),
    ("deep through it", "alias-secrets/deep/t", Missing),
    ("out and in to a denied file", "../root/.env", Missing),
    ("a link up, then in to a denied file", "up/root/.env", Missing),
    ("a FIFO", "fifo", Special),
    ("a socket", "socket", Special),
    ("below a FIFO", "fifo/x", NotAFolder),
    ("below a file", "plain/x", NotAFolder),
    ("up from a file", "plain/../a/x", NotAFolder),
    ("a file with a slash at its end", "plain/", NotAFolder),
    ("a file with a dot at its end", "plain/.", NotAFolder),
    ("a file with a slash at its end, absolute", "{ROOT}/plain/", NotAFolder),
    ("a file with a dot at its end, absolute", "{ROOT}/a/x/.", NotAFolder),
    ("nothing", "", IsAFolder),
    ("a folder", "a", IsAFolder),
    ("a name that ends in a NUL", "plain\0", System),
    ("a NUL before the real name", "\0../loot", System),
    ("a name no file system takes", "{LONG}", System),
    ("a home", "~/loot", NotAFolder),
    ("a backslash", "..\\loot", Missing),
    ("a file whose name has one", "back\\slash", Text("free: root/back\\slash")),
    ("a URL", "file:///etc/passwd", Missing),
    ("percent signs", "%2e%2e/loot", Missing),
    ("a name that needs a shell", "$(cat plain)", Missing),
    ("full-width dots", "\u{ff0e}\u{ff0e}/loot", Missing),
    ("a slash that is none", "..\u{2215}loot", Missing),
    ("three dots", ".../loot", Missing),
    ("blanks around the dots", ".. /loot", Missing),
    ("a newline", "plain\n", Missing),
];

fn answer(result: Result<String, JailError>) -> Result<String, Answer> {
    result.map_err(|error| match error {
        JailError::Missing => Missing,
        JailError::Escape(Escape::ByName | Escape::ByLink) => Outside,
        JailError::Escape(Escape::Dangling) => Dangling,
        JailError::Escape(Escape::Loop) => Answer::Loop,
        JailError::NotAFolder => NotAFolder,
        JailError::IsAFolder => IsAFolder,
        JailError::Special => Special,
        JailError::Io(_) => System,
        other => panic!("{other:?}"),
    })
}

fn spell(path: &str) -> String {
    path.replace("{LONG}", &"n".repeat(300))
}

#[test]
fn the_table_is_long_enough_to_mean_something() {
    assert!(HOSTILE.len() >= 60, "{}", HOSTILE.len());
}

#[test]
fn a_read_answers_every_trick_with_and_without_openat2() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        for &(trick, path, want) in HOSTILE {
            let want = if let Text(text) = want { Ok(text.to_owned()) } else { Err(want) };
            assert_eq!(answer(world.text(&spell(path))), want, "{trick}: {path:?}, openat2 {openat2}");
        }
    }
}

/// Tries a verb on every path of the table. A call that did something leaves a world that is no longer the one that was
/// planted, so the next call gets a new one.
fn try_all(
    openat2: bool,
    act: Verb,
    mut judge: impl FnMut(&World, (&str, &str, Answer), Result<String, JailError>),
) {
    let mut world = World::new(openat2);
    for &(trick, path, want) in HOSTILE {
        let done = act(&world, &world.fill(&spell(path)));
        let as_planted = done.is_err();
        judge(&world, (trick, path, want), done);
        if !as_planted {
            world = World::new(openat2);
        }
    }
}

#[test]
fn no_verb_reads_or_changes_what_lies_outside_or_is_denied() {
    let planted = World::new(true).guarded_contents();
    for openat2 in [true, false] {
        for (verb, act) in VERBS {
            try_all(openat2, act, |world, (trick, path, _), done| {
                let told = format!("{verb}, {trick}: {path:?}, openat2 {openat2}: {done:?}");
                assert_eq!(world.guarded_contents(), planted, "{told}");
                assert!(!done.is_ok_and(|seen| seen.contains(LOOT)), "{told}");
            });
        }
    }
}

#[test]
fn every_verb_that_follows_refuses_what_a_read_refuses() {
    for openat2 in [true, false] {
        for (verb, act) in VERBS.into_iter().filter(|(verb, _)| ["replace", "create", "list"].contains(verb))
        {
            try_all(openat2, act, |_, (trick, path, want), done| {
                if matches!(want, Outside | Dangling | Answer::Loop) {
                    assert_eq!(answer(done), Err(want), "{verb}, {trick}: {path:?}, openat2 {openat2}");
                }
            });
        }
    }
}
