//! Every place of a needle in a text, overlapping ones too, in linear time whatever the two look like.

use memchr::memmem;

/// Calls `found` with the byte offset of each occurrence, in order, until it answers `false`.
pub(super) fn each(text: &str, needle: &str, mut found: impl FnMut(usize) -> bool) {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let Some(first) = memmem::find(text, needle) else { return };
    if !found(first) {
        return;
    }
    // From the second on, by the borders of the needle: a search that begins anew after each hit would be quadratic in
    // texts that repeat themselves.
    let borders = borders(needle);
    let mut matched = borders[needle.len() - 1];
    for (at, byte) in text.iter().enumerate().skip(first + needle.len()) {
        while matched > 0 && needle[matched] != *byte {
            matched = borders[matched - 1];
        }
        if needle[matched] == *byte {
            matched += 1;
        }
        if matched == needle.len() {
            if !found(at + 1 - needle.len()) {
                return;
            }
            matched = borders[matched - 1];
        }
    }
}

/// For each prefix of the needle, the length of its longest proper border.
fn borders(needle: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    let mut length = 0;
    for at in 1..needle.len() {
        while length > 0 && needle[length] != needle[at] {
            length = borders[length - 1];
        }
        if needle[length] == needle[at] {
            length += 1;
        }
        borders[at] = length;
    }
    borders
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn all(text: &str, needle: &str) -> Vec<usize> {
        let mut places = Vec::new();
        super::each(text, needle, |at| {
            places.push(at);
            true
        });
        places
    }

    proptest! {
        #[test]
        fn every_place_is_found_and_no_other(text in "[abé]{0,30}", needle in "[abé]{1,4}") {
            let naive: Vec<usize> =
                text.char_indices().map(|(at, _)| at).filter(|at| text.split_at(*at).1.starts_with(&needle)).collect();
            prop_assert_eq!(all(&text, &needle), naive);
        }
    }
}
