//! An index with pieces of it exchanged: every answer is the one that is given without it.
#![no_main]

use std::path::Path;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_corpus::corpus::Corpus;
use room_corpus::index;
use room_corpus::record::Source;
use room_corpus_fuzz::{Made, Splice, file, gathered, room, spliced, without};

#[derive(Arbitrary, Debug)]
struct Asked {
    made: Vec<Made>,
    of_corpus: Vec<Splice>,
    of_record: Vec<Splice>,
    ids: Vec<String>,
}

fuzz_target!(|asked: Asked| {
    let lines: Vec<String> = asked.made.iter().map(Made::line).collect();
    let items = gathered(lines.iter().map(String::as_str));
    let mut ids: Vec<String> = items.iter().map(|kept| kept.item.item_id.clone()).collect();
    ids.extend(asked.ids.iter().cloned());
    let (record, text) = room(items);
    let (record, corpus) = (file("record.jsonl", &record), file("corpus.txt", &text));
    let indexes = [index::place(&corpus), index::place(&record)];
    indexes.iter().for_each(|path| without(path));
    let want = answers(&corpus, &record, &ids);
    for (path, splices) in [(&corpus, &asked.of_corpus), (&record, &asked.of_record)] {
        if index::write(path).is_err() {
            continue;
        }
        let at = index::place(path);
        let Ok(made) = std::fs::read(&at) else { continue };
        let name = at.file_name().expect("an index has a name").to_string_lossy().into_owned();
        file(&name, &spliced(&made, splices));
    }
    assert_eq!(answers(&corpus, &record, &ids), want);
});

/// Everything that can be asked of both files, as text.
fn answers(corpus: &Path, record: &Path, ids: &[String]) -> Vec<String> {
    let corpus = Corpus::open(corpus).expect("a corpus of ours");
    let source = Source::open(record).expect("a record of ours");
    let of_id = |id: &String| {
        let thread = corpus.thread(id).map_err(|lookup| lookup.why());
        let item = corpus.item(id).map_err(|lookup| lookup.why());
        let cited = source.item(id).map_err(|lookup| lookup.why());
        format!("{thread:?} {item:?} {cited:?}")
    };
    let from = |n| format!("{:?}", corpus.threads_from(n).map(Result::ok).collect::<Vec<_>>());
    ids.iter().map(of_id).chain((0..6).map(from)).chain([source.len().to_string()]).collect()
}
