//! `rooms`: a folder of rooms, checked on all cores.

use std::path::Path;

use rayon::prelude::*;
use room_core::refusal::Failure;

use crate::check::{Options, Part, check};
use crate::progress;
use crate::report::{Report, Rooms};
use crate::room::Room;

/// Checks every room in a folder. One that cannot be checked is told and does not stop the others.
pub(crate) fn rooms(tool: &'static str, folder: &Path, options: &Options) -> Result<Rooms, Failure> {
    let found = Room::all_in(folder)?;
    let one = |room: &Room| match check(tool, room, &Part::All, options) {
        Ok(checked) => checked.report,
        Err(failure) => Report { ok: false, error: failure.line(), ..Report::new(tool, room.name()) },
    };
    let reports: Vec<Report> = progress::shown(Some(found.len()), |bar| {
        let counted = |room: &Room| {
            let report = one(room);
            bar.inc(1);
            report
        };
        found.par_iter().map(counted).collect()
    });
    let ok = reports.iter().all(|room| room.ok);
    Ok(Rooms { tool, reports, ok })
}
