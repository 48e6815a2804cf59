//! What people read: a line a quotation, a line a fault, and the sum of it.

use std::fmt::Write as _;

use room_core::refusal::Escaped;
use room_core::text::{Chars, before, byte_of};

use crate::brief::Quotation;
use crate::report::{Brief, Log, Report, Rooms};
use crate::resolve::{Resolved, Status};

/// Code points of a quotation that are shown.
const SHOWN: usize = 60;

/// The table of one room.
pub(crate) fn room(report: &Report, strict: bool) -> String {
    let mut page = String::new();
    if let Some(brief) = &report.brief {
        push_brief(&mut page, brief);
    }
    for (name, log) in [("journal", &report.journal), ("reads", &report.reads)] {
        if let Some(log) = log {
            push_log(&mut page, name, log);
        }
    }
    if let Some(corpus) = &report.corpus {
        push_faults(&mut page, "corpus", &corpus.faults);
    }
    push(&mut page, format_args!("{}: {}\n", Escaped(&report.room), verdict(report, strict)));
    page
}

/// The table of many rooms, with totals.
pub(crate) fn rooms(rooms: &Rooms, strict: bool) -> String {
    let width =
        rooms.reports.iter().map(|room| room.room.chars().count()).max().unwrap_or(0).max("total".len());
    let mut page = format!("{:<width$}  quotes  failed  journal  reads  faults  result\n", "room");
    let mut totals = [0_u64; 5];
    for room in &rooms.reports {
        let records = |log: &Option<Log>| log.as_ref().map_or(0, |log| log.records);
        let numbers = [
            room.brief.as_ref().map_or(0, |brief| brief.quotes.len()) as u64,
            room.failed_quotes(strict) as u64,
            records(&room.journal),
            records(&room.reads),
            room.faults() as u64,
        ];
        totals.iter_mut().zip(numbers).for_each(|(total, number)| *total += number);
        let result = match &room.error {
            Some(error) => error.as_str(),
            None if room.ok => "ok",
            None => "does not hold",
        };
        push_row(&mut page, &Escaped(&room.room).to_string(), width, numbers, result);
    }
    let ok = rooms.reports.iter().filter(|room| room.ok).count();
    let refused = rooms.reports.iter().filter(|room| room.error.is_some()).count();
    let result = format!("{ok} of {} hold, {refused} could not be checked", rooms.reports.len());
    push_row(&mut page, "total", width, totals, &result);
    page
}

fn push_row(page: &mut String, name: &str, width: usize, numbers: [u64; 5], result: &str) {
    let [quotes, failed, journal, reads, faults] = numbers;
    let row = format_args!(
        "{name:<width$}  {quotes:>6}  {failed:>6}  {journal:>7}  {reads:>5}  {faults:>6}  {result}\n"
    );
    push(page, row);
}

fn push_brief(page: &mut String, brief: &Brief) {
    let file = Escaped(&brief.file);
    if brief.quotes.is_empty() {
        push(page, format_args!("brief {file}: 0 quotations, so nothing to verify\n"));
        return;
    }
    let plural = if brief.quotes.len() == 1 { "" } else { "s" };
    push(page, format_args!("brief {file}: {} quotation{plural}\n", brief.quotes.len()));
    for (quote, resolved) in &brief.quotes {
        push_quote(page, quote, resolved);
    }
    let met = Status::ALL.iter().map(|status| (status.word(), brief.counts.get(status.word()).copied()));
    let counts: Vec<String> = met
        .filter_map(|(word, count)| count.filter(|count| *count > 0).map(|count| format!("{count} {word}")))
        .collect();
    push(page, format_args!("  {}\n", counts.join(", ")));
}

fn push_quote(page: &mut String, quote: &Quotation, resolved: &Resolved) {
    let place = format!("{}:{}", quote.line, quote.column);
    let items = items(quote, resolved);
    let words = Escaped(clipped(&quote.written)).to_string();
    let more = if clipped(&quote.written).len() < quote.written.len() { "…" } else { "" };
    push(
        page,
        format_args!("  {place:>8}  {:<12}  {items:<18}  \"{words}{more}\"\n", resolved.status.word()),
    );
    let indent = " ".repeat(26);
    if resolved.status == Status::Elided {
        for words in &resolved.left_out {
            push(page, format_args!("{indent}left out: \"{}\"\n", Escaped(words)));
        }
    }
    if let Some(near) = &resolved.nearest {
        let (id, how) = (Escaped(&near.item_id).to_string(), Escaped(&near.how).to_string());
        push(page, format_args!("{indent}nearest: {id} at {}: {how}\n", near.start));
    }
}

/// The items that hold a quotation, or the one it names.
fn items(quote: &Quotation, resolved: &Resolved) -> String {
    if resolved.items.is_empty() {
        return quote.named.as_ref().map_or_else(String::new, |named| format!("({named})"));
    }
    let more = resolved.count - resolved.items.len();
    let ids = resolved.items.join(", ");
    if more > 0 { format!("{ids} and {more} more") } else { ids }
}

fn push_log(page: &mut String, name: &str, log: &Log) {
    let plural = if log.records == 1 { "" } else { "s" };
    push(page, format_args!("{name}: {} record{plural}, head {}\n", log.records, log.head));
    push_faults(page, name, &log.faults);
}

fn push_faults(page: &mut String, name: &str, faults: &[String]) {
    if faults.is_empty() {
        push(page, format_args!("{name}: ok\n"));
    }
    for fault in faults {
        push(page, format_args!("{name}: {}\n", Escaped(fault)));
    }
}

/// What all of it comes to, in a few words.
pub(crate) fn verdict(report: &Report, strict: bool) -> String {
    if report.ok {
        return "all that was checked holds".to_owned();
    }
    let (quotes, faults) = (report.failed_quotes(strict), report.faults());
    let count = |number: usize, word: &str| {
        (number > 0).then(|| format!("{number} {word}{}", if number == 1 { "" } else { "s" }))
    };
    let parts: Vec<String> =
        [count(quotes, "quotation"), count(faults, "fault")].into_iter().flatten().collect();
    format!("does not hold: {}", parts.join(", "))
}

fn clipped(text: &str) -> &str {
    byte_of(text, Chars(SHOWN)).map_or(text, |end| before(text, end))
}

fn push(page: &mut String, words: std::fmt::Arguments<'_>) {
    page.write_fmt(words).expect("a String takes every write");
}
