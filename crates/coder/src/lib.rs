//! `coder`: files inside a jail, for agents.
//!
//! Nine functions, each a file in [`functions`], on one jail ([`room_jail`], the only crate that opens a file for them).
//! They take a request and give a response, both plain serde types, so that the command line ([`Verb`]), a stream of
//! JSON lines ([`call`]) and any server are thin layers over the same calls.
//!
//! | module | holds |
//! | --- | --- |
//! | [`config`] | the operator's file: roots, globs, limits |
//! | [`error`] | C210 to C217, with what a caller needs to go on |
//! | [`request`] | a payload turned into a request, or told which field is wrong |
//! | [`functions`] | the nine functions |
//! | [`tools`] | what coding agents expect of reading, on the same jail |
//! | [`reading`] | lines of a file, in a window that is bounded by what it returns |
//! | [`editing`] | line operations and replacements on bytes, and the echo of what they did |
//! | [`searching`] | a walk in parallel whose results come in order, and a pattern in a file |
//! | [`batch`] | entries done in order, rehearsed, or all taken back |

pub mod batch;
pub mod call;
pub mod config;
pub mod editing;
pub mod error;
pub mod functions;
mod journal;
mod noise;
pub mod reading;
pub mod request;
pub mod searching;
mod text;
pub mod tools;
mod verbs;
mod worker;

pub use error::{Code, CoderError};
pub use verbs::Verb;
pub use worker::Coder;

#[cfg(test)]
mod tests;
