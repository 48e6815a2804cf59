//! The made-up folder that faults are made in: a room that was worked in, cases, and files in a jail.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use room_testkit::{Contents, Outcome, Program, Room};

use crate::calls::{Call, Said};

/// The tools; the words of a call hold its place.
const TOOLS: [&str; 9] =
    ["render", "read", "read-brief", "cite", "emit", "cite-case", "mem", "verify-room", "coder"];

/// The citation that decisions stand on.
pub(crate) const SPAN: &str = r#"{"item_id":"ca0x0","start":0,"end":7,"text":"Light 0"}"#;

/// What is laid out besides dumps.
const FILES: [(&str, &str); 9] = [
    ("cases/pier/case.md", "## Who\n\nNobody, they say.\n"),
    (
        "cases/ferry/case.md",
        "What there was.\n\n## Who\n\nThe tall one, and Mara – nobody else.\n\n## When\n\nBefore noon.\n",
    ),
    ("cases/ferry/notebook.md", "## First\n\nThe tall one came back.\n"),
    ("tree/keep.txt", "one\ntwo\nthree\n"),
    ("tree/other.txt", "alpha\nbeta\n"),
    ("tree/sub/deep.txt", "deep\n"),
    ("tree/old/a.txt", "a\n"),
    ("tree/old/below/b.txt", "b\n"),
    ("tree/old/below/c.txt", "c\n"),
];

/// The calls that begin every log.
const BEGUN: [Said; 16] = [
    Said::new("render", &["raw.jsonl", "room", "room", "--budget", "2000", "--ceiling", "9000000"]),
    Said::new("render", &["more.jsonl", "rooms", "rooms"]),
    Said::new("read", &["room/corpus.txt", "thread", "pa0"]),
    Said::new("read", &["room/corpus.txt", "windows", "1"]),
    Said::new("read-brief", &["room/corpus.txt", "titles", "1"]),
    Said::new("emit", &["room/corpus.txt", "pointer", "--span", SPAN, "--note", "look here"]),
    Said::new("emit", &["room/corpus.txt", "code", "begun", "--span", SPAN]),
    Said::new("cite", &["room/record.jsonl", "ca0x0", "Light 0"]),
    Said::new("cite", &["room/record.jsonl", "find", "lit again"]),
    Said::new("cite-case", &["cases", "cases"]),
    Said::new("cite-case", &["cases", "find", "Mara"]),
    Said::new("mem", &["cases", "put", "who", "--text", "The tall one."]),
    Said::new("mem", &["cases", "put", "when", "--text", "Before noon."]),
    Said::new("coder", &["tree", "list"]),
    Said::new("coder", &["tree", "stat", "keep.txt"]),
    Said::new("verify-room", &["room", "all", "--html", "page.html"]),
];

/// In what state a call finds its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There is none, nor its folder where it has one of its own.
    First,
    /// It has some records.
    Going,
    /// Its last line was torn.
    Torn,
    /// It has so many records that a hint is due.
    Long,
}

/// What a torn line holds.
pub(crate) const TORN: &[u8] = b"{\"seq\":3,\"t\":\"20\xc3";

/// The programs, and a folder in which every log was begun, from which copies are laid out.
pub struct World {
    pub(crate) programs: &'static [Program],
    /// How the names of the calls begin that are tried; all, where it is empty.
    pub only: String,
    going: Contents,
    long: Contents,
}

impl World {
    /// Makes it, by the programs of a folder.
    pub fn new(programs: &Path) -> anyhow::Result<Self> {
        let programs = table(programs)?;
        let room = Room::empty(programs);
        room.write("raw.jsonl", dump("lanternhill", 'a', 8));
        let more = [("pier", 'b'), ("quay", 'c'), ("weir", 'd')];
        room.write("dumps/early.jsonl", dump("lanternhill", 'e', 2));
        room.write("dumps/late.jsonl", dump("lanternhill", 'f', 2));
        room.write("more.jsonl", more.map(|(community, letter)| dump(community, letter, 2)).concat());
        for (path, text) in FILES {
            room.write(path, text);
        }
        for said in BEGUN {
            well(&room, said)?;
        }
        let going = room.contents();
        let note = "a remark of some length, so that few records are many bytes; ".repeat(60);
        for said in [
            Said::new("read", &["room/corpus.txt", "item", "ca1x0"]),
            Said::new("emit", &["room/corpus.txt", "pointer", "--span", SPAN, "--note", "-"]),
        ] {
            for _ in 0..if said.tool == "read" { 600 } else { 20 } {
                well(&room, Said { input: &note, ..said })?;
            }
        }
        Ok(Self { programs, only: String::new(), going, long: room.contents() })
    }

