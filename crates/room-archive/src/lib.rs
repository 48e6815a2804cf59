//! What is inside `.tar`, `.tar.gz`, `.tgz` and `.zip`, read from a file that is already open.
//!
//! The threat: an archive is somebody else's program for whoever unpacks it. So nothing is unpacked. Names are text to be
//! looked up and never paths; links are not followed; contents are streamed, and every size, count and ratio that an
//! archive claims is counted again while it is read. The crate opens no file and writes none.
//!
//! | module | holds |
//! | --- | --- |
//! | `kind` | which archive a file's name calls for |
//! | `bounds` | how much one archive may cost |
//! | `error` | why a call is refused |
//! | `name` | the one spelling of a member's name |
//! | `index` | the members by name, the last of each name |
//! | `meter` | the file, and how much of it was consumed |
//! | `guard` | what is expanded, against what was consumed for it |
//! | `tape` | a tar stream, packed or plain |
//! | `tar`, `zip` | the two formats |
//! | `reader` | one member's bytes: as many as were promised, or an error |
//! | `archive` | the calls |

mod archive;
mod bounds;
mod error;
mod guard;
mod index;
mod kind;
mod meter;
mod name;
mod reader;
mod tape;
mod tar;
mod zip;

pub use archive::Archive;
pub use bounds::Bounds;
pub use error::ArchiveError;
pub use index::{Listed, Listing, Member};
pub use kind::Kind;
pub use name::MemberName;
pub use reader::MemberReader;

#[cfg(test)]
mod tests;
