//! A room: one community's items chosen, put in order, and written to a folder whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use room_core::atomic::{self, Aside, Pending, PendingFolder, Unplaced};
use room_corpus::corpus::{self, Given, Header, Ordered, file_name};
use room_corpus::index;
use room_corpus::record::{Gathering, Kept};
use serde::Serialize;

use crate::RenderError;
use crate::dump;
use crate::progress::Step;
use crate::raw::Raw;

/// What is asked of a room, beyond the dump.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The community, compared without case.
    pub community: Option<String>,
    /// Threads from this second on, since 1970.
    pub from: Option<i64>,
    /// Threads before this second.
    pub to: Option<i64>,
    /// The K-th of N slices of the threads that are left.
    pub slice: Option<(u64, u64)>,
    /// The brief writer's reference, in code points.
    pub budget: Option<u64>,
    /// The brief writer's limit, in code points.
    pub ceiling: Option<u64>,
    /// A note for the header.
    pub note: Option<String>,
    /// How many bad lines may be let go.
    pub skip_bad: u64,
    /// Whether a room that stands may be replaced.
    pub force: bool,
}

/// What was made, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The last part of the room's path.
    pub room: String,
    /// The community's name.
    pub community: Option<String>,
    /// Threads in the room.
    pub threads: u64,
    /// Posts and comments.
    pub items: u64,
    /// Code points of the thread blocks.
    pub chars: u64,
}

/// Makes the room of one community. `progress` is told now and then how far the work is.
pub fn room(
    raw: &Path,
    folder: &Path,
    options: &Options,
    progress: &mut dyn FnMut(Step),
) -> Result<Summary, RenderError> {
    let raw = Raw::at(raw)?;
    may_write(folder, options.force)?;
    let (community, skipped) = dump::one(&raw, options, progress)?;
    let threads = within(ordered(community.lines), options);
    if threads.is_empty() {
        return Err(RenderError::no_item(options));
    }
    let around = folder.parent().unwrap_or(Path::new(""));
    atomic::clear(around, &[]);
    let made = || {
        let folders = atomic::make_folders(around)?;
        let made =
            Unfinished::write(folder, &sliced(threads, options), &given(community.name, skipped, options))?;
        let summary = made.place()?;
        folders.keep();
        atomic::sync_folder(Some(around)).map_err(Unplaced::MayNotLast)?;
        Ok(summary)
    };
    made().map_err(RenderError::placing(folder))
}

/// A community's threads, in order.
pub(crate) type Threads = Vec<Ordered<Kept>>;

/// The threads of a community's lines.
pub(crate) fn ordered(lines: Gathering) -> Threads {
    corpus::order(lines.finish())
}

/// The threads whose first item is in the span. What has no time is in none.
pub(crate) fn within(mut threads: Threads, options: &Options) -> Threads {
    let (from, to) = (options.from, options.to);
    if from.is_some() || to.is_some() {
        threads.retain(|thread| {
            let after = |time| from.is_none_or(|from| from <= time);
            let before = |time| to.is_none_or(|to| time < to);
            thread.time().is_some_and(|time| after(time) && before(time))
        });
    }
    threads
}

/// The slice that was asked for, of the threads that are left.
pub(crate) fn sliced(mut threads: Threads, options: &Options) -> Threads {
    let Some((slice, of)) = options.slice else { return threads };
    let cut = |slice: u64| {
        let at = u128::from(slice) * threads.len() as u128 / u128::from(of);
        usize::try_from(at).expect("a part of a length is a length")
    };
    let (start, end) = (cut(slice - 1), cut(slice));
    threads.truncate(end);
    threads.drain(..start);
    threads
}

/// What the header says of how the room was asked for.
pub(crate) fn given(community: Option<String>, skipped: u64, options: &Options) -> Given {
    Given {
        community,
        from: options.from,
        to: options.to,
        slice: options.slice,
        note: options.note.clone(),
        budget: options.budget,
        ceiling: options.ceiling,
        skipped,
        ..Given::default()
    }
}

