//! The rows of the table: what is done, against what, and the goal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::race::{Call, race};
use crate::rooms::Room;

/// A row that was measured.
#[derive(Debug)]
pub(crate) struct Row {
    /// What is done.
    pub(crate) work: String,
    /// What it is measured against.
    pub(crate) against: String,
    /// The medians of ours and of the other.
    pub(crate) took: [Duration; 2],
    /// The ratio that is to be reached, where there is one.
    pub(crate) goal: Option<f64>,
}

impl Row {
    /// Runs a race of so many rounds, the first of them with this number.
    pub(crate) fn measured(
        work: &str,
        against: &str,
        goal: Option<f64>,
        calls: [Call; 2],
        (rounds, first): (usize, usize),
        answer: &Path,
    ) -> anyhow::Result<Self> {
        let [ours, theirs] = calls;
        let took = race(&ours, &theirs, rounds, first, answer)?;
        let row = Self { work: work.replace('|', "\\|"), against: against.to_owned(), took, goal };
        eprintln!("{:.2}  {work}  against  {against}", row.ratio());
        Ok(row)
    }

    /// Ours in parts of the other.
    pub(crate) fn ratio(&self) -> f64 {
        self.took[0].as_secs_f64() / self.took[1].as_secs_f64()
    }
}

/// Sizes of the rooms, in megabytes of record.
const SIZES: [usize; 3] = [1, 200, 1_000];
/// Records behind a call in a room that was much used.
const MUCH: usize = 100_000;

/// The programs, and the races run so far.
pub(crate) struct Bench<'b> {
    pub(crate) programs: &'b Path,
    pub(crate) folder: &'b Path,
    pub(crate) rounds: usize,
    rows: Vec<Row>,
    pub(crate) notes: Vec<String>,
}

/// Runs every race; the rows, and what is said under them. The dump is the one of 1 GB.
pub(crate) fn all(
    programs: &Path,
    folder: &Path,
    dump: &Path,
    rounds: usize,
) -> anyhow::Result<(Vec<Row>, Vec<String>)> {
    let mut bench = Bench { programs, folder, rounds, rows: Vec::new(), notes: Vec::new() };
    let [small, room, large] = SIZES.map(|size| Room::of(size, programs, folder));
    let (small, room, large) = (small?, room?, large?);
    for (size, room) in SIZES.into_iter().zip([&small, &room, &large]) {
        bench.starts(size, room)?;
    }
    bench.sizes(&small, &large)?;
    bench.used(&room)?;
    bench.replay(&small, 1)?;
    bench.replay(&room, 200)?;
    bench.without_index(&room)?;
    bench.find(&room)?;
    bench.brief(&room)?;
    bench.rooms()?;
    bench.cases()?;
    bench.dump(dump)?;
    Ok((bench.rows, bench.notes))
}

