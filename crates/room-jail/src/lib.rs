//! Files inside allowed roots, and nothing else.
//!
//! The threat: whoever asks may name any path, and others (a build, an attacker, a second agent) may change folders and
//! links while we look. So a path is never checked first and used afterwards. It is walked one component at a time from
//! a root's descriptor, links are read and resolved here, and what the walk arrives at is what is used: the same
//! descriptors, the last step opened without following. There is no window between a check and a use.
//!
//! | module | holds |
//! | --- | --- |
//! | `error` | why a call is refused; one constructor for an escape |
//! | `roots` | the folders the jail allows, held open |
//! | `denied` | the globs nothing may touch, under any name and in any letter case |
//! | `resolve` | a path walked to the place it names |
//! | `place` | what a walk arrived at |
//! | `open` | a file opened for reading, special files refused before they are opened |
//! | `folder` | a folder listed and walked down |
//! | `hold` | a file locked for a change |
//! | `create`, `replace` | files made exclusively, and replaced whole or not at all |
//! | `delete`, `rename` | names taken away and moved |
//! | `temporary` | the unguessable siblings that become files |
//! | `undo` | what takes a batch back |
//! | `near` | the names beside one that is missing |
//!
//! Only guarded calls are public: whoever holds a [`Place`] has passed the deny globs, and no function takes a bare path
//! to the system. Linux alone: the jail rests on `O_PATH`, and on `openat2` where the kernel has it.

mod create;
mod delete;
mod denied;
mod error;
mod folder;
mod hold;
mod jail;
mod near;
mod open;
mod place;
mod rename;
mod replace;
mod resolve;
mod roots;
mod temporary;
mod undo;

pub use error::{Escape, JailError, SettingsError};
pub use folder::{Folder, Listed};
pub use hold::Held;
pub use jail::{Jail, Settings};
pub use near::Beside;
pub use open::Opened;
pub use place::{Kind, Last, Meta, Place};
pub use rename::Rename;
pub use roots::Unreachable;
pub use undo::Undo;

#[cfg(test)]
mod tests;
