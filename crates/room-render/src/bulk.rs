//! Rooms of all communities of a dump: read once, each community's lines set aside, then made into rooms one by one.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use room_core::atomic;
use room_core::record::Gathering;

use crate::RenderError;
use crate::dump::{self, SetAside};
use crate::progress::Step;
use crate::raw::Raw;
use crate::room::{Options, Summary, Threads, Unplaced, given, may_write, ordered, sliced, within};
use crate::spill::Spill;
use crate::turns::Turns;

/// How many rooms may wait for the disk beside those that are being made.
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
        let mut largest_first: Vec<_> = plans.into_iter().enumerate().collect();
        largest_first.sort_by_key(|(_, plan)| Reverse(self.spill.bytes(plan.community.pile)));
        let turns = Turns::new(largest_first);
        let (tell, told) = channel();
        let outcomes = thread::scope(|scope| {
            for _ in 0..turns.at_once() + SYNCING {
                let (tell, turns) = (tell.clone(), &turns);
                scope.spawn(move || self.make_some(turns, &tell));
            }
            drop(tell);
            let mut outcomes: Vec<_> = std::iter::repeat_with(|| None).take(of).collect();
            for (rooms, (at, outcome)) in told.into_iter().enumerate() {
                if outcome.is_err() {
                    turns.end();
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
            atomic::sync_folder(Some(self.folder)).map_err(RenderError::writing(self.folder))?;
        }
        Ok(made)
    }

    /// Makes rooms, one after the other, for as long as there are any to be made.
    fn make_some(&self, turns: &Turns<(usize, Plan)>, tell: &Sender<(usize, Result<Outcome, RenderError>)>) {
        while let Some(turn) = turns.next() {
            let (at, plan) = turn.of();
            let written = self.write(plan);
            let (at, place) = (*at, plan.place.clone());
            // The next room is made while this one goes to the disk.
            drop(turn);
            let outcome = written.and_then(|written| match written {
                Ok(written) => written.place().map(Outcome::Made).map_err(RenderError::writing(&place)),
                Err(outcome) => Ok(outcome),
            });
            if tell.send((at, outcome)).is_err() {
                return;
            }
        }
    }

    /// Writes a community's room, or says why it has none.
    fn write(&self, plan: &Plan) -> Result<Result<Unplaced, Outcome>, RenderError> {
        let threads = self.threads(&plan.community)?;
        if threads.is_empty() {
            return Ok(Err(Outcome::Nothing));
        }
        if !self.is_enough(&threads) {
            return Ok(Err(Outcome::Few));
        }
        let given = given(plan.community.name.clone(), self.skipped, self.options);
        let written = atomic::make_folders(self.folder)
            .and_then(|()| Unplaced::write(&plan.place, &sliced(threads, self.options), &given));
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

#[cfg(test)]
mod tests;
