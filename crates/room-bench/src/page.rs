//! The page the table stands on: what is between its marks is written anew, the rest is people's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

use crate::rows::Row;

const BEGIN: &str = "<!-- the last run -->\n";
const END: &str = "<!-- end of the last run -->\n";

/// Writes the rows into the page, and the notes under them.
pub(crate) fn write(page: &Path, rows: &[Row], notes: &[String], rounds: usize) -> anyhow::Result<()> {
    let stands = fs::read_to_string(page).context("the page")?;
    let (before, rest) = stands.split_once(BEGIN).context("the page has no mark for the table")?;
    let (_, after) = rest.split_once(END).context("the page has no mark for the table's end")?;
    fs::write(page, format!("{before}{BEGIN}{}{END}{after}", table(rows, notes, rounds)))?;
    Ok(())
}

fn table(rows: &[Row], notes: &[String], rounds: usize) -> String {
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
    let peers = [("rg", "--version"), ("jq", "--version"), ("true", "--version"), ("uname", "-sr")];
    let version = |(program, flag): (&str, &str)| {
        let said = Command::new(program).arg(flag).output().map(|said| said.stdout).unwrap_or_default();
        String::from_utf8_lossy(&said).lines().next().unwrap_or(program).to_owned()
    };
    peers.map(version).to_vec()
}
