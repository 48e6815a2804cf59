//! What a log says, without a replay of all of it: from a hint beside the log, and from the lines after what it covers.
//!
//! A call that had to replay much writes the next hint. Nothing fails for a hint's sake: whatever is wrong with one, the
//! log is replayed instead, as it is where there is none.

use std::fs::File;
use std::marker::PhantomData;
use std::sync::Arc;

use super::chain::{Digest, in_words};
use super::hint::{Covered, Hint};
use super::history::{self, History};
use super::{LogError, Place, file, tail};
use crate::table::Entry;

/// How many bytes of lines after a hint make the next one due: about a quarter of a millisecond's replay.
const DUE: usize = 64 << 10;

/// A kind of log that can be asked for sums and by keys.
pub trait Keyed {
    /// What a line, a record that stands, adds to the two sums; and the keys it is asked for by, each given to `key`.
    fn read(line: &str, key: &mut dyn FnMut(&str)) -> serde_json::Result<[u64; 2]>;
}

/// A log as far as it was recalled.
#[derive(Debug)]
pub struct Recall<K> {
    place: Place,
    file: Option<Arc<File>>,
    /// What stands for the lines before the rest.
    pub(super) hint: Option<Hint>,
    rest: History,
    sums: [u64; 2],
    keyed: PhantomData<K>,
}

/// Recalls a log for a verb that logs nothing in it; see [`history::replay`] for what is read and what is passed over.
pub fn recall<K: Keyed>(place: &Place) -> Result<Recall<K>, LogError> {
    let Some(file) = file::to_read(place)?.map(Arc::new) else {
        return Recall::of(place, None, None, history::replay(place)?);
    };
    match Recall::hinted(place, &file) {
        Some(recall) => Ok(recall),
        None => Recall::of(place, Some(file), None, history::replay(place)?),
    }
}

impl<K: Keyed> Recall<K> {
    /// Recalls a log whose end and first record were checked, or that nobody else writes to.
    pub(super) fn locked(place: &Place, file: &Arc<File>) -> Result<Self, LogError> {
        match Self::hinted(place, file) {
            Some(recall) => Ok(recall),
            None => Self::of(place, Some(Arc::clone(file)), None, History::read(file, place)?),
        }
    }

    /// By the hint. `None` where there is none, where it does not fit, and where anything else is amiss: the replay of
    /// the whole log says what.
    fn hinted(place: &Place, file: &Arc<File>) -> Option<Self> {
        let hint = Hint::beside(place)?;
        tail::Tail::read(file, place).ok()?;
        let end = tail::End::read(file, hint.covered.bytes).ok()?;
        let covered = hint.covered;
        if end.whole != covered.bytes || Digest::of(end.last.as_ref()?) != covered.chain.head {
            return None;
        }
        let rest = History::after(file, place, covered.bytes, covered.chain).ok()?;
        Self::of(place, Some(Arc::clone(file)), Some(hint), rest).ok()
    }

    fn of(
        place: &Place,
        file: Option<Arc<File>>,
        hint: Option<Hint>,
        rest: History,
    ) -> Result<Self, LogError> {
        let mut sums = hint.as_ref().map_or([0; 2], |hint| hint.covered.sums);
        for (number, line) in rest.numbered() {
            let read = K::read(line, &mut |_| ());
            let adds = read.map_err(|error| LogError::broken(place, number, in_words(&error)))?;
            sums = [0, 1].map(|at: usize| sums[at].saturating_add(adds[at]));
        }
        let recall = Self { place: place.clone(), file, hint, rest, sums, keyed: PhantomData };
        if recall.rest.bytes() > DUE {
            // A hint is never a reason to fail; the next call tries again.
            let _ = recall.write();
        }
        Ok(recall)
    }

    /// The two sums over all lines.
    pub fn sums(&self) -> [u64; 2] {
        self.sums
    }

    /// How many records the log has.
    pub fn len(&self) -> u64 {
        self.rest.len()
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives every line that one of these keys asks for to `take`, in order, and perhaps others of the log.
    ///
    /// A line that `take` cannot read is an error that names it.
    pub fn lines(
        &self,
        keys: &[String],
        mut take: impl FnMut(&str) -> serde_json::Result<()>,
    ) -> Result<(), LogError> {
        let hinted = match (&self.hint, &self.file) {
            (None, _) | (_, None) => return self.give(&self.rest, &mut take),
            (Some(hint), Some(file)) => hint.lines::<K>(file, keys).ok_or(file),
        };
        match hinted {
            Ok(lines) => {
                for line in lines {
                    // The hint knows no numbers, and a line that cannot be read is not the log's to say: it was read.
                    take(&line).map_err(|error| LogError::broken(&self.place, 0, in_words(&error)))?;
                }
                self.give(&self.rest, &mut take)
            }
            Err(file) => self.give(&History::read(file, &self.place)?, &mut take),
        }
    }

    /// Gives every line of a history.
    fn give(
        &self,
        history: &History,
        take: &mut impl FnMut(&str) -> serde_json::Result<()>,
    ) -> Result<(), LogError> {
        history.numbered().try_for_each(|(number, line)| {
            take(line).map_err(|error| LogError::broken(&self.place, number, in_words(&error)))
        })
    }

    /// Writes the hint that covers all that was recalled. `None` where that cannot be.
    fn write(&self) -> Option<()> {
        let mut entries = match &self.hint {
            Some(hint) => hint.entries()?,
            None => Vec::new(),
        };
        let (mut at, mut too_far) = (self.hint.as_ref().map_or(0, |hint| hint.covered.bytes), false);
        for (_, line) in self.rest.numbered() {
            let mut key = |key: &str| match Entry::new(key.as_bytes(), at) {
                Some(entry) => entries.push(entry),
                None => too_far = true,
            };
            K::read(line, &mut key).ok()?;
            at += line.len() as u64 + 1;
        }
        let covered = Covered { bytes: at, chain: self.rest.end(), sums: self.sums };
        (!too_far).then(|| covered.write(entries, &self.place))?
    }
}
