//! Makes rooms from raw dumps, and checks them: bytes to lines ([`raw`]), lines to communities ([`dump`]), a
//! community to a room on the disk ([`room`]), a room against its own record ([`check`]).

mod check;
mod dump;
mod error;
mod index;
mod progress;
mod raw;
mod room;
mod verbs;

pub use check::check;
pub use error::RenderError;
pub use index::{Indexed, index};
pub use room::{Options, Summary, room, rooms};
pub use verbs::Verb;
