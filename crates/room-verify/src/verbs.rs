//! The table of verbs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueHint};
use room_core::atomic::{self, Unplaced};
use room_core::cli::{Out, Tool, UsageError, hash};
use room_core::refusal::Failure;
use room_corpus::corpus::file_name;

use crate::check::{Options, Part, check};
use crate::error::VerifyError;
use crate::room::Room;
use crate::{page, progress, rooms, table};

/// What `verify-room` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Every quotation of the brief against the record
    ///
    /// FILE is brief.md or out/brief.md in ROOM unless named; `-` is standard input. Quotations are `"…"`, `“…”`,
    /// `„…“`, `«…»`, `‘…’` and block quotes; each may name its item right after it: `"…" (dfnrqjq)`. Each is `exact`,
    /// `normalised` (as cite takes them; twice in one item still holds), `several` (in several items), `elided` (the
    /// parts around `…` or `[…]` stand in one item, three words at least each; what was left out is shown), `short` (under
    /// three words: found, and proves nothing), `not found`, `no such item` or `unclosed`. What names an item is an id of
    /// the room, or 5 to 8 of `a-z0-9` with a digit, or `t1_`/`t3_` and such; other words in brackets name nothing. Exit 1
    /// for `not found` and `no such item`.
    Brief {
        /// the brief
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// how strict it is about quotations
        #[command(flatten)]
        quotes: Quotes,
        /// in which form it answers
        #[command(flatten)]
        form: Form,
    },
    /// Every decision: its words cut again, its item served before it, the chain whole
    Journal {
        /// what the logs must hold
        #[command(flatten)]
        logs: Logs,
        /// in which form it answers
        #[command(flatten)]
        form: Form,
    },
    /// Every service: counted again, the chain whole
    Reads {
        /// what the logs must hold
        #[command(flatten)]
        logs: Logs,
        /// in which form it answers
        #[command(flatten)]
        form: Form,
    },
    /// The corpus rendered again from its record, as render check does
    Corpus {
        /// in which form it answers
        #[command(flatten)]
        form: Form,
    },
    /// All that the room has; what a call without a verb does
    All {
        /// how strict it is about quotations
        #[command(flatten)]
        quotes: Quotes,
        /// what the logs must hold
        #[command(flatten)]
        logs: Logs,
        /// in which form it answers
        #[command(flatten)]
        form: Form,
    },
    /// ROOM is a folder of rooms: all of each, on all cores, with totals
    Rooms {
        /// how strict it is about quotations
        #[command(flatten)]
        quotes: Quotes,
        /// what the logs must hold
        #[command(flatten)]
        logs: Logs,
        /// one JSON object instead of a table
        #[arg(long)]
        json: bool,
    },
}

/// The flags of checks of a brief.
#[derive(Debug, Args)]
pub struct Quotes {
    /// exit 1 for all but exact and normalised
    #[arg(long)]
    strict: bool,
}

/// The flags of checks of logs.
#[derive(Debug, Args)]
pub struct Logs {
    /// the hash of a line that a checked log must have, as state shows it; may be given several times
    #[arg(long = "expect-head", value_name = "HEX", value_parser = hash, action = clap::ArgAction::Append)]
    heads: Vec<String>,
}

/// The forms in which one room's result can be had.
#[derive(Debug, Args)]
pub struct Form {
    /// one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// write a page of it, one file that needs nothing else; an older page is replaced, any other file refused
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

impl Tool for Verb {
    const NAME: &'static str = "verify-room";
    const PLACE: &'static str = "ROOM";
    const ABOUT: &'static str = "did all of it hold? For the scheduler and the researcher";
    const NOTES: &'static str = "ROOM is a room's folder. Without a verb: all. `--brief [FILE]` is brief [FILE].\n\
        Nothing is logged or changed.";

    fn seed(words: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
        Ok(with_a_verb(words))
    }

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let (part, quotes, logs, form) = match self {
            Verb::Rooms { quotes, logs, json } => {
                return many(place, &options(Some(quotes), Some(logs)), json, out);
            }
            Verb::Brief { file, quotes, form } => (Part::Brief(file), Some(quotes), None, form),
            Verb::Journal { logs, form } => (Part::Journal, None, Some(logs), form),
            Verb::Reads { logs, form } => (Part::Reads, None, Some(logs), form),
            Verb::Corpus { form } => (Part::Corpus, None, None, form),
            Verb::All { quotes, logs, form } => (Part::All, Some(quotes), Some(logs), form),
        };
        one(place, &part, &options(quotes, logs), &form, out)
    }
}

fn options(quotes: Option<Quotes>, logs: Option<Logs>) -> Options {
    Options {
        strict: quotes.is_some_and(|quotes| quotes.strict),
        heads: logs.map(|logs| logs.heads).unwrap_or_default(),
    }
}

/// `ROOM`, `ROOM --flag` and `ROOM --brief [FILE]`: the verb that was meant.
fn with_a_verb(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_flag = words.first().is_none_or(|word| word.as_encoded_bytes().starts_with(b"--"));
    if !is_flag || words.first().is_some_and(|word| word == "--help" || word == "--") {
        return words;
    }
    let brief = words.iter().position(|word| word == "--brief");
    if let Some(at) = brief {
        words.remove(at);
        words.insert(0, "brief".into());
    } else if let Some(at) = words.iter().position(|word| word.as_encoded_bytes().starts_with(b"--brief=")) {
        let file = words.remove(at);
        let file = file.to_string_lossy().trim_start_matches("--brief=").to_owned();
        words.insert(0, "brief".into());
        words.insert(1, file.into());
    } else {
        words.insert(0, "all".into());
    }
    words
}

fn one(place: &Path, part: &Part, options: &Options, form: &Form, out: &mut Out<'_>) -> Result<(), Failure> {
    let room = Room::at(place)?;
    if let Some(file) = form.html.as_ref().filter(|file| !page::may_stand_at(file)) {
        return Err(VerifyError::Taken { file: file_name(file) }.into());
    }
    let checked = progress::shown(None, |_| check(Verb::NAME, &room, part, options))?;
    if let Some(file) = &form.html {
        let page = page::page(&room, &checked, options)?;
        let unplaced = |unplaced| match unplaced {
            Unplaced::Refused(error) => VerifyError::Unwritable { file: file_name(file), error },
            unplaced @ Unplaced::MayNotLast(_) => VerifyError::MayNotLast { file: file_name(file), unplaced },
        };
        atomic::write(file, page.as_bytes()).map_err(unplaced)?;
    }
    let report = checked.report;
    if form.json {
        out.json(&report)?;
    } else {
        out.text(&table::room(&report, options.strict))?;
    }
    if report.ok { Ok(()) } else { Err(Failure::DoesNotHold) }
}

fn many(folder: &Path, options: &Options, json: bool, out: &mut Out<'_>) -> Result<(), Failure> {
    let rooms = rooms::rooms(Verb::NAME, folder, options)?;
    if json {
        out.json(&rooms)?;
    } else {
        out.text(&table::rooms(&rooms, options.strict))?;
    }
    if rooms.ok { Ok(()) } else { Err(Failure::DoesNotHold) }
}
