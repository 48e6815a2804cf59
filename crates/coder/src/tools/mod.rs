//! The tools coding agents expect, on the same jail, reading and limits as the nine functions.
//!
//! An answer has `text`, what the verb prints, beside its structured fields.

mod read;

pub use read::{FileRead, ReadTool, ToolRead};
