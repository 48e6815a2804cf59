//! Citations of items, verified against the records they may have been cut from.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use room_corpus::cases::Case;
use room_corpus::citation::Citation;
use room_corpus::corpus::Lookup;
use room_corpus::record::{Cited, Source};

use crate::error::{MEM_ERROR, MemError};
use crate::evidence::Fault;

/// Up to so many items are looked up in a record one by one; for more of them it is read through once.
const LOOKUPS: usize = 16;

/// The record or corpus of a case's own room, where it has one.
pub(crate) fn room(case: &Case) -> Option<PathBuf> {
    ["record.jsonl", "corpus.txt"].into_iter().map(|file| case.path().join(file)).find(|path| path.is_file())
}

/// What one record says of a citation, by the citation's place among those asked about. Of items that the record does
/// not have it says nothing.
type Said = Vec<(usize, Result<Citation, Fault>)>;

/// Verifies citations against records that are all as likely. One that holds in a record holds; else the first fault
/// counts, a record that cannot be read after one that has other words; `nowhere` is said of an item none has.
pub(crate) fn verify(
    records: &[PathBuf],
    cites: &[&Citation],
    nowhere: impl Fn(&str) -> MemError,
) -> Vec<Result<Citation, Fault>> {
    let said: Vec<Said> = records.par_iter().map(|path| ask(path, cites)).collect();
    let mut verdicts: Vec<Option<Result<Citation, Fault>>> = cites.iter().map(|_| None).collect();
    for (at, answer) in said.into_iter().flatten() {
        let weight = |verdict: &Result<Citation, Fault>| match verdict {
            Ok(_) => 2,
            Err(fault) => i32::from(fault.label == MEM_ERROR),
        };
        if verdicts[at].as_ref().is_none_or(|stands| weight(&answer) > weight(stands)) {
            verdicts[at] = Some(answer);
        }
    }
    let or_nowhere = |(verdict, cite): (Option<_>, &&Citation)| {
        verdict.unwrap_or_else(|| Err(nowhere(&cite.item_id).into()))
    };
    verdicts.into_iter().zip(cites).map(or_nowhere).collect()
}

/// Asks one record about citations.
fn ask(path: &Path, cites: &[&Citation]) -> Said {
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, cite) in cites.iter().enumerate() {
        by_id.entry(&cite.item_id).or_default().push(at);
    }
    look(path, cites, &by_id)
        .unwrap_or_else(|fault| (0..cites.len()).map(|at| (at, Err(fault.clone()))).collect())
}

fn look(path: &Path, cites: &[&Citation], by_id: &HashMap<&str, Vec<usize>>) -> Result<Said, Fault> {
    let source = Source::open(path)?;
    let mut said = Said::new();
    let mut compare = |places: &[usize], item: &Cited<'_>| {
        for at in places {
            let verdict = cites[*at].verified(&item.item_id, &item.body);
            said.push((*at, verdict.map_err(|error| Fault { label: MEM_ERROR, why: error.to_string() })));
        }
    };
    if by_id.len() > LOOKUPS {
        for item in source.items() {
            let item = item?;
            if let Some(places) = by_id.get(&*item.item_id) {
                compare(places, &item);
            }
        }
        return Ok(said);
    }
    let mut ambiguous = Vec::new();
    for (id, places) in by_id {
        match source.item(id) {
            Ok(item) => compare(places, &item),
            Err(Lookup::Unknown { .. }) => {}
            Err(Lookup::Corpus(error)) => return Err(error.into()),
            Err(miss @ Lookup::Ambiguous { .. }) => {
                let fault = Fault { label: MEM_ERROR, why: miss.why() };
                ambiguous.extend(places.iter().map(|at| (*at, Err(fault.clone()))));
            }
        }
    }
    said.append(&mut ambiguous);
    Ok(said)
}
