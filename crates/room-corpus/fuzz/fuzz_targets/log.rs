//! A log of ours with pieces of it exchanged: it is refused or replayed, never half; whoever may append heals a torn
//! end, and then it replays with one record more.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_core::log::{self, Entry, Place};
use room_core::text::Chars;
use room_corpus_fuzz::{Splice, file, spliced, without};

#[derive(Arbitrary, Debug)]
struct Asked {
    records: Vec<String>,
    splices: Vec<Splice>,
    hint: Vec<u8>,
}

fuzz_target!(|asked: Asked| {
    let path = file("out/_read.jsonl", b"");
    let place = Place { path: path.clone(), durable: false, record: None };
    without(&path);
    let hint = file("out/_read.hint", &asked.hint);
    for id in asked.records.iter().take(8) {
        let entry = Entry::new("thread", "read").chars(Chars(1)).field("thread_id", id);
        log::open(&place).expect("a log of ours").append(&[entry]).expect("a log of ours");
    }
    let whole = std::fs::read(&path).unwrap_or_default();
    let bytes = spliced(&whole, &asked.splices);
    file("out/_read.jsonl", &bytes);
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    let replayed = log::replay(&place).map(|history| history.len());
    if let Ok(records) = replayed {
        assert_eq!(records, lines, "every whole line is a record");
    }
    let _ = log::survey(&place);
    let last = Entry::new("thread", "read").chars(Chars(1)).field("thread_id", "last");
    let appended = log::open(&place).and_then(|writer| writer.append(&[last]).map_err(|_| unreachable()));
    if replayed.is_ok() && appended.is_ok() {
        let after = log::replay(&place).expect("what replayed replays with one record more").len();
        assert_eq!(after, lines + 1);
    }
    without(&hint);
});

fn unreachable() -> log::LogError {
    unreachable!("a temporary folder takes a record")
}
