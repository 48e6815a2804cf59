//! A quotation looked for in a body: the one matcher of `cite`, `emit`, `verify-room`, `mem` and `cite-case`.
//!
//! Exact first. If the words do not stand there, both sides are [folded](Folded): quotation marks, dashes, white space
//! and canonically equivalent spellings are taken as equal, and nothing else is. What comes back is always a place in
//! the body as it stands; what the caller typed is only ever a question.

mod classes;
mod fold;
mod locate;
mod loose;
mod miss;
mod occurrences;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use fold::Folded;
pub use locate::{Found, Quote, first, locate};
pub use miss::{Loosened, Miss, Nearest};

/// How a quotation agrees with the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Matched {
    /// Code point for code point.
    Exact,
    /// Once both sides are folded.
    Normalised,
}
