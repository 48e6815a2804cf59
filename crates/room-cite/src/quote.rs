//! `quote`: a quotation's place in an item.

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use room_core::text::{Chars, chars};
use room_corpus::citation::Citation;
use room_corpus::corpus::Lookup;
use room_corpus::matching::{Found, Quote, locate};
use room_corpus::record::Source;

use crate::{CITE_ERROR, log};

/// How many other items that hold the words are named.
const ELSEWHERE: usize = 3;

/// Cites a quotation, or refuses it; both are logged.
pub(crate) fn quote(source: &Source, typed: &str, words: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    let item = match source.item(typed) {
        Ok(item) => item,
        Err(miss @ Lookup::Corpus(_)) => return Err(miss.refused(CITE_ERROR)),
        Err(miss) => return refuse(source, typed, words, &miss.why()),
    };
    let found = Quote::new(words).and_then(|quote| locate(&item.body, &quote));
    let Found { span, matched } = match found {
        Ok(found) => found,
        Err(miss) => {
            let mut broken = None;
            let why = miss.why(&item.item_id, || elsewhere(source, &item.item_id, words, &mut broken));
            if let Some(failure) = broken {
                return Err(failure);
            }
            return refuse(source, &item.item_id, words, &why);
        }
    };
    let citation = Citation::cut(&item.item_id, &item.body, span.start.0, span.end.0)
        .expect("the matcher answers places of the body it was given");
    let line = json::line(&citation);
    let entry = log::entry("cite", chars(&line))
        .field("item_id", &citation.item_id)
        .field("quote", words)
        .field("found", true)
        .field("start", citation.start)
        .field("end", citation.end)
        .field("matched", matched)
        .field("error", None::<&str>);
    log::answer(source, entry, &line, out)
}

fn refuse(source: &Source, item_id: &str, words: &str, why: &str) -> Result<(), Failure> {
    let why = log::why(why);
    let entry = log::entry("cite", Chars(0))
        .field("item_id", item_id)
        .field("quote", words)
        .field("found", false)
        .field("start", None::<usize>)
        .field("end", None::<usize>)
        .field("matched", None::<&str>)
        .field("error", &why);
    log::refuse(source, entry, why)
}

/// The first other items that hold the words exactly. A record that breaks on the way is told through `broken`.
fn elsewhere(source: &Source, but: &str, words: &str, broken: &mut Option<Failure>) -> Vec<String> {
    let mut ids = Vec::new();
    for item in source.items() {
        match item {
            Ok(item) if item.item_id != but && item.body.contains(words) => {
                ids.push(item.item_id.into_owned());
            }
            Ok(_) => {}
            Err(error) => {
                *broken = Some(error.into());
                return ids;
            }
        }
        if ids.len() == ELSEWHERE {
            break;
        }
    }
    ids
}
