//! `titles`: the threads' titles, each listed once.

use std::fmt::Write as _;

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_core::time::{self, UNDATED};
use room_corpus::corpus::Corpus;
use room_corpus::serve::{ReadError, Service, title_line, within};

/// How many titles, where no number is given.
const TITLES: usize = 50;
/// How many days a refusal names.
const DAYS: usize = 10;

/// The value of `--day`: a day of the calendar, or `undated`.
pub(crate) fn day(text: &str) -> Result<String, String> {
    let real = text == UNDATED || (text.len() == 10 && time::seconds(text).is_some());
    if real { Ok(text.to_owned()) } else { Err("must be a day such as 2017-03-28, or undated".to_owned()) }
}

/// Lists the next `n` titles that were not listed yet, in corpus order.
pub(crate) fn titles(
    service: &Service<'_>,
    n: Option<usize>,
    day: Option<&str>,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let n = n.unwrap_or(TITLES);
    let all = match day {
        None => service.corpus.header().threads,
        Some(day) => threads_of(service.corpus, day)?,
    };
    service.decide(out, |reads, _| {
        let (mut threads, mut text) = (Vec::new(), String::new());
        for thread in service.corpus.threads() {
            let thread = thread?;
            if threads.len() == n {
                break;
            }
            if day.is_none_or(|day| day == thread.day()) && !reads.listed(thread.id) {
                threads.push(thread.id);
                text.push_str(&title_line(&thread)?);
            }
        }
        if threads.is_empty() {
            return Ok((Vec::new(), format!("@end {all}/{all} titles\n")));
        }
        let asked = chars(&text);
        if let Some(ceiling) = service.ceiling {
            within(ceiling, reads.chars, asked)?;
        }
        let entry = service
            .entry("titles", asked)
            .field("n", threads.len())
            .field("day", day)
            .field("threads", threads);
        Ok((vec![entry], text))
    })
}

/// How many threads begin on a day; one without threads is refused.
fn threads_of(corpus: &Corpus, day: &str) -> Result<u64, ReadError> {
    let days = &corpus.header().days;
    if let Some(found) = days.iter().find(|other| other.day == day).filter(|other| other.threads > 0) {
        return Ok(found.threads);
    }
    let mut named = days.iter().take(DAYS).map(|day| day.day.as_str()).collect::<Vec<_>>().join(", ");
    if days.is_empty() {
        "none".clone_into(&mut named);
    } else if let Some(more) = days.len().checked_sub(DAYS).filter(|more| *more > 0) {
        write!(named, " and {more} more").expect("a String takes every write");
    }
    Err(ReadError::NoDay { day: day.to_owned(), days: named })
}
