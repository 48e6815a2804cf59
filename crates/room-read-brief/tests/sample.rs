//! `sample` against a script that knows the rule alone: it reads the header's hash, the blocks and the log as text.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use room_core::atomic;
use room_core::cli::{Out, call};
use room_corpus::corpus::{self, Given};
use room_corpus::record::{Gathering, Line, Titles};
use room_read_brief::Verb;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

/// A corpus of 40 threads on some days and on none, each of one to four items, of different lengths.
fn made(seed: u64, ceiling: Option<u64>) -> (TempDir, PathBuf) {
    let mut state = seed;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut gathering = Gathering::default();
    for thread in 0..40 {
        let day = random(7);
        let words = "é word ".repeat(usize::try_from(random(40)).unwrap());
        let time = if day == 6 {
            "null".to_owned()
        } else {
            (1_491_004_800 + day * 86_400 + random(80_000)).to_string()
        };
        let post = format!(
            r#"{{"item_id":"p{thread}","thread_id":"p{thread}","kind":"post","created_utc":{time},"title":"T","selftext":"{words}"}}"#
        );
        gathering.add(Line::read(&post, &Titles::new()).unwrap());
        for comment in 0..random(4) {
            let line = format!(
                r#"{{"item_id":"c{thread}x{comment}","thread_id":"p{thread}","kind":"comment","parent_id":"p{thread}","created_utc":{time},"body":"{words}"}}"#
            );
            gathering.add(Line::read(&line, &Titles::new()).unwrap());
        }
    }
    let threads = corpus::order(gathering.finish());
    let hash = corpus::write_record(&threads, &mut Vec::new()).unwrap();
    let mut text = Vec::new();
    let given = Given { ceiling, ..Given::default() };
    corpus::render(&threads, &given, hash).write(&mut text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("corpus.txt");
    atomic::write(&place, &text).unwrap();
    (folder, place)
}

/// One call of `read-brief`: what it printed.
fn read_brief(place: &Path, words: &[&str]) -> String {
    let mut text = Vec::new();
    let words: Vec<OsString> = [place.to_str().unwrap()].iter().chain(words).map(Into::into).collect();
    call::<Verb>(words, &mut std::io::empty(), &mut Out::new(&mut text, false)).unwrap();
    String::from_utf8(text).unwrap()
}

fn log(place: &Path) -> Vec<Value> {
    let text = fs::read_to_string(place.with_file_name("out").join("_read.jsonl")).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The thread that comes next by the rule, from nothing but corpus and log.
fn expected(place: &Path) -> Option<String> {
    let text = fs::read_to_string(place).unwrap();
    let record = text.lines().find_map(|line| line.strip_prefix("# record: sha256 ")).unwrap();
    // Each thread's day and items; each item's thread.
    let (mut threads, mut thread_of) = (Vec::<(String, String, Vec<String>)>::new(), HashMap::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "@thread" => {
                let day = if words[2] == "-" { "undated" } else { words[2].split('T').next().unwrap() };
                threads.push((words[1].to_owned(), day.to_owned(), Vec::new()));
            }
            "@post" | "@comment" => {
                let thread = threads.last_mut().unwrap();
                thread.2.push(words[1].to_owned());
                thread_of.insert(words[1].to_owned(), thread.0.clone());
            }
            _ => {}
        }
    }
    // What was served: code points by thread, and the items.
    let (mut chars, mut items) = (HashMap::<String, u64>::new(), HashSet::<String>::new());
    for service in log(place) {
        let item = service["item_id"].as_str();
        let thread = service["thread_id"].as_str().map(str::to_owned);
        let Some(thread) = thread.or_else(|| item.map(|item| thread_of[item].clone())) else { continue };
        *chars.entry(thread.clone()).or_default() += service["chars"].as_u64().unwrap();
        match item {
            Some(item) => drop(items.insert(item.to_owned())),
            None => items.extend(threads.iter().find(|other| other.0 == thread).unwrap().2.clone()),
        }
    }
    let mut days: BTreeMap<&str, (u64, Vec<&str>)> = BTreeMap::new();
    for (id, day, all) in &threads {
        let day = days.entry(day).or_default();
        day.0 += chars.get(id).copied().unwrap_or(0);
        if !all.iter().all(|item| items.contains(item)) {
            day.1.push(id);
        }
    }
    // A BTreeMap has the earliest day first and `undated` last.
    let (_, left) =
        days.into_values().filter(|(_, left)| !left.is_empty()).min_by_key(|(chars, _)| *chars)?;
    let hash = |id: &&str| Sha256::digest(format!("{record}:{id}")).to_vec();
    left.into_iter().min_by_key(hash).map(str::to_owned)
}

#[test]
fn anyone_can_draw_the_same_threads_again() {
    for seed in 1..6 {
        let (_folder, place) = made(seed, None);
        for round in 0.. {
            // What others read in between counts.
            match round % 4 {
                1 => drop(read_brief(&place, &["thread", &format!("p{}", (round * 7) % 40)])),
                2 => drop(read_brief(&place, &["item", &format!("p{}", (round * 11) % 40)])),
                3 => drop(read_brief(&place, &["titles", "3"])),
                _ => {}
            }
            let Some(next) = expected(&place) else { break };
            let before = log(&place).len();
            read_brief(&place, &["sample", "1"]);
            let drawn = log(&place);
            assert_eq!((drawn.len(), drawn[before]["thread_id"].as_str()), (before + 1, Some(next.as_str())));
        }
        assert_eq!(read_brief(&place, &["sample"]), "@end 40/40 threads\n");
    }
}

#[test]
fn many_at_once_are_the_same_as_one_after_another() {
    let ((_one, one), (_many, many)) = (made(9, None), made(9, None));
    let single: String = (0..12).map(|_| read_brief(&one, &["sample", "1"])).collect();
    assert_eq!(read_brief(&many, &["sample", "12"]), single);
}

#[test]
fn nothing_is_served_past_the_ceiling() {
    let (_folder, place) = made(4, Some(3_000));
    let served =
        |place: &Path| log(place).iter().map(|service| service["chars"].as_u64().unwrap()).sum::<u64>();
    let text = read_brief(&place, &["sample", "40"]);
    let last = text.lines().last().unwrap();
    let drawn = log(&place).len();
    assert_eq!(last, format!("@stop ceiling {drawn}/40 threads"));
    assert!(served(&place) <= 3_000 && drawn > 0);
    assert_eq!(read_brief(&place, &["sample"]), "@stop ceiling 0/5 threads\n");
    assert_eq!(log(&place).len(), drawn, "a sample that serves nothing logs nothing");
}
