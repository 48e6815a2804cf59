//! The page the table stands on: what is between its marks is written anew, the rest is people's.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use room_testkit::put_between_marks;

use crate::rows::Row;

/// Writes a table between its marks.
pub(crate) fn write(page: &Path, mark: &str, table: &str) -> anyhow::Result<()> {
    put_between_marks(page, mark, table).context("the page")
}

/// The rows as a table, what they were measured with, and the notes under them.
pub(crate) fn table(rows: &[Row], notes: &[String], rounds: usize) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut page = format!("\n{cores} cores; medians of {rounds} rounds; {}.\n\n", versions().join(", "));
    page.push_str(
        "| work | ms | against | ms | ratio | goal | |\n| --- | --: | --- | --: | --: | --: | --- |\n",
    );
    for row in rows {
        let [ours, theirs] = row.took.map(|took| took.as_secs_f64() * 1_000.0);
        let goal = row.goal.map_or_else(String::new, |goal| format!("≤ {goal}"));
        let met = row.goal.map_or("", |goal| if row.ratio() <= goal { "met" } else { "**missed**" });
        let Row { work, against, .. } = row;
        let ratio = row.ratio();
        writeln!(page, "| {work} | {ours:.2} | {against} | {theirs:.2} | {ratio:.2} | {goal} | {met} |")
            .expect("a String takes every write");
    }
    page.push('\n');
    if !notes.is_empty() {
        page.push_str("What one run of each took beside time:\n\n");
        for note in notes {
            writeln!(page, "- {note}").expect("a String takes every write");
        }
        page.push('\n');
    }
    page
}

/// The peers as they name themselves.
fn versions() -> Vec<String> {
    let peers = [
        ("rg", "--version"),
        ("jq", "--version"),
        ("sed", "--version"),
        ("true", "--version"),
        ("uname", "-sr"),
    ];
    let version = |(program, flag): (&str, &str)| {
        let said = Command::new(program).arg(flag).output().map(|said| said.stdout).unwrap_or_default();
        String::from_utf8_lossy(&said).lines().next().unwrap_or(program).to_owned()
    };
    peers.map(version).to_vec()
}
