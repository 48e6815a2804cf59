//! Appending: decide under the lock, write whole lines in one call, cut back what did not fit.

use std::fs::File;
use std::io::{self, Write as _};
use std::ops::Range;
use std::time::Duration;

use super::entry::{self, Entry, Once, Stamp};
use super::file::{Locked, PATIENCE};
use super::recall::{Keyed, Recall};
use super::tail::Tail;
use super::torn::Aside;
use super::{History, LogError, Place};
use crate::atomic::sync_folder;
use crate::refusal::Failure;

/// A log that this process alone may append to, until it does or the writer is dropped.
#[derive(Debug)]
pub struct Writer {
    locked: Locked,
    place: Place,
    tail: Tail,
    history: Option<History>,
}

/// What an append left in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The lines as they stand in the log, without their newlines.
    pub lines: Vec<String>,
    /// Their numbers.
    pub seqs: Range<u64>,
}

/// Opens a log for a verb that logs, waiting at most ten seconds for others; makes it where there is none.
///
/// The end and the first record are checked here, all of it in [`Writer::history`]. A writer that is dropped without
/// an append takes the file and the folders it made away again.
pub fn open(place: &Place) -> Result<Writer, LogError> {
    open_within(place, PATIENCE)
}

/// [`open`], waiting at most this long.
pub(super) fn open_within(place: &Place, patience: Duration) -> Result<Writer, LogError> {
    let locked = Locked::open(place, patience)?;
    let tail = Tail::read(locked.file(), place)?;
    Ok(Writer { locked, place: place.clone(), tail, history: None })
}

impl Writer {
    /// Every record so far, checked. No other call adds one while this writer lives.
    pub fn history(&mut self) -> Result<&History, LogError> {
        let history = match self.history.take() {
            Some(history) => history,
            None => History::read(self.locked.file(), &self.place)?,
        };
        Ok(self.history.insert(history))
    }

    /// What the log says, by its hint where there is one. No other call adds a record while this writer lives.
    pub fn recall<K: Keyed>(&self) -> Result<Recall<K>, LogError> {
        Recall::locked(&self.place, self.locked.shared())
    }

    /// Writes all these records or, where it refuses, none of them. No record leaves the log as it was.
    ///
    /// A torn last line is set aside first. In a durable log the records are on the disk when this returns; where only
    /// that fails, the failure says that they stand.
    pub fn append(self, entries: &[Entry]) -> Result<Appended, Failure> {
        self.append_at(entries, &Stamp::now())
    }

    /// [`Writer::append`] at a given time and try.
    pub(super) fn append_at(mut self, entries: &[Entry], stamp: &Stamp) -> Result<Appended, Failure> {
        let Tail { chain, whole, torn } = self.tail;
        let seqs = chain.records + 1..chain.records + 1 + entries.len() as u64;
        if entries.is_empty() {
            return Ok(Appended { lines: Vec::new(), seqs });
        }
        let once = Once {
            record: self.place.record.as_deref().filter(|_| chain.records == 0),
            recovered: (torn > 0).then_some(torn),
        };
        let lines = entry::lines(entries, chain, stamp, once);
        let bytes: Vec<u8> = lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect();

        let log = self.locked.file();
        let aside = if torn > 0 { Some(Aside::set(log, &self.place, whole, torn)?) } else { None };
        if let Err(why) = write_once(log, &bytes) {
            log.set_len(whole).map_err(|_| not_cut_back(&self.place, &why))?;
            if let Some(aside) = aside {
                aside.put_back(log);
            }
            return Err(LogError::not_written(&self.place, why).into());
        }
        // The order of records is fixed by now, so others need not wait for our disk.
        self.locked.release();
        self.flush().map_err(|why| not_flushed(&self.place, &why))?;
        Ok(Appended { lines, seqs })
    }

    /// Makes the records last, and the names on the way to a log's first record. Tried once: after a failed flush the
    /// system may have dropped what it could not write, and a second one would succeed for nothing.
    fn flush(&self) -> io::Result<()> {
        if self.place.durable {
            self.locked.file().sync_data()?;
        }
        if self.tail.chain.records == 0 {
            sync_folder(self.place.path.parent())?;
            self.locked.made().iter().try_for_each(|folder| sync_folder(folder.parent()))?;
        }
        Ok(())
    }
}

/// Writes all bytes in one call of the system, or says why not; what a short write left is the caller's to cut off.
pub(super) fn write_once(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    loop {
        match file.write(bytes) {
            Ok(written) if written == bytes.len() => return Ok(()),
            Ok(written) => {
                let why = format!("only {written} of {} bytes fit", bytes.len());
                return Err(io::Error::new(io::ErrorKind::WriteZero, why));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn not_cut_back(place: &Place, why: &io::Error) -> Failure {
    let file = place.name();
    let why = format!(
        "{file} was not written whole ({why}) and could not be cut back: look at state before trying again"
    );
    Failure::AfterTheRecord { label: "LogError", why }
}

fn not_flushed(place: &Place, why: &io::Error) -> Failure {
    let file = place.name();
    let why = format!("recorded in {file}, but it may not last ({why}): look at state before trying again");
    Failure::AfterTheRecord { label: "LogError", why }
}
