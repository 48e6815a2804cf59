use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::classes::{is_dash, is_double_quote, is_single_quote};
use super::*;
use room_core::text::{Chars, Span, cut};

fn find(body: &str, typed: &str) -> Result<Found, Miss> {
    Quote::new(typed).and_then(|quote| locate(body, &quote))
}

#[track_caller]
fn finds(body: &str, typed: &str, words: &str, matched: Matched) {
    let found = find(body, typed).unwrap();
    assert_eq!((cut(body, found.span), found.matched), (Some(words), matched));
}

#[track_caller]
fn misses(body: &str, typed: &str, with: &str) {
    let why = find(body, typed).unwrap_err().why("x", || vec!["y".to_owned()]);
    assert!(why.contains(with), "{why}");
}

#[test]
fn exact_words_win_over_folded_ones() {
    finds("“a” and \"a\"", "\"a\"", "\"a\"", Matched::Exact);
    finds("  ends in blanks  ", "blanks  ", "blanks  ", Matched::Exact);
}

#[test]
fn marks_blanks_and_composition_are_folded_and_the_record_comes_back() {
    finds("It’s open — so", "It's open - so", "It’s open — so", Matched::Normalised);
    finds("first\r\nsecond", "first second", "first\r\nsecond", Matched::Normalised);
    finds("a cafe\u{301} here", "café", "cafe\u{301}", Matched::Normalised);
    finds("10\u{202f}000 people", "10 000 people", "10\u{202f}000 people", Matched::Normalised);
    finds("\u{1112}\u{1161}\u{11ab} is one", "한 is", "\u{1112}\u{1161}\u{11ab} is", Matched::Normalised);
    finds("\u{212b} and \u{2126}", "\u{c5} and \u{3a9}", "\u{212b} and \u{2126}", Matched::Normalised);
    finds("x q\u{307}\u{323} y", "q\u{323}\u{307} y", "q\u{307}\u{323} y", Matched::Normalised);
    finds("so \n much", " so much\t", "so \n much", Matched::Normalised);
    finds("«wide»", "\"wide\"", "«wide»", Matched::Normalised);
}

#[test]
fn case_compatibility_and_marks_are_never_folded() {
    misses("ﬁne", "fine", "not found");
    misses("10² m", "102 m", "not found");
    misses("cafe\u{301} here", "cafe here", "not found");
    misses("\"x\u{301}\" too", "'x", "not found");
    misses("\u{1112}\u{1161}\u{11ab}", "하", "not found");
}

#[test]
fn more_than_one_place_is_refused_overlaps_counted() {
    misses("aaa", "aa", "occurs 2 times in x, at 0, 1: extend it");
    misses("no no no no no no no no no no no no", "no", "at 0, 3, 6, 9, 12, 15, 18, 21, 24, 27 and 2 more");
    misses("‘a’ “b” ‘a’", "'a'", "occurs 2 times in x, once marks");
}

#[test]
fn a_miss_says_what_the_record_has() {
    misses("can\u{200b}vas", "canvas", "but for invisible characters");
    misses("&gt; kept", "> kept", "but for HTML entities");
    misses(
        "a **bad** day",
        "a bad day",
        "but for Markdown marks. Cite it as the record has it at 0: \"a **bad** day\"",
    );
    misses("The Lamp", "the lamp", "but for letter case");
    misses(
        "the lamp was lit at dusk",
        "the lamp was lit at dawn",
        "goes on \"usk\" after its first 21 characters",
    );
    misses("the lamp was lit", "the lamp was lit at dawn", "The record ends after its first 16 characters");
    misses("nothing", "quite other words", "exactly so in y");
    misses("nothing", "", "is empty");
    misses("nothing", " \n\u{3000}", "is empty");
}

#[test]
fn a_near_miss_in_a_million_code_points_is_found_out() {
    let body = "The bell – “rung” twice. ".repeat(40_000) + "The bell was gone.";
    let long = "The bell - \"rung\" twice. ".repeat(20_000) + "The bell was stolen";
    let Err(Miss::Absent(Nearest::Beginning { matched, goes_on, .. })) = find(&body, &long) else { panic!() };
    assert_eq!((matched.0, goes_on.as_str()), (20_000 * 25 + 13, "gone."));
}

