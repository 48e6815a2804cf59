//! Rooms of all communities of a dump: read once, each community's lines set aside, then made into rooms one by one.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use room_core::atomic::{self, Unplaced};
use room_corpus::record::Gathering;

use crate::RenderError;
use crate::dump::{self, SetAside};
use crate::progress::Step;
use crate::raw::Raw;
use crate::room::{Options, Summary, Threads, Unfinished, given, may_write, ordered, sliced, within};
use crate::spill::Spill;

/// The most rooms made at once, on however many cores: each holds a community in memory.
const MOST_AT_ONCE: usize = 4;

/// How many rooms are put on the disk at once. They hold no community any more.
const SYNCING: usize = 8;

/// How many bytes a folder's name has at most: what every file system takes, less some for further `_`.
const LONGEST_NAME: usize = 240;

/// Makes a room of every community, each in a folder of `folder` with its name. Of those with fewer than `min_items`
/// items in the span none is made.
pub fn rooms(
    raw: &Path,
    folder: &Path,
    min_items: u64,
    options: &Options,
    progress: &mut dyn FnMut(Step),
) -> Result<Vec<Summary>, RenderError> {
    rooms_by(Spill::beside(folder), raw, folder, min_items, options, progress)
}

fn rooms_by(
    mut spill: Spill,
    raw: &Path,
    folder: &Path,
    min_items: u64,
    options: &Options,
    progress: &mut dyn FnMut(Step),
) -> Result<Vec<Summary>, RenderError> {
    let raw = Raw::at(raw)?;
    atomic::clear(folder, &[]);
    let (communities, skipped) = dump::all(&raw, options, &mut spill, progress)?;
    let plans = plans(folder, communities);
    let work = Work { spill: &spill, folder, min_items, options, skipped };
    work.refuse_what_stands(&plans)?;
    work.make_all(plans, progress)
}

/// A room to be made.
struct Plan {
    place: PathBuf,
    community: SetAside,
}

/// The folder of each community's room: its name in lower case, `unknown` without one, `_` for what no folder's name
/// should hold. Who is called as the folder is has it; who would share it gets a further `_`.
fn plans(folder: &Path, communities: Vec<SetAside>) -> Vec<Plan> {
    let wished = |community: &SetAside| community.name.as_deref().map(dump::key);
    let own = |name: &String| plain(name) == *name;
    let mut taken: HashSet<String> = communities.iter().filter_map(wished).filter(own).collect();
    let plans = communities.into_iter().map(|community| {
        let mut name = wished(&community).unwrap_or_else(|| "unknown".to_owned());
        if community.name.is_none() || !own(&name) {
            name = plain(&name);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
        }
        Plan { place: folder.join(name), community }
    });
    plans.collect()
}

/// A name as a folder can have it.
fn plain(name: &str) -> String {
    let plain = |(at, c): (usize, char)| match c {
        '/' | '\\' => '_',
        '.' if at == 0 => '_',
        c if c.is_control() => '_',
        c => c,
    };
    let fits = |(at, c): &(usize, char)| at + c.len_utf8() <= LONGEST_NAME;
    name.char_indices().take_while(fits).map(plain).collect()
}

/// What all rooms of a dump are made from.
struct Work<'a> {
    spill: &'a Spill,
    folder: &'a Path,
    min_items: u64,
    options: &'a Options,
    /// Bad lines of the whole dump.
    skipped: u64,
}

/// What became of a community.
enum Outcome {
    /// No thread of it is in the span.
    Nothing,
    /// It has too few items.
    Few,
    Made(Summary),
}

