//! Where one may cut: never inside what a reader takes for one character.

use unicode_segmentation::GraphemeCursor;

use crate::text::Bytes;

/// The last grapheme boundary at or before a place. Looks only as far around it as the rules need.
pub fn boundary_at_or_before(text: &str, at: Bytes) -> Bytes {
    let mut at = at.0.min(text.len());
    while !is_boundary(text, at) {
        at -= 1;
    }
    Bytes(at)
}

/// The first grapheme boundary at or after a place.
pub fn boundary_at_or_after(text: &str, at: Bytes) -> Bytes {
    let mut at = at.0.min(text.len());
    while !is_boundary(text, at) {
        at += 1;
    }
    Bytes(at)
}

fn is_boundary(text: &str, at: usize) -> bool {
    text.is_char_boundary(at)
        && GraphemeCursor::new(at, text.len(), true)
            .is_boundary(text, 0)
            .expect("a cursor over the whole text lacks no context")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::*;

    proptest! {
        #[test]
        fn a_boundary_is_one_of_the_whole_text(text in "[a\r\n\u{301}\u{200d}👩👧🇳🇱각\u{1100}\u{1161}क\u{94d}ष]{0,24}") {
            let mut all: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
            all.push(text.len());
            for (at, _) in text.char_indices() {
                let before = all.iter().rev().find(|boundary| **boundary <= at).unwrap();
                let after = all.iter().find(|boundary| **boundary >= at).unwrap();
                prop_assert_eq!(boundary_at_or_before(&text, Bytes(at)), Bytes(*before));
                prop_assert_eq!(boundary_at_or_after(&text, Bytes(at)), Bytes(*after));
            }
        }
    }
}
