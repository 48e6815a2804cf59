//! Writers killed at any moment: what was answered is in the log, whole, and the next call goes on.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use room_testkit::{Room, checked};
use serde_json::Value;

use crate::calls::{CALLS, Said};
use crate::report::{Row, Size};
use crate::whole::{torn, whole};
use crate::world::{SPAN, State, World, command, say};

/// Writers that are at work, and killed, at the same time.
const WRITERS: usize = 8;

/// Records of about these many bytes.
const SIZES: [(usize, &str); 2] = [(1_000, "1 kB"), (70_000, "70 kB")];

/// One call a process, and processes that answer one call after the other.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    let kills = size.of(20, 1_000);
    let mut rows = Vec::new();
    for (bytes, named) in SIZES {
        let room = world.laid(&CALLS[0], State::Going);
        let campaign =
            Campaign { room, log: "room/out/_journal.jsonl", bytes, kills, left: AtomicUsize::new(kills) };
        rows.push(campaign.row(&format!("`emit pointer`, records of {named}"), calls)?);
        let room = Room::empty(world.programs);
        room.write("tree/keep.txt", "one\n");
        let log = "coder-log/_coder.jsonl";
        let campaign = Campaign { room, log, bytes, kills, left: AtomicUsize::new(kills) };
        rows.push(campaign.row(&format!("streams of `coder call`, records of {named}"), streams)?);
    }
    Ok(rows)
}

/// Kills that are left to be done on one log.
struct Campaign {
    room: Room,
    log: &'static str,
    bytes: usize,
    kills: usize,
    left: AtomicUsize,
}

/// What a writer was answered, by a mark of its own, and what went wrong.
type Answered = anyhow::Result<Vec<String>>;

impl Campaign {
    fn row(&self, of: &str, writer: fn(&Campaign, usize) -> Answered) -> anyhow::Result<Row> {
        let answered: Vec<_> = thread::scope(|scope| {
            let writers: Vec<_> =
                (0..WRITERS).map(|number| scope.spawn(move || writer(self, number))).collect();
            writers.into_iter().map(|writer| writer.join().expect("a writer does not panic")).collect()
        });
        let answered: Vec<String> = answered.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
        let fault = format!("{} `kill -9` over {WRITERS} writers: {of}", self.kills);
        let (figures, wrong) = self.judge(&answered)?;
        Ok(Row::new(fault, format!("{} answers", answered.len()), figures).with(wrong))
    }

    /// Every answer's record is there once, the log is whole, and so is what was torn off it.
    fn judge(&self, answered: &[String]) -> anyhow::Result<(String, Vec<String>)> {
        let mut wrong = Vec::new();
        let log = std::fs::read(self.room.path(self.log))?;
        let lost_end = torn(&log).len();
        let next = if self.log.starts_with("room") {
            Said::new("emit", &["room/corpus.txt", "pointer", "--span", SPAN, "--note", "It went on."])
        } else {
            Said::new("coder", &["tree", "info"])
        };
        let next = say(&self.room, next);
        if next.code != 0 {
            wrong.push(format!("the next call: {next}"));
        }
        let log = std::fs::read(self.room.path(self.log))?;
        let records = checked(str::from_utf8(whole(&log))?).map_err(anyhow::Error::msg)?;
        if !torn(&log).is_empty() {
            wrong.push("the log ends in a torn line".to_owned());
        }
        let mut marks: BTreeMap<String, usize> = BTreeMap::new();
        for record in &records {
            *marks.entry(mark_of(record)).or_default() += 1;
        }
        for mark in answered {
            if marks.get(mark) != Some(&1) {
                wrong.push(format!("{mark} was answered and is {:?} times in the log", marks.get(mark)));
            }
        }
        let recovered: Vec<_> = records.iter().filter_map(|record| record["recovered"].as_u64()).collect();
        let aside =
            std::fs::metadata(self.room.path(format!("{}.torn", self.log))).map_or(0, |aside| aside.len());
        if aside < recovered.iter().sum() {
            wrong.push("bytes of torn lines are gone".to_owned());
        }
        let torn_lines = recovered.len();
        ensure!(lost_end == 0 || torn_lines > 0, "a torn end is told by the next record");
        let lost = answered.len() - answered.iter().filter(|mark| marks.get(*mark) == Some(&1)).count();
        Ok((
            format!("{} records, {torn_lines} torn lines set aside, {lost} answers lost", records.len()),
            wrong,
        ))
    }

