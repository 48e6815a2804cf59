//! Folders and files that may not be written: by their modes, and by a file system that takes nothing.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use room_testkit::Room;

use crate::disk::{Disk, Kind};
use crate::report::{Row, Size, ends};
use crate::trial::{Tally, calls, each};
use crate::whole::Fault;
use crate::world::{State, World, command, command_under};

/// What a superuser, whom no mode stops, runs programs under.
const NOBODY: [&str; 4] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

/// Every call where nothing may be written.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    Ok(vec![by_mode(world, size)?, by_disk(world, size)?])
}

fn by_mode(world: &World, size: Size) -> anyhow::Result<Row> {
    let name = "read-only folders and files";
    let under: &[&str] = if rustix::process::geteuid().is_root() { &NOBODY } else { &["env"] };
    // The other user must reach the programs.
    let reached =
        Command::new(under[0]).args(&under[1..]).arg(world.programs[0].path).arg("--version").output();
    if !reached.is_ok_and(|said| said.status.success()) {
        return Ok(Row::skipped(name, "no other user can run the programs here"));
    }
    let calls = calls(size == Size::Small);
    let tally = each(world, &calls, &[State::First, State::Going, State::Torn], |trial| {
        let room = world.laid(trial.call, trial.state);
        set_modes(&room, 0o555, 0o444)?;
        let outcome = room.run(command_under(&room, under, trial.call.said), trial.call.said.input);
        let code = outcome.code;
        let ease = || set_modes(&room, 0o755, 0o644).expect("one's own files have the modes one gives them");
        let judged = trial.judge(&room, outcome, Fault::Error, ease);
        let mut tally = Tally::default();
        tally.add("mode", code, judged.map_err(|why| format!("{name}: {why}")));
        Ok(tally)
    })?;
    let tried = format!("{} runs of {} calls", tally.runs(), calls.len());
    Ok(Row::new(name, tried, ends(tally.all())).with(tally.wrong))
}

fn set_modes(room: &Room, folders: u32, files: u32) -> anyhow::Result<()> {
    let set = |path: &Path, mode: u32| fs::set_permissions(path, Permissions::from_mode(mode));
    // Folders first get modes that let us at what is in them.
    set(&room.path(""), folders)?;
    for (path, held) in room.contents() {
        set(&room.path(&path), if held.is_some() { files } else { folders })?;
    }
    Ok(())
}

fn by_disk(world: &World, size: Size) -> anyhow::Result<Row> {
    let name = "a read-only file system";
    if Disk::new(Kind::Tmpfs).is_none() {
        return Ok(Row::skipped(name, "no file system can be mounted"));
    }
    let calls = calls(size == Size::Small);
    let tally = each(world, &calls, &[State::First, State::Going, State::Torn], |trial| {
        let mut tally = Tally::default();
        let Some(disk) = Disk::new(Kind::Tmpfs) else { return Ok(tally) };
        let room = world.laid_in(disk.path(), trial.call, trial.state);
        anyhow::ensure!(disk.read_only(true)?, "a file system of our own can be made read-only");
        let outcome = room.run(command(&room, trial.call.said), trial.call.said.input);
        let code = outcome.code;
        let ease = || assert!(disk.read_only(false).is_ok_and(|done| done), "and be written again");
        let judged = trial.judge(&room, outcome, Fault::Error, ease);
        tally.add("disk", code, judged.map_err(|why| format!("{name}: {why}")));
        Ok(tally)
    })?;
    let tried = format!("{} runs of {} calls", tally.runs(), calls.len());
    Ok(Row::new(name, tried, ends(tally.all())).with(tally.wrong))
}
