//! The functions as their callers see them: payloads in, answers out, files on the disk.

#![expect(clippy::disallowed_methods, reason = "tests make files by hand and look at what became of them")]

mod batches;
mod denied;
mod looking;
mod reads;
mod room;
mod streams;
mod tool_edits;
mod tool_finds;
mod tool_inside;
mod tool_reads;
mod tool_searches;
mod writes;
