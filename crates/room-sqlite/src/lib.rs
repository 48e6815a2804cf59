//! What is in an SQLite database, as text: its tables, a table's rows, one row, the answer to one SELECT.
//!
//! The threat: a database is a program for whoever opens it. Views, triggers and virtual tables run when they are read; a
//! row can be as large as the file, and a SELECT can run for ever. So it is opened read-only, nothing of its schema is
//! trusted, only reading is authorised, and time, memory and what is shown are bounded.
//!
//! | module | holds |
//! | --- | --- |
//! | `selector` | what is asked: `users`, `users:1`, `users?where=…`, `?q=SELECT …` |
//! | `syntax` | what stands outside quotes in a piece of SQL |
//! | `open` | a database opened, and that it is the file that was meant |
//! | `show` | the answers |
//! | `grid` | rows as a table of text |
//! | `error` | why a call is refused |

mod error;
mod grid;
mod open;
mod selector;
mod show;
mod syntax;

pub use error::SqliteError;
pub use open::{Bounds, has_extension, has_magic};
pub use selector::{Order, Rows, Selector};
pub use show::show;

#[cfg(test)]
mod tests;