    /// A folder in which this call finds its log so.
    pub(crate) fn laid(&self, call: &Call, state: State) -> Room {
        self.laid_in(&std::env::temp_dir(), call, state)
    }

    /// The same inside another folder.
    pub(crate) fn laid_in(&self, around: &Path, call: &Call, state: State) -> Room {
        let laid = |contents| Room::laid_in(around, self.programs, contents);
        match state {
            State::First => {
                let gone = |path: &Path| call.firsts.iter().any(|first| path.starts_with(first));
                let kept = self.going.iter().filter(|(path, _)| !gone(path));
                laid(&kept.map(|(path, held)| (path.clone(), held.clone())).collect())
            }
            State::Going => laid(&self.going),
            State::Long => laid(&self.long),
            State::Torn => {
                let room = laid(&self.going);
                if let Some(log) = call.log {
                    room.write(log, [room.text(log).as_bytes(), TORN].concat());
                }
                room
            }
        }
    }
}

/// The programs of a folder, as the rooms of the test kit know them: for as long as this process lives.
fn table(folder: &Path) -> anyhow::Result<&'static [Program]> {
    let mut programs = Vec::new();
    for name in TOOLS {
        let path = folder.join(name);
        ensure!(path.is_file(), "{} is not there: build the programs first", path.display());
        let path = path.into_os_string().into_string().ok().context("the programs' folder is not text")?;
        programs.push(Program { name, path: path.leak(), place: "", good: &[] });
    }
    Ok(programs.leak())
}

/// A command that says this in a room; `coder` keeps a log there.
pub(crate) fn command(room: &Room, said: Said<'_>) -> Command {
    let mut command = room.program(said.tool, said.words);
    command.env("CODER_LOG_DIR", "coder-log");
    command
}

/// The same under another program, which is given the whole call as its last words.
pub(crate) fn command_under(room: &Room, under: &[&str], said: Said<'_>) -> Command {
    let mut command = room.command(under[0]);
    command.args(&under[1..]).arg(room.tool(said.tool).path).args(said.words);
    command.env("CODER_LOG_DIR", "coder-log");
    command
}

/// Says this in a room.
pub(crate) fn say(room: &Room, said: Said<'_>) -> Outcome {
    room.run(command(room, said), said.input)
}

/// Says what must go well.
fn well(room: &Room, said: Said<'_>) -> anyhow::Result<()> {
    let outcome = say(room, said);
    ensure!(outcome.code == 0, "{} {:?}: {outcome}", said.tool, said.words);
    Ok(())
}

/// A dump of one community: threads `pa0`, `pa1` … of three comments `ca0x0`, `ca0x1` … each.
pub(crate) fn dump(community: &str, letter: char, threads: usize) -> String {
    let mut lines = String::new();
    let mut time = 1_556_938_800;
    for thread in 0..threads {
        for item in 0..=3 {
            time += 60;
            let post = format!("p{letter}{thread}");
            let what = match item {
                0 => format!(
                    r#""id":"{post}","title":"Lantern {thread}","selftext":"Seen from the north pier.""#
                ),
                n => format!(
                    r#""id":"c{letter}{thread}x{}","link_id":"t3_{post}","parent_id":"t3_{post}","body":"Light {} of thread {thread} was out,\nthen lit again – twice. ✦""#,
                    n - 1,
                    n - 1
                ),
            };
            let line = format!(
                r#"{{{what},"subreddit":"{community}","author":"keeper","created_utc":{time},"score":1}}"#
            );
            writeln!(lines, "{line}").expect("a String takes every write");
        }
    }
    lines
}