impl Bench<'_> {
    pub(crate) fn ours(&self, tool: &str, file: &Path, words: &[&str]) -> Call {
        let (program, file) = (text(&self.programs.join(tool)), text(file));
        Call::new([program, file].into_iter().chain(words.iter().map(|word| (*word).to_owned())))
    }

    pub(crate) fn row(
        &mut self,
        work: &str,
        against: &str,
        goal: Option<f64>,
        calls: [Call; 2],
    ) -> anyhow::Result<()> {
        let at = (self.rounds, self.rows.len() * 1_000);
        let row = Row::measured(work, against, goal, calls, at, &self.folder.join("answer"))?;
        self.rows.push(row);
        Ok(())
    }

    /// What an agent pays for every call.
    fn starts(&mut self, size: usize, room: &Room) -> anyhow::Result<()> {
        let nothing = || Call::new(["/bin/true"]);
        let read = self.ours("read", &room.corpus(), &["thread", &room.thread]);
        self.row(&format!("`read C thread ID`, {size} MB"), "`/bin/true`", Some(2.0), [read, nothing()])?;
        let cite = self.ours("cite", &room.record(), &[&room.item, &room.quote]);
        self.row(&format!("`cite RECORD ID QUOTE`, {size} MB"), "`/bin/true`", Some(2.0), [cite, nothing()])?;
        room.fresh()
    }

    /// That it is the same for every size.
    fn sizes(&mut self, small: &Room, large: &Room) -> anyhow::Result<()> {
        let call = |room: &Room| self.ours("read", &room.corpus(), &["thread", &room.thread]);
        let calls = [call(large), call(small)];
        self.row("`read C thread ID`, 1,000 MB", "the same, 1 MB", Some(1.2), calls)
    }

    /// A call with much behind it against the same call with nothing: two rooms, since each call logs.
    fn used(&mut self, room: &Room) -> anyhow::Result<()> {
        let much = self.folder.join("much");
        let _ = std::fs::remove_dir_all(&much);
        let used = room.copied(&much)?;
        used.used(MUCH)?;
        let span =
            format!(r#"{{"item_id":"{}","start":0,"end":4,"text":"{}"}}"#, room.item, room.beginning()?);
        for room in [room, &used] {
            self.ours("read", &room.corpus(), &["item", &room.item]).once(&self.folder.join("answer"))?;
        }
        let calls: [(&str, &str, Vec<&str>); 5] = [
            ("read", "thread ID", vec!["thread", &room.thread]),
            ("read", "windows 1", vec!["windows", "1"]),
            ("read-brief", "item ID", vec!["item", &room.item]),
            ("cite", "ID QUOTE", vec![&room.item, &room.quote]),
            ("emit", "code LABEL", vec!["code", "label {n}", "--span", &span]),
        ];
        for (tool, what, words) in calls {
            let file = |room: &Room| if tool == "cite" { room.record() } else { room.corpus() };
            let calls = [&used, room].map(|room| self.ours(tool, &file(room), &words).numbered());
            let work = format!("`{tool} C {what}`, 100,000 records behind it");
            self.row(&work, "the same with none", Some(1.5), calls)?;
        }
        std::fs::remove_dir_all(much)?;
        room.fresh()
    }

    /// The state also walks the corpus, to say which threads are whole: that is why it is told for two sizes.
    fn replay(&mut self, room: &Room, size: usize) -> anyhow::Result<()> {
        room.used(MUCH)?;
        let state = self.ours("read", &room.corpus(), &["state"]);
        let jq = Call::new(["jq", "-c", ".seq", &text(&room.reads())]);
        let work = format!("`read C state`, {size} MB, 100,000 records, chain checked");
        self.row(&work, "`jq -c .seq` over them", Some(0.15), [state, jq])?;
        room.fresh()
    }

    fn without_index(&mut self, room: &Room) -> anyhow::Result<()> {
        room.without_index()?;
        let line = |word: &str, id: &str| format!("^@{word} {id} ");
        let rg = |pattern: String, file: &Path| Call::new(["rg", "-m1", &pattern, &text(file)]);
        let read = self.ours("read", &room.corpus(), &["thread", &room.thread]);
        let calls = [read, rg(line("thread", &room.thread), &room.corpus())];
        self.row("`read C thread ID`, 200 MB, no index", "`rg -m1` for its line", Some(1.2), calls)?;
        let cite = self.ours("cite", &room.corpus(), &[&room.item, &room.quote]);
        let calls = [cite, rg(line("comment", &room.item), &room.corpus())];
        self.row("`cite C ID QUOTE`, 200 MB, no index", "`rg -m1` for its line", Some(1.2), calls)?;
        let cite = self.ours("cite", &room.record(), &[&room.item, &room.quote]);
        let start = format!("^.\"item_id\":\"{}\"", room.item);
        self.row(
            "`cite RECORD ID QUOTE`, 200 MB, no index",
            "`rg -m1` for its line",
            Some(1.2),
            [cite, rg(start, &room.record())],
        )?;
        room.fresh()
    }

    fn find(&mut self, room: &Room) -> anyhow::Result<()> {
        let patterns = [
            "zanzibar-7",
            r"zanzibar-\d7\b",
            "(?i)ZANZIBAR-7",
            r"anchor\s+quay\s+ledger",
            "^zanzibar|zanzibar-7$",
        ];
        for pattern in patterns {
            let find = self.ours("cite", &room.corpus(), &["find", pattern]);
            let rg = Call::new(["rg", "-c", pattern, &text(&room.corpus())]).or(1);
            let work = format!("`cite C find '{pattern}'`, 200 MB");
            self.row(&work, "`rg -c` on the same file", Some(0.8), [find, rg])?;
        }
        let find = self.ours("cite", &room.record(), &["find", patterns[0]]);
        let rg = Call::new(["rg", "-c", patterns[0], &text(&room.record())]);
        self.row(
            "`cite RECORD find 'zanzibar-7'`, 200 MB",
            "`rg -c` on the same file",
            Some(0.8),
            [find, rg],
        )?;
        room.fresh()
    }
}

pub(crate) fn text(path: &Path) -> String {
    PathBuf::from(path).to_string_lossy().into_owned()
}
