//! `verify-room`: did all of it hold? For the scheduler and the researcher.
//!
//! A brief's quotations against the record, the journal against corpus and reads, the logs against themselves, the
//! corpus against its record; of one room or of a folder of rooms. Nothing is logged and nothing changed; `--html`
//! writes a page of it.

mod brief;
mod check;
mod error;
mod gather;
mod input;
mod journal;
mod page;
mod progress;
mod reads;
mod report;
mod resolve;
mod room;
mod rooms;
mod table;
mod verbs;

pub use error::VerifyError;
pub use verbs::Verb;
