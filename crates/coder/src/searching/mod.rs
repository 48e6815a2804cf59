//! Looking through many files: a walk in parallel whose results come in order, and a pattern in one file.
//!
//! | module | holds |
//! | --- | --- |
//! | `scan` | the walk |
//! | `targets` | what a list of paths and globs names |
//! | `filter` | what of a walk is looked at |
//! | `ignored` | a tree's own rules about that |
//! | `pattern` | the lines of one file that match |
//! | `window` | long lines, shown around a match |

mod filter;
mod ignored;
mod pattern;
mod scan;
mod targets;
mod window;

pub use filter::{Filter, Look, Passed, sweep};
pub use pattern::{Hit, Pattern};
pub use scan::{Event, Scan, scan};
pub use targets::{OneOrMore, PathGlob, Targets};
pub use window::{around, clipped};

/// What is wrong with a regular expression, from the parser's drawing of it: its last line.
pub(crate) fn reason(drawing: &str) -> String {
    let last = drawing.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it cannot be read");
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}
