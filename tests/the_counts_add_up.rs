//! The laws of the reading tools' counts: after any calls, `state` and `audit` say what was served.

use std::collections::{BTreeMap, BTreeSet};

use room_testkit::{Room, records};
use serde_json::Value;

use crate::dump::Dump;
use crate::programs::room;

/// A generator of the same numbers each time (a linear congruence; its high bits are taken).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).unwrap()
    }
}

/// What a corpus holds, read from its text by the plainest means: no body here looks like an `@` line.
struct Shelf {
    /// Each thread's items in order, as they are printed.
    threads: Vec<(String, Vec<(String, String)>)>,
}

impl Shelf {
    fn of(corpus: &str) -> Self {
        let mut threads: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for line in corpus.split_inclusive('\n').skip_while(|line| line.starts_with('#')) {
            let mut words = line.split(' ');
            match (words.next(), words.next()) {
                (Some("@thread"), Some(id)) => threads.push((id.to_owned(), Vec::new())),
                (Some("@post" | "@comment"), Some(id)) => {
                    threads.last_mut().unwrap().1.push((id.to_owned(), line.to_owned()));
                }
                _ => threads.last_mut().unwrap().1.last_mut().unwrap().1.push_str(line),
            }
        }
        Self { threads }
    }
}

/// What an observer of the answers knows was served.
#[derive(Default)]
struct Seen {
    chars: usize,
    items: BTreeSet<String>,
    windowed: BTreeSet<String>,
}

impl Seen {
    /// Takes an answer for what it shows: the text less the tool's own last line, and each item whose text is whole.
    fn look(&mut self, on: &Shelf, answer: &str) {
        let last = answer.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
        let (text, more) = answer.split_at(last);
        let text = if more.starts_with("@more ") { text } else { answer };
        self.chars += text.chars().count();
        for (id, item) in on.threads.iter().flat_map(|(_, items)| items) {
            if text.contains(item.as_str()) {
                self.items.insert(id.clone());
            }
        }
    }

    /// Takes a window's answer, in which a line break before the tool's own line may be the tool's too.
    fn look_through(&mut self, on: &Shelf, answer: &str) {
        if answer.starts_with("@end ") {
            return;
        }
        let thread = answer.split(' ').nth(1).expect("a window opens with its thread");
        self.windowed.insert(thread.to_owned());
        let before = self.chars;
        self.look(on, answer);
        if let Some(more) = answer.lines().last().filter(|line| line.starts_with("@more ")) {
            let (shown, all) = more.rsplit_once(' ').unwrap().1.split_once('/').unwrap();
            let (shown, all): (usize, usize) = (shown.parse().unwrap(), all.parse().unwrap());
            assert!(shown < all && [0, 1].contains(&(self.chars - before - shown)), "{answer}");
            self.chars = before + shown;
        }
    }
}

/// Some call, chosen at random, and what it may show.
fn call(room: &Room, shelf: &Shelf, numbers: &mut Numbers, seen: &mut Seen) {
    let (thread, items) = &shelf.threads[numbers.below(shelf.threads.len())];
    let item = &items[numbers.below(items.len())].0;
    let size = (1 + numbers.below(700)).to_string();
    let outcome = match numbers.below(7) {
        0 => room.call("read", ["item", item]),
        1 => room.call("read-brief", ["item", item]),
        2 => room.call("read", ["header"]),
        3 if numbers.below(3) == 0 => room.call("read", ["thread", thread]),
        3 | 4 => room.call("read", ["thread", thread, "--size", &size]),
        5 if *item != items.last().unwrap().0 => {
            room.call("read-brief", ["thread", thread, "--size", &size, "--after", item])
        }
        _ => {
            let size = (200 + numbers.below(400)).to_string();
            let outcome = room.call("read", ["windows", "1", "--size", &size]);
            return seen.look_through(shelf, outcome.answer());
        }
    };
    if !outcome.answer().starts_with('#') {
        seen.look(shelf, outcome.answer());
    }
}

