use std::collections::HashSet;

use proptest::prelude::*;
use room_core::atomic;
use room_corpus::matching::{Folded, Quote, first};
use room_corpus::record::Source;
use tempfile::TempDir;

use super::nearest::Missed;
use super::*;
use crate::brief;

/// A record of comments `c0`, `c1`, … with these bodies.
fn record(bodies: &[&str]) -> (TempDir, Source) {
    let line = |(number, body): (usize, &&str)| {
        let body = serde_json::to_string(body).unwrap();
        format!(
            r#"{{"item_id":"c{number}","thread_id":"p","kind":"comment","parent_id":"p","created_utc":{number},"body":{body}}}"#
        ) + "\n"
    };
    source(&bodies.iter().enumerate().map(line).collect::<String>())
}

fn source(text: &str) -> (TempDir, Source) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("record.jsonl");
    atomic::write(&place, text.as_bytes()).unwrap();
    let source = Source::open(&place).unwrap();
    (folder, source)
}

fn resolved(brief: &str, source: &Source) -> Vec<Resolved> {
    let found = brief::find(brief);
    let names = named(&found.names(), source).unwrap();
    let quotes = found.settle(|name| names.is_item(name));
    resolve(&quotes, &names, source).unwrap()
}

/// The status and items of a brief's only quotation.
fn one(brief: &str, source: &Source) -> (Status, Vec<String>) {
    let mut resolved = resolved(brief, source);
    assert_eq!(resolved.len(), 1, "{brief}");
    let one = resolved.remove(0);
    (one.status, one.items)
}

#[test]
fn words_are_found_however_the_record_spells_them() {
    let bodies = [
        "a cafe\u{301} for us all",
        "300 \u{212a} of it \u{2014} cold",
        "tab\tand\u{85}next of\u{2028}kin",
        "say \"so\" \\ often",
    ];
    let (_folder, canonical) = record(&bodies);
    // The same, with letters behind escapes, as other programs write them.
    let escaped = concat!(
        r#"{"id":"c0","link_id":"t3_p","created_utc":0,"body":"a caf\u0065\u0301 for us \u0061ll"}"#,
        "\n",
        r#"{"id":"c1","link_id":"t3_p","created_utc":1,"body":"300 \u212a of it \u2014 cold"}"#,
        "\n",
        r#"{"id":"c2","link_id":"t3_p","created_utc":2,"body":"tab\tand\u0085next of\u2028kin"}"#,
        "\n",
        r#"{"id":"c3","link_id":"t3_p","created_utc":3,"body":"s\u0061y \"so\" \\ often"}"#,
        "\n",
    );
    let (_other, escaped) = source(escaped);
    for source in [&canonical, &escaped] {
        for (quote, item) in [
            ("“a café for us”", "c0"),
            ("“a cafe\u{301} for us”", "c0"),
            ("“300 K of it - cold”", "c1"),
            ("“tab and next of kin”", "c2"),
            ("“say 'so' \\ often”", ""),
            ("“say \"so\" \\\\ often”", "c3"),
        ] {
            let expected: Vec<String> =
                Some(item.to_owned()).filter(|item| !item.is_empty()).into_iter().collect();
            assert_eq!(one(quote, source).1, expected, "{quote}");
        }
    }
}

#[test]
fn a_name_may_be_typed_with_its_prefix_and_may_mean_two() {
    let clash = concat!(
        r#"{"item_id":"t3_x","thread_id":"t3_x","kind":"post","created_utc":1,"title":"the words of the post","selftext":""}"#,
        "\n",
        r#"{"item_id":"t1_x","thread_id":"t3_x","kind":"comment","parent_id":"t3_x","created_utc":2,"body":"the words of the comment"}"#,
        "\n",
        r#"{"item_id":"odd\\id","thread_id":"t3_x","kind":"comment","parent_id":"t3_x","created_utc":3,"body":"the words of another"}"#,
        "\n",
    );
    let (_folder, source) = source(clash);
    let held = |brief: &str| one(brief, &source);
    assert_eq!(held("\"words of the post\" (x)"), (Status::Exact, vec!["t3_x".to_owned()]));
    assert_eq!(held("\"words of the comment\" (x)"), (Status::Exact, vec!["t1_x".to_owned()]));
    assert_eq!(held("\"the words of\" (x)"), (Status::Several, vec!["t3_x".to_owned(), "t1_x".to_owned()]));
    assert_eq!(held("\"the words of\" (t1_x)"), (Status::Exact, vec!["t1_x".to_owned()]));
    assert_eq!(held("\"the words of\" (t1_y)").0, Status::NoSuchItem);
    assert_eq!(held("\"the words of another\" (odd\\id)").0, Status::Exact);
}

