//! Notes, their versions, their links.

use serde_json::json;

use super::Root;

fn written(key: &str, version: u64, seq: u64) -> String {
    format!("{{\"key\":\"{key}\",\"version\":{version},\"seq\":{seq}}}\n")
}

#[test]
fn every_version_is_kept() {
    let root = Root::new(&[]);
    root.prints(&["put", "weir", "--text", "It broke."], &written("weir", 1, 1));
    root.prints(
        &["put", "weir", "--text", "-", "--tag", "b", "--tag", "a", "--tag", "b"],
        &written("weir", 2, 2),
    );
    root.prints(&["get", "weir"], "from\nstandard input\n");
    root.prints(&["get", "weir", "--version", "1"], "It broke.\n");
    root.refuses(
        &["get", "weir", "--version", "3"],
        "MemError: no version 3 of weir, which stands at version 2",
    );
    let log = root.log();
    assert_eq!((&log[1]["tags"], &log[1]["text"]), (&json!(["b", "a"]), &json!("from\nstandard input")));
    let keys: Vec<_> = log[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["seq", "t", "stage", "kind", "tool", "key", "version", "text", "tags", "cites", "prev"]
    );
}

#[test]
fn an_unexpected_version_is_refused() {
    let root = Root::new(&[]);
    let put = |expected| ["put", "k", "--text", "x", "--expect-version", expected];
    root.refuses(&put("1"), "k does not stand, not at version 1: look at it, then say --expect-version 0");
    root.prints(&put("0"), &written("k", 1, 1));
    root.refuses(&put("0"), "k stands at version 1, not at version 0");
    root.prints(&put("1"), &written("k", 2, 2));
    root.prints(&["drop", "k", "--why", "merged"], &written("k", 2, 3));
    // Dropping it was a change in between, too.
    root.refuses(&put("2"), "k does not stand");
    root.prints(&put("0"), &written("k", 3, 4));
}

#[test]
fn a_dropped_note_is_gone_but_for_its_history() {
    let root = Root::new(&[]);
    root.call(&["put", "who", "--text", "Three.", "--stage", "01"]).answer();
    root.call(&["put", "who", "--text", "Four."]).answer();
    root.call(&["drop", "who", "--why", "merged into families"]).answer();
    root.refuses(&["get", "who"], "MemError: no key 'who' in this store: it was dropped, see history");
    root.refuses(&["get", "who", "--version", "1"], "no key 'who'");
    root.refuses(&["drop", "who", "--why", "again"], "no key 'who'");
    root.prints(&["list"], "");
    root.prints(
        &["find", "."],
        "{\"truncated\":false,\"limit\":200,\"scanned\":0,\"not_scanned\":0,\"hits\":[]}\n",
    );
    root.prints(&["put", "who", "--text", "Anew."], &written("who", 3, 4));
    root.prints(&["get", "who"], "Anew.\n");
    root.refuses(&["get", "who", "--version", "2"], "version 2 of who was dropped: merged into families");
    let history = root.call(&["history", "who"]);
    let lines: Vec<serde_json::Value> =
        history.answer().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let dropped: Vec<_> =
        lines.iter().map(|line| (line["version"].clone(), line["dropped"].clone())).collect();
    assert_eq!(dropped, [(json!(1), json!(true)), (json!(2), json!(true)), (json!(3), json!(false))]);
    assert_eq!(
        (&lines[0]["stage"], &lines[0]["chars"], &lines[0]["cites"]),
        (&json!("01"), &json!(6), &json!([]))
    );
}

#[test]
fn the_list_is_a_line_a_key() {
    let root = Root::new(&[]);
    let text = " one\ttwo \n three four\u{2028}five six seven eight nine";
    root.call(&["put", "b/x", "--text", text, "--tag", "p", "--tag", "q"]).answer();
    root.call(&["put", "b", "--text", "--not-a-flag é"]).answer();
    root.call(&["put", "B", "--text", ""]).answer();
    root.prints(
        &["list"],
        "B v1 chars 0 tags -\nb v1 chars 14 tags - --not-a-flag é\n\
         b/x v1 chars 47 tags p,q one two three four five six seven eight\n",
    );
    root.prints(&["list", "b/"], "b/x v1 chars 47 tags p,q one two three four five six seven eight\n");
    root.prints(&["list", "c"], "");
}

