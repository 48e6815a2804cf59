//! One call in one state: how it goes without a fault, and what is judged of it with one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use anyhow::ensure;
use room_testkit::{Contents, Outcome, Room};

use crate::calls::{CALLS, Call};
use crate::whole::{Done, Fault, judge, settled};
use crate::world::{State, World, command, say};

/// A call in a state.
pub(crate) struct Trial<'w> {
    pub(crate) world: &'w World,
    pub(crate) call: &'w Call,
    pub(crate) state: State,
    pub(crate) before: Contents,
    pub(crate) clean: Done,
}

impl<'w> Trial<'w> {
    /// Sees how it goes without a fault.
    pub(crate) fn of(world: &'w World, call: &'w Call, state: State) -> anyhow::Result<Self> {
        let room = world.laid(call, state);
        let before = room.contents();
        let outcome = say(&room, call.said);
        let clean = Done::new(&room, outcome);
        ensure!([0, 2].contains(&clean.outcome.code), "{}: {}", call.name(), clean.outcome);
        Ok(Self { world, call, state, before, clean })
    }

    /// Judges a call that met a fault in a room as it was laid. `ease` takes the fault away before the next call.
    pub(crate) fn judge(
        &self,
        room: &Room,
        outcome: Outcome,
        fault: Fault,
        ease: impl FnOnce(),
    ) -> Result<(), String> {
        let done = Done::new(room, outcome);
        let judged = judge(self.call, &self.before, &self.clean, &done, fault);
        ease();
        // Only a call that looks for a hint makes it, and takes away what is left of one.
        let next = match self.state {
            State::Long => self.call.recalls(),
            _ => self.call.next,
        };
        let next = room.run(command(room, next), next.input);
        let fine = judged.and_then(|()| settled(&Done::new(room, next), &self.before, &done.outcome));
        fine.map_err(|why| format!("{} ({:?}): {why}: {}", self.call.name(), self.state, done.outcome))
    }
}

/// What a number of runs came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How they ended, by fault and exit code.
    pub(crate) ends: BTreeMap<(&'static str, i32), usize>,
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, fault: &'static str, code: i32, judged: Result<(), String>) {
        *self.ends.entry((fault, code)).or_default() += 1;
        self.wrong.extend(judged.err());
    }

    fn take(&mut self, other: Tally) {
        other.ends.into_iter().for_each(|(key, count)| *self.ends.entry(key).or_default() += count);
        self.wrong.extend(other.wrong);
    }

    /// How the runs of one fault ended.
    pub(crate) fn of(&self, fault: &str) -> Vec<(i32, usize)> {
        self.ends
            .iter()
            .filter(|((of, _), _)| *of == fault)
            .map(|((_, code), count)| (*code, *count))
            .collect()
    }

    /// How all runs ended.
    pub(crate) fn all(&self) -> BTreeMap<i32, usize> {
        let mut all = BTreeMap::new();
        self.ends.iter().for_each(|((_, code), count)| *all.entry(*code).or_default() += count);
        all
    }

    pub(crate) fn runs(&self) -> usize {
        self.ends.values().sum()
    }
}

/// Tries every call in every of these states that it can begin in, on all cores.
pub(crate) fn each(
    world: &World,
    calls: &[&Call],
    states: &[State],
    one: impl Fn(&Trial<'_>) -> anyhow::Result<Tally> + Sync,
) -> anyhow::Result<Tally> {
    let work = calls.iter().flat_map(|call| states.iter().map(move |state| (*call, *state)));
    let work = work.filter(|(call, _)| call.name().starts_with(&world.only));
    let work: Vec<_> = work.filter(|(call, state)| fits(call, *state)).collect();
    let (line, tally) = (Mutex::new(work.into_iter()), Mutex::new(Tally::default()));
    let worker = || -> anyhow::Result<()> {
        loop {
            let next = line.lock().expect("nobody panics with it").next();
            let Some((call, state)) = next else { return Ok(()) };
            let these = one(&Trial::of(world, call, state)?)?;
            tally.lock().expect("nobody panics with it").take(these);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })?;
    Ok(tally.into_inner().expect("all are done"))
}

/// Every call, or some that write in every way there is.
pub(crate) fn calls(few: bool) -> Vec<&'static Call> {
    const FEW: [&str; 7] = [
        "read windows 3",
        "cite ca2x1 never said",
        "emit code light --span",
        "render room rooms/pier",
        "verify-room all --html page.html",
        "coder call coder::move",
        "coder call coder::delete-file",
    ];
    CALLS.iter().filter(|call| !few || FEW.iter().any(|few| call.name().starts_with(few))).collect()
}

/// Whether a call can begin in a state: some need a log that was begun, few ever look at a hint.
fn fits(call: &Call, state: State) -> bool {
    match state {
        State::First => !call.firsts.is_empty(),
        State::Going => true,
        State::Torn => call.log.is_some(),
        State::Long => {
            ["read windows 3", "read-brief item", "emit code"].iter().any(|of| call.name().starts_with(of))
        }
    }
}
