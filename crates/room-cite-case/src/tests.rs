//! The tool's rules, one call after another in roots of made-up files.

use std::ffi::OsString;
use std::fs;

use room_core::cli::{self, Out};
use room_testkit::{Outcome, records};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Verb;

/// A root in a folder of its own.
struct Root(TempDir);

impl Root {
    fn new(files: &[(&str, &str)]) -> Self {
        let root = Self(tempfile::tempdir().unwrap());
        for (file, text) in files {
            root.write(file, text.as_bytes());
        }
        root
    }

    #[expect(clippy::disallowed_methods, reason = "what a test makes up need not last")]
    fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
    }

    fn call(&self, words: &[&str]) -> Outcome {
        let place = self.0.path().as_os_str().to_owned();
        let words = std::iter::once(place).chain(words.iter().map(OsString::from)).collect();
        let mut stdout = Vec::new();
        let ended =
            cli::call::<Verb>(words, &mut "from\nstdin\n".as_bytes(), &mut Out::new(&mut stdout, false));
        let failure = ended.err();
        Outcome {
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: failure
                .as_ref()
                .and_then(room_core::refusal::Failure::line)
                .map_or(String::new(), |line| line + "\n"),
            code: failure.map_or(0, |failure| failure.code().into()),
        }
    }

    /// What was printed by a call that went well.
    #[track_caller]
    fn prints(&self, words: &[&str], expected: &str) {
        assert_eq!(self.call(words).answer(), expected);
    }

    /// A call that is refused with these words in its line.
    #[track_caller]
    fn refuses(&self, words: &[&str], with: &str) {
        let outcome = self.call(words);
        let line = outcome.refusal();
        assert!(line.contains(with), "{line}");
    }

    /// The records of the log, which must be sound.
    #[track_caller]
    fn log(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.0.path().join("out/_cite-case.jsonl")).unwrap_or_default();
        records(&text)
    }
}

fn code(seq: u64, label: &str, text: &str) -> String {
    let code = json!({"seq": seq, "t": "2026-01-01T00:00:00.000Z", "stage": "coding", "kind": "code", "tool": "emit",
        "label": label, "item_id": "c1", "thread_id": "p1", "start": 0, "end": 9, "text": text, "note": null});
    format!("{code}\n")
}

/// Two cases: one with all three files, one with text alone.
fn two_cases() -> Root {
    let journal = code(1, "loss", "the weir") + &code(2, "hope", "a new bridge");
    Root::new(&[
        ("alpha/case.md", "Before.\n## Weir\nThe weir broke. – “Nobody” came.\n## Empty\n## Weir\nAgain.\n"),
        ("alpha/notebook.md", "## Doubts\nWhich weir?\n"),
        ("alpha/out/_journal.jsonl", &journal),
        ("beta/case.md", "## Weir\nanother weir, a weir"),
    ])
}

#[test]
fn what_there_is_to_read_is_listed() {
    let root = two_cases();
    root.prints(&["cases"], "alpha sections 4 codes 2 chars 73\nbeta sections 1 codes 0 chars 28\n");
    root.prints(&["sections", "alpha"], "chars 8 top\nchars 33 Weir\nchars 0 Empty\nchars 7 Weir (2)\n");
    root.prints(&["sections", "alpha", "--collection", "codes"], "chars 18 loss\nchars 22 hope\n");
    root.prints(&["sections", "beta", "--collection", "notebooks"], "");
    let logged: Vec<_> = root.log().iter().map(|record| record["chars"].clone()).collect();
    assert_eq!(logged, [67, 57, 28, 0]);
}

