//! Makes rooms from raw dumps, and checks them: bytes to lines ([`raw`]), lines to communities ([`dump`]), a
//! community to a room on the disk ([`room`]). A room is checked against its own record by [`room_core::corpus::check`].

mod dump;
mod error;
mod progress;
mod raw;
mod room;
mod verbs;

pub use error::RenderError;
pub use room::{Options, Summary, room, rooms};
pub use verbs::Verb;
