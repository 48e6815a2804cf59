//! Replacements of every match of a pattern, on bytes.

use regex::bytes::Captures;

use super::captures::snippet;
use super::marks::{Carry, Mark};
use super::op::Compiled;
use crate::error::{Code, CoderError};

/// How many places of one replacement are marked for the echo.
const MOST_MARKS: usize = 5;

/// A replacement that is not made.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplaceError {
    /// There are more or fewer matches than the caller expects.
    #[error("{0} matches")]
    Count(u64),
    /// The result would be over the limit.
    #[error("more than {0} bytes")]
    TooLarge(u64),
}

/// Replaces every match. Marks made before are carried to their new places, and those of this replacement added.
pub fn replace(
    bytes: &[u8],
    op: &Compiled,
    op_index: usize,
    limit: u64,
    marks: &mut Vec<Mark>,
) -> Result<Vec<u8>, ReplaceError> {
    if let Some(expected) = op.asked.expect_matches {
        let found = op.regex.find_iter(bytes).count() as u64;
        if found != expected {
            return Err(ReplaceError::Count(found));
        }
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut carry = Carry::new(marks);
    let (mut kept, mut total, mut mine) = (0, 0, Vec::new());
    let mut put = |range: std::ops::Range<usize>, captures: Option<&Captures<'_>>| {
        out.extend_from_slice(&bytes[kept..range.start]);
        let start = out.len();
        match (&op.literal, captures) {
            (Some(text), _) => out.extend_from_slice(text),
            (None, Some(captures)) => captures.expand(op.asked.replacement.as_bytes(), &mut out),
            (None, None) => {}
        }
        carry.replaced(range.clone(), start..out.len());
        if mine.len() < MOST_MARKS {
            mine.push(start..out.len());
        }
        kept = range.end;
        total += 1;
        if out.len() as u64 > limit { Err(ReplaceError::TooLarge(limit)) } else { Ok(()) }
    };
    if op.literal.is_some() {
        op.regex.find_iter(bytes).try_for_each(|found| put(found.range(), None))?;
    } else {
        op.regex
            .captures_iter(bytes)
            .try_for_each(|captures| put(captures.get_match().range(), Some(&captures)))?;
    }
    out.extend_from_slice(&bytes[kept..]);
    // Each mark of this replacement was made in the new bytes, so only the older ones were carried.
    carry.rest(bytes.len(), out.len());
    marks.extend(mine.into_iter().map(|place| Mark {
        op_index,
        start: place.start,
        end: place.end,
        replacements: Some(total),
    }));
    if out.len() as u64 > limit { Err(ReplaceError::TooLarge(limit)) } else { Ok(out) }
}

impl ReplaceError {
    /// The failure as a caller can use it.
    pub(super) fn told(&self, index: usize, op: &Compiled) -> CoderError {
        let pattern = snippet(&op.asked.pattern);
        let expected = op.asked.expect_matches.unwrap_or(0);
        match self {
            ReplaceError::TooLarge(limit) => CoderError::new(
                Code::C213,
                format!(
                    "ops[{index}]: the result would have more than {limit} bytes, which max_write_bytes allows"
                ),
            ),
            ReplaceError::Count(found) => {
                let advice = match (*found, expected) {
                    (0, _) => {
                        "Check the anchors with coder::search, or set \"dot_matches_newline\": true if it spans lines"
                            .to_owned()
                    }
                    (_, 0) => "Look at the places with coder::search".to_owned(),
                    (found, _) => format!("Make the pattern say more, or accept \"expect_matches\": {found}"),
                };
                CoderError::bad(format!(
                    "ops[{index}]: the pattern '{pattern}' has {found} matches, expect_matches is {expected}. \
                     {advice}. Nothing was written"
                ))
            }
        }
    }
}
