//! `verify-room` as a whole: rooms made for it, tampered with, and checked by the words of a call.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod brief;
mod logs;
mod many;
mod page;
mod room;
