//! `just bench`: the tools against what people would use instead, on the same machine in the same run.
//!
//! `room-bench PROGRAMS FOLDER DUMP PAGE [ROUNDS [rooms|coder]]`: the built programs, a folder for rooms and trees (kept
//! between runs), a dump of 1 GB, the page whose tables are written anew, both or one. Rooms come from a seed, contenders take
//! turns, what is told are medians and their ratios.
#![expect(clippy::print_stderr, reason = "a long run says how far it is")]
#![expect(clippy::disallowed_methods, reason = "it makes and takes away files of its own, of no room in use")]

mod bulk;
mod cases;
mod coder;
mod files;
mod many;
mod page;
mod quotes;
mod race;
mod rooms;
mod rows;
mod seed;
mod watch;

use std::path::Path;

use anyhow::{Context as _, ensure};

/// How often each contender runs, where no number is given.
const ROUNDS: usize = 25;

fn main() -> anyhow::Result<()> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    ensure!(
        (4..=6).contains(&words.len()),
        "say: room-bench PROGRAMS FOLDER DUMP PAGE [ROUNDS [rooms|coder]]"
    );
    let rounds = words.get(4).map_or(Ok(ROUNDS), |rounds| rounds.parse()).context("ROUNDS is a number")?;
    let programs = std::fs::canonicalize(&words[0]).context("the folder of the programs")?;
    std::fs::create_dir_all(&words[1])?;
    let folder = std::fs::canonicalize(&words[1])?;
    let (page, only) = (Path::new(&words[3]), words.get(5).map(String::as_str));
    ensure!(only.is_none_or(|only| ["rooms", "coder"].contains(&only)), "say rooms or coder");
    if only != Some("coder") {
        let dump = std::fs::canonicalize(&words[2]).context("the dump")?;
        let (rows, notes) = rows::all(&programs, &folder, &dump, rounds)?;
        page::write(page, "the last run", &page::table(&rows, &notes, rounds))?;
    }
    if only != Some("rooms") {
        let (rows, notes) = coder::all(&programs, &folder, rounds)?;
        page::write(page, "the last run of coder", &page::table(&rows, &notes, rounds))?;
    }
    Ok(())
}
