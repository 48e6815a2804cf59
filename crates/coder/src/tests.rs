//! The functions as their callers see them: payloads in, answers out, files on the disk.

mod batches;
mod denied;
mod looking;
mod reads;
mod room;
mod streams;
mod writes;
