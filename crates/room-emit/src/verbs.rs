//! The table of verbs.

use std::path::Path;

use clap::Subcommand;
use room_core::cli::{Out, Tool, count};
use room_core::environment;
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::journal::Disposition;

use crate::decide::Desk;
use crate::state;

/// The stage, where neither `--stage` nor `EMIT_STAGE` names one.
const STAGE: &str = "coding";

/// What `emit` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Puts a label on a span
    ///
    /// The item must have been served to its last code point, and the span must verify. Logs and prints `kind: code`:
    /// `label, item_id, thread_id, start, end, text, note`.
    Code {
        /// the label; labels differ by case
        #[arg(allow_hyphen_values = true)]
        label: String,
        /// what cite printed; `-` reads it from standard input
        #[arg(long, value_name = "JSON")]
        span: String,
        /// a remark
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        note: Option<String>,
        /// the stage of the work (EMIT_STAGE, else coding)
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
    /// Marks a place worth returning to, without a label
    ///
    /// Checked as `code` is. Logs and prints `kind: pointer`: `item_id, thread_id, start, end, text, note`.
    Pointer {
        /// what cite printed; `-` reads it from standard input
        #[arg(long, value_name = "JSON")]
        span: String,
        /// why it is worth it
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        note: String,
        /// the stage of the work (EMIT_STAGE, else coding)
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
    /// Decides whether a thread touches the event
    ///
    /// Something of the thread must have been served, a window at least. The last decision that is not retracted
    /// stands. Logs and prints `kind: thread`: `thread_id, disposition, excluded_quote, note`.
    Thread {
        /// the thread's id, with or without t3_
        id: String,
        /// the decision
        #[arg(long = "as", value_name = "in/out/unsure")]
        disposition: Disposition,
        /// what cite printed of the words that exclude it
        #[arg(long, value_name = "JSON")]
        excluded_quote: Option<String>,
        /// a remark
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        note: Option<String>,
        /// the stage of the work (EMIT_STAGE, else coding)
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
    /// Takes a record back; nothing is edited, readers skip it
    ///
    /// SEQ is the number the record was printed with; it stands in `out/_journal.jsonl`. Logs and prints `kind: retract`:
    /// `of, why`.
    Retract {
        /// the record's `seq`
        #[arg(value_parser = count)]
        seq: usize,
        /// why
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        why: String,
        /// the stage of the work (EMIT_STAGE, else coding)
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
    /// What stands in the journal, as one JSON object
    ///
    /// Keys: `tool, corpus, kinds, labels, threads, threads_served_without, log`. Logs nothing.
    State,
}

impl Tool for Verb {
    const NAME: &'static str = "emit";
    const PLACE: &'static str = "CORPUS";
    const ABOUT: &'static str = "what was decided, checked against the record at the call";
    const NOTES: &'static str = "A span is what cite printed, unchanged:\n\
        room cite RECORD ITEM_ID 'QUOTE' | room emit CORPUS code LABEL --span -";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let corpus = Corpus::open(place)?;
        let desk = |stage: Option<String>| Desk {
            tool: Self::NAME,
            corpus: &corpus,
            stage: stage.or_else(environment::emit_stage).unwrap_or_else(|| STAGE.to_owned()),
        };
        match self {
            Verb::Code { label, span, note, stage } => desk(stage).code(&label, &span, note.as_deref(), out),
            Verb::Pointer { span, note, stage } => desk(stage).pointer(&span, &note, out),
            Verb::Thread { id, disposition, excluded_quote, note, stage } => {
                desk(stage).thread(&id, disposition, excluded_quote.as_deref(), note.as_deref(), out)
            }
            Verb::Retract { seq, why, stage } => desk(stage).retract(seq as u64, &why, out),
            Verb::State => state::state(Self::NAME, &corpus, out),
        }
    }
}
