//! A pattern looked for in bodies: Rust's `regex` syntax, Unicode, the first match of each body.

mod pattern;
mod scan;
mod search;
mod sieve;
mod snippet;
#[cfg(test)]
mod tests;

pub use pattern::{Pattern, PatternError};
pub use scan::{Addressed, Answer, Hit, gather, scan, scan_in_shares};
pub use search::{Address, search};
