//! The items as data: the lines people have, brought to one form.
//!
//! A dump's bytes become [`Lines`], each of them a [`Line`] in whichever form it has, the lines of one community a
//! [`Gathering`] in which every item is once and has a name of its own, and that the [`Item`]s of a record.
//! [`Source`] is what `cite` cites from.

mod canonical;
mod fields;
mod gather;
mod item;
mod line;
mod lines;
#[cfg(test)]
pub(crate) mod nasty;
mod number;
mod packed;
mod shares;
mod source;
mod surrogate;
mod titles;

pub(crate) use canonical::parts_of;
pub use gather::{Gathering, Kept};
pub use item::{Content, Item};
pub use line::{Bad, Line, Titles};
pub use lines::{Lines, lines_of};
pub use packed::unpacked;
pub use shares::{Share, Unread};
pub use source::{Cited, Source};
pub use titles::titles;
