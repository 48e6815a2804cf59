//! The page a researcher opens first: one file, no network, no script.
//!
//! Failures come first, then the brief with every quotation linked to its place, the journal's spans, a picture of what
//! was read, the logs. Everything that is not the page's own passes [`text::Shown`].

mod brief;
mod decisions;
mod picture;
mod places;
mod status;
mod text;

use std::fs;
use std::io;
use std::path::Path;

use room_core::log::survey;
use room_core::refusal::Failure;
use room_corpus::corpus::{Corpus, CorpusError};
use room_corpus::journal::{self as journal_log, Journal};
use room_corpus::reads::{self as reads_log, Reads};

use crate::check::{Checked, Options};
use crate::gather::{Gathered, Wanted};
use crate::report::{Brief, Report};
use crate::resolve::Status;
use crate::room::Room;
use crate::{journal, table};
use status::{class, shape};
use text::{Shown, counted, push};

/// How the page looks.
const STYLE: &str = include_str!("style.css");

/// How every page begins.
const START: &str = "<!doctype html>";
/// What every page, and hardly anything else, says near its end.
const MADE_BY: &str = "<footer><p>Made by verify-room ";

/// Whether a page may be written to a file: none is there, or an older page. A slip must not cost a record or a log.
pub(crate) fn may_stand_at(file: &Path) -> bool {
    if file.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return true;
    }
    fs::read_to_string(file).is_ok_and(|text| text.starts_with(START) && text.contains(MADE_BY))
}

