//! The README and the pages beside it, and the calls and answers they show.

use std::path::{Path, PathBuf};

/// A page, and the calls it shows in order.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) calls: Vec<Shown>,
}

/// A call as a page shows it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The line to type, from `room` on.
    pub(crate) line: String,
    /// What the page says it prints, where it does (a `console` block); a line `…` stands for any lines.
    pub(crate) answer: Option<String>,
}

/// The README first, then `docs/` by name.
pub(crate) fn pages() -> Vec<Page> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = std::fs::read_dir(top.join("docs")).expect("the pages are in docs");
    let mut files: Vec<PathBuf> = docs.map(|entry| entry.expect("docs can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    files.sort();
    files.insert(0, top.join("README.md"));
    let page = |path: PathBuf| Page {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        calls: calls(&std::fs::read_to_string(&path).expect("a page is UTF-8")),
    };
    files.into_iter().map(page).collect()
}

/// The lines beginning with `room ` in `sh` blocks, and those after `$ ` with their answers in `console` blocks.
fn calls(page: &str) -> Vec<Shown> {
    let mut calls = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block = block.join("\n").replace("\\\n", "");
        match language {
            "sh" => {
                let shown = block.lines().filter(|line| is_call(line));
                calls.extend(shown.map(|line| Shown { line: line.to_owned(), answer: None }));
            }
            "console" => {
                let block = format!("\n{block}\n");
                let shown = block.split("\n$ ").skip(1).filter(|shown| is_call(shown));
                calls.extend(shown.map(|shown| {
                    let (line, answer) = shown.split_once('\n').unwrap_or((shown, ""));
                    let answer = if answer.is_empty() || answer.ends_with('\n') {
                        answer.to_owned()
                    } else {
                        format!("{answer}\n")
                    };
                    Shown { line: line.to_owned(), answer: Some(answer) }
                }));
            }
            _ => {}
        }
    }
    calls
}

fn is_call(line: &str) -> bool {
    line.starts_with("room ")
}

#[test]
fn calls_are_found_in_their_blocks() {
    let page = "```sh\nroom a b\ncd x\nroom c \\\n  d\n```\nroom not this\n```text\nroom nor this\n```\n\
                ```console\n$ room e\nf\ng\n$ cargo test\nh\n$ room i\n```\n";
    let sh = |line: &str| Shown { line: line.to_owned(), answer: None };
    let console = |line: &str, answer: &str| Shown { line: line.to_owned(), answer: Some(answer.to_owned()) };
    let expected = [sh("room a b"), sh("room c   d"), console("room e", "f\ng\n"), console("room i", "")];
    assert_eq!(calls(page), expected);
}
