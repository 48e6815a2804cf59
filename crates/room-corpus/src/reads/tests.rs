use proptest::prelude::*;

use super::*;
use crate::corpus::{Given, hash, order, render};
use crate::record::nasty;
use room_core::atomic;
use room_core::log::Entry;
use room_core::text::Chars;

/// Threads of three items each.
const THREADS: usize = 6;

/// A room of them.
fn room() -> (tempfile::TempDir, Corpus) {
    let lines = (0..THREADS).flat_map(|n| {
        let post = format!(r#"{{"id":"p{n}","created_utc":{n},"title":"T","selftext":"words"}}"#);
        let comment = |k: usize| {
            format!(r#"{{"id":"c{n}{k}","link_id":"t3_p{n}","created_utc":1{n}{k}0,"body":"words"}}"#)
        };
        [post, comment(1), comment(2)]
    });
    let threads = order(nasty::gathered(&lines.collect::<Vec<_>>()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.txt");
    let mut text = Vec::new();
    render(&threads, &Given::default(), hash(b"")).write(&mut text).unwrap();
    atomic::put(&path, &text).unwrap();
    let corpus = Corpus::open(&path).unwrap();
    (folder, corpus)
}

/// A service of one thread, of any kind.
fn service() -> impl Strategy<Value = Entry> {
    (0..THREADS, 0..6, 1..3_usize, 0..3_usize).prop_map(|(n, kind, k, items)| {
        let entry = |kind: &str| Entry::new(kind, "read").chars(Chars(5)).field("pad", "x".repeat(900));
        let thread = |kind: &str| entry(kind).field("thread_id", format!("p{n}")).field("items", items);
        match kind {
            0 => entry("item").field("item_id", format!("c{n}{k}")),
            1 => thread("window"),
            2 => thread("part").field("after", Some(format!("c{n}{k}"))),
            3 => thread("thread"),
            4 => entry("titles").field("threads", [format!("p{n}")]),
            _ => entry("header"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_recalled_of_a_thread_is_what_a_replay_says(
        covered in prop::collection::vec(service(), 0..180),
        after in prop::collection::vec(service(), 0..20),
    ) {
        let (_folder, corpus) = room();
        let place = place(&corpus);
        for entries in [covered, after] {
            log::open(&place).unwrap().append(&entries).unwrap();
            // Writes a hint, once there is enough to cover.
            log::recall::<Services>(&place).unwrap();
            let (all, _) = Reads::of(&corpus).unwrap();
            let sums = Sums::from(log::open(&place).unwrap().recall().unwrap());
            prop_assert_eq!((sums.windows, sums.chars), (all.windows, all.chars));
            for thread in corpus.threads() {
                let thread = thread.unwrap();
                let items = thread.items().unwrap();
                let about = Reads::about(&corpus, &thread, &items).unwrap();
                prop_assert_eq!(about.served(thread.id, &items), all.served(thread.id, &items));
                prop_assert_eq!(about.touched(&thread).unwrap(), all.touched(&thread).unwrap());
            }
        }
    }
}

#[test]
fn numbers_beyond_all_counting_end_at_the_greatest() {
    let mut reads = Reads::default();
    let most = usize::MAX;
    for kind in ["thread", "window", "item", "part"] {
        let line = format!(
            r#"{{"kind":"{kind}","chars":{most},"thread_id":"p","item_id":"c","items":{most},"after":null}}"#
        );
        for _ in 0..2 {
            reads.add(&serde_json::from_str(&line).unwrap());
        }
    }
    assert_eq!(reads.chars, most);
    assert_eq!(reads.windows, 2);
    assert_eq!(reads.items["c"], most);
}
