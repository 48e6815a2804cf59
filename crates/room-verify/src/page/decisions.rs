//! The journal on the page: what stands, label by label, and item by item with overlaps drawn.

use std::collections::{BTreeMap, BTreeSet};

use room_core::text::{Chars, Span, chars, cut};
use room_corpus::citation::Citation;
use room_corpus::corpus::Item;
use room_corpus::journal::{Decision, Disposition, Journal};

use super::places::clipped;
use super::text::{Shown, counted, push};
use crate::gather::Gathered;

/// Code points of a span shown in the list of its label.
const LISTED: usize = 160;
/// Code points shown around the spans of an item.
const AROUND: usize = 300;
/// How many lines are drawn under one another where spans overlap.
const LANES: usize = 6;

/// A standing span.
struct Coded<'j> {
    label: &'j str,
    span: &'j Citation,
    note: Option<&'j str>,
}

/// The journal's spans and threads.
pub(super) fn push_decisions(page: &mut String, journal: &Journal, gathered: &Gathered<'_>) {
    let coded: Vec<Coded<'_>> = journal.standing().filter_map(|record| coded(&record.decision)).collect();
    push_dispositions(page, journal);
    if coded.is_empty() {
        page.push_str("<p>No span stands in the journal.</p>\n");
        return;
    }
    let mut labels: BTreeMap<&str, Vec<&Coded<'_>>> = BTreeMap::new();
    let mut items: BTreeMap<&str, Vec<&Coded<'_>>> = BTreeMap::new();
    for coded in &coded {
        labels.entry(coded.label).or_default().push(coded);
        items.entry(&coded.span.item_id).or_default().push(coded);
    }
    let numbers: BTreeMap<&str, usize> = items.keys().enumerate().map(|(number, id)| (*id, number)).collect();
    page.push_str("<h3>By label</h3>\n");
    for (label, spans) in &labels {
        push!(
            page,
            "<h4 dir=\"auto\"><span class=\"label\" {}>{}</span> {}</h4>\n<ul class=\"spans\">\n",
            line(&labels, label),
            Shown(label),
            counted(spans.len(), "span")
        );
        for coded in spans {
            let (words, more) = clipped(&coded.span.text, LISTED);
            push!(
                page,
                "<li dir=\"auto\"><a href=\"#item-{}\">{}{}</a> <code>{}</code> {}–{}",
                numbers[coded.span.item_id.as_str()],
                Shown(words),
                if more { " …" } else { "" },
                Shown(&coded.span.item_id),
                coded.span.start,
                coded.span.end
            );
            if let Some(note) = coded.note {
                push!(page, " <span class=\"remark\">{}</span>", Shown(note));
            }
            page.push_str("</li>\n");
        }
        page.push_str("</ul>\n");
    }
    page.push_str("<h3>In their items</h3>\n");
    for (id, spans) in &items {
        if let Some(item) = gathered.item(id) {
            push_item(page, numbers[id], item, spans, &labels);
        }
    }
}

fn coded(decision: &Decision) -> Option<Coded<'_>> {
    match decision {
        Decision::Code { label, span, note, .. } => Some(Coded { label, span, note: note.as_deref() }),
        Decision::Pointer { span, note, .. } => {
            Some(Coded { label: "(pointer)", span, note: note.as_deref() })
        }
        _ => None,
    }
}

/// How many threads were decided on, and how.
fn push_dispositions(page: &mut String, journal: &Journal) {
    let mut threads: BTreeMap<&str, Disposition> = BTreeMap::new();
    for record in journal.standing() {
        if let Decision::Thread { thread_id, disposition, .. } = &record.decision {
            threads.insert(thread_id, *disposition);
        }
    }
    let of = |wanted: Disposition| threads.values().filter(|disposition| **disposition == wanted).count();
    push!(
        page,
        "<p>{} decided: {} in, {} out, {} unsure.</p>\n",
        counted(threads.len(), "thread"),
        of(Disposition::In),
        of(Disposition::Out),
        of(Disposition::Unsure)
    );
}

