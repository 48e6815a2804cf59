//! What every tool stands on, whatever it reads.
//!
//! | module | holds |
//! | --- | --- |
//! | [`cli`] | the grammar, the help and the one `main` of all tools |
//! | [`refusal`] | how a call fails: one line, one exit code |
//! | [`log`] | append-only JSON Lines: locked, chained, healed |
//! | [`environment`] | the only place that looks at the clock and the environment |
//! | [`json`] | the one JSON form of every answer, record and log |
//! | [`text`] | code points and spans: what every offset counts |
//! | [`graphemes`] | where a text may be cut without splitting what a reader sees as one |
//! | [`time`] | times as flags and corpora write them |
//! | [`atomic`] | files that appear whole or not at all |
//! | [`map`] | a file's bytes, mapped or read whole |
//! | [`threads`] | work on all cores |
//! | [`table`] | keys to places, looked up where the bytes lie |
//!
//! Nothing here knows what a room holds: that is `room-corpus`.

pub mod atomic;
pub mod cli;
pub mod environment;
pub mod graphemes;
pub mod json;
pub mod log;
pub mod map;
pub mod refusal;
pub mod table;
pub mod text;
pub mod threads;
pub mod time;
