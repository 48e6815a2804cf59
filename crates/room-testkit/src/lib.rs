//! Private rooms for tests: a folder of its own, a cleared environment, and a call's whole outcome as one text.
//!
//! Nothing here knows the tools' code: rooms are made and worked in by the built programs alone, and what a log must
//! hold is computed anew, so that a fault in the library cannot hide itself.

mod log;
mod outcome;
mod page;
mod program;
mod room;

pub use log::{changed, checked, records};
pub use outcome::{Outcome, redacted};
pub use page::put_between_marks;
pub use program::Program;
pub use room::{Contents, Room};
