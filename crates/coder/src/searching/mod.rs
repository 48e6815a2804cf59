//! Looking through many files: a walk in parallel whose results come in order, and a pattern in one file.

mod pattern;
mod scan;
mod window;

pub use pattern::{Hit, Pattern};
pub use scan::{Event, Scan, scan};
pub use window::{around, clipped};

/// What is wrong with a regular expression, from the parser's drawing of it: its last line.
pub(crate) fn reason(drawing: &str) -> String {
    let last = drawing.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it cannot be read");
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}
