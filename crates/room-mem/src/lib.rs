//! `mem`: the aggregator's store. What one stage learned and the next needs.
//!
//! Notes under keys, every version kept, some with evidence, in one append-only log: `ROOT/out/_mem.jsonl`. A call reads
//! that file once, from its start to its end, checks it, and holds of each record what it needs (`store`); it keeps
//! no index, so there is nothing to go stale.

mod change;
mod check;
mod desk;
mod error;
mod evidence;
mod find;
mod get;
mod history;
mod items;
mod list;
mod name;
mod put;
mod state;
mod store;
#[cfg(test)]
mod tests;
mod verbs;

pub use error::MemError;
pub use verbs::Verb;
