//! The brief on the page, with each quotation marked by its result and linked to its place.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::status::{class, shape};
use super::text::{Shown, push};
use crate::brief::{Quotation, options};
use crate::report::Brief;
use crate::resolve::Resolved;

/// Renders a brief. Its links lead nowhere and its tags are shown as text.
pub(super) fn push_brief(page: &mut String, text: &str, brief: &Brief) {
    let mut writer =
        Writer { page, quotes: &brief.quotes, opened: vec![false; brief.quotes.len()], cells: "td" };
    for (event, at) in Parser::new_ext(text, options()).into_offset_iter() {
        writer.take(event, at, text);
    }
}

struct Writer<'a> {
    page: &'a mut String,
    /// In the order of the brief; none over another.
    quotes: &'a [(Quotation, Resolved)],
    /// Which of them were begun.
    opened: Vec<bool>,
    cells: &'static str,
}

impl Writer<'_> {
    fn take(&mut self, event: Event<'_>, at: Range<usize>, source: &str) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, &at, source),
            Event::Code(text) => {
                self.page.push_str("<code>");
                self.piece(&text, self.quote_at(at.start));
                self.page.push_str("</code>");
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                push!(self.page, "<span class=\"tag\">{}</span>", Shown(&text));
            }
            Event::SoftBreak => self.page.push('\n'),
            Event::HardBreak => self.page.push_str("<br>"),
            Event::Rule => self.page.push_str("<hr>"),
            Event::FootnoteReference(name) => push!(self.page, "<sup>[{}]</sup>", Shown(&name)),
            Event::TaskListMarker(done) => self.page.push_str(if done { "☑ " } else { "☐ " }),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.piece(&text, None),
        }
    }

    /// Text, cut where a quotation begins or ends.
    fn text(&mut self, text: &str, at: &Range<usize>, source: &str) {
        if source.get(at.clone()) != Some(text) {
            return self.piece(text, self.quote_at(at.start));
        }
        let mut rest = text;
        let mut place = at.start;
        while !rest.is_empty() {
            let quote = self.quote_at(place);
            let end = match quote {
                Some(quote) => self.quotes[quote].0.at.end,
                None => self
                    .quotes
                    .iter()
                    .map(|(quote, _)| quote.at.start)
                    .find(|start| *start > place)
                    .unwrap_or(usize::MAX),
            };
            let (piece, after) = rest.split_at(end.saturating_sub(place).min(rest.len()));
            self.piece(piece, quote);
            place += piece.len();
            rest = after;
        }
    }

    fn quote_at(&self, place: usize) -> Option<usize> {
        let after = self.quotes.partition_point(|(quote, _)| quote.at.start <= place);
        after.checked_sub(1).filter(|at| self.quotes[*at].0.at.end > place)
    }

    /// A piece of text, linked to its quotation's place. Only the first piece of a quotation is a stop for the keyboard.
    fn piece(&mut self, text: &str, quote: Option<usize>) {
        let Some(number) = quote else {
            return push!(self.page, "{}", Shown(text));
        };
        let status = self.quotes[number].1.status;
        let class = class(status);
        if std::mem::replace(&mut self.opened[number], true) {
            push!(
                self.page,
                "<a class=\"quote {class}\" tabindex=\"-1\" href=\"#place-{number}\">{}</a>",
                Shown(text)
            );
        } else {
            let (shape, word) = (shape(status), status.word());
            push!(
                self.page,
                "<a class=\"quote {class}\" id=\"quote-{number}\" href=\"#place-{number}\">\
                 <span class=\"result\">{shape} {word}</span>{}</a>",
                Shown(text)
            );
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let open = match tag {
            Tag::Paragraph => "<p dir=\"auto\">",
            // The page has headings above these.
            Tag::Heading { level, .. } => {
                let level = (*level as usize + 2).min(6);
                return push!(self.page, "<h{level} dir=\"auto\">");
            }
            Tag::BlockQuote(_) => "<blockquote dir=\"auto\">",
            Tag::CodeBlock(_) => "<pre dir=\"auto\"><code>",
            Tag::List(None) => "<ul>",
            Tag::List(Some(first)) => return push!(self.page, "<ol start=\"{first}\">"),
            Tag::Item => "<li dir=\"auto\">",
            Tag::FootnoteDefinition(name) => {
                return push!(self.page, "<div class=\"note\"><sup>[{}]</sup>", Shown(name));
            }
            Tag::Table(_) => "<div class=\"wide\"><table>",
            Tag::TableHead => {
                self.cells = "th";
                "<tr>"
            }
            Tag::TableRow => "<tr>",
            Tag::TableCell => return push!(self.page, "<{} dir=\"auto\">", self.cells),
            Tag::Emphasis => "<em>",
            Tag::Strong => "<strong>",
            Tag::Strikethrough => "<del>",
            Tag::Link { .. } => "<span class=\"link\">",
            Tag::Image { .. } => "<span class=\"image\">",
            _ => "",
        };
        self.page.push_str(open);
    }

    fn end(&mut self, tag: TagEnd) {
        let close = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::Heading(level) => {
                let level = (level as usize + 2).min(6);
                return push!(self.page, "</h{level}>\n");
            }
            TagEnd::BlockQuote(_) => "</blockquote>\n",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::FootnoteDefinition => "</div>\n",
            TagEnd::Table => "</table></div>\n",
            TagEnd::TableHead => {
                self.cells = "td";
                "</tr>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell => return push!(self.page, "</{}>", self.cells),
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Strikethrough => "</del>",
            TagEnd::Link | TagEnd::Image => "</span>",
            _ => "",
        };
        self.page.push_str(close);
    }
}
