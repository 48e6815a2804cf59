//! Windows, against a model that splits the whole file.

use proptest::prelude::*;

use super::*;

fn ask(from: u64, to: Option<u64>, cap: u64) -> Ask {
    Ask { from, to, byte_from: 0, numbered: false, cap }
}

fn read(bytes: &[u8], ask: &Ask) -> Window {
    // A tiny buffer, so that every line crosses its end somewhere.
    window(&mut std::io::BufReader::with_capacity(3, bytes), ask).unwrap()
}

#[test]
fn a_window_ends_at_its_line_its_cap_or_the_file() {
    let bytes = b"one\ntwo\nthree";
    let all = read(bytes, &ask(1, None, 99));
    assert_eq!(
        (all.content.as_str(), all.lines, all.more, all.total),
        ("one\ntwo\nthree", 3, false, Some(3))
    );
    let part = read(bytes, &ask(2, Some(2), 99));
    assert_eq!((part.content.as_str(), part.more, part.total), ("two\n", true, None));
    let last = read(bytes, &ask(3, Some(3), 99));
    assert_eq!((last.content.as_str(), last.more, last.total), ("three", false, Some(3)));
    let capped = read(bytes, &ask(1, None, 9));
    assert_eq!((capped.content.as_str(), capped.lines, capped.more), ("one\ntwo\n", 2, true));
    let none = read(bytes, &ask(9, None, 99));
    assert_eq!((none.content.as_str(), none.lines, none.more, none.total), ("", 0, false, Some(3)));
    assert_eq!(read(b"", &ask(1, None, 9)).total, Some(0));
    assert_eq!(read(b"x\n", &ask(2, None, 9)).total, Some(1));
}

#[test]
fn an_over_long_line_comes_cut_at_a_character_and_goes_on_from_there() {
    let line = "aé€😀b\n".as_bytes();
    let mut ask = ask(1, Some(1), 3);
    let mut parts = Vec::new();
    loop {
        let window = read(line, &ask);
        assert!(window.is_utf8 && window.lines == 1);
        parts.push(window.content);
        let Some(next) = window.next_byte else { break };
        ask.byte_from = next;
    }
    assert_eq!(parts, ["aé", "€", "😀", "b\n"]);
    ask.byte_from = 12;
    let past = window(&mut &line[..], &ask).unwrap_err();
    assert_eq!(past.to_string(), "line 1 has only 12 bytes");
}

#[test]
fn a_cut_line_is_utf8_only_if_what_is_returned_was() {
    assert!(read("\u{fffd}xxxxx".as_bytes(), &ask(1, None, 3)).is_utf8);
    let broken = read(b"\xffxxxxx", &ask(1, None, 3));
    assert_eq!((broken.content.as_str(), broken.is_utf8, broken.next_byte), ("\u{fffd}", false, Some(1)));
    assert!(!read(b"\xff", &ask(1, None, 3)).is_utf8);
}

#[test]
fn a_line_that_only_its_replacement_makes_too_long_is_whole_and_not_cut() {
    let last = read(b"\xff", &ask(1, None, 1));
    assert_eq!((last.content.as_str(), last.next_byte, last.more), ("\u{fffd}", None, false));
    assert_eq!(last.total, Some(1));
    let first = read(b"\n\xff\n\n", &ask(2, None, 3));
    assert_eq!((first.content.as_str(), first.next_byte, first.more), ("\u{fffd}", Some(1), true));
}

#[test]
fn numbers_count_against_the_cap() {
    let mut ask = ask(9, None, 14);
    ask.numbered = true;
    let text = "\n".repeat(8) + "ab\ncd\n";
    assert_eq!(read(text.as_bytes(), &ask).content, "9→ab\n");
    ask.cap = 15;
    assert_eq!(read(text.as_bytes(), &ask).content, "9→ab\n10→cd\n");
    assert_eq!(numbered("ab\n\nc"), "1→ab\n2→\n3→c");
}

proptest! {
    /// Windows of any size, put together, are the file; and each knows whether it is the last.
    #[test]
    fn windows_put_together_are_the_file(
        bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>(), Just(0xe2)], 0..60),
        cap in 1_u64..12,
    ) {
        let (mut text, mut line, mut byte_from) = (String::new(), 1, 0);
        for _ in 0..200 {
            let window = read(&bytes, &Ask { from: line, to: None, byte_from, numbered: false, cap });
            text += &window.content;
            if !window.more {
                prop_assert_eq!(window.total, Some(count_lines(&bytes)));
                break;
            }
            prop_assert!(!window.content.is_empty(), "a call that returns nothing gets nobody on");
            byte_from = window.next_byte.unwrap_or(0);
            if window.next_byte.is_none() {
                line += window.lines;
            }
        }
        prop_assert_eq!(text, String::from_utf8_lossy(&bytes));
    }
}
