//! `room demo [DIR]`: the whole of it on made-up data.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use room_cite::Verb as Cite;
use room_cite_case::Verb as CiteCase;
use room_core::atomic::{self, Unplaced};
use room_core::cli::{Out, UsageError};
use room_core::refusal::{Failure, Refuse};
use room_emit::Verb as Emit;
use room_mem::Verb as Mem;
use room_read::Verb as Read;
use room_render::Verb as Render;
use room_verify::Verb as Verify;

use crate::transcript::{call, pipe};

/// The dump the demonstration is made from; its note says what in it is on purpose.
const DUMP: &str = include_str!("../../../corpus-fixtures/demo/raw.jsonl");

/// A second community's, so that there are two cases to aggregate.
const OTHER: &str = include_str!("../../../corpus-fixtures/demo/other.jsonl");

/// A brief with a true, a curly-quoted, an elided and an invented quotation.
const BRIEF: &str = "# Before the week\n\n\
    People ask who sent the painters: \"Nobody I asked knows who sent them.\" One has heard (“It's for the square”), another\n\
    says \"I am not joining in, but … against it either\" (dk20002). And \"the harbour paid for all of it\".\n";

/// What two readers wrote of their rooms.
const CASES: [(&str, &str); 2] = [
    (
        "bellfield",
        "# Bellfield\n\n## Who\n\nFour people with rollers, and a list.\n\n## When\n\nFrom the first morning on.\n",
    ),
    ("saltmarsh", "# Saltmarsh\n\n## Who\n\nNobody yet; one of them offers blue.\n"),
];

/// A demonstration that cannot begin.
#[derive(Debug, thiserror::Error)]
enum DemoError {
    #[error("'{0}' stands already: name a folder that does not, as in room demo a-new-folder")]
    Stands(String),
    #[error("cannot make '{folder}': {why}. Name another folder: room demo DIR")]
    NotMade { folder: String, why: Unplaced },
}

impl Refuse for DemoError {
    fn label(&self) -> &'static str {
        "DemoError"
    }
}

/// Makes a room, reads, cites, records and checks in it, and prints every call with its answer.
pub(crate) fn demo(words: Vec<OsString>, out: &mut Out<'_>) -> Result<(), Failure> {
    let folder = folder(words)?;
    let shown = folder.to_string_lossy().into_owned();
    let not_made = |why| DemoError::NotMade { folder: shown.clone(), why };
    std::fs::create_dir_all(&folder).map_err(|why| not_made(why.into()))?;
    let dump = format!("{shown}/raw.jsonl");
    atomic::write(Path::new(&dump), DUMP.as_bytes()).map_err(not_made)?;
    let room = format!("{shown}/rooms/bellfield");
    let (corpus, record) = (format!("{room}/corpus.txt"), format!("{room}/record.jsonl"));
    make(&dump, &shown, &corpus, out)?;
    read(&corpus, out)?;
    cite(&record, out)?;
    decide(&corpus, &record, out)?;
    check(&corpus, out)?;
    brief(&room, out).map_err(|error| error.or(&not_made))?;
    cases(&shown, out).map_err(|error| error.or(&not_made))?;
    next(&shown, &corpus, out)
}

/// The folder that was named, or a new one among the system's temporary files.
fn folder(words: Vec<OsString>) -> Result<PathBuf, Failure> {
    let mut words = words.into_iter();
    let folder = match (words.next(), words.next()) {
        (_, Some(_)) => return Err(UsageError::new("demo takes one folder at most: room demo [DIR]").into()),
        (Some(word), None) if word.to_string_lossy().starts_with('-') => {
            let word = word.to_string_lossy().into_owned();
            return Err(UsageError::new(format!("demo has no flag '{word}': room demo [DIR]")).into());
        }
        (Some(folder), None) => PathBuf::from(folder),
        (None, None) => std::env::temp_dir().join(format!("reading-room-demo-{}", std::process::id())),
    };
    if folder.symlink_metadata().is_ok() {
        return Err(DemoError::Stands(folder.to_string_lossy().into_owned()).into());
    }
    Ok(folder)
}

/// From a raw dump to a room.
fn make(dump: &str, shown: &str, corpus: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.line("# 1. A dump becomes a room: the record as data, and the corpus to be read.\n")?;
    call::<Render>(&[dump, "rooms", &format!("{shown}/rooms")], out)?;
    call::<Render>(&[corpus, "check"], out).map(drop)
}

