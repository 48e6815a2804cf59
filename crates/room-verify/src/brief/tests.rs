use super::*;

/// What is found in a brief where `b1` and `sic1` are the only items: the words as written, and the item named.
fn found(brief: &str) -> Vec<(String, Option<String>)> {
    settled(brief).into_iter().map(|quote| (quote.written, quote.named)).collect()
}

fn settled(brief: &str) -> Vec<Quotation> {
    find(brief).settle(|name| matches!(name, "b1" | "sic1"))
}

/// The closed quotations of a brief.
#[track_caller]
fn quotes(brief: &str, expected: &[&str]) {
    let found: Vec<String> =
        settled(brief).into_iter().filter(|quote| quote.closed).map(|quote| quote.written).collect();
    assert_eq!(found, expected, "{brief}");
}

#[track_caller]
fn named(brief: &str, words: &str, name: Option<&str>) {
    assert_eq!(found(brief), [(words.to_owned(), name.map(str::to_owned))], "{brief}");
}

#[test]
fn each_kind_of_marks_encloses_a_quotation() {
    quotes(r#"He said "all is well" and left."#, &["all is well"]);
    quotes("He said “all is well” and left.", &["all is well"]);
    quotes("Er sagte „alles ist gut“ und „alles bleibt gut”.", &["alles ist gut", "alles bleibt gut"]);
    quotes("Il dit « tout va bien » et «rien ne va».", &[" tout va bien ", "rien ne va"]);
    quotes("They wrote ‘all is well’ there.", &["all is well"]);
    quotes("Nested: “he said ‘no’ and „nein“ to me”.", &["he said ‘no’ and „nein“ to me"]);
    quotes(r#"Adjacent: "one two"("three four")—"five six""#, &["one two", "three four", "five six"]);
}

#[test]
fn apostrophes_are_no_marks() {
    quotes("It isn't, the dogs' bone, rock 'n' roll, the '90s, 'single' too.", &[]);
    quotes("It isn’t, the dogs’ bone, rock ’n’ roll, the ’90s.", &[]);
    quotes("They wrote ‘it doesn’t retry’ twice.", &["it doesn’t retry"]);
    quotes(r#""a sentence d'accord with it""#, &["a sentence d'accord with it"]);
    quotes("‚einfache Zeichen‘ sind keine.", &[]);
    quotes("mid‘word’ is none.", &[]);
}

#[test]
fn straight_marks_open_after_a_break_and_close_before_one() {
    quotes(r#"A 24" screen and a 30" one."#, &[]);
    quotes(r#"5'10" tall, 6" long, "but this is one"."#, &["but this is one"]);
    quotes(
        r#"("in brackets"), –"after a dash", ["in square ones"]"#,
        &["in brackets", "after a dash", "in square ones"],
    );
    quotes(r#"«"outer ends first"»"#, &[r#""outer ends first""#]);
    quotes(r#"" not after a blank" here"#, &[]);
    quotes(r#"say "a 24"x30 board" now"#, &[r#"a 24"x30 board"#]);
    quotes(r#"say "snake_"case" now"#, &[r#"snake_"case"#]);
    quotes(
        r#"*"in emphasis"* and _"in this one"_ and ~~"struck out"~~"#,
        &["in emphasis", "in this one", "struck out"],
    );
}

#[test]
fn a_mark_that_never_closes_is_told_and_hides_nothing() {
    let found = settled("A \"first one and “a second here”.\n\nA new \"paragraph closes\" its own.");
    let words: Vec<_> = found.iter().map(|quote| (quote.written.as_str(), quote.closed)).collect();
    let expected =
        [("first one and “a second here”.", false), ("a second here", true), ("paragraph closes", true)];
    assert_eq!(words, expected);
    assert_eq!((found[0].line, found[0].column), (1, 3));
    assert_eq!((found[2].line, found[2].column), (3, 7));
    quotes("Curly “ones that never close are not told.", &[]);
    assert_eq!(settled("Curly “ones that never close").len(), 0);
}

#[test]
fn many_marks_that_never_close_take_linear_time() {
    let brief = "“a «c ‘d ".repeat(20_000);
    assert_eq!(settled(&brief).len(), 0);
    let brief = "x \"a".repeat(20_000);
    assert_eq!(settled(&brief).len(), 20_000);
}

#[test]
fn a_quotation_may_wrap_but_not_leave_its_paragraph() {
    quotes("He said \"it was\nlate again\" there.", &["it was\nlate again"]);
    quotes(
        "- He said \"it was\n  late again\" there.\n- \"and this\"",
        &["it was\n  late again", "and this"],
    );
    let open = settled("He said \"it was\n\nlate again\" there.");
    assert_eq!(open.iter().map(|quote| quote.closed).collect::<Vec<_>>(), [false]);
    quotes("# A \"heading one\"\nand \"text of its own\"", &["heading one", "text of its own"]);
    quotes("| a | b |\n|---|---|\n| \"cell one\" | \"cell two\" |", &["cell one", "cell two"]);
    quotes("Text[^1].\n\n[^1]: A note with \"words of its own\".", &["words of its own"]);
}

#[test]
fn markdown_inside_a_quotation_is_kept_as_written_and_taken_off_as_rendered() {
    let one = |brief: &str| {
        let mut found = settled(brief);
        assert_eq!(found.len(), 1, "{brief}");
        let quote = found.remove(0);
        (quote.written, quote.rendered)
    };
    let pair = |written: &str, rendered: &str| (written.to_owned(), rendered.to_owned());
    assert_eq!(one(r#""a **bad** day""#), pair("a **bad** day", "a bad day"));
    assert_eq!(one(r#""fish &amp; chips""#), pair("fish &amp; chips", "fish & chips"));
    assert_eq!(
        one(r#""a [bad](http://x.example/ "title") day""#),
        pair(r#"a [bad](http://x.example/ "title") day"#, "a bad day")
    );
    assert_eq!(one(r#""run `x"y` now""#), pair(r#"run `x"y` now"#, "run x\"y now"));
    assert_eq!(one(r#"\"a bad day\""#), pair(r"a bad day\", "a bad day"));
    assert_eq!(one("\"a bad<br>day\""), pair("a bad<br>day", "a bad\nday"));
    assert_eq!(one("\"a bad[^1] day\"\n\n[^1]: x"), pair("a bad[^1] day", "a bad day"));
}

#[test]
fn code_links_and_tags_hold_no_quotations() {
    quotes(r#"`"in a span"` and ``"in `another` one"``"#, &[]);
    quotes("```\n\"in a fence\"\n```\n\n    \"indented\"\n", &[]);
    quotes(r#"[a link](https://x.example/ "its title") and <a title="of a tag">x</a>"#, &[]);
    quotes("<div title=\"of a block\">\n\"text of a block\"\n</div>", &[]);
    quotes(r#"[x]: https://x.example/ "a title there""#, &[]);
}

#[test]
fn a_block_quote_is_one_quotation() {
    named("> it was\n> late again", "it was\nlate again", None);
    named("> it was\nlate again (b1)", "it was\nlate again", Some("b1"));
    named("> \"it was late\" (b1)", "it was late", Some("b1"));
    named("> it was late\n(b1)", "it was late", Some("b1"));
    named("> it was late\n\n(b1)", "it was late", Some("b1"));
    named("> it was late\n\n(of course)", "it was late", None);
    named("> it was late (sic)", "it was late (sic)", None);
    named("> first\n>\n> second", "first\n\nsecond", None);
    named("> > nested", "> nested", None);
    named("- > in a list\n  > of things [`b1`]", "in a list\nof things", Some("b1"));
    named("> „gut so“", "gut so", None);
    quotes(">\n\ntext", &[]);
    let found = settled("x\n\n  > it was *late*\n");
    assert_eq!((found[0].line, found[0].column), (3, 3));
    assert_eq!(found[0].rendered, "it was late");
}

#[test]
fn a_quotation_names_its_item_right_after_it() {
    for brief in [
        "\"it was late\" (b1)",
        "\"it was late\"(b1).",
        "\"it was late\"\n[b1] and on",
        "*\"it was late\"* (b1)",
        "\"it was late\" (`b1`)",
        "\"it was late\" [b1](https://x.example/b1)",
        "\"it was late\" [b1]\n\n[b1]: https://x.example/",
        "\"it was late\" [[b1]](https://x.example/)",
    ] {
        named(brief, "it was late", Some("b1"));
    }
    // What looks like an id is one, whether or not there is such an item.
    for (brief, name) in [
        ("\"it was late\" (dfnrqj9)", Some("dfnrqj9")),
        ("\"it was late\" (t1_zz)", Some("t1_zz")),
        ("\"it was late\" (2017)", None),
        ("\"it was late\" (20170)", Some("20170")),
        ("\"it was late\" (late)", None),
        ("\"it was late\" (letters)", None),
        ("\"it was late\" (b1, b2)", None),
        ("\"it was late\", (b1)", None),
        ("\"it was late\" and (b1)", None),
        ("\"it was late\" (b1", None),
        ("\"it was late\" (B1)", None),
        ("\"it was late\" (b1]", None),
    ] {
        named(brief, "it was late", name);
    }
}

#[test]
fn places_are_counted_in_code_points() {
    let found = settled("ü😀 \"it was late\"\r\nä “so late”");
    assert_eq!((found[0].line, found[0].column), (1, 4));
    assert_eq!((found[1].line, found[1].column), (2, 3));
    assert_eq!(found[1].at, 25..25 + "“so late”".len());
}