#[test]
fn a_section_is_served_verbatim() {
    let root = two_cases();
    root.prints(&["section", "Weir (2)", "--case", "alpha"], "Again.\n");
    root.prints(&["section", "Weir", "--case", "beta"], "another weir, a weir\n");
    root.prints(&["section", "Empty", "--case", "alpha"], "\n");
    let log = root.log();
    assert_eq!(log[1]["chars"], 20);
    assert_eq!(log[2]["chars"], 0);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_divide_nothing_wrongly() {
    let root = Root::new(&[("c/case.md", "\u{feff}## One\r\nfirst\r\n## Two\r\nsecond\r\n")]);
    root.prints(&["cases"], "c sections 2 codes 0 chars 31\n");
    root.prints(&["section", "One", "--case", "c"], "first\r\n");
    let answer = root.call(&["cite", "second", "--case", "c", "--section", "Two"]).json();
    assert_eq!((&answer["start"], &answer["end"]), (&json!(0), &json!(6)));
}

#[test]
fn a_quotation_is_cited_by_the_rules_of_cite() {
    let root = two_cases();
    let at_weir = |quote| root.call(&["cite", quote, "--case", "alpha", "--section", "Weir"]);
    let cited = json!({"case": "alpha", "collection": "cases", "section": "Weir", "start": 16, "end": 26,
        "text": "– “Nobody”"});
    assert_eq!(at_weir("- \"Nobody\"").answer(), format!("{cited}\n"));
    for (quote, with) in [
        ("e", "occurs 4 times in section 'Weir' (alpha, cases), at 2, 5, 13, 30"),
        ("the Weir broke", "letter case"),
        ("The weir broke down", "The record goes on \". – "),
        ("Which weir?", "exactly so in section 'Doubts' (alpha, notebooks)"),
        (" ", "the quotation is empty"),
    ] {
        let outcome = at_weir(quote);
        assert!(outcome.refusal().contains(with), "{outcome}");
    }
    let log = root.log();
    assert_eq!(log[0]["matched"], "normalised");
    for refused in &log[1..] {
        let keys: Vec<_> = refused.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "seq",
                "t",
                "stage",
                "kind",
                "tool",
                "chars",
                "case",
                "collection",
                "section",
                "quote",
                "found",
                "start",
                "end",
                "matched",
                "error",
                "prev"
            ]
        );
        assert_eq!(
            (&refused["found"], &refused["chars"], &refused["start"]),
            (&json!(false), &json!(0), &Value::Null)
        );
    }
}

#[test]
fn a_refused_citation_is_logged_in_the_words_of_its_refusal() {
    let root = two_cases();
    let long = "x\u{1b}y ".repeat(300);
    for (quote, case, section) in [
        ("weir", "gamma", "Weir"),
        ("weir", "alpha", "weird"),
        ("none such", "alpha", "Weir"),
        ("q", "alpha", &*long),
    ] {
        let outcome = root.call(&["cite", quote, "--case", case, "--section", section]);
        let said = outcome.refusal().strip_prefix("CaseError: ").unwrap().to_owned();
        assert_eq!(root.log().last().unwrap()["error"], said);
    }
    assert_eq!(root.log().len(), 4);
}

#[test]
fn find_answers_the_first_match_of_each_section_in_order() {
    let root = two_cases();
    let places = |words: &[&str]| -> (Vec<String>, Value) {
        let answer = root.call(words).json();
        let hits = answer["hits"].as_array().unwrap().iter();
        let places = hits.map(|hit| {
            let word = |key: &str| hit[key].as_str().unwrap().to_owned();
            format!(
                "{}/{}/{} {}-{}",
                word("case"),
                word("collection"),
                word("section"),
                hit["start"],
                hit["end"]
            )
        });
        (places.collect(), answer)
    };
    let (all, answer) = places(&["find", "weir"]);
    let expected = [
        "alpha/cases/Weir 4-8",
        "alpha/notebooks/Doubts 6-10",
        "alpha/codes/loss 5-9",
        "beta/cases/Weir 8-12",
    ];
    assert_eq!(all, expected);
    assert_eq!(
        (&answer["truncated"], &answer["scanned"], &answer["limit"]),
        (&json!(false), &json!(8), &json!(2000))
    );
    let (two, answer) = places(&["find", "weir", "--limit", "2"]);
    assert_eq!(two, expected[..2]);
    assert_eq!(
        (&answer["truncated"], &answer["scanned"], &answer["not_scanned"]),
        (&json!(true), &json!(5), &json!(3))
    );
    assert_eq!(places(&["find", "weir", "--case", "b*", "--section", "[VW]eir"]).0, expected[3..]);
    assert_eq!(places(&["find", "weir", "--collection", "codes"]).0, expected[2..3]);
    assert!(places(&["find", "weir", "--case", "ALPHA"]).0.is_empty());
}

