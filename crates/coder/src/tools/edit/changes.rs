//! What became of a text's bytes, edit after edit: which of the old ones were taken out, and what stands there now.

use std::ops::Range;

/// Bytes of the old text, and those of the new one in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// A span of a text, and what comes in its place.
pub(super) type Replacement = (Range<usize>, Vec<u8>);

/// A text that is edited, and how it came from the old one.
#[derive(Debug)]
pub(super) struct Edited {
    pub(super) bytes: Vec<u8>,
    /// In order, apart from one another.
    pub(super) changes: Vec<Change>,
}

impl Edited {
    pub(super) fn new(old: &[u8]) -> Self {
        Self { bytes: old.to_vec(), changes: Vec::new() }
    }

    /// Puts texts in place of spans, which are in order and apart.
    pub(super) fn replace(&mut self, edits: &[Replacement]) {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        let mut copied = 0;
        for (span, text) in edits {
            bytes.extend_from_slice(self.bytes.get(copied..span.start).expect("spans are in order"));
            bytes.extend_from_slice(text);
            copied = span.end;
        }
        bytes.extend_from_slice(self.bytes.get(copied..).expect("spans are in the text"));
        self.changes = composed(&self.changes, edits);
        self.bytes = bytes;
    }
}

/// Changes that overlap or touch become one.
fn composed(changes: &[Change], edits: &[Replacement]) -> Vec<Change> {
    // Both speak of the text between: the changes of what they put there, the edits of what they take away.
    let (mut changes, mut edits) = (changes.iter().peekable(), edits.iter().peekable());
    let mut composed: Vec<Change> = Vec::new();
    // How far the old text lies behind the one between, and the new one before it.
    let (mut behind, mut ahead) = (0_isize, 0_isize);
    loop {
        let start = match (changes.peek(), edits.peek()) {
            (None, None) => return composed,
            (Some(change), None) => change.new.start,
            (None, Some((span, _))) => span.start,
            (Some(change), Some((span, _))) => change.new.start.min(span.start),
        };
        let (old_start, new_start) = (start.strict_add_signed(-behind), start.strict_add_signed(ahead));
        let mut end = start;
        loop {
            if let Some(change) = changes.next_if(|change| change.new.start <= end) {
                end = end.max(change.new.end);
                behind += length(&change.new) - length(&change.old);
            } else if let Some((span, text)) = edits.next_if(|(span, _)| span.start <= end) {
                end = end.max(span.end);
                ahead += signed(text.len()) - length(span);
            } else {
                break;
            }
        }
        let old = old_start..end.strict_add_signed(-behind);
        composed.push(Change { old, new: new_start..end.strict_add_signed(ahead) });
    }
}

fn signed(length: usize) -> isize {
    isize::try_from(length).expect("texts are no larger than memory")
}

fn length(range: &Range<usize>) -> isize {
    signed(range.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever is edited after whatever: outside the changes both texts are the same, byte for byte.
        #[test]
        fn nothing_changes_outside_the_changes(
            old in prop::collection::vec(any::<u8>(), 0..30),
            rounds in prop::collection::vec(prop::collection::vec((0_usize..40, 0_usize..6, prop::collection::vec(any::<u8>(), 0..5)), 0..4), 0..4),
        ) {
            let mut edited = Edited::new(&old);
            for round in rounds {
                let mut edits: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
                let mut from = 0;
                for (skip, length, text) in round {
                    let start = (from + skip % 8).min(edited.bytes.len());
                    let end = (start + length).min(edited.bytes.len());
                    if edits.is_empty() || start > from {
                        from = end;
                        edits.push((start..end, text));
                    }
                }
                edited.replace(&edits);
            }
            let (mut rebuilt, mut copied) = (Vec::new(), 0);
            for change in &edited.changes {
                rebuilt.extend_from_slice(&old[copied..change.old.start]);
                prop_assert_eq!(rebuilt.len(), change.new.start);
                rebuilt.extend_from_slice(&edited.bytes[change.new.clone()]);
                copied = change.old.end;
            }
            rebuilt.extend_from_slice(&old[copied..]);
            prop_assert_eq!(rebuilt, edited.bytes);
            prop_assert!(edited.changes.windows(2).all(|pair| pair[0].new.end < pair[1].new.start));
        }
    }
}
