//! The checks of one room, put together.

use std::io::ErrorKind::NotFound;
use std::path::{Path, PathBuf};

use room_core::log::{Survey, survey};
use room_core::refusal::Failure;
use room_corpus::corpus::{self, Corpus, file_name};
use room_corpus::{journal as journal_log, reads as reads_log};

use crate::brief;
use crate::error::VerifyError;
use crate::gather::{Gathered, Wanted};
use crate::report::{Brief, Faults, Log, Report};
use crate::resolve::{named, resolve};
use crate::room::Room;
use crate::{input, journal, reads};

/// Which parts of a room are checked.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// The brief: the one named, or the room's.
    Brief(Option<PathBuf>),
    Journal,
    Reads,
    Corpus,
    /// All that the room has.
    All,
}

/// How a check is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Whether only `exact` and `normalised` hold.
    pub(crate) strict: bool,
    /// Hashes of lines that the logs must have.
    pub(crate) heads: Vec<String>,
}

/// What was checked, and the brief it was read from.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) report: Report,
    /// The brief's text, where it was checked.
    pub(crate) brief: Option<String>,
}

/// Checks parts of a room.
pub(crate) fn check(
    tool: &'static str,
    room: &Room,
    part: &Part,
    options: &Options,
) -> Result<Checked, Failure> {
    let mut report = Report::new(tool, room.name());
    let mut text = None;
    let place = match part {
        Part::Brief(Some(place)) => Some(place.clone()),
        Part::Brief(None) => match room.brief() {
            Some(place) => Some(place),
            None => return Err(VerifyError::NoBrief { room: room.name() }.into()),
        },
        Part::All => room.brief(),
        _ => None,
    };
    if let Some(place) = place {
        let read = input::brief(&place)?;
        report.brief = Some(check_brief(&place, &read, room)?);
        text = Some(read);
    }
    if !matches!(part, Part::Brief(_)) {
        let corpus = room.corpus()?;
        logs(&corpus, part, options, &mut report)?;
        if matches!(part, Part::Corpus | Part::All) {
            report.corpus = Some(Faults { faults: corpus::check(&room.corpus_path())? });
        }
    }
    report.settle(options.strict);
    Ok(Checked { report, brief: text })
}

fn check_brief(place: &Path, text: &str, room: &Room) -> Result<Brief, Failure> {
    let source = room.source()?;
    let found = brief::find(text);
    let names = named(&found.names(), &source)?;
    let quotes = found.settle(|name| names.is_item(name));
    let resolved = resolve(&quotes, &names, &source)?;
    Ok(Brief::new(file_name(place), quotes.into_iter().zip(resolved).collect()))
}

/// Checks the journal, the reads or both.
fn logs(corpus: &Corpus, part: &Part, options: &Options, report: &mut Report) -> Result<(), Failure> {
    let (journal_place, reads_place) = (journal_log::place(corpus), reads_log::place(corpus));
    // A head that is expected of a log that is gone must be missed; one that cannot be looked at is not gone.
    let is_gone = |path: &Path| path.symlink_metadata().is_err_and(|error| error.kind() == NotFound);
    let has = |path: &Path| !is_gone(path) || !options.heads.is_empty();
    let (check_journal, check_reads) = match part {
        Part::Journal => (true, false),
        Part::Reads => (false, true),
        Part::All => (has(&journal_place.path), has(&reads_place.path)),
        Part::Brief(_) | Part::Corpus => return Ok(()),
    };
    let reads_log = survey(&reads_place)?;
    let journal_log = if check_journal { Some(survey(&journal_place)?) } else { None };
    let mut wanted = Wanted::default();
    reads::want(&reads_log, &mut wanted);
    if let Some(journal) = &journal_log {
        journal::want(journal, &mut wanted);
    }
    let gathered = Gathered::from(corpus, &wanted)?;
    if let Some(journal) = &journal_log {
        report.journal = Some(log(journal, journal::faults(journal, &reads_log, &gathered)));
    }
    if check_reads {
        report.reads = Some(log(&reads_log, reads::faults(&reads_log, corpus, &gathered)?));
    }
    let checked: Vec<&Survey> = journal_log.iter().chain(check_reads.then_some(&reads_log)).collect();
    let missed = missed_heads(&checked, &options.heads);
    for log in [&mut report.journal, &mut report.reads].into_iter().flatten() {
        log.faults.extend(missed.iter().cloned());
    }
    Ok(())
}

fn log(survey: &Survey, more: Vec<String>) -> Log {
    let mut faults = survey.faults.clone();
    // A line that is no record at all was told once already.
    faults.extend(more);
    faults.dedup();
    Log { records: survey.history.len(), head: survey.history.head(), faults }
}

/// The heads that no line of the checked logs has.
fn missed_heads(logs: &[&Survey], heads: &[String]) -> Vec<String> {
    let mut left: Vec<&String> = heads.iter().collect();
    for log in logs {
        if left.is_empty() {
            break;
        }
        for head in log.heads() {
            left.retain(|wanted| **wanted != head);
        }
    }
    let missed = |head: &String| {
        format!("no line has the hash {head}: what was logged up to there was changed or cut")
    };
    left.into_iter().map(missed).collect()
}