#[test]
fn count_counts_every_match_that_overlaps_none() {
    let root = two_cases();
    root.prints(
        &["count", "w(ei|r)r"],
        "{\"pattern\":\"w(ei|r)r\",\"matches\":5,\"sections\":4,\"cases\":2,\"by_case\":{\"alpha\":3,\"beta\":2}}\n",
    );
    root.prints(
        &["count", "a.*b", "--section", "top"],
        "{\"pattern\":\"a.*b\",\"matches\":0,\"sections\":0,\"cases\":0,\"by_case\":{}}\n",
    );
}

#[test]
fn state_tells_what_was_served() {
    let root = two_cases();
    root.call(&["cases", "--stage", "03"]);
    root.call(&["find", "weir"]);
    root.call(&["cite", "none such", "--case", "alpha", "--section", "Weir"]);
    let state = root.call(&["state"]).json();
    assert_eq!(state["reads"], json!({"cases": 1, "cite": 1, "find": 1}));
    assert_eq!((&state["cases"], &state["log"]["records"]), (&json!(2), &json!(3)));
    let log = root.log();
    assert_eq!((&log[0]["stage"], &log[1]["stage"]), (&json!("03"), &Value::Null));
}

#[test]
fn what_is_wrong_is_refused_and_not_logged() {
    let root = two_cases();
    for (words, with) in [
        (&["sections", "gamma"][..], "CaseError: no case 'gamma' in this root"),
        (&["sections", "alpah"], "Nearest: 'alpha'"),
        (
            &["section", "weir", "--case", "alpha"],
            "CaseError: no section 'weir' in cases of case alpha. Nearest: 'Weir'",
        ),
        (&["section", "Weir"], "UsageError: section needs --case"),
        (&["section", "Weir", "--case", "../alpha"], "CaseError: no case"),
        (&["cite", "weir", "--case", "alpha"], "UsageError: cite needs --section"),
        (&["cite", "a", "b", "--case", "alpha", "--section", "Weir"], "UsageError: cite takes one argument"),
        (&["find", "a*"], "CaseError: 'a*' matches the empty string"),
        (&["find", "(?=a)b"], "looks around"),
        (&["find", "a", "--case", "[a"], "CaseError: '[a' is no glob"),
        (&["find", "a", "--limit", "0"], "UsageError"),
        (
            &["find", "a", "--collection", "code"],
            "UsageError: find: --collection 'code' is none of cases, notebooks, codes, all",
        ),
        (&["sections", "alpha", "--collection", "all"], "UsageError"),
        (&["count", "a", "--limit", "3"], "UsageError: count takes one argument"),
        (&["state", "--stage", "1"], "UsageError"),
        (&["nosuch"], "UsageError: no verb 'nosuch'"),
    ] {
        root.refuses(words, with);
    }
    assert_eq!(root.log().len(), 0);
    assert!(!root.0.path().join("out").exists());
}

