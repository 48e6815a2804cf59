//! A corpus with pieces of it exchanged, or no corpus at all: every call answers or refuses, and what is served stands
//! in the file.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_corpus::corpus::{self, Corpus};
use room_corpus_fuzz::{Made, Splice, file, gathered, room, spliced};

#[derive(Arbitrary, Debug)]
struct Asked {
    made: Vec<Made>,
    splices: Vec<Splice>,
    ids: Vec<String>,
}

fuzz_target!(|asked: Asked| {
    let lines: Vec<String> = asked.made.iter().map(Made::line).collect();
    let (record, text) = room(gathered(lines.iter().map(String::as_str)));
    let bytes = spliced(&text, &asked.splices);
    file("record.jsonl", &record);
    let path = file("corpus.txt", &bytes);
    let _ = corpus::check(&path);
    let Ok(corpus) = Corpus::open(&path) else { return };
    for thread in corpus.threads().flatten() {
        let start = thread.text.as_ptr() as usize - corpus.blocks().as_ptr() as usize;
        assert_eq!(corpus.blocks().get(start..start + thread.text.len()), Some(thread.text.as_bytes()));
        let _ = (thread.title(), thread.day());
        let Ok(items) = thread.items() else { continue };
        let places = thread.places(&items);
        assert!(places.is_sorted_by_key(|place| place.start));
        for item in items {
            let _ = corpus.item(item.id).map(|found| found.body().into_owned());
        }
    }
    for id in &asked.ids {
        let _ = (
            corpus.thread(id).map_err(|lookup| lookup.why()),
            corpus.item(id).map_err(|lookup| lookup.why()),
        );
    }
});