    /// Whether there is a kill left, which is then taken.
    fn take(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// Gives a kill back that met nobody.
    fn give_back(&self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }
}

/// The mark of a record: a remark's first word, or the first part of the first path.
fn mark_of(record: &Value) -> String {
    let key = record["note"].as_str().and_then(|note| note.split(' ').next());
    let path = || record["paths"][0].as_str().and_then(|path| path.split('/').next());
    key.or_else(path).unwrap_or_default().to_owned()
}

/// Numbers that spread the moments of the kills (a linear congruence; nothing depends on their quality).
fn spread(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// One call a process: of three, two are killed at a moment of their lives.
fn calls(campaign: &Campaign, writer: usize) -> Answered {
    let text = "x".repeat(campaign.bytes);
    let (mut seed, mut life, mut answered) = (writer as u64, Duration::from_millis(5), Vec::new());
    for number in 0.. {
        let is_killed = number % 3 != 0;
        if is_killed && !campaign.take() {
            return Ok(answered);
        }
        let key = format!("w{writer}-{number}");
        let note = format!("{key} {text}");
        let words = ["room/corpus.txt", "pointer", "--span", SPAN, "--note", &note];
        let mut call = command(&campaign.room, Said::new("emit", &words));
        let mut child = call.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let started = Instant::now();
        if is_killed {
            let parts = u32::try_from(spread(&mut seed) % 1_000)?;
            thread::sleep(life * parts / 1_000);
            child.kill()?;
        }
        let output = child.wait_with_output()?;
        if !is_killed {
            life = started.elapsed();
        } else if output.status.code().is_some() {
            campaign.give_back();
        }
        // Whole lines were answered, however the process ended.
        if output.stdout.ends_with(b"\n") {
            answered.push(key);
        } else {
            ensure!(output.status.code().is_none(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    Ok(answered)
}

/// Processes that answer call after call, each killed at some answer of its own.
fn streams(campaign: &Campaign, writer: usize) -> Answered {
    let (mut seed, mut answered) = (writer as u64, Vec::new());
    let filler = "y".repeat(60);
    let more = vec![format!("{filler}/{filler}"); campaign.bytes / 124];
    for process in 0.. {
        if !campaign.take() {
            return Ok(answered);
        }
        let mut stream = command(&campaign.room, Said::new("coder", &["tree", "call"]));
        let mut child = stream.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut input = child.stdin.take().context("standard input is a pipe")?;
        let mut answers = BufReader::new(child.stdout.take().context("standard output is a pipe")?);
        let mark = |number: u64| format!("w{writer}-{process}-{number}");
        let last = 1 + spread(&mut seed) % 12;
        let mut line = String::new();
        for number in 0.. {
            let paths: Vec<_> =
                [format!("{}/missing", mark(number))].into_iter().chain(more.iter().cloned()).collect();
            let call = serde_json::json!({"function": "coder::delete-file", "payload": {"paths": paths}});
            writeln!(input, "{call}")?;
            if number == last {
                break;
            }
            line.clear();
            answers.read_line(&mut line)?;
            ensure!(line.starts_with("{\"ok\":"), "{line}");
            answered.push(mark(number));
        }
        // The last call is at work: somewhere in it the process is killed.
        thread::sleep(Duration::from_micros(
            spread(&mut seed) % if campaign.bytes > 10_000 { 30_000 } else { 2_000 },
        ));
        child.kill()?;
        drop(input);
        line.clear();
        if answers.read_line(&mut line)? > 0 && line.ends_with('\n') {
            answered.push(mark(last));
        }
        child.wait()?;
    }
    Ok(answered)
}
