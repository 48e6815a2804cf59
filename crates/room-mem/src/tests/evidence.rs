//! Evidence, verified at the put and again at the check.

use serde_json::{Value, json};

use super::Root;

fn of_section(case: &str, section: &str, start: usize, text: &str) -> String {
    let end = start + text.chars().count();
    json!({"case": case, "collection": "cases", "section": section, "start": start, "end": end, "text": text})
        .to_string()
}

fn of_item(item: &str, start: usize, text: &str) -> String {
    json!({"item_id": item, "start": start, "end": start + text.chars().count(), "text": text}).to_string()
}

fn item(id: &str, body: &str) -> String {
    let item = json!({"item_id": id, "thread_id": "p1", "kind": "comment", "parent_id": "p1", "author": null,
        "created_utc": 1_491_004_801, "score": 1, "body": body});
    format!("{item}\n")
}

/// Two cases, one with a record of its own, and a record beside them.
fn root() -> Root {
    Root::new(&[
        ("alpha/case.md", "## Who\nThree families.\n"),
        ("alpha/record.jsonl", &(item("c1", "the weir broke") + &item("c2", "nobody came"))),
        ("beta/case.md", "## Who\nNobody.\n"),
        ("beside.jsonl", &item("c9", "a bridge")),
    ])
}

/// The refusal of a put with this evidence.
fn refused(root: &Root, cite: &str, with: &str) {
    root.refuses(&["put", "k", "--text", "x", "--cite", cite], with);
}

#[test]
fn evidence_that_holds_is_kept_as_it_is_stored() {
    let root = root();
    let section = of_section("alpha", "Who", 6, "families");
    let item = of_item("t1_c2", 0, "nobody").replace('}', ",\"matched\":\"exact\"}");
    root.call(&["put", "k", "--text", "x", "--cite", &item, "--cite", &section]).answer();
    let kept = root.log()[0]["cites"].clone();
    let expected: Vec<Value> = [of_item("c2", 0, "nobody"), section]
        .iter()
        .map(|cite| serde_json::from_str(cite).unwrap())
        .collect();
    assert_eq!(kept, json!(expected));
    root.prints(&["check"], "ok\n");
    let history = root.call(&["history", "k"]).json();
    assert_eq!(history["cites"], kept);
}

#[test]
fn evidence_that_does_not_hold_is_refused_with_what_stands_there() {
    let root = root();
    refused(
        &root,
        &of_section("alpha", "Who", 0, "Four families"),
        "section 'Who' (alpha, cases) has \"Three familie\"",
    );
    refused(
        &root,
        &of_section("alpha", "Who", 10, "families."),
        "is no place in section 'Who' (alpha, cases)",
    );
    refused(
        &root,
        &of_section("alpha", "Whom", 0, "Three"),
        "MemError: no section 'Whom' in cases of case alpha",
    );
    refused(&root, &of_section("gamma", "Who", 0, "Three"), "MemError: no case 'gamma'");
    refused(&root, &of_item("c1", 0, "a weir"), "MemError: c1 has \"the we\" at 0-6, not \"a weir\"");
    refused(&root, &of_item("c9", 0, "a bridge"), "no item 'c9' in the rooms of this root's cases");
    for no_citation in ["{}", "[]", "x", "", "{\"item_id\":\"c1\"}", "{\"case\":\"alpha\"}", "null"] {
        refused(&root, no_citation, "MemError: not a citation (");
    }
    refused(&root, &of_section("alpha", "Who", 0, "Three").replace("\"cases\"", "\"all\""), "not a citation");
}

#[test]
fn a_record_that_is_named_is_the_only_one_looked_in() {
    let root = root();
    let beside = root.path("beside.jsonl");
    let beside = beside.to_str().unwrap();
    let put = |cite: &str| root.call(&["put", "k", "--text", "x", "--record", beside, "--cite", cite]);
    put(&of_item("c9", 2, "bridge")).answer();
    assert_eq!(root.log()[0]["cites"][0]["record"], beside);
    assert!(put(&of_item("c1", 0, "the weir")).refusal().contains("no item 'c1' in"));
    let missing =
        ["put", "k", "--text", "x", "--record", "/nowhere/r.jsonl", "--cite", &of_item("c9", 0, "a")];
    root.refuses(&missing, "CorpusError: no file r.jsonl");
    root.prints(&["check"], "ok\n");
}

#[test]
fn a_case_that_has_the_words_wins_over_one_that_has_others() {
    let root = root();
    root.write("aardvark/case.md", "");
    root.write("aardvark/record.jsonl", &item("c1", "other words"));
    root.write("zebra/case.md", "");
    root.write("zebra/record.jsonl", "broken\n");
    root.call(&["put", "k", "--text", "x", "--cite", &of_item("c1", 4, "weir")]).answer();
    refused(&root, &of_item("c1", 4, "dam!"), "MemError: c1 has \"r wo\" at 4-8");
    refused(&root, &of_item("c7", 4, "dam!"), "CorpusError: record.jsonl line 1");
}

#[test]
fn check_tells_each_fault_of_what_stands() {
    let root = root();
    let (section, item) = (of_section("alpha", "Who", 0, "Three families"), of_item("c1", 4, "weir"));
    root.call(&["put", "b", "--text", "x", "--cite", &section, "--cite", &item]).answer();
    root.call(&["put", "a", "--text", "x", "--cite", &section]).answer();
    root.call(&["put", "old", "--text", "x", "--cite", &section]).answer();
    root.call(&["put", "old", "--text", "without evidence"]).answer();
    root.call(&["put", "gone", "--text", "x", "--cite", &section]).answer();
    root.call(&["drop", "gone", "--why", "x"]).answer();
    root.prints(&["check"], "ok\n");
    root.write("alpha/case.md", "## Who\nThree\nfamilies\u{1b}.\n");
    let outcome = root.call(&["check"]);
    let why = "section 'Who' (alpha, cases) has \"Three\\nfamilies\" at 0-14, not \"Three families\": cite it again";
    assert_eq!(outcome.stdout, format!("a v1 cite 1: {why}\nb v1 cite 1: {why}\n"));
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("", 1));
    super::fs::remove_dir_all(root.path("alpha")).unwrap();
    let outcome = root.call(&["check"]);
    assert!(outcome.stdout.contains("a v1 cite 1: no case 'alpha'"), "{outcome}");
    assert!(outcome.stdout.contains("b v1 cite 2: no item 'c1'"), "{outcome}");
}

#[test]
fn many_citations_of_one_record_are_verified_as_few_are() {
    let root = root();
    let record: String = (0..100).map(|n| item(&format!("d{n}"), &format!("body {n}"))).collect();
    root.write("beta/record.jsonl", &record);
    for n in 0..100 {
        let cite = of_item(&format!("d{n}"), 0, &format!("body {n}"));
        root.call(&["put", &format!("k{n}"), "--text", "x", "--cite", &cite]).answer();
    }
    root.prints(&["check"], "ok\n");
    root.write("beta/record.jsonl", &record.replace("body 7\"", "body seven\"").replace("\"d9\"", "\"e9\""));
    let outcome = root.call(&["check"]);
    assert_eq!(outcome.code, 1);
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{outcome}");
    assert!(lines[0].starts_with("k7 v1 cite 1: d7 has \"body s\""), "{outcome}");
    assert!(lines[1].starts_with("k9 v1 cite 1: no item 'd9'"), "{outcome}");
}
