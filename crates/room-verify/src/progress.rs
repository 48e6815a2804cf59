//! How far a long check is, on standard error, where that is a terminal and a second has passed.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a call may take before anything is shown.
const QUIET: Duration = Duration::from_secs(1);
/// How often what is shown is drawn anew.
const TICK: Duration = Duration::from_millis(120);

/// Does some work, which counts its steps where it knows how many there are, and shows meanwhile how far it is.
pub(crate) fn shown<T>(steps: Option<usize>, work: impl FnOnce(&ProgressBar) -> T) -> T {
    let template =
        if steps.is_some() { "{bar:40} {pos}/{len} rooms" } else { "{spinner} checking, {elapsed}" };
    let bar = ProgressBar::with_draw_target(steps.map(|steps| steps as u64), ProgressDrawTarget::hidden());
    bar.set_style(ProgressStyle::with_template(template).expect("the template is sound"));
    let (done, told) = mpsc::channel::<()>();
    let shown = &bar;
    std::thread::scope(|scope| {
        let waits = move || {
            if told.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
                // Hidden still where standard error is no terminal.
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
                // Until the work is done, and the channel with it.
                let _ = told.recv();
            }
            shown.finish_and_clear();
        };
        // Where the system gives no more threads, nothing is shown.
        let _ = std::thread::Builder::new().spawn_scoped(scope, waits);
        let result = work(shown);
        drop(done);
        result
    })
}