#[test]
fn find_looks_through_what_stands() {
    let root = Root::new(&[]);
    root.call(&["put", "a", "--text", "old weir"]).answer();
    root.call(&["put", "a", "--text", "é new weir weir", "--tag", "t"]).answer();
    root.call(&["put", "b", "--text", "a weir"]).answer();
    root.prints(
        &["find", "weir", "--tag", "t"],
        "{\"truncated\":false,\"limit\":200,\"scanned\":1,\"not_scanned\":0,\"hits\":[{\"key\":\"a\",\"version\":2,\
         \"start\":6,\"end\":10,\"text\":\"weir\",\"snippet\":\"é new weir weir\"}]}\n",
    );
    let answer = root.call(&["find", "weir", "--limit", "1"]).json();
    assert_eq!((&answer["truncated"], &answer["not_scanned"]), (&json!(true), &json!(1)));
    root.refuses(&["find", "x*"], "MemError: 'x*' matches the empty string");
}

#[test]
fn links_stand_while_both_ends_do() {
    let root = Root::new(&[]);
    for key in ["a", "b", "c"] {
        root.call(&["put", key, "--text", "x\n"]).answer();
    }
    root.prints(&["link", "a", "--to", "b", "--as", "lived-at"], &written("a", 1, 4));
    root.call(&["link", "a", "--to", "c", "--as", "lived-at"]).answer();
    root.call(&["link", "a", "--to", "b", "--as", "lived-at"]).answer();
    root.prints(&["get", "a", "--links"], "x\n@link lived-at b\n@link lived-at c\n");
    root.prints(&["get", "a"], "x\n");
    root.call(&["put", "a", "--text", "y"]).answer();
    root.call(&["drop", "c", "--why", "wrong"]).answer();
    root.prints(&["get", "a", "--links"], "y\n@link lived-at b\n");
    root.call(&["put", "c", "--text", "anew"]).answer();
    root.prints(&["get", "a", "--links"], "y\n@link lived-at b\n");
    root.refuses(&["link", "a", "--to", "nosuch", "--as", "x"], "no key 'nosuch'");
    root.refuses(&["link", "a", "--to", "b", "--as", "lived at"], "'lived at' is no name of a link");
}

#[test]
fn state_counts_what_stands_and_every_version() {
    let root = Root::new(&[]);
    root.call(&["put", "a", "--text", "one", "--stage", "01"]).answer();
    root.call(&["put", "a", "--text", "three", "--stage", "02"]).answer();
    root.call(&["put", "b", "--text", "gone", "--stage", "02"]).answer();
    root.call(&["drop", "b", "--why", "x", "--stage", "03"]).answer();
    let state = root.call(&["state"]).json();
    assert_eq!((&state["keys"], &state["versions"], &state["chars"]), (&json!(1), &json!(3), &json!(5)));
    assert_eq!((&state["last_stage"], &state["log"]["records"]), (&json!("03"), &json!(4)));
}

#[test]
fn what_is_wrong_is_refused() {
    let root = Root::new(&[]);
    root.call(&["put", "weir/fate", "--text", "x"]).answer();
    let long = "k".repeat(201);
    for (words, with) in [
        (&["put", "a key", "--text", "x"][..], "MemError: 'a key' is no key"),
        (&["put", &long, "--text", "x"], "is no key"),
        (&["put", "k"], "UsageError: put needs --text"),
        (
            &["put", "k", "--text", "x", "--tag", "a,b"],
            "MemError: 'a,b' is no tag: one word, without commas; several",
        ),
        (&["put", "k", "--text", "x", "--tag", "a b"], "is no tag"),
        (&["put", "k", "--text", "x", "--expect-version", "-1"], "UsageError"),
        (&["put", "k", "--text", "x", "--text", "y"], "UsageError: put: --text is given twice"),
        (
            &["put", "k", "--text", "-", "--cite", "-"],
            "UsageError: put: standard input can stand for one '-' only",
        ),
        (&["get", "weir/fat"], "MemError: no key 'weir/fat' in this store. Nearest: 'weir/fate'"),
        (&["get", "weir/fate", "--version", "0"], "UsageError"),
        (&["history", "nosuch"], "MemError: no key 'nosuch'"),
        (&["drop", "weir/fate", "--why", " "], "MemError: the reason is blank"),
        (&["drop", "weir/fate"], "UsageError: drop needs --why"),
        (&["link", "weir/fate", "--to", "weir/fate"], "UsageError: link needs --as"),
        (&["check", "--strict"], "UsageError"),
    ] {
        root.refuses(words, with);
    }
}

#[test]
fn records_of_a_later_version_are_read_past() {
    let root = Root::new(&[]);
    let line = "{\"seq\":1,\"t\":\"\",\"kind\":\"archive\",\"tool\":\"mem\",\"key\":\"k\",\"more\":{},\"prev\":\
                \"e3b0c44298fc1c149afbf4c8996fb924\"}\n";
    root.write("out/_mem.jsonl", line);
    root.prints(&["put", "k", "--text", "x"], &written("k", 1, 2));
    root.prints(&["get", "k"], "x\n");
}
