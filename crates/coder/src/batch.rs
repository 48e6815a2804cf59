//! Entries of one call: done in order, only rehearsed, or all taken back when one fails.

use room_jail::Undo;

use crate::error::{Code, CoderError};

/// How the entries of a call are done.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// All or nothing.
    pub atomic: bool,
    /// Nothing is written; the answer is as if it had been.
    pub dry_run: bool,
}

/// The answer to one entry.
pub trait Outcome {
    /// Why it failed, if it did.
    fn error(&self) -> Option<&CoderError>;
    /// Turns a success into a failure: another entry failed, and this one was not done, or was taken back.
    fn fail(&mut self, error: CoderError);
}

/// The work on one kind of entry.
pub trait Work<E> {
    /// The answer to an entry.
    type Outcome: Outcome;
    /// Says what would be done, and remembers it for the entries that follow. Writes nothing.
    fn rehearse(&mut self, entry: &E) -> Self::Outcome;
    /// Does it.
    fn perform(&mut self, entry: &E, undo: &mut Undo) -> Self::Outcome;
}

/// Does the entries in their order. An all-or-nothing call is rehearsed first, so that a mistake in the last entry
/// costs nothing; what fails all the same, because the world changed, is taken back.
pub fn run<E, W: Work<E>>(entries: &[E], how: How, work: &mut W) -> Vec<W::Outcome> {
    if how.dry_run || how.atomic {
        let mut rehearsed: Vec<_> = entries.iter().map(|entry| work.rehearse(entry)).collect();
        let failed = how.atomic.then(|| first_failure(&rehearsed)).flatten();
        if let Some(failed) = failed {
            fail_all(&mut rehearsed, failed, "nothing was done");
            return rehearsed;
        }
        if how.dry_run {
            return rehearsed;
        }
    }
    if !how.atomic {
        return entries.iter().map(|entry| work.perform(entry, &mut Undo::off())).collect();
    }
    let mut undo = Undo::on();
    let mut done = Vec::with_capacity(entries.len());
    for entry in entries {
        done.push(work.perform(entry, &mut undo));
        if first_failure(&done).is_some() {
            break;
        }
    }
    match first_failure(&done) {
        None => {
            if let Err(left) = undo.keep() {
                let why = format!("it is done, but what stood there could not all be removed: {left}");
                for outcome in &mut done {
                    outcome.fail(CoderError { stands: true, ..CoderError::new(Code::C216, why.clone()) });
                }
            }
        }
        Some(failed) => {
            done.extend(entries.iter().skip(done.len()).map(|entry| work.rehearse(entry)));
            match undo.take_back() {
                Ok(()) => fail_all(&mut done, failed, "it was taken back"),
                Err(why) => fail_all(&mut done, failed, &format!("taking it back failed: {why}")),
            }
        }
    }
    done
}

fn first_failure(outcomes: &[impl Outcome]) -> Option<usize> {
    outcomes.iter().position(|outcome| outcome.error().is_some())
}

/// Fails the entries that went well, for the one that did not.
fn fail_all(outcomes: &mut [impl Outcome], failed: usize, then: &str) {
    let code = outcomes.get(failed).and_then(Outcome::error).map_or(Code::C210, |error| error.code);
    for outcome in outcomes.iter_mut().filter(|outcome| outcome.error().is_none()) {
        let why = format!("entry {failed} of this all-or-nothing call failed; {then}");
        outcome.fail(CoderError::new(code, why));
    }
}
