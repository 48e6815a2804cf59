//! The place of each quotation: the item that holds it, in its thread.

use room_core::text::{Chars, Span, before, byte_of, chars, cut, from};
use room_corpus::corpus::Item;

use super::status::{class, meaning, shape};
use super::text::{Shown, push};
use crate::brief::Quotation;
use crate::gather::{Gathered, Whole};
use crate::report::Brief;
use crate::resolve::{Resolved, Status};

/// Code points of the item shown on either side of the words.
const AROUND: usize = 600;
/// Code points shown of the items before and after it.
const BESIDE: usize = 240;

/// All places, in the order of the brief.
pub(super) fn push_places(page: &mut String, brief: &Brief, gathered: &Gathered<'_>) {
    for (number, (quote, resolved)) in brief.quotes.iter().enumerate() {
        push_place(page, number, quote, resolved, gathered);
    }
}

fn push_place(
    page: &mut String,
    number: usize,
    quote: &Quotation,
    resolved: &Resolved,
    gathered: &Gathered<'_>,
) {
    let status = resolved.status;
    push!(
        page,
        "<article class=\"place {}\" id=\"place-{number}\" tabindex=\"-1\">\n<h3><span class=\"result\">{} {}</span> \
         line {}, column {}</h3>\n<blockquote dir=\"auto\">{}</blockquote>\n<p class=\"meaning\">{}",
        class(status),
        shape(status),
        status.word(),
        quote.line,
        quote.column,
        Shown(&quote.written),
        meaning(status),
    );
    if let Some(named) = &quote.named {
        push!(page, " It names <code>{}</code>.", Shown(named));
    }
    if resolved.count > 1 {
        let ids: Vec<String> =
            resolved.items.iter().map(|id| format!("<code>{}</code>", Shown(id))).collect();
        let more = resolved.count - resolved.items.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        push!(page, " Held by {}{more}; shown in the first.", ids.join(", "));
    }
    page.push_str("</p>\n");
    if status == Status::Elided {
        for words in &resolved.left_out {
            push!(page, "<p class=\"left-out\">Left out: <q dir=\"auto\">{}</q></p>\n", Shown(words));
        }
    }
    if let (Some(span), Some(id)) = (resolved.span, resolved.items.first()) {
        push_thread(page, id, span, gathered);
    } else if let Some(near) = &resolved.nearest {
        push!(page, "<p>Nearest: <code>{}</code>; {}.</p>\n", Shown(&near.item_id), Shown(&near.how));
        let span = Span { start: Chars(near.start), end: Chars(near.start + near.matched) };
        push_thread(page, &near.item_id, span, gathered);
    }
    push!(page, "<p><a href=\"#quote-{number}\">Back to the brief</a></p>\n</article>\n");
}

/// An item with a span marked, and the items before and after it.
fn push_thread(page: &mut String, id: &str, span: Span, gathered: &Gathered<'_>) {
    let Some(item) = gathered.item(id) else { return };
    let Some(whole) = gathered.thread(item.thread_id) else { return };
    let at = whole.items.iter().position(|other| other.id == id).unwrap_or(0);
    push!(page, "<div class=\"thread\">\n<p class=\"of\">{}</p>\n", title(whole));
    if let Some(earlier) = at.checked_sub(1).and_then(|at| whole.items.get(at)) {
        push_beside(page, earlier);
    }
    push_head(page, item, "");
    let body = item.body();
    let length = chars(&body).0;
    let (start, end) = (span.start.0.min(length), span.end.0.min(length));
    let first = start.saturating_sub(AROUND);
    let last = (end + AROUND).min(length);
    let part =
        |from: usize, to: usize| cut(&body, Span { start: Chars(from), end: Chars(to) }).unwrap_or_default();
    push!(
        page,
        "<div class=\"body\" dir=\"auto\">{}{}<mark>{}</mark>{}{}</div>\n</div>\n",
        if first > 0 { "… " } else { "" },
        Shown(part(first, start)),
        Shown(part(start, end)),
        Shown(part(end, last)),
        if last < length { " …" } else { "" },
    );
    if let Some(later) = whole.items.get(at + 1) {
        push_beside(page, later);
    }
    page.push_str("</div>\n");
}

fn title(whole: &Whole<'_>) -> String {
    let title = whole.thread.title().ok().flatten().unwrap_or_default();
    let title = if title.is_empty() { String::new() } else { format!(": {}", Shown(&title)) };
    format!("Thread <code>{}</code>, {} items{title}", Shown(whole.thread.id), whole.items.len())
}

fn push_beside(page: &mut String, item: &Item<'_>) {
    push_head(page, item, " beside");
    let body = item.body();
    let (shown, more) = clipped(&body, BESIDE);
    push!(
        page,
        "<div class=\"body\" dir=\"auto\">{}{}</div>\n</div>\n",
        Shown(shown),
        if more { " …" } else { "" }
    );
}

/// Opens an item.
fn push_head(page: &mut String, item: &Item<'_>, class: &str) {
    push!(
        page,
        "<div class=\"item{class}\">\n<p class=\"by\">{} <code>{}</code> by {} {}</p>\n",
        item.kind.word(),
        Shown(item.id),
        Shown(item.author.unwrap_or("[unknown]")),
        item.time.unwrap_or("undated"),
    );
}

/// The first code points of a text, and whether more follow.
pub(super) fn clipped(text: &str, most: usize) -> (&str, bool) {
    match byte_of(text, Chars(most)) {
        Some(end) if !from(text, end).is_empty() => (before(text, end), true),
        _ => (text, false),
    }
}
