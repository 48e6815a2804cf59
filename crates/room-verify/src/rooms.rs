//! `rooms`: a folder of rooms, checked on all cores.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use room_core::refusal::Failure;

use crate::check::{Options, Part, check};
use crate::report::{Report, Rooms};
use crate::room::Room;

/// How long a call may take before a terminal is shown how far it is.
const QUIET: Duration = Duration::from_secs(1);

/// Checks every room in a folder. One that cannot be checked is told and does not stop the others.
pub(crate) fn rooms(tool: &'static str, folder: &Path, options: &Options) -> Result<Rooms, Failure> {
    let found = Room::all_in(folder)?;
    let progress = Progress::new(found.len());
    let one = |room: &Room| {
        let report = match check(tool, room, &Part::All, options) {
            Ok(checked) => checked.report,
            Err(failure) => Report { ok: false, error: failure.line(), ..Report::new(tool, room.name()) },
        };
        progress.step();
        report
    };
    let reports: Vec<Report> = found.par_iter().map(one).collect();
    progress.bar.finish_and_clear();
    let ok = reports.iter().all(|room| room.ok);
    Ok(Rooms { tool, reports, ok })
}

/// A bar on standard error, on a terminal, once a second has passed.
struct Progress {
    bar: ProgressBar,
    since: Instant,
}

impl Progress {
    fn new(rooms: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(rooms as u64), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template("{bar:40} {pos}/{len} rooms").expect("the template is sound");
        Self { bar: bar.with_style(style), since: Instant::now() }
    }

    fn step(&self) {
        if self.bar.is_hidden() && self.since.elapsed() > QUIET {
            // Hidden still where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }
}
