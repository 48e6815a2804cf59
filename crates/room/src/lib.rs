//! `room`: one program for all the study's tools, so that no shell takes `read` for its own, and a demonstration.
//!
//! The study's tools run in this very process. `coder` is the program beside this one, so that nobody who reads a
//! corpus loads what only a file tool needs.

mod demo;
mod multicall;
mod shells;
mod transcript;

pub use multicall::main;
