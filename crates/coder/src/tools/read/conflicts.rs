//! Merge conflicts: blocks between markers of exactly seven characters at a line's start.

use std::fmt::Write as _;

/// A block, by its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) from: u64,
    pub(super) to: u64,
    /// What stands after the opening and the closing marker.
    pub(super) ours: String,
    pub(super) theirs: String,
    /// Whether what both came from is there too.
    pub(super) three_way: bool,
}

impl Conflict {
    /// `2-7`, and that it is three-way.
    pub(super) fn words(&self) -> String {
        let base = if self.three_way { " (three-way)" } else { "" };
        format!("{}-{}{base}", self.from, self.to)
    }
}

/// Takes lines and finds the blocks in them. A second opening starts anew; one that never closes is none.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    line: u64,
    open: Option<(Conflict, bool)>,
    pub(super) found: Vec<Conflict>,
}

impl Scanner {
    /// The next line, without its end.
    pub(super) fn take(&mut self, line: &[u8]) {
        self.line += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(ours) = label(line, b'<') {
            self.open = Some((Conflict { from: self.line, ours, ..Conflict::default() }, false));
            return;
        }
        let Some((conflict, divided)) = &mut self.open else { return };
        if line == b"=======" {
            *divided = true;
        } else if !*divided && label(line, b'|').is_some() {
            conflict.three_way = true;
        } else if let Some(theirs) = label(line, b'>').filter(|_| *divided) {
            (conflict.to, conflict.theirs) = (self.line, theirs);
            self.found.extend(self.open.take().map(|(conflict, _)| conflict));
        }
    }
}

/// What follows a marker of this character: nothing, or a blank and a label.
fn label(line: &[u8], marker: u8) -> Option<String> {
    let rest = line.strip_prefix(&[marker; 7])?;
    match rest {
        [] => Some(String::new()),
        [b' ', label @ ..] => Some(String::from_utf8_lossy(label).into_owned()),
        _ => None,
    }
}

/// One line a block.
pub(super) fn index(path: &str, found: &[Conflict]) -> String {
    if found.is_empty() {
        return format!("{path}: no merge conflicts\n");
    }
    let mut text = format!("{path}: {}\n", count(found));
    for (number, conflict) in (1..).zip(found) {
        let side = |name: &str, label: &str| {
            if label.is_empty() { String::new() } else { format!("  {name} {label}") }
        };
        let (ours, theirs) = (side("ours", &conflict.ours), side("theirs", &conflict.theirs));
        writeln!(text, "#{number}  L{}{ours}{theirs}", conflict.words()).expect("a String takes every write");
    }
    text
}

/// `2 merge conflicts`.
pub(super) fn count(found: &[Conflict]) -> String {
    let s = if found.len() == 1 { "" } else { "s" };
    format!("{} merge conflict{s}", found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<String> {
        let mut scanner = Scanner::default();
        text.split('\n').for_each(|line| scanner.take(line.as_bytes()));
        scanner
            .found
            .iter()
            .map(|found| format!("{} {} {}", found.words(), found.ours, found.theirs))
            .collect()
    }

    #[test]
    fn blocks_are_found_by_their_markers() {
        let text = "a\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n<<<<<<<\n||||||| base\n=======\n>>>>>>>\n";
        assert_eq!(blocks(text), ["2-6 HEAD b", "7-10 (three-way)  "]);
        assert_eq!(blocks(&text.replace('\n', "\r\n")), blocks(text));
    }

    #[test]
    fn what_only_looks_like_a_block_is_none() {
        for text in [
            "a\n=======\nb\n",
            "<<<<<<<< A\n1\n========\n2\n>>>>>>>> A\n",
            "<<<<<<< A\n1\n>>>>>>> A\n",
            "<<<<<<< A\n=======\n2\n",
            " <<<<<<< A\n=======\n>>>>>>> A\n",
            "<<<<<<<A\n=======\n>>>>>>> A\n",
        ] {
            assert_eq!(blocks(text), [""; 0], "{text}");
        }
        assert_eq!(blocks("<<<<<<< A\n<<<<<<< B\n=======\n>>>>>>> C\n"), ["2-4 B C"]);
    }
}
