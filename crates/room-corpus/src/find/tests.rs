use proptest::prelude::*;

use super::*;
use crate::record::{Source, nasty};

#[track_caller]
fn refuses(pattern: &str, with: &str) {
    let why = Pattern::new(pattern).unwrap_err().to_string();
    assert!(why.contains(with), "{why}");
}

#[test]
fn what_cannot_be_searched_is_refused_by_name_with_what_works() {
    refuses("(?<=a)b", "'(?:a)b'");
    refuses("a(?!b)", "looks around");
    refuses(r"(a)\1", "refers back");
    refuses("(?P=n)", "refers back");
    refuses(r"end\Z", r"\z");
    refuses("(", "is no pattern");
    refuses(r"\w{9999}{9999}", "10 MiB");
    for empty in ["", "x*", r"\b", "^", "$", "a?", "(|a)"] {
        refuses(empty, "empty string");
    }
}

#[test]
fn a_long_pattern_leaves_room_for_what_is_wrong_with_it() {
    refuses(&"(".repeat(1_000), "…' is no pattern: ");
    refuses(&format!("{}(?=b)", "a".repeat(1_000)), "read the hit's text");
}

#[test]
fn a_hit_counts_code_points() {
    let hit = Pattern::new("annotation").unwrap().first("💩This is an annotation.").unwrap();
    assert_eq!((hit.start.0, hit.end.0, hit.text.as_str()), (12, 22, "annotation"));
}

#[test]
fn a_snippet_is_cut_between_graphemes_towards_the_match() {
    let body = format!("{}e\u{301}{}hit{}", "x".repeat(9), "y ".repeat(29) + "y", "👩‍👩‍👧".repeat(20));
    let hit = Pattern::new("hit").unwrap().first(&body).unwrap();
    assert_eq!(hit.snippet, format!("…{}hit{}…", "y ".repeat(29) + "y", "👩‍👩‍👧".repeat(12)));
    let whole = Pattern::new("İ x").unwrap().first(" \n İİİİ x\t").unwrap();
    assert_eq!(whole.snippet, "İİİİ x");
}

#[test]
fn a_scan_is_truncated_exactly_when_bodies_are_left() {
    const BODIES: [&str; 4] = ["a1", "b", "a2", "c"];
    let scan_at = |limit| {
        let items = |bodies: &'static [&'static str]| {
            bodies.iter().map(|body| Ok::<_, ()>(Some(((), (*body).into()))))
        };
        let scan = |shares| scan_in_shares(&Pattern::new("a").unwrap(), shares, limit).unwrap();
        let whole = scan(vec![items(&BODIES)]);
        let (first, second) = BODIES.split_at(2);
        let shared = scan(vec![items(first), items(second)]);
        assert_eq!(room_core::json::line(&whole), room_core::json::line(&shared));
        whole
    };
    let answer = scan_at(1);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (true, 1, 3));
    let answer = scan_at(2);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (true, 3, 1));
    let answer = scan_at(3);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (false, 4, 0));
}

/// A room of nasty items as a corpus and as a record, in a folder.
fn room(lines: &[String]) -> (tempfile::TempDir, Source, Source) {
    let threads = crate::corpus::order(nasty::gathered(lines));
    let (mut record, mut text) = (Vec::new(), Vec::new());
    let hash = crate::corpus::write_record(&threads, &mut record).unwrap();
    crate::corpus::render(&threads, &crate::corpus::Given::default(), hash).write(&mut text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let opened = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        room_core::atomic::put(&path, bytes).unwrap();
        Source::open(&path).unwrap()
    };
    let sources = (opened("corpus.txt", &text), opened("record.jsonl", &record));
    (folder, sources.0, sources.1)
}

/// Patterns of every kind: within a line and across, anchored and not, of the format's own words.
const PATTERNS: [&str; 29] = [
    "x",
    "(?i)X",
    "😀|removed",
    r"\bx\b",
    r"\w+\s+\w+",
    "post a",
    "@post a by",
    r"\\",
    r"\\@",
    "a b",
    "thread",
    "score",
    "[^a]x",
    "x[^a]",
    "^x",
    "x$",
    "(?m)^@",
    "(?s)x.x",
    r"x\s+x",
    r"@thread\s",
    r"\Bx",
    "\u{2028}",
    r"\r",
    "e\u{301}",
    r"\Ax|\[",
    r"x\z",
    r"(?m)x$",
    r"(?mR)^x",
    r"\s@post",
];

proptest! {
    #[test]
    fn a_find_is_the_same_in_shares_sieved_and_item_by_item(
        lines in nasty::lines(),
        limit in 1..6_usize,
        count in 1..4_usize,
    ) {
        let (_folder, corpus, record) = room(&lines);
        for pattern in PATTERNS {
            let pattern = Pattern::new(pattern).unwrap();
            let said = |answer: Answer<Address>| room_core::json::line(&answer);
            let want = said(search::every_item(&record, &pattern, limit, 1).unwrap());
            prop_assert_eq!(&said(search::every_item(&record, &pattern, limit, count).unwrap()), &want);
            prop_assert_eq!(&said(search::every_item(&corpus, &pattern, limit, count).unwrap()), &want);
            let (corpus, sieve) = (corpus.corpus().unwrap(), pattern.sieve().unwrap());
            prop_assert_eq!(&said(search::sieved(corpus, &pattern, &sieve, limit, count).unwrap()), &want);
        }
    }
}
