//! What the tools of a room share: its record, its corpus, and what was served, cited and decided of them.
//!
//! | module | holds |
//! | --- | --- |
//! | [`id`] | how items and threads are named, typed and told apart |
//! | [`record`] | the items as data: the lines people have, brought to one form |
//! | [`corpus`] | the record rendered as text: written, parsed and searched in one place |
//! | [`index`] | ids to places in a corpus or record, so that a call costs the same on any size |
//! | [`matching`] | a quotation looked for in a body: exact, folded, or a helpful miss |
//! | [`citation`] | a span with its words, as `cite` answers and `emit` and `mem` take it |
//! | [`find`] | a regular expression looked for in bodies |
//! | [`reads`] | what `_read.jsonl` says was served |
//! | [`serve`] | the verbs both reading tools have: logged, then printed |
//! | [`journal`] | what `_journal.jsonl` says was decided, and what of it stands |
//! | [`cases`] | the readers' outputs, one folder a case: collections of sections |
//!
//! The command line, logs and refusals under it are `room-core`'s.

pub mod cases;
pub mod citation;
pub mod corpus;
pub mod find;
pub mod id;
pub mod index;
pub mod journal;
pub mod matching;
pub mod reads;
pub mod record;
pub mod serve;