/// The whole page.
pub(crate) fn page(room: &Room, checked: &Checked, options: &Options) -> Result<String, Failure> {
    let report = &checked.report;
    let corpus = match room.corpus() {
        Ok(corpus) => Some(corpus),
        // It was sound a moment ago: a page without it would say less than the answer.
        Err(error) if report.ok && !matches!(error, CorpusError::Missing { .. }) => return Err(error.into()),
        Err(_) => None,
    };
    let sections = Sections::of(report, checked.brief.as_deref(), corpus.as_ref())?;
    let mut page = String::with_capacity(1 << 16);
    push!(
        &mut page,
        "{START}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{} – verified</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to what was checked</a>\n",
        Shown(&report.room)
    );
    push_header(&mut page, report, options, &sections);
    page.push_str("<main id=\"main\" tabindex=\"-1\">\n");
    push_failures(&mut page, report, options);
    page.push_str(&sections.html);
    push_logs(&mut page, report);
    page.push_str("</main>\n");
    push!(
        &mut page,
        "{MADE_BY}{}. Words in the places are the record's own.</p></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    Ok(page)
}

/// The parts of the page that a room may lack.
struct Sections {
    html: String,
    /// Their anchors and titles.
    titles: Vec<(&'static str, &'static str)>,
}

impl Sections {
    fn of(report: &Report, brief: Option<&str>, corpus: Option<&Corpus>) -> Result<Self, Failure> {
        let mut sections = Self { html: String::new(), titles: Vec::new() };
        let journal_log = corpus.map(|corpus| survey(&journal_log::place(corpus))).transpose()?;
        let mut wanted = Wanted::default();
        if let Some(log) = &journal_log {
            journal::want(log, &mut wanted);
        }
        let quotes = report.brief.iter().flat_map(|brief| &brief.quotes);
        for (_, resolved) in quotes {
            wanted.items.extend(resolved.items.first().cloned());
            wanted.items.extend(resolved.nearest.as_ref().map(|near| near.item_id.clone()));
        }
        let gathered = match corpus {
            Some(corpus) => Gathered::from(corpus, &wanted)?,
            None => Gathered::default(),
        };
        if let (Some(brief), Some(text)) = (&report.brief, brief) {
            sections.brief(text, brief, &gathered);
        }
        if let Some(log) = journal_log.filter(|log| !log.history.is_empty()) {
            sections.open("journal", "What was decided");
            match Journal::replay(&log.history) {
                Ok(journal) => decisions::push_decisions(&mut sections.html, &journal, &gathered),
                Err(error) => push!(&mut sections.html, "<p>{}</p>\n", Shown(&error.to_string())),
            }
            sections.html.push_str("</section>\n");
        }
        if let Some(corpus) = corpus {
            sections.open("reads", "What was read");
            match Reads::replay(&survey(&reads_log::place(corpus))?.history) {
                Ok(reads) => picture::push_picture(&mut sections.html, &reads.tally(corpus)?),
                Err(error) => push!(&mut sections.html, "<p>{}</p>\n", Shown(&error.to_string())),
            }
            sections.html.push_str("</section>\n");
        }
        Ok(sections)
    }

    fn brief(&mut self, text: &str, brief: &Brief, gathered: &Gathered<'_>) {
        self.open("brief", "The brief");
        if brief.quotes.is_empty() {
            self.html.push_str("<p>It holds 0 quotations, so there was nothing to verify.</p>\n");
        }
        self.html.push_str("<div class=\"brief\">\n");
        brief::push_brief(&mut self.html, text, brief);
        self.html.push_str("</div>\n</section>\n");
        if !brief.quotes.is_empty() {
            self.open("places", "Where each quotation stands");
            places::push_places(&mut self.html, brief, gathered);
            self.html.push_str("</section>\n");
        }
    }

    fn open(&mut self, id: &'static str, title: &'static str) {
        self.titles.push((id, title));
        push!(&mut self.html, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n");
    }
}

fn push_header(page: &mut String, report: &Report, options: &Options, sections: &Sections) {
    let verdict = table::verdict(report, options.strict);
    let (class_of, shape_of) = if report.ok { ("holds", "✓") } else { ("fails", "✗") };
    push!(
        page,
        "<header>\n<h1 dir=\"auto\">{}</h1>\n<p class=\"verdict {class_of}\">{shape_of} {}</p>\n",
        Shown(&report.room),
        Shown(&verdict)
    );
    if let Some(brief) = &report.brief {
        page.push_str("<ul class=\"counts\" aria-label=\"Quotations by result\">\n");
        for status in Status::ALL {
            let count = brief.counts.get(status.word()).copied().unwrap_or(0);
            let class = if count > 0 { class(status) } else { "none" };
            push!(page, "<li class=\"{class}\">{} {count} {}</li>\n", shape(status), status.word());
        }
        page.push_str("</ul>\n");
    }
    page.push_str("<nav aria-label=\"On this page\"><ul>\n");
    if !report.ok {
        page.push_str("<li><a href=\"#failures\">What does not hold</a></li>\n");
    }
    for (id, title) in &sections.titles {
        push!(page, "<li><a href=\"#{id}\">{title}</a></li>\n");
    }
    page.push_str("<li><a href=\"#checks\">Logs and corpus</a></li>\n</ul></nav>\n</header>\n");
}

/// What does not hold, before anything else.
fn push_failures(page: &mut String, report: &Report, options: &Options) {
    if report.ok {
        return;
    }
    page.push_str("<section aria-labelledby=\"failures\">\n<h2 id=\"failures\">What does not hold</h2>\n<ul class=\"failed\">\n");
    let quotes = report.brief.iter().flat_map(|brief| brief.quotes.iter().enumerate());
    for (number, (quote, resolved)) in
        quotes.filter(|(_, (_, resolved))| !resolved.status.holds(options.strict))
    {
        let (words, more) = places::clipped(&quote.written, 120);
        push!(
            page,
            "<li class=\"{}\" dir=\"auto\"><span class=\"result\">{} {}</span><a href=\"#place-{number}\">{}{}</a>",
            class(resolved.status),
            shape(resolved.status),
            resolved.status.word(),
            Shown(words),
            if more { " …" } else { "" },
        );
        if let Some(near) = &resolved.nearest {
            push!(page, "<br>Nearest: <code>{}</code>; {}.", Shown(&near.item_id), Shown(&near.how));
        }
        page.push_str("</li>\n");
    }
    for (name, faults) in faults(report) {
        for fault in faults {
            push!(
                page,
                "<li class=\"fails\" dir=\"auto\"><span class=\"result\">✗ {name}</span>{}</li>\n",
                Shown(fault)
            );
        }
    }
    page.push_str("</ul>\n</section>\n");
}

/// The faults of each part that was checked.
fn faults(report: &Report) -> impl Iterator<Item = (&'static str, &[String])> {
    let logs = [("journal", &report.journal), ("reads", &report.reads)];
    let logs = logs.into_iter().filter_map(|(name, log)| Some((name, log.as_ref()?.faults.as_slice())));
    logs.chain(report.corpus.as_ref().map(|corpus| ("corpus", corpus.faults.as_slice())))
}

fn push_logs(page: &mut String, report: &Report) {
    page.push_str("<section aria-labelledby=\"checks\">\n<h2 id=\"checks\">Logs and corpus</h2>\n");
    for (name, log) in [("journal", &report.journal), ("reads", &report.reads)] {
        match log {
            None => push!(page, "<p class=\"log\">{name}: not checked</p>\n"),
            Some(log) => {
                let records = counted(usize::try_from(log.records).unwrap_or(usize::MAX), "record");
                let faults = counted(log.faults.len(), "fault");
                push!(
                    page,
                    "<p class=\"log\">{name}: {records}, {faults} <code>head {}</code></p>\n",
                    log.head
                );
            }
        }
    }
    match &report.corpus {
        None => page.push_str("<p class=\"log\">corpus: not checked</p>\n"),
        Some(corpus) => {
            push!(page, "<p class=\"log\">corpus: {}</p>\n", counted(corpus.faults.len(), "fault"));
        }
    }
    page.push_str("</section>\n");
}
