//! A room against its own record: what is rendered again must be what stands there.

use std::fs;
use std::path::Path;

use super::{Corpus, CorpusError, Given, Header, Ordered, Rendered, file_name};
use crate::index;
use crate::record::{Gathering, Item, Kept, Line, Lines, Titles};
use room_core::time;

/// Renders the `record.jsonl` beside a corpus again and compares. A line a fault; none where all holds.
pub fn check(path: &Path) -> Result<Vec<String>, CorpusError> {
    let corpus = Corpus::open(path)?;
    let record = path.with_file_name("record.jsonl");
    let bytes = match fs::read(&record) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(vec![format!("record.jsonl: {error}")]),
    };
    let items = match items(&bytes) {
        Ok(items) => items,
        Err(fault) => return Ok(vec![fault]),
    };
    let threads = super::order(items);
    let mut again = Vec::with_capacity(bytes.len());
    let hash = super::write_record(&threads, &mut again).expect("a Vec takes every write");
    let mut faults = Vec::new();
    if again != bytes {
        faults
            .push(format!("record.jsonl line {}: not as render writes it", first_difference(&again, &bytes)));
    }
    let header = corpus.header();
    let rendered = super::render(&threads, &given(header), hash);
    counts(header, &rendered.header, &super::hash(&bytes), &mut faults);
    span(header, &threads, &mut faults);
    text(&corpus, &rendered, &mut faults);
    faults.extend([record.as_path(), path].into_iter().filter_map(index::fault));
    Ok(faults)
}

/// The items of a record, or the fault that it cannot be read.
fn items(bytes: &[u8]) -> Result<Vec<Item>, String> {
    let mut lines = Lines::new(bytes);
    let mut gathering = Gathering::default();
    while let Some((number, line)) = lines.read().map_err(|error| format!("record.jsonl: {error}"))? {
        let line = line.and_then(|line| Line::read(line, &Titles::new()));
        gathering.add(line.map_err(|bad| format!("record.jsonl line {number}: {bad}"))?);
    }
    Ok(gathering.finish().into_iter().map(|Kept { item, .. }| item).collect())
}

/// What a header says that the record does not: it is taken over.
fn given(header: &Header) -> Given {
    let seconds = |text: &Option<String>| text.as_deref().and_then(time::seconds);
    Given {
        community: header.community.clone(),
        from: seconds(&header.from),
        to: seconds(&header.to),
        slice: header.slice,
        note: header.note.clone(),
        budget: header.budget,
        ceiling: header.ceiling,
        repeated: header.repeated,
        skipped: header.skipped,
        surrogates: header.surrogates,
    }
}

/// Every count of the header that can be counted again, against the count.
fn counts(said: &Header, counted: &Header, hash: &str, faults: &mut Vec<String>) {
    let pairs = [
        ("threads", said.threads, counted.threads),
        ("items", said.items, counted.items),
        ("posts", said.posts, counted.posts),
        ("comments", said.comments, counted.comments),
        ("chars", said.chars, counted.chars),
        ("threads without their post", said.without_post, counted.without_post),
        ("removed or deleted bodies", said.removed, counted.removed),
    ];
    for (name, said, counted) in pairs.into_iter().filter(|(_, said, counted)| said != counted) {
        faults.push(format!("# {name}: the header says {said}, the record has {counted}"));
    }
    if said.record != hash {
        faults.push(format!("# record: the header says sha256 {}, record.jsonl has {hash}", said.record));
    }
    for day in said.days.iter().filter(|day| !counted.days.contains(day)) {
        faults.push(format!("# day {}: the record has it otherwise", day.day));
    }
    let missing = |day: &str| said.days.iter().all(|said| said.day != day);
    for day in counted.days.iter().filter(|day| missing(&day.day)) {
        faults.push(format!("# day {}: missing in the header", day.day));
    }
}

/// Whether every thread is of the span the header names.
fn span(header: &Header, threads: &[Ordered<Item>], faults: &mut Vec<String>) {
    let Given { from, to, .. } = given(header);
    let outside = |time: Option<i64>| match time {
        None => from.is_some() || to.is_some(),
        Some(time) => from.is_some_and(|from| time < from) || to.is_some_and(|to| time >= to),
    };
    for thread in threads.iter().filter(|thread| outside(thread.time())) {
        faults.push(format!("thread {}: outside the header's span", thread.id));
    }
}

/// The text of the corpus, header and blocks, against the text rendered again.
fn text(corpus: &Corpus, rendered: &Rendered, faults: &mut Vec<String>) {
    let (header, again) = (corpus.header_text(), rendered.header.to_string());
    let name = file_name(corpus.path());
    if header != again && faults.is_empty() {
        let line = first_difference(header.as_bytes(), again.as_bytes());
        faults.push(format!("{name} line {line}: not as render writes the header"));
    }
    if corpus.blocks() != rendered.blocks().as_bytes() {
        let above = header.matches('\n').count();
        let line = above + first_difference(corpus.blocks(), rendered.blocks().as_bytes());
        faults.push(format!("{name} line {line}: record.jsonl rendered again is otherwise"));
    }
}

/// The first line, from 1, in which two texts differ.
fn first_difference(a: &[u8], b: &[u8]) -> usize {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b);
    same.filter(|(byte, _)| **byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests;
