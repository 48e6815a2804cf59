//! What every tool of the reading room shares.
//!
//! | module | holds |
//! | --- | --- |
//! | [`id`] | how items and threads are named, typed and told apart |
//! | [`record`] | the items as data: the lines people have, brought to one form |
//! | [`corpus`] | the record rendered as text: written, parsed and searched in one place |
//! | [`index`] | ids to places in a corpus or record, so that a call costs the same on any size |
//! | [`cases`] | the readers' outputs, one folder a case: collections of sections |
//! | [`time`] | times as flags and corpora write them |
//! | [`text`] | code points and spans: what every offset counts |
//! | [`matching`] | a quotation looked for in a body: exact, folded, or a helpful miss |
//! | [`find`] | a regular expression looked for in bodies |
//! | [`log`] | append-only JSON Lines: locked, chained, healed |
//! | [`reads`] | what `_read.jsonl` says was served |
//! | [`refusal`] | how a call fails: one line, one exit code |
//! | [`cli`] | the grammar, the help and the one `main` of all tools |
//! | [`json`] | the one JSON form of every answer, record and log |
//! | [`atomic`] | files that appear whole or not at all |
//! | [`door`] | the only place that looks at the clock and the environment |
//!
//! Nothing here prints but `cli`, nothing exits, and nothing reads the clock or the environment but `door`.

pub mod atomic;
pub mod cases;
pub mod citation;
pub mod cli;
mod cores;
pub mod corpus;
pub mod door;
pub mod find;
pub mod graphemes;
pub mod id;
pub mod index;
pub mod journal;
pub mod json;
pub mod log;
mod map;
pub mod matching;
pub mod reads;
pub mod record;
pub mod refusal;
pub mod serve;
pub mod text;
pub mod time;
