//! `cite-case`: the readers' outputs, read, cited, searched and counted by the aggregator.
//!
//! An address is a case, a collection of it and a section, and every place in a section is in code points. `section`
//! and `cite` open one case; `cases`, `find` and `count` read many on all cores.

mod cite;
mod count;
mod desk;
mod find;
mod list;
mod older;
mod scope;
mod section;
mod state;
#[cfg(test)]
mod tests;
mod verbs;

pub use verbs::Verb;

/// The label of this tool's refusals.
const CASE_ERROR: &str = "CaseError";
