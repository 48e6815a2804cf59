//! A limit on the size of files, at and around every size a call's files have before and after.

use std::collections::BTreeSet;
use std::process::Command;

use crate::report::{Row, Size, ends};
use crate::trial::{Tally, Trial, calls, each};
use crate::whole::Fault;
use crate::world::{State, World, command_under};

/// Every call under every limit that makes a difference to it.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    let name = "a limit on the size of files";
    if Command::new("prlimit").arg("--version").output().is_err() {
        return Ok(vec![Row::skipped(name, "prlimit is needed")]);
    }
    let calls = calls(size == Size::Small);
    let tally = each(world, &calls, &[State::First, State::Going, State::Torn], |trial| {
        let mut tally = Tally::default();
        for limit in limits(trial) {
            let room = world.laid(trial.call, trial.state);
            let under = ["prlimit", &format!("--fsize={limit}:{limit}")];
            let outcome = room.run(command_under(&room, &under, trial.call.said), trial.call.said.input);
            let code = outcome.code;
            let judged = trial.judge(&room, outcome, Fault::Error, || ());
            tally.add("limit", code, judged.map_err(|why| format!("{name}, {limit} bytes: {why}")));
        }
        Ok(tally)
    })?;
    let tried = format!("{} runs of {} calls", tally.runs(), calls.len());
    Ok(vec![Row::new(name, tried, ends(tally.all())).with(tally.wrong)])
}

/// No byte, one byte, and the sizes before and after of what the call changes, one less, one more, and between.
fn limits(trial: &Trial<'_>) -> BTreeSet<usize> {
    let mut limits = BTreeSet::from([0, 1]);
    for (path, held) in &trial.clean.after {
        let stood = trial.before.get(path);
        if stood != Some(held) {
            let length = |held: Option<&Option<Vec<u8>>>| held.and_then(Option::as_ref).map_or(0, Vec::len);
            let (old, new) = (length(stood), length(Some(held)));
            limits.extend([
                old.saturating_sub(1),
                old,
                old + 1,
                old.midpoint(new),
                new.saturating_sub(1),
                new,
            ]);
        }
    }
    limits
}
