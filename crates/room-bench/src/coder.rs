//! The rows of `coder`: its start, searches of a tree, windows of large files, and what it takes for them.

use std::path::Path;

use anyhow::ensure;

use crate::files;
use crate::race::Call;
use crate::rows::Row;
use crate::watch::watched;

/// Megabytes of the file that windows are raced on.
const LARGE: u64 = 1_000;
/// Megabytes of the files that memory is measured on.
const HUGE: u64 = 2_000;

struct Bench<'b> {
    coder: String,
    folder: &'b Path,
    rounds: usize,
    rows: Vec<Row>,
}

/// Runs every race. Gives the rows, and the notes under them.
pub(crate) fn all(programs: &Path, folder: &Path, rounds: usize) -> anyhow::Result<(Vec<Row>, Vec<String>)> {
    let coder = programs.join("coder").to_string_lossy().into_owned();
    let folder = &folder.join("coder");
    std::fs::create_dir_all(folder)?;
    let mut bench = Bench { coder, folder, rounds, rows: Vec::new() };
    bench.starts()?;
    let tree = files::tree(folder)?;
    bench.searches(&tree)?;
    bench.finds(&tree)?;
    bench.windows(&files::of_lines(folder, LARGE)?)?;
    let notes = [bench.memory()?, bench.bounds()?].concat();
    Ok((bench.rows, notes))
}

impl Bench<'_> {
    /// A function called in a root.
    fn call(&self, root: &Path, function: &str, payload: &str) -> Call {
        Call::new([&self.coder, &*root.to_string_lossy(), "call", function]).fed(payload)
    }

    fn row(&mut self, work: &str, against: &str, goal: f64, calls: [Call; 2]) -> anyhow::Result<()> {
        let answer = self.folder.join("answer");
        self.rows.push(Row::measured(work, against, Some(goal), calls, (self.rounds, 0), &answer)?);
        Ok(())
    }

    /// What an agent pays for every call. `info` builds the jail and opens nothing in it.
    fn starts(&mut self) -> anyhow::Result<()> {
        let info = Call::new([&self.coder, &*self.folder.to_string_lossy(), "info"]);
        self.row("`coder ROOT info`", "`/bin/true`", 2.0, [info, Call::new(["/bin/true"])])
    }

    /// Searches whose answers are small, so that both have to look at every file to its end.
    fn searches(&mut self, tree: &Path) -> anyhow::Result<()> {
        let searches: [(&str, &str, &str, &[&str]); 3] = [
            ("a text", "zanzibar-7", r#""regex":false"#, &["-F"]),
            ("a text, case-blind", "zanzibar-7", r#""regex":false,"ignore_case":true"#, &["-F", "-i"]),
            ("a regex", r"zanzibar-\d7\b", r#""regex":true"#, &[]),
        ];
        for (what, query, how, flags) in searches {
            let query_json = query.replace('\\', r"\\");
            let ours = self.call(tree, "coder::search", &format!(r#"{{"query":"{query_json}",{how}}}"#));
            let tree = tree.to_string_lossy();
            let theirs = ["rg", "-n"].into_iter().chain(flags.iter().copied()).chain([query, &*tree]);
            let calls = [ours, Call::new(theirs)];
            self.row(
                &format!("`coder::search` for {what}, 40,000 files"),
                "`rg -n` on the same tree",
                1.1,
                calls,
            )?;
        }
        let root = tree.to_string_lossy();
        let ours = Call::new([&self.coder, &*root, "search", r"zanzibar-\d7\b", "--context", "0"]);
        let theirs = Call::new(["rg", "-n", "--hidden", r"zanzibar-\d7\b", &root]);
        let work = "`coder ROOT search` for a regex, 40,000 files";
        self.row(work, "`rg -n --hidden` on the same tree", 1.1, [ours, theirs])
    }

    /// Files by name; ours are sorted by time as well, so each that is found is looked at.
    fn finds(&mut self, tree: &Path) -> anyhow::Result<()> {
        let root = tree.to_string_lossy();
        for (what, glob) in [("some", "leaf-07.txt"), ("none", "*.md")] {
            let ours = Call::new([&self.coder, &*root, "find", glob]);
            let theirs = Call::new(["fdfind", "--hidden", "--type", "f", "--glob", glob, &root]);
            let work = format!("`coder ROOT find '{glob}'`, {what} of 40,000");
            self.row(&work, "`fdfind --hidden --glob` on the same tree", 1.1, [ours, theirs])?;
        }
        Ok(())
    }

    fn windows(&mut self, file: &Path) -> anyhow::Result<()> {
        for (from, to) in [(1, 50), (900_000, 900_050)] {
            let ours = self.window(file, &format!(r#""line_from":{from},"line_to":{to}"#));
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let root = self.folder.to_string_lossy();
            let read = Call::new([&self.coder, &*root, "read", &format!("{name}:{from}-{to}")]);
            let sed = Call::new(["sed", "-n", &format!("{from},{to}p;{to}q"), &*file.to_string_lossy()]);
            let against = format!("`sed -n '{from},{to}p;{to}q'`");
            let work = format!("`coder::read-file`, lines {from} to {to} of 1 GB");
            self.row(&work, &against, 1.5, [ours, sed.clone()])?;
            self.row(&format!("`coder ROOT read FILE:{from}-{to}`, 1 GB"), &against, 1.5, [read, sed])?;
        }
        Ok(())
    }

    fn window(&self, file: &Path, what: &str) -> Call {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.call(self.folder, "coder::read-file", &format!(r#"{{"path":"{name}",{what}}}"#))
    }

    /// A window of a file that would not fit; 64 MB are the goal.
    fn memory(&self) -> anyhow::Result<Vec<String>> {
        let (lines, line) = (files::of_lines(self.folder, HUGE)?, files::of_one_line(self.folder, HUGE)?);
        let calls = [
            (
                "a window of lines 20,000,000 to 20,000,050 of 2 GB",
                self.window(&lines, r#""line_from":20000000,"line_to":20000050"#),
            ),
            ("a window of the start of a line of 2 GB", self.window(&line, r#""line_from":1,"line_to":1"#)),
            ("a window of its end", self.window(&line, r#""line_from":1,"byte_from":1999999000"#)),
        ];
        let note = |(what, call): (&str, Call)| {
            let answer = self.folder.join("answer");
            let taken = watched(&call, &answer)?;
            let served = std::fs::read_to_string(&answer)?;
            ensure!(served.starts_with(r#"{"ok":"#), "{what} was refused");
            Ok(format!("{what}: {}, {} bytes served", taken.words(), served.len()))
        };
        calls.into_iter().map(note).collect()
    }

    /// What `tree` and `list` answer for the whole tree.
    fn bounds(&self) -> anyhow::Result<Vec<String>> {
        let tree = files::tree(self.folder)?;
        let calls = [
            ("`tree`", "coder::tree", "{}"),
            (
                "`tree` without a limit a folder",
                "coder::tree",
                r#"{"max_depth":9,"per_folder_limit":100000}"#,
            ),
            ("`list`", "coder::list-folder", "{}"),
        ];
        let note = |(what, function, payload): (&str, &str, &str)| {
            let answer = self.folder.join("answer");
            self.call(&tree, function, payload).once(&answer)?;
            let answer = std::fs::read_to_string(answer)?;
            ensure!(answer.starts_with(r#"{"ok":"#), "{what} was refused");
            let (names, bytes) = (answer.matches(r#""name":"#).count(), answer.len());
            Ok(format!("{what} of the tree of 40,000 files: {names} names, {bytes} bytes"))
        };
        calls.into_iter().map(note).collect()
    }
}
