//! `just faults`: every fault made in earnest, and the table of docs/reliability.md written anew.
//!
//! `room-faults PROGRAMS PAGE [KIND…] [only=CALL]`: the folder of the built programs, the page, and kinds of faults to try
//! alone, or calls whose names begin so; then the page stays as it is. What was wrong is told, and ends in exit 1.
#![expect(clippy::print_stderr, reason = "a long run says how far it is, and what was wrong")]

mod page;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::ensure;
use room_faults::{
    Row, Size, World, appends, clock, full_disk, held_lock, kills, read_only, size_limit, syscalls,
};

type Run = fn(&World, Size) -> anyhow::Result<Vec<Row>>;

const KINDS: [(&str, Run); 8] = [
    ("kills", kills::run),
    ("syscalls", syscalls::run),
    ("full-disk", full_disk::run),
    ("size-limit", size_limit::run),
    ("read-only", read_only::run),
    ("held-lock", held_lock::run),
    ("clock", clock::run),
    ("appends", appends::run),
];

fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let kinds = KINDS.map(|(name, _)| name).join(", ");
    ensure!(words.len() >= 2, "say: room-faults PROGRAMS PAGE [KIND…] [only=CALL]; the kinds: {kinds}");
    let (only, whole) = (words.get(2..).unwrap_or_default(), words.len() == 2);
    let mut world = World::new(&std::fs::canonicalize(&words[0])?)?;
    let calls = only.iter().find_map(|word| word.strip_prefix("only="));
    world.only = calls.map(str::to_owned).unwrap_or_default();
    let mut rows = Vec::new();
    for (name, run) in KINDS.iter().filter(|(name, _)| whole || only.iter().any(|only| only == name)) {
        let started = Instant::now();
        for row in run(&world, Size::Whole)? {
            row.wrong.iter().for_each(|line| eprintln!("wrong: {line}"));
            eprintln!("{name}: {}; {}; {}; {} wrong", row.fault, row.tried, row.came_of_it, row.wrong.len());
            rows.push(row);
        }
        eprintln!("{name}: {} s", started.elapsed().as_secs());
    }
    ensure!(!rows.is_empty(), "the kinds: {kinds}");
    if whole {
        page::write(Path::new(&words[1]), &rows)?;
    }
    let fine = rows.iter().all(|row| row.wrong.is_empty());
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
