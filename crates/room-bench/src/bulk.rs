//! The rows of what takes seconds: briefs, many rooms, many cases, a whole dump. With each goes what a run took beside
//! time.

use std::path::Path;

use crate::race::Call;
use crate::rooms::Room;
use crate::rows::{Bench, text};
use crate::watch::watched;
use crate::{cases, many, quotes};

/// How often a call of some tens of seconds is run, at most.
const FEW: usize = 3;
/// Quotations of the large brief.
const QUOTES: usize = 200;

impl Bench<'_> {
    /// Runs a call once more and keeps what it took for the notes under the table.
    fn note(&mut self, work: &str, call: &Call) -> anyhow::Result<()> {
        let taken = watched(call, &self.folder.join("answer"))?.words();
        eprintln!("      {taken}");
        self.notes.push(format!("{work}: {taken}"));
        Ok(())
    }

    /// A brief of many quotations against a search for all of them as fixed strings.
    pub(crate) fn brief(&mut self, room: &Room) -> anyhow::Result<()> {
        let quotes = quotes::of(&room.corpus(), QUOTES)?;
        for (name, every, found) in
            [("found", None, "all found"), ("missed", Some(10), "20 of them not found")]
        {
            let quoting = quotes::write(self.folder, name, &quotes, every)?;
            let brief = self.ours("verify-room", room.folder(), &["brief", &text(&quoting.brief)]).or(1);
            let rg = ["rg", "-F", "-f", &text(&quoting.list), "-o", &text(&room.record())].map(str::to_owned);
            let work = format!("`verify-room R brief`, {QUOTES} quotations, {found}, 200 MB");
            self.row(&work, "`rg -F -f quotes -o`", Some(1.2), [brief.clone(), Call::new(rg.clone())])?;
            self.note(&work, &brief)?;
            self.note("the same with `rg`", &Call::new(rg))?;
        }
        Ok(())
    }

    /// Many rooms on all cores against the same on one.
    pub(crate) fn rooms(&mut self) -> anyhow::Result<()> {
        let rooms = many::made(self.programs, self.folder)?;
        let all = self.ours("verify-room", &rooms, &["rooms"]);
        let one = all.clone().after(["taskset", "-c", "0"]);
        let work = "`verify-room ROOMS rooms`, 300 rooms";
        self.row(work, "the same on one core (`taskset -c 0`)", None, [all.clone(), one])?;
        self.note(work, &all)
    }

    /// Three hundred cases against a search of the same files.
    pub(crate) fn cases(&mut self) -> anyhow::Result<()> {
        let root = cases::made(self.folder)?;
        for (verb, pattern, flag) in [
            ("find", "zanzibar-7", "-c"),
            ("find", r"(?i)zanzibar-\d7", "-c"),
            ("count", "zanzibar-7", "--count-matches"),
            ("count", "lantern", "--count-matches"),
        ] {
            let ours = self.ours("cite-case", &root, &[verb, pattern]);
            let rg = Call::new(["rg", flag, "--glob", "!/out", pattern, &text(&root)]).or(1);
            let work = format!("`cite-case ROOT {verb} '{pattern}'`, 300 cases, 100 MB");
            self.row(&work, &format!("`rg {flag}` on the same files"), Some(1.2), [ours, rg])?;
        }
        Ok(std::fs::remove_dir_all(root.join("out"))?)
    }

    /// All rooms of a dump, on the disk when it answers, against a program that reads and writes each line.
    pub(crate) fn dump(&mut self, dump: &Path) -> anyhow::Result<()> {
        let made = self.folder.join("dump-rooms");
        let rooms = self.ours("render", dump, &["rooms", &text(&made)]).making(&made);
        let jq = Call::new(["jq", "-c", ".", &text(dump)]);
        let rounds = self.rounds;
        self.rounds = rounds.min(FEW);
        let work = "`render DUMP rooms`, 1 GB, synced";
        self.row(
            &format!("{work} ({} rounds)", self.rounds),
            "`jq -c .` over it",
            Some(0.3),
            [rooms.clone(), jq],
        )?;
        self.rounds = rounds;
        self.note(work, &rooms)?;
        let records = std::fs::read_dir(&made)?
            .filter_map(|room| Some(room.ok()?.path().join("record.jsonl").metadata().ok()?.len()));
        let largest = records.max().unwrap_or_default() / 1_000_000;
        self.notes.push(format!("the largest record among these rooms has {largest} MB"));
        std::fs::remove_file(self.folder.join("answer"))?;
        Ok(std::fs::remove_dir_all(made)?)
    }
}
