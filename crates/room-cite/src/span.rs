//! `span`: the citation at given offsets.

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use room_core::text::{Chars, chars};
use room_corpus::citation::Citation;
use room_corpus::corpus::Lookup;
use room_corpus::record::Source;

use crate::{CITE_ERROR, log};

/// Cuts the place, or refuses it; both are logged with the offsets that were asked for.
pub(crate) fn span(
    source: &Source,
    typed: &str,
    start: usize,
    end: usize,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let (item_id, cut) = match source.item(typed) {
        Ok(item) => {
            let cut = Citation::cut(&item.item_id, &item.body, start, end).map_err(|error| error.to_string());
            (item.item_id.into_owned(), cut)
        }
        Err(miss @ Lookup::Corpus(_)) => return Err(miss.refused(CITE_ERROR)),
        Err(miss) => (typed.to_owned(), Err(miss.why())),
    };
    let line = cut.as_ref().map(json::line).unwrap_or_default();
    let why = cut.err().map(|why| log::why(&why));
    let entry = log::entry("span", if why.is_none() { chars(&line) } else { Chars(0) })
        .field("item_id", item_id)
        .field("start", start)
        .field("end", end)
        .field("found", why.is_none())
        .field("error", &why);
    match why {
        None => log::answer(source, entry, &line, out),
        Some(why) => log::refuse(source, entry, why),
    }
}
