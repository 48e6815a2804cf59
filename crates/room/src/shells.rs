//! `room completions SHELL` and `room man DIR`: what a shell and a reader of manuals want, drawn from the verb tables.

use std::ffi::OsString;
use std::path::Path;

use clap::{Command, ValueEnum as _};
use clap_complete::Shell;
use clap_mangen::Man;
use room_core::atomic::{self, Unplaced};
use room_core::cli::UsageError;
use room_core::refusal::{Failure, Refuse};

/// Manual pages that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write '{page}': {why}. Name a folder: room man DIR")]
struct ManError {
    page: String,
    why: Unplaced,
}

impl Refuse for ManError {
    fn label(&self) -> &'static str {
        "ManError"
    }
}

/// The script that makes a shell complete the words of `room`.
pub(crate) fn completions(mut room: Command, words: Vec<OsString>) -> Result<String, Failure> {
    let shells: Vec<_> = Shell::value_variants().iter().map(ToString::to_string).collect();
    let named = the_one_word(words).and_then(|word| Shell::from_str(&word.to_string_lossy(), false).ok());
    let shell = named.ok_or_else(|| {
        UsageError::new(format!("say which shell: room completions SHELL, one of {}", shells.join(", ")))
    })?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut room, "room", &mut script);
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// Writes `room.1`, a page a tool (`room-read.1`) and a page a verb (`room-read-thread.1`) into a folder; gives how many.
pub(crate) fn man(mut room: Command, words: Vec<OsString>) -> Result<String, Failure> {
    let folder = the_one_word(words).ok_or_else(|| UsageError::new("say where to: room man DIR"))?;
    let folder = Path::new(&folder);
    let failed = |path: &Path, why| ManError { page: path.to_string_lossy().into_owned(), why };
    std::fs::create_dir_all(folder).map_err(|why| failed(folder, why.into()))?;
    room.build();
    let pages = pages(&room);
    for (name, page) in &pages {
        let path = folder.join(name);
        atomic::write(&path, page).map_err(|why| failed(&path, why))?;
    }
    Ok(format!("{} pages in {}\n", pages.len(), folder.display()))
}

/// A command's page, then those of all below it.
fn pages(command: &Command) -> Vec<(String, Vec<u8>)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).expect("a Vec takes every write");
    let below = command.get_subcommands().flat_map(pages);
    std::iter::once((man.get_filename(), page)).chain(below).collect()
}

/// The only word, unless it looks like a flag.
fn the_one_word(words: Vec<OsString>) -> Option<OsString> {
    let [word] = <[OsString; 1]>::try_from(words).ok()?;
    (!word.to_string_lossy().starts_with('-')).then_some(word)
}
