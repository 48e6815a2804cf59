//! The nine functions.

mod create_file;
mod delete_file;
pub(crate) mod digest;
mod info;
mod list_folder;
mod move_entries;
mod read_file;
mod search;
mod tree;
mod update_file;

pub(crate) use create_file::yes;
pub use create_file::{CreateFile, Created, NewFile};
pub use delete_file::{DeleteFile, Deleted, ToDelete};
pub use info::{Info, InfoRequest};
pub use list_folder::{ListFolder, ListedEntry, Listing};
pub use move_entries::{Move, Moved, ToMove};
pub use read_file::{Batch, Read, ReadFile, ReadRequest, Target};
pub use search::{ContentMatch, Found, PathMatch, Search, Skipped};
pub use tree::{Node, Snapshot, Tree, Truncated};
pub use update_file::{ToUpdate, UpdateFile, Updated};

use serde::Serialize;

/// The results of a batch.
#[derive(Debug, Serialize)]
pub struct Results<T> {
    /// One an entry, in order.
    pub results: Vec<T>,
}

/// What a kind of file is called in answers.
pub(crate) fn kind_word(kind: room_jail::Kind) -> &'static str {
    match kind {
        room_jail::Kind::File => "file",
        room_jail::Kind::Folder => "dir",
        room_jail::Kind::Link => "symlink",
        room_jail::Kind::Special => "other",
    }
}