/// An item's body with a line under each span, one under another where they overlap, and each label at its span's end.
fn push_item(
    page: &mut String,
    number: usize,
    item: &Item<'_>,
    spans: &[&Coded<'_>],
    labels: &BTreeMap<&str, Vec<&Coded<'_>>>,
) {
    let body = item.body();
    let length = chars(&body).0;
    let mut spans: Vec<&Coded<'_>> = spans.iter().copied().filter(|coded| coded.span.end <= length).collect();
    spans.sort_by_key(|coded| (coded.span.start, std::cmp::Reverse(coded.span.end)));
    let lanes = lanes(&spans);
    push!(
        page,
        "<article class=\"coded\" id=\"item-{number}\" tabindex=\"-1\">\n<p class=\"by\">{} <code>{}</code> in thread <code>{}</code></p>\n\
         <div class=\"body\" dir=\"auto\">",
        item.kind.word(),
        Shown(item.id),
        Shown(item.thread_id)
    );
    let mut edges: BTreeSet<usize> =
        spans.iter().flat_map(|coded| [coded.span.start, coded.span.end]).collect();
    let first = edges.first().copied().unwrap_or(0).saturating_sub(AROUND);
    let last = (edges.last().copied().unwrap_or(0) + AROUND).min(length);
    edges.extend([first, last]);
    let edges: Vec<usize> = edges.into_iter().collect();
    page.push_str(if first > 0 { "… " } else { "" });
    for pair in edges.windows(2) {
        let [start, end] = *pair else { continue };
        let over: Vec<(usize, &Coded<'_>)> = lanes
            .iter()
            .copied()
            .zip(spans.iter().copied())
            .filter(|(_, coded)| coded.span.start <= start && coded.span.end >= end)
            .collect();
        let words = cut(&body, Span { start: Chars(start), end: Chars(end) }).unwrap_or_default();
        push_piece(page, words, &over, labels);
        for coded in spans.iter().filter(|coded| coded.span.end == end) {
            push!(page, "<sup class=\"label\" {}>{}</sup>", line(labels, coded.label), Shown(coded.label));
        }
    }
    page.push_str(if last < length { " …" } else { "" });
    page.push_str("</div>\n</article>\n");
}

/// Words under which the lines of some spans are drawn.
fn push_piece(
    page: &mut String,
    words: &str,
    over: &[(usize, &Coded<'_>)],
    labels: &BTreeMap<&str, Vec<&Coded<'_>>>,
) {
    if over.is_empty() {
        return push!(page, "{}", Shown(words));
    }
    let deepest = over.iter().map(|(lane, _)| lane % LANES).max().unwrap_or(0);
    let lines: Vec<String> = over
        .iter()
        .map(|(lane, coded)| {
            let colour = format!("var(--line-{})", number(labels, coded.label));
            let below = (deepest - (lane % LANES)) * 4;
            format!("linear-gradient({colour},{colour}) 0 calc(100% - {below}px)/100% 2px no-repeat")
        })
        .collect();
    let names: Vec<String> = over.iter().map(|(_, coded)| Shown(coded.label).to_string()).collect();
    push!(
        page,
        "<span class=\"under\" style=\"background:{};padding-bottom:{}px\" title=\"{}\">{}</span>",
        lines.join(","),
        deepest * 4 + 3,
        names.join(", "),
        Shown(words)
    );
}

/// The lane of each span, so that spans that overlap have different ones. Spans come by their start.
fn lanes(spans: &[&Coded<'_>]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let lane = |coded: &&Coded<'_>| {
        let free = ends.iter().position(|end| *end <= coded.span.start);
        let lane = free.unwrap_or(ends.len());
        if lane == ends.len() {
            ends.push(0);
        }
        ends[lane] = coded.span.end;
        lane
    };
    spans.iter().map(lane).collect()
}

/// The number of a label's line in the style sheet.
fn number(labels: &BTreeMap<&str, Vec<&Coded<'_>>>, label: &str) -> usize {
    labels.keys().position(|other| *other == label).unwrap_or(0) % 6
}

fn line(labels: &BTreeMap<&str, Vec<&Coded<'_>>>, label: &str) -> String {
    format!("style=\"--line:var(--line-{})\"", number(labels, label))
}
