use super::*;

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
    let bodies = ["a1", "b", "a2", "c"];
    let scan_at = |limit| {
        let items = bodies.iter().map(|body| Ok::<_, ()>(((), (*body).into())));
        scan(&Pattern::new("a").unwrap(), items, limit).unwrap()
    };
    let answer = scan_at(1);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (true, 1, 3));
    let answer = scan_at(2);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (true, 3, 1));
    let answer = scan_at(3);
    assert_eq!((answer.truncated, answer.scanned, answer.not_scanned), (false, 4, 0));
}