#[test]
fn the_older_forms_are_refused_with_the_newer_spelled_out() {
    let root = two_cases();
    for (words, with) in [
        (&["--find", "a b"][..], "Say: room cite-case ROOT find 'a b'"),
        (&["--find=weir"], "Say: room cite-case ROOT find weir"),
        (&["--find"], "Say: room cite-case ROOT find REGEX"),
        (&["--count", "it's"], r"Say: room cite-case ROOT count 'it'\''s'"),
        (&["--section", "alpha", "Weir (2)"], "Say: room cite-case ROOT section 'Weir (2)' --case alpha"),
        (
            &["alpha", "Weir", "The weir"],
            "Say: room cite-case ROOT cite --case alpha --section Weir 'The weir'",
        ),
    ] {
        root.refuses(words, with);
        root.refuses(words, "UsageError: ");
    }
    // The form that is spelled out is the one that works.
    root.call(&["cite", "--case", "alpha", "--section", "Weir", "The weir"]).answer();
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let root = two_cases();
    root.write("alpha/case.md", b"## A\nfine\nnot \xff text\n");
    root.refuses(&["find", "weir"], "CorpusError: alpha/case.md line 3: not UTF-8");
    root.refuses(&["cite", "fine", "--case", "alpha", "--section", "A"], "CorpusError: alpha/case.md line 3");
    root.write(
        "beta/out/_journal.jsonl",
        b"{\"seq\":1,\"t\":\"\",\"kind\":\"retract\",\"of\":1,\"why\":\"\"}\nbroken\n",
    );
    root.refuses(
        &["sections", "beta", "--collection", "codes"],
        "LogError: line 2 of beta/out/_journal.jsonl is broken",
    );
    // Only what a call needs is read.
    root.call(&["section", "Weir", "--case", "beta"]).answer();
    root.call(&["section", "Doubts", "--case", "alpha", "--collection", "notebooks"]).answer();
}

#[test]
fn a_journal_of_another_room_is_read_for_what_it_says() {
    let root = two_cases();
    let known = code(1, "loss", "the weir");
    let later = "{\"seq\":2,\"t\":\"\",\"kind\":\"of a later version\",\"label\":[1]}\n";
    root.write("beta/out/_journal.jsonl", format!("{known}{later}{{\"seq\":3,\"torn").as_bytes());
    root.prints(&["section", "loss", "--case", "beta", "--collection", "codes"], "\"the weir\" c1 0-9\n");
}

#[test]
fn a_root_is_a_folder_that_is_there() {
    let root = two_cases();
    let call = |place: &str| {
        let words = vec![OsString::from(place), "cases".into()];
        let mut sink = Vec::new();
        cli::call::<Verb>(words, &mut std::io::empty(), &mut Out::new(&mut sink, false))
            .unwrap_err()
            .line()
            .unwrap()
    };
    assert_eq!(call("/nowhere/cases"), "CorpusError: no folder cases");
    let file = root.0.path().join("beta/case.md");
    assert!(call(file.to_str().unwrap()).starts_with("CorpusError: case.md is a file"));
}

#[test]
fn a_log_that_was_changed_refuses_what_replays_it() {
    let root = two_cases();
    for _ in 0..3 {
        root.call(&["cases"]).answer();
    }
    let place = root.0.path().join("out/_cite-case.jsonl");
    let changed = fs::read_to_string(&place).unwrap().replacen("cases", "cakes", 1);
    root.write("out/_cite-case.jsonl", changed.as_bytes());
    root.refuses(&["state"], "LogError: line 2 of _cite-case.jsonl is broken");
}

#[test]
fn many_cases_read_at_once_answer_as_one_after_another() {
    let text = |n: usize| format!("## A\n{}\n```\n## no\n```\n## B\nweir\n", "weir ".repeat(n % 7));
    let names: Vec<_> = (0..300).map(|n| format!("case-{n:03}/case.md")).collect();
    let files: Vec<_> = (0..300).map(text).collect();
    let pairs: Vec<_> = names.iter().zip(&files).map(|(name, text)| (&**name, &**text)).collect();
    let root = Root::new(&pairs);
    let counted = root.call(&["count", "weir"]).json();
    let per_case = |n: usize| n % 7 + 1;
    assert_eq!(counted["matches"], (0..300).map(per_case).sum::<usize>());
    let found = root.call(&["find", "weir"]).json();
    let order: Vec<_> =
        found["hits"].as_array().unwrap().iter().map(|hit| (&hit["case"], &hit["section"])).collect();
    assert!(order.is_sorted_by_key(|(case, section)| (case.as_str(), section.as_str())));
    assert_eq!(found["scanned"], 600);
}