/// `state` and `audit` against what was seen.
#[track_caller]
fn add_up(room: &Room, shelf: &Shelf, seen: &Seen) {
    let whole: BTreeSet<_> = shelf
        .threads
        .iter()
        .filter(|(_, items)| items.iter().all(|(id, _)| seen.items.contains(id)))
        .map(|(id, _)| id.as_str())
        .collect();
    let windowed = seen.windowed.iter().filter(|id| !whole.contains(id.as_str())).count();
    let ids = shelf.threads.iter().map(|(id, _)| id.as_str());
    let unserved: Vec<_> = ids.filter(|id| !whole.contains(id) && !seen.windowed.contains(*id)).collect();
    let items: usize = shelf.threads.iter().map(|(_, items)| items.len()).sum();

    let state = room.call("read", ["state"]).json();
    let expected: BTreeMap<&str, Value> = BTreeMap::from([
        ("threads_in_corpus", shelf.threads.len().into()),
        ("threads_served", whole.len().into()),
        ("chars_served", seen.chars.into()),
        ("cursor", seen.windowed.len().into()),
        ("windows_served", seen.windowed.len().into()),
        ("items_served", seen.items.len().into()),
        ("done", (seen.windowed.len() == shelf.threads.len()).into()),
        ("next_thread", shelf.threads.get(seen.windowed.len()).map(|(id, _)| id.as_str()).into()),
    ]);
    for (key, value) in &expected {
        assert_eq!(&state[key], value, "{key}: {state}");
    }
    assert_eq!(room.call("read-brief", ["state"]).json()["chars_served"], seen.chars);

    let audit = room.call("read", ["audit"]).json();
    assert_eq!(audit["declared"]["items"], items);
    assert_eq!(audit["served"]["threads_whole"], whole.len(), "{audit}");
    assert_eq!(audit["served"]["threads_windowed"], windowed, "{audit}");
    assert_eq!(audit["served"]["items"], seen.items.len(), "{audit}");
    assert_eq!(audit["served"]["chars"], seen.chars, "{audit}");
    assert_eq!(audit["unserved"]["threads"], unserved.len(), "{audit}");
    assert_eq!(audit["unserved"]["items"], items - seen.items.len(), "{audit}");
    assert_eq!(audit["unserved_threads"], Value::from(unserved.clone()), "{audit}");
    assert_eq!(audit["complete"], unserved.is_empty(), "{audit}");
}

#[test]
fn after_any_calls_state_and_audit_say_what_was_served() {
    for seed in 0..4 {
        let mut dump = Dump::new();
        for thread in 0..7_usize {
            let post = format!("pq{thread}");
            dump = dump.post(&post, &format!("Watch {thread} – é́ 🏮"), &"oil, wick; ".repeat(thread * 9));
            for comment in 0..thread % 4 {
                let body = format!("reply {comment} on {thread} ").repeat(6 + 3 * comment);
                dump = dump.comment(&format!("cq{thread}x{comment}"), &post, &body);
            }
        }
        let room = room(&dump);
        let shelf = Shelf::of(&room.text("room/corpus.txt"));
        assert_eq!(shelf.threads.len(), 7);
        let (mut numbers, mut seen) = (Numbers(seed), Seen::default());
        add_up(&room, &shelf, &seen);
        for calls in 1..=50 {
            call(&room, &shelf, &mut numbers, &mut seen);
            if calls % 5 == 0 {
                add_up(&room, &shelf, &seen);
            }
        }
        // What was served stands in the log, one record a service, and nothing else does.
        let log = records(&room.text("room/out/_read.jsonl"));
        let served = log.iter().filter(|record| record["kind"] != "header");
        let chars: u64 = served.map(|record| record["chars"].as_u64().unwrap()).sum();
        assert_eq!(chars, seen.chars as u64, "seed {seed}");
    }
}
