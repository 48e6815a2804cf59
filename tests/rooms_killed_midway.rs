//! `render rooms` killed at any point and run again: no half room, no wrong room, nothing left over.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use room_testkit::{Contents, Room};

use crate::programs::PROGRAMS;

/// How many communities the dump has, and so rooms.
const COMMUNITIES: usize = 24;

/// A dump whose communities have one post each and from none to a few comments.
fn dump(words: &str) -> String {
    let mut lines = String::new();
    for community in 0..COMMUNITIES {
        for item in 0..=community % 5 {
            let words = format!("{words} {item} of {community}. ").repeat(40);
            let thread = format!("p{community}");
            let what = if item == 0 {
                format!(r#""id":"{thread}","title":"{words}""#)
            } else {
                format!(r#""id":"c{community}x{item}","link_id":"t3_{thread}","body":"{words}""#)
            };
            let time = 1_556_938_800 + item;
            writeln!(lines, "{{{what},\"subreddit\":\"pier{community:02}\",\"created_utc\":{time}}}")
                .unwrap();
        }
    }
    lines
}

/// A folder with two dumps of the same communities, and what their rooms are when nothing goes wrong.
fn prepared() -> (Room, Contents, Contents) {
    let room = Room::empty(PROGRAMS);
    let made = |name: &str, words: &str| {
        room.write(format!("{name}.jsonl").as_str(), dump(words));
        room.run(room.program("render", [&format!("{name}.jsonl"), "rooms", name]), "").answer();
        below(&room, name)
    };
    let (old, new) = (made("old", "Tide"), made("new", "Wind"));
    assert_ne!(old, new);
    (room, old, new)
}

/// What lies in a folder of the room, by its path there.
fn below(room: &Room, folder: &str) -> Contents {
    let held = room.contents().into_iter();
    held.filter_map(|(path, held)| Some((path.strip_prefix(folder).ok()?.to_owned(), held)))
        .filter(|(path, _)| !path.as_os_str().is_empty())
        .collect()
}

/// What of `contents` is in one of its folders.
fn of<'c>(contents: &'c Contents, folder: &Path) -> Vec<(&'c PathBuf, &'c Option<Vec<u8>>)> {
    contents.iter().filter(|(path, _)| path.starts_with(folder)).collect()
}

fn is_hidden(path: &Path) -> bool {
    path.iter().any(|part| part.as_encoded_bytes().starts_with(b"."))
}

fn spawned(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program was built")
}

/// Kills a process with a signal it cannot see, once `is_time` or where it has ended before.
fn kill_when(mut child: Child, is_time: impl Fn() -> bool) {
    while child.try_wait().unwrap().is_none() && !is_time() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// How many folders have taken their place.
fn placed(folder: &Path) -> usize {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| !is_hidden(Path::new(name))).count()
}

#[test]
fn while_it_reads_nothing_is_there_to_be_left() {
    let (room, _, new) = prepared();
    let before = room.contents();
    let raw = room.text("new.jsonl");
    for part in 0..8 {
        let mut child = spawned(room.program("render", ["-", "rooms", "all"]));
        let (read, _) = raw.as_bytes().split_at(raw.len() * part / 8);
        child.stdin.as_mut().unwrap().write_all(read).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(room.contents() == before, "{part} eighths were read");
    }
    room.run(room.program("render", ["-", "rooms", "all"]), &raw).answer();
    assert!(below(&room, "all") == new);
}

#[test]
fn new_rooms_are_there_whole_or_not_at_all() {
    let (room, _, new) = prepared();
    for count in 0..COMMUNITIES {
        let all = format!("all{count}");
        let call = |force: &[&str]| {
            let words = ["new.jsonl", "rooms", &all];
            room.program("render", words.iter().chain(force))
        };
        kill_when(spawned(call(&[])), || placed(&room.path(&all)) >= count);
        let left = below(&room, &all);
        let rooms: Vec<_> = left.keys().filter(|path| path.iter().count() == 1 && !is_hidden(path)).collect();
        for folder in &rooms {
            assert!(of(&left, folder) == of(&new, folder), "{} is not whole", folder.display());
        }
        if !rooms.is_empty() {
            let refused = room.run(call(&[]), "");
            assert!(refused.refusal().ends_with(" already: --force replaces it"), "{refused}");
        }
        room.run(call(&["--force"]), "").answer();
        assert!(below(&room, &all) == new, "killed with {count} rooms in place");
    }
}

#[test]
fn rooms_that_are_replaced_are_old_or_new_and_never_of_both() {
    let (room, old, new) = prepared();
    let all = room.path("old");
    let force = || room.program("render", ["new.jsonl", "rooms", "old", "--force"]);
    for count in 0..COMMUNITIES {
        room.run(room.program("render", ["old.jsonl", "rooms", "old", "--force"]), "").answer();
        assert!(below(&room, "old") == old);
        let replaced = |folder: usize| {
            let corpus = fs::read(all.join(format!("pier{folder:02}/corpus.txt")));
            corpus.is_ok_and(|corpus| new.values().flatten().any(|held| *held == corpus))
        };
        kill_when(spawned(force()), || (0..COMMUNITIES).filter(|folder| replaced(*folder)).count() >= count);
        let left = below(&room, "old");
        for (path, corpus) in left.iter().filter(|(path, _)| path.ends_with("corpus.txt")) {
            let record = path.with_file_name("record.jsonl");
            let pair =
                |rooms: &Contents| rooms.get(path) == Some(corpus) && rooms.get(&record) == left.get(&record);
            assert!(pair(&old) || pair(&new), "{} stands beside another's record", path.display());
        }
        room.run(force(), "").answer();
        assert!(below(&room, "old") == new, "killed with {count} rooms replaced");
    }
}