#[test]
fn of_many_items_ten_are_kept_and_all_are_counted() {
    let bodies = vec!["the very same words again"; 5_000];
    let (_folder, source) = record(&bodies);
    let found = resolved("\"the very same words\"", &source).remove(0);
    let first: Vec<String> = (0..10).map(|number| format!("c{number}")).collect();
    assert_eq!((found.status, found.count, found.items), (Status::Several, 5_000, first));
    let near = resolved("\"the very same worms\"", &source).remove(0).nearest.unwrap();
    assert_eq!((near.item_id.as_str(), near.start, near.matched), ("c0", 0, 17));
}

#[test]
fn the_nearest_place_is_the_longest_and_the_first_of_its_length() {
    let (_folder, source) = record(&[
        "one two three and no more",
        "one two three four and no more",
        "one two three four but no more",
        "ONE TWO THREE FOUR FIVE SIX",
    ]);
    let near = |brief: &str| {
        let near = resolved(brief, &source).remove(0).nearest.unwrap();
        (near.item_id, near.matched)
    };
    assert_eq!(near("\"one two three four or more\""), ("c1".to_owned(), 19));
    assert_eq!(
        near("\"One Two Three Four Five\""),
        ("c3".to_owned(), 1),
        "letter case aside, all of it stands there"
    );
}

/// What the rule says of one quotation, item by item.
fn by_hand(words: &str, bodies: &[&str]) -> Vec<String> {
    let quote = Quote::new(words).unwrap();
    let holds = |(_, body): &(usize, &&str)| first(&Folded::new(body), &quote).is_some();
    bodies.iter().enumerate().filter(holds).map(|(number, _)| format!("c{number}")).take(10).collect()
}

/// The nearest place of a quotation, every item looked into.
fn near_by_hand(words: &str, source: &Source) -> Option<Near> {
    let quote = Quote::new(words).unwrap();
    let missed = Missed::of(0, &quote);
    source.items().fold(None, |best: Option<Near>, item| {
        let item = item.unwrap();
        missed.near(&item, &Folded::new(&item.body), best.as_ref(), true).or(best)
    })
}

proptest! {
    #[test]
    fn the_nearest_place_is_where_it_is_item_by_item(
        bodies in prop::collection::vec("((one|two|ONE|Two|&gt;|>|\\*|\u{200b}|-|three)[ \n\t]{0,2}){0,9}", 1..6),
        words in prop::collection::vec("((one|two|One|&gt;|>|three) ?){2,6}", 1..6),
    ) {
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let (_folder, source) = record(&bodies);
        let quotation = |words: &String| Quotation {
            line: 1, column: 1, at: 0..0, written: words.clone(), rendered: words.clone(), named: None, closed: true,
        };
        let quotes: Vec<Quotation> = words.iter().map(quotation).collect();
        for (quote, resolved) in quotes.iter().zip(resolve(&quotes, &Names::default(), &source).unwrap()) {
            if resolved.status == Status::NotFound {
                prop_assert_eq!(resolved.nearest, near_by_hand(&quote.written, &source), "{:?}", quote.written);
            }
        }
    }

    #[test]
    fn one_pass_finds_what_the_matcher_finds_item_by_item(
        bodies in prop::collection::vec("([aeK1]|é|e\u{301}|\u{212a}|[ \n\t]|'|’|-|–|\\\\|\u{85}|&){0,12}", 1..8),
        words in prop::collection::vec("([aeK1]|é|\u{301}|[ '–]|-){1,5}", 1..12),
    ) {
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let (_folder, source) = record(&bodies);
        let quotation = |words: &String| Quotation {
            line: 1, column: 1, at: 0..0, written: words.clone(), rendered: words.clone(), named: None, closed: true,
        };
        let quotes: Vec<Quotation> =
            words.iter().filter(|words| !words.trim().is_empty()).map(quotation).collect();
        let resolved = resolve(&quotes, &Names::default(), &source).unwrap();
        for (quote, resolved) in quotes.iter().zip(resolved) {
            prop_assert_eq!(resolved.items, by_hand(&quote.written, &bodies), "{:?}", quote.written);
        }
    }

    #[test]
    fn no_brief_is_too_odd(brief in "([\"“”„«»‘’'>*_`#\\[\\]()|<&…\\\\-]|\n|\n\n| |a|1|\u{301}|😀){0,60}") {
        let found = brief::find(&brief);
        let names: HashSet<String> = found.names().into_iter().map(str::to_owned).collect();
        let quotes = found.settle(|name| names.contains(name));
        for pair in quotes.windows(2) {
            prop_assert!(pair[0].at.end <= pair[1].at.start, "{:?}", quotes);
        }
        for quote in &quotes {
            prop_assert!(brief.get(quote.at.clone()).is_some_and(|text| !text.is_empty()));
        }
    }
}
