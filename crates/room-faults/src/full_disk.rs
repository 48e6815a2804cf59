//! Small file systems with room for a few blocks, none to begin with.

use crate::disk::{Disk, Kind};
use crate::report::{Row, Size, ends};
use crate::trial::{Tally, calls, each};
use crate::whole::Fault;
use crate::world::{State, World, command};

/// Every call on a disk with room for none, one, two … blocks.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    [Kind::Tmpfs, Kind::Ext4].into_iter().map(|kind| one(world, kind, size)).collect()
}

fn one(world: &World, kind: Kind, size: Size) -> anyhow::Result<Row> {
    let name = format!("a full disk ({kind:?})").to_lowercase();
    if Disk::new(kind).is_none() {
        return Ok(Row::skipped(name, "no file system can be mounted"));
    }
    let most = u64::try_from(size.of(1, 12))?;
    let calls = calls(size == Size::Small);
    let tally = each(world, &calls, &[State::First, State::Going, State::Torn], |trial| {
        let mut tally = Tally::default();
        let Some(disk) = Disk::new(kind) else { return Ok(tally) };
        for blocks in 0..=most {
            let room = world.laid_in(disk.path(), trial.call, trial.state);
            disk.fill(blocks)?;
            let outcome = room.run(command(&room, trial.call.said), trial.call.said.input);
            let code = outcome.code;
            let judged =
                trial.judge(&room, outcome, Fault::Error, || disk.empty().expect("a file can be removed"));
            tally.add("full", code, judged.map_err(|why| format!("{name}, {blocks} blocks: {why}")));
        }
        Ok(tally)
    })?;
    let tried = format!("{} runs of {} calls, room for 0 to {most} blocks", tally.runs(), calls.len());
    Ok(Row::new(name, tried, ends(tally.all())).with(tally.wrong))
}
