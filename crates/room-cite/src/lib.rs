//! `cite`: the exact words, or nothing.
//!
//! What is printed is always the record's text, never the caller's; refused citations are logged too.

mod find;
mod log;
mod quote;
mod span;
mod verbs;

pub use verbs::Verb;

/// The label of this tool's refusals.
const CITE_ERROR: &str = "CiteError";
