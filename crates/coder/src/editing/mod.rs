//! Edits of a file's bytes. What an edit does not name stays as it is: line ends, broken UTF-8, a missing last newline.
//!
//! Line operations speak of the lines as the caller read them and are applied together; replacements follow, each on
//! what the one before left. Every change leaves a mark, and the marks are carried through what follows, so that the
//! echo shows each at its final place.

mod captures;
mod echo;
mod line_ops;
mod marks;
mod op;
mod replacing;

pub use echo::{Echo, echo};
pub use line_ops::apply_line_ops;
pub use marks::Mark;
pub use op::{LineOp, Op, Ops, Replace};
pub use replacing::{ReplaceError, replace};

use crate::error::{Code, CoderError};

/// What edits made of a file.
#[derive(Debug)]
pub struct Edited {
    /// The new contents.
    pub bytes: Vec<u8>,
    /// What to show of it.
    pub echoes: Vec<Echo>,
    /// Whether there was more to show.
    pub echoes_truncated: bool,
}

/// Applies all operations, or says why one cannot be. A result over `limit` bytes is refused before it is built.
pub fn edit(bytes: &[u8], ops: &Ops, limit: u64) -> Result<Edited, CoderError> {
    let (mut bytes, mut marks) = apply_line_ops(bytes, &ops.lines)?;
    if bytes.len() as u64 > limit {
        let size = bytes.len();
        let why = format!("the result would have {size} bytes; max_write_bytes allows {limit}");
        return Err(CoderError::new(Code::C213, why));
    }
    for (index, op) in &ops.replacements {
        bytes = replace(&bytes, op, *index, limit, &mut marks).map_err(|error| error.told(*index, op))?;
    }
    marks.sort_by_key(|mark| mark.op_index);
    let (echoes, echoes_truncated) = echo(&bytes, &marks);
    Ok(Edited { bytes, echoes, echoes_truncated })
}

#[cfg(test)]
mod tests;
