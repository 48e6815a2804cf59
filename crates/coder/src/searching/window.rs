//! Long lines, shown where it matters.

/// The start of a line, cut at a character; at most `most` bytes of it.
pub fn clipped(line: &[u8], most: usize) -> String {
    around(line, 0..0, most).0
}

/// At most `most` bytes of a line around a place in it, cut at characters, and where in the line they begin (bytes).
///
/// A line that fits comes whole; one whose place lies within its first `most` bytes from its start; any other with the
/// place in the middle.
pub fn around(line: &[u8], place: std::ops::Range<usize>, most: usize) -> (String, usize) {
    if line.len() <= most {
        return (String::from_utf8_lossy(line).into_owned(), 0);
    }
    let start = if place.end <= most {
        0
    } else {
        let spare = most.saturating_sub(place.len());
        let start = place.start.saturating_sub(spare / 2).min(line.len() - most);
        forward_to_character(line, start)
    };
    let end = back_to_character(line, (start + most).min(line.len())).max(start);
    (String::from_utf8_lossy(&line[start..end]).into_owned(), start)
}

/// The first place from `at` on that is not inside a character.
fn forward_to_character(line: &[u8], at: usize) -> usize {
    (at..line.len()).take(4).find(|&at| !is_continuation(line[at])).unwrap_or(at)
}

/// The last place up to `at` that is not inside a character; `at` itself where the bytes are no UTF-8.
fn back_to_character(line: &[u8], at: usize) -> usize {
    let mut place = at;
    while place > 0 && at - place < 4 && line.get(place).is_some_and(|&byte| is_continuation(byte)) {
        place -= 1;
    }
    if line.get(place).is_some_and(|&byte| is_continuation(byte)) { at } else { place }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_its_place_and_whole_characters() {
        assert_eq!(around("needle€x".as_bytes(), 0..6, 7), ("needle".into(), 0));
        assert_eq!(around(b"short", 3..4, 5), ("short".into(), 0));
        let line = "€".repeat(100) + "needle" + &"€".repeat(100);
        let (text, start) = around(line.as_bytes(), 300..306, 20);
        assert_eq!((text.as_str(), start), ("€€needle€€", 294));
        let (end, start) = around(line.as_bytes(), 603..606, 9);
        assert_eq!((end.as_str(), start), ("€€€", 597));
        assert_eq!(clipped("é€".as_bytes(), 4), "é");
        assert_eq!(clipped(b"\x80\x80\x80\x80\x80\x80", 5).chars().count(), 5);
    }
}
