//! Makes rooms from raw dumps: bytes (`raw`) to lines (`stream`), lines to communities (`dump`, `spill`), a
//! community to a room on the disk ([`room`]), all of them (`bulk`). A room is checked against its own record by
//! [`room_corpus::corpus::check`].

mod bulk;
mod dump;
mod error;
mod index;
mod progress;
mod raw;
mod room;
mod spill;
mod stream;
mod verbs;

pub use bulk::rooms;
pub use error::RenderError;
pub use index::{Indexed, index};
pub use progress::Step;
pub use room::{Options, Summary, room};
pub use verbs::Verb;
