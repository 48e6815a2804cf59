use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::record::nasty;
use room_core::atomic;

fn opened(bytes: &[u8]) -> (TempDir, Result<Source, CorpusError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    atomic::write(&path, bytes).unwrap();
    let source = Source::open(&path);
    (folder, source)
}

fn source(text: &str) -> (TempDir, Source) {
    let (folder, source) = opened(text.as_bytes());
    (folder, source.unwrap())
}

fn comment(id: &str, thread: &str, body: &str) -> String {
    format!(
        r#"{{"item_id":"{id}","thread_id":"{thread}","kind":"comment","parent_id":"{thread}","body":"{body}"}}"#
    )
}

/// Everything a source can be asked, as text: each id typed in every way, all items, how many.
fn answers(source: &Source, typed: &[String]) -> Vec<String> {
    let mut answers: Vec<_> = typed
        .iter()
        .map(|typed| match source.item(typed) {
            Ok(cited) => format!("{typed}: {cited:?}"),
            Err(lookup) => format!("{typed}: {}", lookup.why()),
        })
        .collect();
    answers.extend(source.items().map(|item| format!("{:?}", item.unwrap())));
    answers.push(source.len().to_string());
    answers
}

#[test]
fn a_record_is_told_by_its_lines() {
    let canonical = |text: &str| matches!(source(text).1.form, Form::Canonical(_));
    let a = comment("a", "p", r#"\"item_id\":\"b\""#);
    assert!(canonical(&format!("{a}\n{a}")));
    assert!(canonical(&format!("{a}\r\n{}\n", comment(r#"q\"\\"#, "p", ""))));
    for other in [
        format!("\n{a}\n"),
        format!("{a}\n\n"),
        format!("\u{feff}{a}\n"),
        format!(" {a}\n"),
        a.replace(":\"a\"", r#":"\u0061""#),
        a.replace("\"body\":\"", "\"body\":\"item_id\",\"x\":\""),
        a.replace('}', ",\"item_id\":\"b\"}"),
        format!("{a} \n"),
        r#"{"id":"a","created_utc":1}"#.to_owned(),
        String::new(),
    ] {
        assert!(!canonical(&other), "{other}");
    }
}

#[test]
fn of_an_items_lines_the_last_counts() {
    let text = [comment("a", "p", "old"), comment("b", "p", "other"), comment("a", "p", "new")].join("\n");
    let (_folder, source) = source(&text);
    assert_eq!(source.item("t1_a").unwrap().body, "new");
    let bodies: Vec<_> = source.items().map(|item| item.unwrap().body.into_owned()).collect();
    assert_eq!(bodies, ["other", "new"]);
    assert_eq!(source.len(), 2);
}

#[test]
fn a_post_and_a_comment_of_one_id_are_told_apart() {
    let post = r#"{"item_id":"x","thread_id":"x","kind":"post","title":"a post","selftext":""}"#;
    let text =
        [post.to_owned(), comment("x", "x", "a comment"), comment("y", "x", "in its thread")].join("\n");
    let (_folder, source) = source(&text);
    assert!(matches!(source.form, Form::Canonical(_)));
    assert!(matches!(source.item("x").unwrap_err(), Lookup::Ambiguous { .. }));
    assert_eq!(source.item("t3_x").unwrap().item_id, "t3_x");
    assert_eq!(source.item("t1_x").unwrap().body, "a comment");
    assert_eq!(source.item("y").unwrap().thread_id, "t3_x");
}

#[test]
fn a_bad_line_is_named() {
    let good = r#"{"id":"a","created_utc":1,"title":"t"}"#;
    let said = |bytes: &[u8]| opened(bytes).1.unwrap_err().to_string();
    assert_eq!(
        said(format!("{good}\n\n{good}\nnot json\n").as_bytes()),
        "record.jsonl line 4: not JSON, at its column 2"
    );
    assert_eq!(
        said(format!("{good}\n{{\"id\":\"b").as_bytes()),
        "record.jsonl line 2: cut off: its JSON object has no end"
    );
    assert_eq!(said(&[good.as_bytes(), b"\n{\"id\":\"\xff\"}"].concat()), "record.jsonl line 2: not UTF-8");
    let cut = format!("{}\n{{\"item_id\":\"b\",\"bo", comment("a", "p", "x"));
    assert_eq!(said(cut.as_bytes()), "record.jsonl line 2: cut off: its JSON object has no end");
}

#[test]
fn an_unknown_item_has_a_nearest() {
    let (_folder, source) = source(&comment("dfnrqjq", "p", "x"));
    assert_eq!(
        source.item("dfnrqj").unwrap_err().why(),
        "no item 'dfnrqj' in this corpus. Nearest: 'dfnrqjq'"
    );
}

#[test]
fn an_empty_file_has_no_items() {
    let (_folder, source) = source("");
    assert!(source.is_empty());
    assert!(source.item("a").is_err());
}

/// Ids as they may be typed of any of these items, and some that none has.
fn typings(lines: &[String]) -> Vec<String> {
    let ids = nasty::gathered(lines).into_iter().map(|kept| kept.item.item_id);
    let ids = ids.chain(["a", "zz9", "o d%", "none"].map(str::to_owned));
    ids.flat_map(|id| {
        let bare = crate::id::split(&id).1.to_owned();
        [id, format!("t1_{bare}"), format!("t3_{bare}"), bare]
    })
    .collect()
}

proptest! {
    #[test]
    fn both_ways_to_read_a_record_answer_the_same(
        lines in nasty::lines(),
        pick in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6),
    ) {
        // The record as it is written, some of its lines once more, and kinds mixed up: a post's line under a
        // comment's id and the other way round.
        let mut record: Vec<String> =
            nasty::gathered(&lines).iter().map(|kept| room_core::json::line(&kept.item)).collect();
        for (at, pick) in pick.iter().enumerate() {
            let mut line = pick.get(&record).clone();
            if at % 2 == 0 {
                line = line.replacen("\"kind\":\"post\"", "\"kind\":\"comment\",\"body\":\"again\"", 1);
            }
            record.push(line);
        }
        let typed = typings(&lines);
        let (_first, fast) = source(&(record.join("\n") + "\n"));
        // A blank line makes it a file that is read whole.
        let (_second, slow) = source(&(record.join("\n") + "\n\n"));
        prop_assert!(matches!(fast.form, Form::Canonical(_)) && matches!(slow.form, Form::Items(_)));
        prop_assert_eq!(answers(&fast, &typed), answers(&slow, &typed));
    }

    #[test]
    fn a_record_and_its_corpus_are_cited_alike(lines in nasty::lines()) {
        let threads = corpus::order(nasty::gathered(&lines));
        let (mut record, mut text) = (Vec::new(), Vec::new());
        let hash = corpus::write_record(&threads, &mut record).unwrap();
        corpus::render(&threads, &corpus::Given::default(), hash).write(&mut text).unwrap();
        let typed = typings(&lines);
        let (_first, record) = opened(&record);
        let (_second, corpus) = opened(&text);
        prop_assert_eq!(answers(&record.unwrap(), &typed), answers(&corpus.unwrap(), &typed));
    }
}

#[test]
fn an_id_that_begins_as_a_prefix_does_is_found_as_it_stands() {
    let post = r#"{"item_id":"t1_p","thread_id":"t1_p","kind":"post","title":"a post","selftext":""}"#;
    let text =
        [post.to_owned(), comment("t1_", "t1_p", "only a prefix"), comment("t3_c", "t1_p", "c")].join("\n");
    for text in [text.clone(), format!("\n{text}")] {
        let (_folder, source) = source(&text);
        for id in ["t1_p", "t1_", "t3_c"] {
            assert_eq!(source.item(id).unwrap().item_id, id);
        }
    }
}