/// Served, and every service on file first.
fn read(corpus: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.line("# 2. An agent reads. What it is served is logged before it is printed.\n")?;
    call::<Read>(&[corpus, "windows", "2", "--size", "220"], out)?;
    call::<Read>(&[corpus, "thread", "7q01aa"], out).map(drop)
}

/// The record's words, never the caller's.
fn cite(record: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.line("# 3. It cites. The words are cut from the record, with code-point offsets, or refused.\n")?;
    call::<Cite>(&[record, "dk20001", "It's for the square on the big wall - \"one pixel each,\""], out)?;
    call::<Cite>(&[record, "dk20002", "I am joining in"], out)?;
    call::<Cite>(&[record, "dk20205", "I was glad"], out)?;
    call::<Cite>(&[record, "find", "(?i)nobody"], out).map(drop)
}

/// Decisions, checked at the call.
fn decide(corpus: &str, record: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.line("# 4. It decides. A code stands on cited words of an item it was served, or not at all.\n")?;
    let told = [record, "dk20001", "the tall one told me"];
    pipe::<Cite, Emit>(&told, &[corpus, "code", "hearsay", "--span", "-"], out)?;
    let slept = [record, "dk20206", "Nobody slept."];
    pipe::<Cite, Emit>(&slept, &[corpus, "code", "effort", "--span", "-"], out)?;
    call::<Emit>(&[corpus, "thread", "7q01aa", "--as", "in", "--note", "the wall"], out).map(drop)
}

/// What anyone can verify afterwards.
fn check(corpus: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.line("# 5. Anyone checks: what was served against what there is, and what stands.\n")?;
    call::<Read>(&[corpus, "audit"], out)?;
    call::<Emit>(&[corpus, "state"], out).map(drop)
}

/// Every quotation of a brief, held against the record; the same as a page to be looked at.
fn brief(room: &str, out: &mut Out<'_>) -> Result<(), Stopped> {
    out.line("# 6. A researcher checks a brief. Four quotations: as written, with other marks, with words left out, made up.\n")?;
    atomic::write(Path::new(&format!("{room}/brief.md")), BRIEF.as_bytes())?;
    call::<Verify>(&[room, "brief", "--html", &format!("{room}/report.html")], out)?;
    Ok(())
}

/// What the readers wrote, read by an aggregator, and what it keeps.
fn cases(shown: &str, out: &mut Out<'_>) -> Result<(), Stopped> {
    out.line("# 7. An aggregator reads the rooms as cases: it cites them, counts in them, and remembers.\n")?;
    let (root, other) = (format!("{shown}/rooms"), format!("{shown}/other.jsonl"));
    atomic::write(Path::new(&other), OTHER.as_bytes())?;
    call::<Render>(&[&other, "rooms", &root], out)?;
    for (case, text) in CASES {
        atomic::write(Path::new(&format!("{root}/{case}/case.md")), text.as_bytes())?;
    }
    call::<CiteCase>(&[&root, "cases"], out)?;
    call::<CiteCase>(&[&root, "count", "(?i)people|nobody", "--collection", "cases"], out)?;
    let cite = ["cite", "offers blue", "--case", "saltmarsh", "--section", "Who"];
    let cited = call::<CiteCase>(&[&[root.as_str()], &cite[..]].concat(), out)?;
    call::<Mem>(
        &[&root, "put", "who/blue", "--text", "Saltmarsh only offers.", "--cite", cited.trim_end()],
        out,
    )?;
    call::<Mem>(&[&root, "check"], out)?;
    Ok(())
}

/// Why the demonstration stopped on its way.
enum Stopped {
    Told(Failure),
    NotMade(Unplaced),
}

impl Stopped {
    fn or(self, not_made: &impl Fn(Unplaced) -> DemoError) -> Failure {
        match self {
            Stopped::Told(failure) => failure,
            Stopped::NotMade(why) => not_made(why).into(),
        }
    }
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Stopped::Told(failure)
    }
}

impl From<Unplaced> for Stopped {
    fn from(why: Unplaced) -> Self {
        Stopped::NotMade(why)
    }
}

/// What a newcomer does next.
fn next(shown: &str, corpus: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    out.text(&format!(
        "# Yours next\n\
         #   go on here:           room read {corpus} windows\n\
         #   look at the report:   {shown}/rooms/bellfield/report.html\n\
         #   the logs so far:      {shown}/rooms/bellfield/out/ and record.jsonl.queries.jsonl beside the record\n\
         #   a dump of your own:   room render DUMP.jsonl rooms FOLDER   (Reddit or ConvoKit lines, plain, gzip or zstd)\n\
         #   every verb:           room read --help, and so for each tool\n"
    ))
}
