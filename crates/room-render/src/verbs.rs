//! The table of verbs.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use room_core::cli::{Out, Tool, count, offset};
use room_core::refusal::Failure;
use room_core::time;
use room_corpus::corpus::check;

use crate::progress::{Progress, Step};
use crate::{Options, index, room, rooms};

/// What `render` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Make one community's room: record.jsonl, corpus.txt, an empty out/
    ///
    /// Prints one JSON object: room, community, threads, items, chars. A dump that names several communities needs
    /// --community; a line that names none belongs to the one asked for. A room that stands is replaced only with
    /// --force, and never once it was worked in.
    Room {
        /// The room's folder, made if missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// What to take of the dump, and what to say in the header
        #[command(flatten)]
        choice: Choice,
    },
    /// Make a room of every community, each in DIR under its name
    ///
    /// Prints a JSON object a room. Lines that name no community make the room `unknown`. In a folder's name `/`, `\`,
    /// control characters and a leading dot become `_`; where two communities would share a folder, the one that is
    /// called so has it and the other gets a further `_`. Broken off, it leaves whole rooms only, and --force makes all
    /// of them anew.
    Rooms {
        /// The folder of the rooms' folders
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Only communities with so many items in the span
        #[arg(long, value_name = "N", value_parser = count)]
        min_items: Option<usize>,
        /// What to take of the dump, and what to say in the header
        #[command(flatten)]
        choice: Choice,
    },
    /// RAW is a corpus: render the record beside it again and compare
    ///
    /// Prints ok, or a line a fault and exit 1.
    Check,
    /// RAW is a corpus: write its index anew, and that of the record beside it
    ///
    /// An index makes a call cost the same on a room of any size; without one everything works. Prints one JSON object:
    /// indexed (the files that have one now).
    Index,
}

/// The flags of both ways to make rooms.
#[derive(Debug, Args)]
pub struct Choice {
    /// The community, compared without case
    #[arg(long, value_name = "C")]
    community: Option<String>,
    /// Threads from here on: a day, or a time as 2017-04-01T17:02:11Z
    #[arg(long, value_name = "T", value_parser = moment)]
    from: Option<i64>,
    /// Threads before here
    #[arg(long, value_name = "T", value_parser = moment)]
    to: Option<i64>,
    /// The K-th of N equal parts of the threads that are left
    #[arg(long, value_name = "K/N", value_parser = slice)]
    slice: Option<(usize, usize)>,
    /// How much a brief writer should read, in code points
    #[arg(long, value_name = "N", value_parser = offset)]
    budget: Option<usize>,
    /// How much a brief writer may read, in code points
    #[arg(long, value_name = "N", value_parser = offset)]
    ceiling: Option<usize>,
    /// A note for the header
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    note: Option<String>,
    /// Let up to N bad lines go, counted in the header
    #[arg(long, value_name = "N", value_parser = offset)]
    skip_bad: Option<usize>,
    /// Replace a room that stands
    #[arg(long)]
    force: bool,
}

impl From<Choice> for Options {
    fn from(choice: Choice) -> Self {
        let Choice { community, from, to, slice, budget, ceiling, note, skip_bad, force } = choice;
        Self {
            community,
            from,
            to,
            slice: slice.map(|(k, n)| (k as u64, n as u64)),
            budget: budget.map(|chars| chars as u64),
            ceiling: ceiling.map(|chars| chars as u64),
            note,
            skip_bad: skip_bad.unwrap_or_default() as u64,
            force,
        }
    }
}

/// A time or a day, in seconds since 1970.
fn moment(text: &str) -> Result<i64, String> {
    time::seconds(text)
        .ok_or_else(|| "must be a day as 2017-04-01 or a time as 2017-04-01T17:02:11Z".to_owned())
}

/// `K/N`, K from 1 to N.
fn slice(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((count(k).ok()?, count(n).ok()?)));
    parts.filter(|(k, n)| k <= n).ok_or_else(|| "must be K/N, K from 1 to N, as 2/5".to_owned())
}

impl Tool for Verb {
    const NAME: &'static str = "render";
    const PLACE: &'static str = "RAW";
    const ABOUT: &'static str = "makes rooms from raw dumps, and checks them";
    const NOTES: &'static str = "RAW is a file of JSON lines, a folder of them, or - for standard input; plain, gzip or zstd; Reddit's\ndumps, ConvoKit's utterances, or a record.";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let progress = Progress::new();
        let tell = &mut |step: Step| progress.at(step);
        match self {
            Verb::Room { folder, choice } => {
                let made = room(place, &folder, &choice.into(), tell)?;
                out.json(&made)
            }
            Verb::Rooms { folder, min_items, choice } => {
                let made = rooms(place, &folder, min_items.unwrap_or(1) as u64, &choice.into(), tell)?;
                made.iter().try_for_each(|made| out.json(made))
            }
            Verb::Check => {
                let faults = check(place)?;
                if faults.is_empty() {
                    return out.line("ok");
                }
                faults.iter().try_for_each(|fault| out.line(fault))?;
                Err(Failure::DoesNotHold)
            }
            Verb::Index => out.json(&index(place)?),
        }
    }
}
