//! The folder of cases that is measured: what three hundred readers wrote, made up from the seed, and kept.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use room_core::log::{Entry, Place};

use crate::rooms::add;
use crate::seed::{Numbers, body};

/// How many cases there are.
const CASES: usize = 300;
/// About how many bytes each of a case's three files has: all of them together come to 100 MB.
const FILE: usize = 100_000_000 / CASES / 3;

/// The folder with the cases, made where it is not there yet.
pub(crate) fn made(folder: &Path) -> anyhow::Result<PathBuf> {
    let root = folder.join("cases");
    if root.exists() {
        return Ok(root);
    }
    eprintln!("making {CASES} cases");
    let part = folder.join("cases.part");
    let _ = fs::remove_dir_all(&part);
    let mut numbers = Numbers::seeded();
    for case in 0..CASES {
        let case = part.join(format!("case{case:03}"));
        fs::create_dir_all(case.join("out"))?;
        for name in ["case.md", "notebook.md"] {
            fs::write(case.join(name), markdown(&mut numbers))?;
        }
        let path = case.join("out/_journal.jsonl");
        add(&Place { path, durable: false, record: None }, journal(&mut numbers).into_iter())?;
    }
    fs::rename(part, &root)?;
    Ok(root)
}

/// Sections of some paragraphs.
fn markdown(numbers: &mut Numbers) -> String {
    let mut text = "# What there was to read\n\n".to_owned();
    for section in 0.. {
        if text.len() > FILE {
            break;
        }
        writeln!(text, "## Part {section}\n").expect("a String takes every write");
        for _ in 0..5 + numbers.below(10) {
            writeln!(text, "{}\n", spoken(numbers)).expect("a String takes every write");
        }
    }
    text
}

/// Codes on made-up words.
fn journal(numbers: &mut Numbers) -> Vec<Entry> {
    let (mut codes, mut written) = (Vec::new(), 0);
    while written < FILE {
        let (text, start) = (spoken(numbers), numbers.below(900));
        // The keys of a record come to some 250 bytes.
        written += text.len() + 250;
        let entry = Entry::new("code", "emit").stage(Some("coding"));
        let entry = entry.field("label", format!("label {}", numbers.below(60)));
        let entry = entry.field("item_id", format!("c{}", codes.len())).field("thread_id", "p1");
        let entry = entry.field("start", start).field("end", start + text.chars().count() as u64);
        let note = (numbers.below(4) == 0).then_some("worth a second look");
        codes.push(entry.field("text", text).field("note", note));
    }
    codes
}

/// A made-up body as it was meant, not as JSON has it.
fn spoken(numbers: &mut Numbers) -> String {
    body(numbers).replace("\\n", "\n")
}
