//! Lines of a dump, as they come: whatever can be read becomes a record that reads back as itself, and a corpus that
//! holds the record's bodies.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_corpus::corpus::Corpus;
use room_corpus::record::Source;
use room_corpus_fuzz::{Made, file, gathered, room};

#[derive(Arbitrary, Debug)]
struct Dump {
    made: Vec<Made>,
    raw: Vec<String>,
}

fuzz_target!(|dump: Dump| {
    let lines: Vec<String> = dump.made.iter().map(Made::line).chain(dump.raw).collect();
    let items = gathered(lines.iter().map(String::as_str));
    let (record, text) = room(items);
    let record_text = std::str::from_utf8(&record).expect("a record is UTF-8");
    let (again, _) = room(gathered(record_text.lines()));
    assert_eq!(String::from_utf8_lossy(&again), record_text, "a record reads back as itself");

    let (record, text) = (file("record.jsonl", &record), file("corpus.txt", &text));
    let (source, corpus) = (Source::open(&record).expect("a record"), Corpus::open(&text).expect("a corpus"));
    for item in source.items() {
        let item = item.expect("an item of a record of ours");
        let served = corpus.item(&item.item_id).expect("an item of the record is in the corpus");
        assert_eq!(served.body(), item.body, "{}", item.item_id);
    }
    assert_eq!(room_corpus::corpus::check(&text).expect("a room of ours"), Vec::<String>::new());
});
