//! `emit`: what was decided. Append-only `out/_journal.jsonl`.
//!
//! Each decision is checked against the record at the call: its words are cut again from the corpus, and must have been
//! served by a reading tool.

mod decide;
mod error;
mod retract;
mod state;
mod verbs;

pub use error::EmitError;
pub use verbs::Verb;
