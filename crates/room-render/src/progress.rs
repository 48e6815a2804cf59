//! How far a long reading is, shown to a person who waits for it.

use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far making rooms is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many lines were read.
    Read(u64),
    /// Of so many communities' rooms so many are done.
    Made {
        /// Done.
        rooms: usize,
        /// Of these.
        of: usize,
    },
}

/// How long the work may take before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error, only where that is a terminal and only after a second; gone when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Begins to count the time; shows nothing yet.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self(bar.with_style(ProgressStyle::default_spinner()))
    }

    /// The work has come to this step.
    pub(crate) fn at(&self, step: Step) {
        if self.0.elapsed() < PATIENCE {
            return;
        }
        if self.0.is_hidden() {
            // indicatif stays silent of itself where standard error is no terminal.
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.set_message(match step {
            Step::Read(lines) => format!("{} lines read", HumanCount(lines)),
            Step::Made { rooms, of } => format!("{rooms} of {of} rooms made"),
        });
        self.0.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
