//! The tools coding agents expect, on the same jail, reading and limits as the nine functions.
//!
//! An answer has `text`, what the verb prints, beside its structured fields.

mod display;
mod edit;
mod find;
mod read;
mod search;
mod write;

pub use edit::{Context, Edit, EditTool, FileEdited, Hunk, ToolEdit};
pub use find::{FileFound, FindTool, ToolFind};
pub use read::{FileRead, ReadTool, Summary, ToolRead};
pub use search::{Match, SearchTool, ToolSearch};
pub use write::{FileWritten, ToolWrite, WriteTool};
