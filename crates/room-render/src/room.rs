//! A room: one community's items chosen, put in order, and written to a folder whole or not at all.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use room_core::atomic::{self, Pending};
use room_core::corpus::{self, Given, Header, Ordered, file_name};
use room_core::index;
use room_core::record::Kept;
use serde::Serialize;

use crate::RenderError;
use crate::dump::{self, Community};
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

/// Makes the room of one community. `progress` is told now and then how many lines were read.
pub fn room(
    raw: &Path,
    folder: &Path,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Summary, RenderError> {
    let raw = Raw::at(raw)?;
    may_write(folder, options.force)?;
    let (community, skipped) = dump::one(&raw, options.community.as_deref(), options.skip_bad, progress)?;
    let name = community.name.clone();
    let threads = within(ordered(community), options);
    if threads.is_empty() {
        return Err(RenderError::no_item(options));
    }
    write(folder, &sliced(threads, options), &given(name, skipped, options))
}

/// Makes a room of every community, each in a folder of `folder` with its name. Of those with fewer than `min_items`
/// items in the span none is made.
pub fn rooms(
    raw: &Path,
    folder: &Path,
    min_items: u64,
    options: &Options,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<Summary>, RenderError> {
    let raw = Raw::at(raw)?;
    let (communities, skipped) = dump::all(&raw, options.community.as_deref(), options.skip_bad, progress)?;
    let (mut met, mut taken, mut planned) = (false, HashSet::new(), Vec::new());
    for community in communities {
        let name = community.name.clone();
        let place = folder_of(folder, name.as_deref(), &mut taken);
        let threads = within(ordered(community), options);
        met |= !threads.is_empty();
        let items: usize = threads.iter().map(|thread| thread.items.len()).sum();
        if u64::try_from(items).is_ok_and(|items| items >= min_items.max(1)) {
            // Nothing is written before everything may be.
            may_write(&place, options.force)?;
            planned.push((place, name, threads));
        }
    }
    if !met {
        return Err(RenderError::no_item(options));
    }
    let written = planned.into_iter().map(|(place, name, threads)| {
        write(&place, &sliced(threads, options), &given(name, skipped, options))
    });
    written.collect()
}

/// The folder of a community's room: its name in lower case, `unknown` without one, `_` for what no folder's name
/// should hold. Of two communities that would share one the second gets a further `_`.
fn folder_of(folder: &Path, name: Option<&str>, taken: &mut HashSet<String>) -> PathBuf {
    let name = name.map_or_else(|| "unknown".to_owned(), dump::key);
    let plain = |(at, c): (usize, char)| match c {
        '/' | '\\' => '_',
        '.' if at == 0 => '_',
        c if c.is_control() => '_',
        c => c,
    };
    let mut name: String = name.char_indices().map(plain).collect();
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    folder.join(name)
}

type Threads = Vec<Ordered<Kept>>;

/// A community's threads, in order.
fn ordered(community: Community) -> Threads {
    corpus::order(community.lines.finish())
}

/// The threads whose first item is in the span. What has no time is in none.
fn within(mut threads: Threads, options: &Options) -> Threads {
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
fn sliced(mut threads: Threads, options: &Options) -> Threads {
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

fn given(community: Option<String>, skipped: u64, options: &Options) -> Given {
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
fn may_write(room: &Path, force: bool) -> Result<(), RenderError> {
    let is_log =
        |name: &str| name.strip_prefix('_').is_some_and(|name| name.strip_suffix(".jsonl").is_some());
    let log = match first_named(&room.join("out"), is_log)? {
        Some(log) => Some(format!("out/{log}")),
        None => first_named(room, |name| name.ends_with(".queries.jsonl"))?,
    };
    if let Some(log) = log {
        return Err(RenderError::HasLog { room: file_name(room), log });
    }
    let stands = first_named(room, |name| matches!(name, "corpus.txt" | "record.jsonl"))?;
    match stands {
        Some(file) if !force => Err(RenderError::Stands { room: file_name(room), file }),
        _ => Ok(()),
    }
}

/// The first name in a folder that fits, if there is such a folder.
fn first_named(folder: &Path, fits: impl Fn(&str) -> bool) -> Result<Option<String>, RenderError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(RenderError::writing(folder))?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(RenderError::writing(folder))?.file_name();
        names.extend(name.to_str().filter(|name| fits(name)).map(str::to_owned));
    }
    Ok(names.into_iter().min())
}

/// Writes a room. Both files are on the disk before either takes its place, and a corpus that is replaced goes first:
/// however this ends, no corpus stands beside a record that is not its own.
fn write(room: &Path, threads: &[Ordered<Kept>], given: &Given) -> Result<Summary, RenderError> {
    let kept = || threads.iter().flat_map(|thread| &thread.items).map(|placed| &placed.item);
    let given = Given {
        repeated: kept().map(|kept| kept.repeated).sum(),
        surrogates: kept().map(|kept| kept.surrogates).sum(),
        ..given.clone()
    };
    let header = write_files(room, threads, &given).map_err(RenderError::writing(room))?;
    let Header { community, threads, items, chars, .. } = header;
    Ok(Summary { room: file_name(room), community, threads, items, chars })
}

fn write_files(room: &Path, threads: &[Ordered<Kept>], given: &Given) -> io::Result<Header> {
    fs::create_dir_all(room.join("out"))?;
    let (record_place, corpus_place) = (room.join("record.jsonl"), room.join("corpus.txt"));
    let mut record = Pending::beside(&record_place)?;
    let hash = corpus::write_record(threads, &mut record)?;
    let rendered = corpus::render(threads, given, hash);
    let mut text = Pending::beside(&corpus_place)?;
    rendered.write(&mut text)?;
    text.flush()?;
    record.sync()?;
    text.sync()?;
    atomic::remove(&corpus_place)?;
    record.finish()?;
    text.finish()?;
    for file in [&record_place, &corpus_place] {
        // An index only saves time: a room that could not have one is whole.
        let _ = index::write(file);
    }
    Ok(rendered.header)
}

#[cfg(test)]
mod tests;
