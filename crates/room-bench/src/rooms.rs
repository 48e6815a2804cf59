//! The rooms that are measured: made once by the programs themselves, kept, and put back before each race.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use room_core::log::{self, Entry, Place};
use room_core::text::Chars;
use room_corpus::corpus::Corpus;
use room_corpus::index;
use room_corpus::{journal, reads};

use crate::seed;

/// A room on the disk.
#[derive(Debug)]
pub(crate) struct Room {
    folder: PathBuf,
    /// A thread in its midst.
    pub(crate) thread: String,
    /// An item of it, and words that stand there once.
    pub(crate) item: String,
    /// The words.
    pub(crate) quote: String,
    threads: Vec<String>,
}

impl Room {
    /// The room whose record has about so many megabytes, made where it is not there yet.
    pub(crate) fn of(megabytes: usize, programs: &Path, folder: &Path) -> anyhow::Result<Self> {
        let room = folder.join(format!("{megabytes}mb"));
        if !room.join("corpus.txt").exists() {
            eprintln!("making a room of {megabytes} MB");
            let raw = folder.join("raw.jsonl");
            let mut out = BufWriter::new(File::create(&raw)?);
            seed::dump(megabytes * 1_000_000, |line| writeln!(out, "{line}"))?;
            out.into_inner()?;
            let made = Command::new(programs.join("render")).arg(&raw).arg("room").arg(&room).output()?;
            ensure!(made.status.success(), "render: {}", String::from_utf8_lossy(&made.stderr));
            fs::remove_file(&raw)?;
        }
        Self::at(room)
    }

    fn at(folder: PathBuf) -> anyhow::Result<Self> {
        let corpus = Corpus::open(&folder.join("corpus.txt"))?;
        let count = usize::try_from(corpus.header().threads)?;
        let mut threads = Vec::new();
        let mut midst = None;
        for thread in corpus.threads_from(count / 2).take(5_000) {
            let thread = thread?;
            threads.push(thread.id.to_owned());
            if midst.is_none() && thread.items == 30 {
                midst = Some(thread);
            }
        }
        let thread = midst.context("a thread of thirty items")?;
        let items = thread.items()?;
        let item = items.get(20).context("thirty items")?;
        let body = item.body();
        let quote = body.get(body.len().saturating_sub(40)..).unwrap_or(&body).to_owned();
        let (thread, item) = (thread.id.to_owned(), item.id.to_owned());
        let room = Self { folder, thread, item, quote, threads };
        room.fresh()?;
        Ok(room)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn corpus(&self) -> PathBuf {
        self.folder.join("corpus.txt")
    }

    pub(crate) fn record(&self) -> PathBuf {
        self.folder.join("record.jsonl")
    }

    /// Where the services are logged.
    pub(crate) fn reads(&self) -> PathBuf {
        self.folder.join("out/_read.jsonl")
    }

    /// The same room once more in another folder: by names of its files, which nobody writes to.
    pub(crate) fn copied(&self, folder: &Path) -> anyhow::Result<Self> {
        fs::create_dir(folder)?;
        for file in [self.corpus(), self.record()] {
            for file in [index::place(&file), file] {
                fs::hard_link(&file, folder.join(file.file_name().unwrap_or_default()))?;
            }
        }
        Self::at(folder.to_owned())
    }

    /// The first four code points of the item.
    pub(crate) fn beginning(&self) -> anyhow::Result<String> {
        let corpus = Corpus::open(&self.corpus())?;
        let item = corpus.item(&self.item).map_err(|miss| anyhow::anyhow!(miss.why()))?;
        Ok(item.body().chars().take(4).collect())
    }

    /// With its index and no logs.
    pub(crate) fn fresh(&self) -> anyhow::Result<()> {
        let _ = fs::remove_dir_all(self.folder.join("out"));
        fs::create_dir(self.folder.join("out"))?;
        for file in [self.corpus(), self.record()] {
            let mut queries = file.clone().into_os_string();
            queries.push(".queries.jsonl");
            let _ = fs::remove_file(queries);
            if !index::place(&file).exists() {
                index::write(&file)?;
            }
        }
        Ok(())
    }

    /// Without its index.
    pub(crate) fn without_index(&self) -> anyhow::Result<()> {
        self.fresh()?;
        for file in [self.corpus(), self.record()] {
            fs::remove_file(index::place(&file))?;
        }
        Ok(())
    }

    /// With so many services, citations and decisions behind it: one in a hundred a window.
    pub(crate) fn used(&self, records: usize) -> anyhow::Result<()> {
        self.fresh()?;
        let corpus = Corpus::open(&self.corpus())?;
        let thread = |n: usize| self.threads.get(n % self.threads.len()).map_or("", String::as_str);
        let services = (0..records).map(|n| {
            let kind = if n % 100 == 0 { "window" } else { "thread" };
            let entry = Entry::new(kind, "read").chars(Chars(1_200)).field("thread_id", thread(n));
            entry
                .field("items", 3)
                .field("of_items", 30)
                .field("cut_item", None::<&str>)
                .field("whole", false)
        });
        add(&reads::place(&corpus), services)?;
        let decisions = (0..records).map(|n| {
            let item = format!("x{n}");
            let entry = Entry::new("code", "emit").stage(Some("coding")).field("label", "tide");
            let entry = entry.field("item_id", item).field("thread_id", thread(n));
            entry
                .field("start", 5)
                .field("end", 17)
                .field("text", "made-up words")
                .field("note", None::<&str>)
        });
        add(&Place { durable: false, ..journal::place(&corpus) }, decisions)?;
        let citations = (0..records).map(|n| {
            let entry = Entry::new("cite", "cite").chars(Chars(90)).field("item_id", thread(n));
            entry.field("quote", "made-up words").field("found", true).field("start", 5).field("end", 17)
        });
        let path = self.folder.join("record.jsonl.queries.jsonl");
        add(&Place { path, durable: false, record: None }, citations)
    }
}

/// Appends records to a log.
pub(crate) fn add(place: &Place, entries: impl Iterator<Item = Entry>) -> anyhow::Result<()> {
    let appended = log::open(place)?.append(&entries.collect::<Vec<_>>());
    appended.map(drop).map_err(|failure| anyhow::anyhow!("{}", failure.line().unwrap_or_default()))
}
