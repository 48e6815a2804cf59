//! What a source file looks like without its bodies.
//!
//! [`outline`] parses a source with tree-sitter and says of every line whether it is shown, folded onto the line above it
//! or elided: signatures stay, bodies of four lines and more go, and no line is in two places or in none. The crate
//! knows what may be elided, not how it is displayed, nor how much may be: those are its caller's.
//!
//! | module | holds |
//! | --- | --- |
//! | `language` | which grammar a file's name calls for |
//! | `tables` | what of a language's syntax may be elided, as data |
//! | `engine` | a tree walked by a table: the lines it elides |
//! | `outline` | those lines as units, every line of the source in one |

mod engine;
mod language;
mod outline;
mod tables;

pub use language::Language;
pub use outline::{Outline, Unit, outline};

#[cfg(test)]
mod tests;