impl Work<'_> {
    /// Refuses before anything is written, where a room that would be made may not be.
    fn refuse_what_stands(&self, plans: &[Plan]) -> Result<(), RenderError> {
        for plan in plans {
            let Err(refused) = may_write(&plan.place, self.options.force) else { continue };
            let threads = self.threads(&plan.community)?;
            if !threads.is_empty() && self.is_enough(&threads) {
                return Err(refused);
            }
        }
        Ok(())
    }

    /// Makes the rooms, several at a time, and gives them in the order of the plans.
    fn make_all(
        &self,
        plans: Vec<Plan>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Vec<Summary>, RenderError> {
        let of = plans.len();
        let folders = atomic::make_folders(self.folder).map_err(RenderError::writing(self.folder))?;
        let mut line: Vec<_> = plans.into_iter().enumerate().collect();
        line.sort_by_key(|(_, plan)| Reverse(self.spill.bytes(plan.community.pile)));
        let line = Mutex::new(VecDeque::from(line));
        let (tell, told) = channel();
        let outcomes = thread::scope(|scope| {
            let (to_disk, written) = sync_channel(0);
            let written = Arc::new(Mutex::new(written));
            for maker in 0..thread::available_parallelism().map_or(1, usize::from).min(MOST_AT_ONCE) {
                let end = if maker == 0 { VecDeque::pop_front } else { VecDeque::pop_back };
                let (line, to_disk, tell) = (&line, to_disk.clone(), tell.clone());
                scope.spawn(move || self.write_some(|| end(&mut locked(line)), &to_disk, &tell));
            }
            for _ in 0..SYNCING {
                let (written, tell) = (Arc::clone(&written), tell.clone());
                scope.spawn(move || place_some(&written, &tell));
            }
            drop((to_disk, written, tell));
            let mut outcomes: Vec<_> = std::iter::repeat_with(|| None).take(of).collect();
            for (rooms, (at, outcome)) in told.into_iter().enumerate() {
                if outcome.is_err() {
                    locked(&line).clear();
                }
                if let Some(place) = outcomes.get_mut(at) {
                    *place = Some(outcome);
                }
                progress(Step::Made { rooms: rooms + 1, of });
            }
            outcomes
        });
        let outcomes = outcomes.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
        if outcomes.iter().all(|outcome| matches!(outcome, Outcome::Nothing)) {
            return Err(RenderError::no_item(self.options));
        }
        let made = outcomes.into_iter().filter_map(|outcome| match outcome {
            Outcome::Made(summary) => Some(summary),
            Outcome::Nothing | Outcome::Few => None,
        });
        let made: Vec<_> = made.collect();
        if !made.is_empty() {
            folders.keep();
            let lasting = atomic::sync_folder(Some(self.folder)).map_err(Unplaced::MayNotLast);
            lasting.map_err(RenderError::placing(self.folder))?;
        }
        Ok(made)
    }

    /// Writes the room of one community after the other and passes it on to be put in its place.
    ///
    /// One of those who do this takes the largest that is left, the others the smallest: a large community is in memory
    /// only beside small ones.
    fn write_some(
        &self,
        next: impl Fn() -> Option<(usize, Plan)>,
        to_disk: &SyncSender<(usize, Unfinished)>,
        tell: &Sender<(usize, Result<Outcome, RenderError>)>,
    ) {
        while let Some((at, plan)) = next() {
            let passed_on = match self.write(&plan) {
                Ok(Ok(written)) => to_disk.send((at, written)).is_ok(),
                Ok(Err(outcome)) => tell.send((at, Ok(outcome))).is_ok(),
                Err(refused) => tell.send((at, Err(refused))).is_ok(),
            };
            if !passed_on {
                return;
            }
        }
    }

    /// Writes a community's room, or says why it has none.
    fn write(&self, plan: &Plan) -> Result<Result<Unfinished, Outcome>, RenderError> {
        let threads = self.threads(&plan.community)?;
        if threads.is_empty() {
            return Ok(Err(Outcome::Nothing));
        }
        if !self.is_enough(&threads) {
            return Ok(Err(Outcome::Few));
        }
        let given = given(plan.community.name.clone(), self.skipped, self.options);
        let written = Unfinished::write(&plan.place, &sliced(threads, self.options), &given);
        written.map(Ok).map_err(RenderError::writing(&plan.place))
    }

    /// The threads of a community that are in the span.
    fn threads(&self, community: &SetAside) -> Result<Threads, RenderError> {
        let mut lines = Gathering::default();
        let read = self.spill.each_line(community.pile, |line| lines.add(line));
        read.map_err(RenderError::writing(self.spill.folder()))?;
        Ok(within(ordered(lines), self.options))
    }

    fn is_enough(&self, threads: &Threads) -> bool {
        let items: usize = threads.iter().map(|thread| thread.items.len()).sum();
        u64::try_from(items).is_ok_and(|items| items >= self.min_items)
    }
}

/// Puts written rooms on the disk and in their places for as long as any come.
fn place_some(
    written: &Mutex<Receiver<(usize, Unfinished)>>,
    tell: &Sender<(usize, Result<Outcome, RenderError>)>,
) {
    loop {
        let next = locked(written).recv();
        let Ok((at, room)) = next else { return };
        let place = room.room().to_owned();
        let outcome = room.place().map(Outcome::Made).map_err(RenderError::placing(&place));
        if tell.send((at, outcome)).is_err() {
            return;
        }
    }
}

/// What a mutex holds. Nothing of ours leaves it half changed, so a panic elsewhere does no harm to it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
