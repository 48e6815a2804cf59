//! Makes rooms from raw dumps, and checks them: bytes ([`raw`]) to lines ([`stream`]), lines to communities ([`dump`],
//! [`spill`]), a community to a room on the disk ([`room`]), all of them ([`bulk`]), a room against its own record
//! ([`check`]).

mod bulk;
mod check;
mod dump;
mod error;
mod progress;
mod raw;
mod room;
mod spill;
mod stream;
mod turns;
mod verbs;

pub use bulk::rooms;
pub use check::check;
pub use error::RenderError;
pub use progress::Step;
pub use room::{Options, Summary, room};
pub use verbs::Verb;
