//! `code`, `pointer`, `thread`: decisions, checked against the record, the reads and the journal.

use room_core::cli::Out;
use room_core::log::{self, Entry, Writer};
use room_core::refusal::Failure;
use room_corpus::citation::Citation;
use room_corpus::corpus::{Corpus, Item};
use room_corpus::journal::{self, Decision, Disposition, Journal};
use room_corpus::reads::Reads;

use crate::error::{EMIT_ERROR, EmitError};

/// Where decisions are taken: a corpus, and the stage of the work.
pub(crate) struct Desk<'c> {
    pub(crate) tool: &'static str,
    pub(crate) corpus: &'c Corpus,
    pub(crate) stage: String,
}

impl<'c> Desk<'c> {
    /// A label on a span.
    pub(crate) fn code(
        &self,
        label: &str,
        span: &str,
        note: Option<&str>,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        not_blank("the label", label, "emit CORPUS code LABEL --span JSON")?;
        let (item, span) = self.seen(span)?;
        let journal = self.journal()?;
        if let Some(seq) = given(&Journal::of_item(&journal.recall()?, &span.item_id)?, label, &span) {
            let Citation { item_id: item, start, end, .. } = span;
            return Err(EmitError::Twice { label: label.to_owned(), item, start, end, seq }.into());
        }
        let entry = place(self.entry("code").field("label", label), &item, &span).field("note", note);
        record(journal, entry, out)
    }

    /// A place worth returning to.
    pub(crate) fn pointer(&self, span: &str, note: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        not_blank("the note", note, "why the place is worth returning to, with --note")?;
        let (item, span) = self.seen(span)?;
        let entry = place(self.entry("pointer"), &item, &span).field("note", note);
        record(self.journal()?, entry, out)
    }

    /// Whether a thread touches the event.
    pub(crate) fn thread(
        &self,
        typed: &str,
        disposition: Disposition,
        excluded_quote: Option<&str>,
        note: Option<&str>,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let thread = self.corpus.thread(typed).map_err(|miss| miss.refused(EMIT_ERROR))?;
        let quote = excluded_quote.map(|json| self.verified(json)).transpose()?;
        if let Some((item, _)) = quote.as_ref().filter(|(item, _)| item.thread_id != thread.id) {
            let (item, theirs) = (item.id.to_owned(), item.thread_id.to_owned());
            return Err(EmitError::OtherThread { item, theirs, thread: thread.id.to_owned() }.into());
        }
        // Items that cannot be read are told where they are asked for.
        let reads = Reads::about(self.corpus, &thread, &thread.items().unwrap_or_default())?;
        if !reads.touched(&thread)? {
            return Err(EmitError::ThreadNotServed { thread: thread.id.to_owned() }.into());
        }
        let entry = self
            .entry("thread")
            .field("thread_id", thread.id)
            .field("disposition", disposition)
            .field("excluded_quote", quote.map(|(_, span)| span))
            .field("note", note);
        record(self.journal()?, entry, out)
    }

    /// A record of this tool at this stage.
    pub(crate) fn entry(&self, kind: &str) -> Entry {
        Entry::new(kind, self.tool).stage(Some(&self.stage))
    }

    /// The journal, locked.
    pub(crate) fn journal(&self) -> Result<Writer, Failure> {
        Ok(log::open(&journal::place(self.corpus))?)
    }

    /// A citation's item, and the citation cut again from the corpus.
    fn verified(&self, json: &str) -> Result<(Item<'c>, Citation), Failure> {
        let given = Citation::parse(json).map_err(EmitError::from)?;
        let item = self.corpus.item(&given.item_id).map_err(|miss| miss.refused(EMIT_ERROR))?;
        let span = given.verified(item.id, &item.body()).map_err(EmitError::from)?;
        Ok((item, span))
    }

    /// A verified citation whose item was served to its last code point.
    fn seen(&self, json: &str) -> Result<(Item<'c>, Citation), Failure> {
        let (item, span) = self.verified(json)?;
        let thread = self.corpus.thread(item.thread_id).map_err(|miss| miss.refused(EMIT_ERROR))?;
        let items = thread.items()?;
        let reads = Reads::about(self.corpus, &thread, &items)?;
        let served = reads.served(thread.id, &items);
        let here = items.iter().zip(served).find(|(other, _)| other.id == item.id);
        if here.is_some_and(|(_, served)| served) {
            return Ok((item, span));
        }
        let how = if reads.touched(&thread)? { "not served to its end" } else { "never served" };
        Err(EmitError::NotServed { item: item.id.to_owned(), how }.into())
    }
}

/// Refuses a text that says nothing.
pub(crate) fn not_blank(what: &'static str, text: &str, example: &'static str) -> Result<(), EmitError> {
    if text.trim().is_empty() { Err(EmitError::Blank { what, example }) } else { Ok(()) }
}

/// The keys of a span's place and words.
fn place(entry: Entry, item: &Item<'_>, span: &Citation) -> Entry {
    entry
        .field("item_id", item.id)
        .field("thread_id", item.thread_id)
        .field("start", span.start)
        .field("end", span.end)
        .field("text", &span.text)
}

/// The standing record that put this label on this span.
fn given(journal: &Journal, label: &str, span: &Citation) -> Option<u64> {
    let same = |decision: &Decision| {
        matches!(decision, Decision::Code { label: theirs, span: there, .. }
            if theirs == label && there.item_id == span.item_id && there.start == span.start && there.end == span.end)
    };
    journal.standing().find(|record| same(&record.decision)).map(|record| record.seq)
}

/// Appends a decision, and prints the record as it stands in the journal.
pub(crate) fn record(journal: Writer, entry: Entry, out: &mut Out<'_>) -> Result<(), Failure> {
    let appended = journal.append(&[entry])?;
    appended.lines.iter().try_for_each(|line| out.line(line))
}