/// Refuses a folder that holds a room, unless it may be replaced, and always one that holds a log.
pub(crate) fn may_write(room: &Path, force: bool) -> Result<(), RenderError> {
    let is_log =
        |name: &str| name.strip_prefix('_').is_some_and(|name| name.strip_suffix(".jsonl").is_some());
    // The room itself is looked at first, so that a file in its place is named, not what would lie in it.
    let queries = first_named(room, |name| name.ends_with(".queries.jsonl"))?;
    let services = first_named(&room.join("out"), is_log)?.map(|log| format!("out/{log}"));
    if let Some(log) = services.or(queries) {
        return Err(RenderError::HasLog { room: file_name(room), log });
    }
    let stands = first_named(room, |name| matches!(name, CORPUS | RECORD))?;
    match stands {
        Some(file) if !force => Err(RenderError::Stands { room: file_name(room), file }),
        _ => Ok(()),
    }
}

/// The first name in a folder that fits, if there is such a folder.
fn first_named(folder: &Path, fits: impl Fn(&str) -> bool) -> Result<Option<String>, RenderError> {
    let names = match atomic::names_in(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        names => names.map_err(RenderError::writing(folder))?,
    };
    let names = names.into_iter().filter_map(|name| name.into_string().ok());
    Ok(names.filter(|name| fits(name)).min())
}

/// A room that is written but not in its place yet; dropped it is gone.
///
/// Where nothing stands the room is a folder that takes its place at once. In a folder that is there already its files
/// do: both are on the disk before either takes its place, and a corpus that is replaced goes first. However this ends,
/// no corpus stands beside a record that is not its own; and where it ends in an error, the old ones are back.
#[derive(Debug)]
pub(crate) struct Unfinished {
    room: PathBuf,
    folder: Option<PendingFolder>,
    record: Pending,
    corpus: Pending,
    header: Header,
}

/// The files of a room.
const RECORD: &str = "record.jsonl";
const CORPUS: &str = "corpus.txt";

impl Unfinished {
    /// Writes what is to be a room in the folder `room`, whose parent must be there.
    pub(crate) fn write(room: &Path, threads: &[Ordered<Kept>], given: &Given) -> io::Result<Self> {
        let kept = || threads.iter().flat_map(|thread| &thread.items).map(|placed| &placed.item);
        let given = Given {
            repeated: kept().map(|kept| kept.repeated).sum(),
            surrogates: kept().map(|kept| kept.surrogates).sum(),
            ..given.clone()
        };
        let folder = match fs::symlink_metadata(room) {
            Ok(_) => None,
            Err(_) => Some(PendingFolder::beside(room)?),
        };
        let at = folder.as_ref().map_or(room, PendingFolder::path);
        if folder.is_none() {
            atomic::clear(room, &[RECORD, CORPUS, "record.jsonl.idx", "corpus.txt.idx"]);
        }
        fs::create_dir_all(at.join("out"))?;
        let mut record = Pending::beside(&at.join(RECORD))?;
        let hash = corpus::write_record(threads, &mut record)?;
        let rendered = corpus::render(threads, &given, hash);
        let mut corpus = Pending::beside(&at.join(CORPUS))?;
        rendered.write(&mut corpus)?;
        record.flush()?;
        corpus.flush()?;
        Ok(Self { room: room.to_owned(), folder, record, corpus, header: rendered.header })
    }

    /// The folder that it is to be.
    pub(crate) fn room(&self) -> &Path {
        &self.room
    }

    /// Puts the room on the disk and in its place. The name of a new folder is the caller's to sync.
    pub(crate) fn place(mut self) -> Result<Summary, Unplaced> {
        self.record.sync()?;
        self.corpus.sync()?;
        if let Some(folder) = self.folder {
            self.record.place()?;
            self.corpus.place()?;
            index_both(folder.path());
            folder.place(&self.room)?;
        } else {
            // The corpus goes first and comes last, both ways.
            let old_corpus = Aside::hide(&self.room.join(CORPUS))?;
            atomic::sync_folder(Some(&self.room))?;
            let old_record = Aside::keep(&self.room.join(RECORD));
            self.record.place()?;
            atomic::sync_folder(Some(&self.room))?;
            self.corpus.place()?;
            old_record.forget();
            old_corpus.forget();
            atomic::sync_folder(Some(&self.room)).map_err(Unplaced::MayNotLast)?;
            index_both(&self.room);
        }
        let Header { community, threads, items, chars, .. } = self.header;
        Ok(Summary { room: file_name(&self.room), community, threads, items, chars })
    }
}

/// Indexes a room. An index only saves time: a room that could not have one is whole.
fn index_both(room: &Path) {
    for file in [RECORD, CORPUS] {
        let _ = index::write(&room.join(file));
    }
}

#[cfg(test)]
pub(crate) mod tests;