/// What folding is, said as slowly and plainly as it can be.
fn plainly(text: &str) -> String {
    let composed: String = text.nfc().collect();
    let mut folded = String::new();
    for c in composed.chars() {
        match c {
            c if c.is_whitespace() => {
                if !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            c if is_single_quote(c) => folded.push('\''),
            c if is_double_quote(c) => folded.push('"'),
            c if is_dash(c) => folded.push('-'),
            c => folded.push(c),
        }
    }
    folded
}

const NASTY: &str = "[ab \n\r\t\u{a0}\u{3000}'\"‘’“”«–−\u{2014}é\u{301}\u{323}\u{345}e\u{212b}\u{1112}\u{1161}\u{11ab}각\u{11a8}\u{958}\u{93c}\u{9c7}\u{9be}😀İ\u{200b}]{0,14}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn folding_is_what_it_says(text in NASTY) {
        let folded = Folded::new(&text);
        let plain = plainly(&text);
        prop_assert_eq!(folded.text(), plain.as_str());
        let again = Folded::new(folded.text());
        prop_assert_eq!(again.text(), folded.text());
    }

    #[test]
    fn the_map_is_monotone_and_ends_where_the_text_ends(text in NASTY) {
        let folded = Folded::new(&text);
        let places: Vec<_> = folded.text().char_indices().map(|(at, _)| at).chain([folded.text().len()])
            .filter(|at| !folded.text().get(*at..).unwrap().starts_with(is_combining_mark))
            .map(|at| folded.place(at).0).collect();
        prop_assert!(places.is_sorted());
        prop_assert!(places.iter().all(|place| text.is_char_boundary(*place)));
        prop_assert_eq!(places.last().copied(), Some(text.len()));
    }

    /// A piece of the body, folded, is found where it came from (if nowhere else), and what is cut folds to it.
    #[test]
    fn a_folded_piece_is_found_in_its_body(text in NASTY, from in 0_usize..14, length in 1_usize..14) {
        let chars: Vec<char> = text.chars().collect();
        let piece: String = chars.iter().skip(from).take(length).collect();
        let typed = plainly(&piece);
        match find(&text, &typed) {
            Ok(found) => {
                let words = cut(&text, found.span).unwrap();
                if found.matched == Matched::Exact {
                    prop_assert_eq!(words, typed.as_str());
                } else {
                    let cut = plainly(words);
                    prop_assert_eq!(cut.trim_matches(' '), typed.trim_matches(' '));
                }
            }
            Err(Miss::Blank) => prop_assert!(typed.trim().is_empty()),
            Err(Miss::Several { times, .. }) => prop_assert!(times > 1),
            // The piece began or ended inside a letter.
            Err(Miss::Absent(_)) => {}
        }
    }

    /// Against every span of the body, tried one by one.
    #[test]
    fn the_matcher_agrees_with_trying_every_span(text in NASTY, typed in "[ab '\"\u{301}e-]{1,3}") {
        let chars: Vec<char> = text.chars().collect();
        let spans = || (0..chars.len()).flat_map(|s| (s + 1..=chars.len()).map(move |e| (s, e)));
        let words = |(s, e): (usize, usize)| chars[s..e].iter().collect::<String>();
        let exact: Vec<_> = spans().filter(|span| words(*span) == typed).collect();
        let wanted = plainly(&typed);
        let wanted = wanted.trim_matches(' ');
        let mark = |at: usize| chars.get(at).copied().is_some_and(is_combining_mark);
        let blank = |at: usize| chars[at].is_whitespace();
        let normal: Vec<_> = spans().filter(|(s, e)| {
            !blank(*s) && !blank(e - 1) && !mark(*s) && !mark(*e) && plainly(&words((*s, *e))) == wanted
        }).collect();
        let answer = find(&text, &typed);
        let all = if exact.is_empty() { normal } else { exact };
        match (&answer, all.as_slice()) {
            (Err(Miss::Blank), _) => prop_assert!(typed.trim().is_empty()),
            (Ok(found), [(s, e)]) => prop_assert_eq!(found.span, Span { start: Chars(*s), end: Chars(*e) }),
            (Err(Miss::Several { times, .. }), many) => prop_assert_eq!(*times, many.len()),
            (Err(Miss::Absent(_)), []) => {}
            _ => prop_assert!(false, "{:?} against {:?}", answer, all),
        }
    }
}
