//! The page that tells what a run came to.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use room_faults::Row;
use room_testkit::put_between_marks;

/// Writes the rows into the page.
pub(crate) fn write(page: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let mut table = format!("\n{}.\n\n", versions().join(", "));
    table.push_str("| fault | made | came of it | wrong |\n| --- | --- | --- | --: |\n");
    for Row { fault, tried, came_of_it, wrong } in rows {
        let wrong = wrong.len();
        writeln!(table, "| {fault} | {tried} | {came_of_it} | {wrong} |")
            .expect("a String takes every write");
    }
    table.push('\n');
    put_between_marks(page, "the last run", &table).context("the page")
}

/// The system and the tool that makes its calls fail, as they name themselves.
fn versions() -> Vec<String> {
    let version = |(program, flag): (&str, &str)| {
        let said = Command::new(program).arg(flag).output().map(|said| said.stdout).unwrap_or_default();
        String::from_utf8_lossy(&said).lines().next().unwrap_or("none").to_owned()
    };
    [("uname", "-sr"), ("strace", "-V")].map(version).to_vec()
}
