//! Briefs: every result, the shape of the answer, exit codes.

use serde_json::{Value, json};

use crate::room::{Room, verify};

/// The one quotation of a brief, as `--json` shows it.
fn quote(brief: &str) -> Value {
    let room = Room::new();
    room.brief(brief);
    let answer = room.verify(&["brief", "--json"]).json();
    let quotes = answer["brief"]["quotes"].as_array().unwrap();
    assert_eq!(quotes.len(), 1, "{answer}");
    quotes[0].clone()
}

#[track_caller]
fn status(brief: &str, status: &str, items: &[&str]) {
    let quote = quote(brief);
    assert_eq!((quote["status"].as_str(), &quote["items"]), (Some(status), &json!(items)), "{quote}");
}

#[test]
fn each_result_is_what_the_record_makes_of_the_words() {
    status("\"took the bell down\"", "exact", &["p"]);
    status("\"took  the bell down\"", "normalised", &["p"]);
    status("“town, \"says he\".”", "normalised", &["a1"]);
    status("\"nobody told us why\"", "several", &["p", "b2"]);
    status("\"nobody told us why\" (b2)", "exact", &["b2"]);
    status("\"nobody told us why\" (t1_b2)", "exact", &["b2"]);
    status("\"nobody told us why\" (t3_b2)", "no such item", &[]);
    status("\"nobody told us why\" (a1)", "not found", &[]);
    status("\"nobody told us why\" (b2b2b2)", "no such item", &[]);
    status("\"told us\"", "short", &["p", "b2"]);
    status("\"the moon sang to us\"", "not found", &[]);
    status("\"the moon\"", "not found", &[]);
    status("\"\"", "not found", &[]);
    status("\"it was never closed", "unclosed", &[]);
    status("\"It is surely not permitted … \"", "unclosed", &[]);
    status("\"It is surely not permitted …\"", "exact", &["a1"]);
    status("\"They took the … nobody told us why\"", "elided", &["p"]);
    status("\"took the bell [...] told us why.\"", "elided", &["p"]);
    status("\"nobody told us … They took the bell\"", "not found", &[]);
    status("\"It is … permitted by the town\"", "not found", &[]);
    status("\"fish &amp; chips, *kept* as written\"", "not found", &[]);
    status("\"fish &amp; chips, \\*kept\\* as written\"", "exact", &["c3"]);
    status("\"fish & chips, *kept* as written\"", "exact", &["c3"]);
    status("\"A <b>bold</b> claim\"", "exact", &["c3"]);
    status("> The bell\n>\n> They took the bell down", "exact", &["p"]);
    status("> The bell They took the bell down (p)", "normalised", &["p"]);
    status("\"why nobody told us\"", "not found", &[]);
    // Across two items is nowhere.
    status("\"nobody told us why It is surely\"", "not found", &[]);
}

#[test]
fn what_an_elision_leaves_out_is_shown() {
    let quote = quote("\"It is surely … permitted by the town\"");
    assert_eq!((&quote["status"], &quote["left_out"]), (&json!("elided"), &json!(["not"])));
    assert_eq!((&quote["start"], &quote["end"]), (&json!(0), &json!(38)));
}

#[test]
fn the_nearest_place_and_the_first_difference_are_told() {
    let near = |brief: &str| quote(brief)["nearest"].clone();
    assert_eq!(near("\"They took the bell away\""), json!({"item_id": "p", "start": 10, "matched": 19}));
    assert_eq!(near("\"they TOOK the bell down\""), json!({"item_id": "p", "start": 10, "matched": 0}));
    assert_eq!(near("\"nobody told us why\" (a1)"), json!({"item_id": "p", "start": 39, "matched": 18}));
    assert_eq!(near("\"unheard of here\""), Value::Null);
    let room = Room::new();
    room.brief("\"They took the bell away\"");
    let said = room.verify(&["brief"]).text;
    assert!(
        said.contains("nearest: p at 10: the record goes on \"down, and nobody told us why.\""),
        "{said}"
    );
}

#[test]
fn the_answer_has_its_keys_in_their_order() {
    let room = Room::new();
    room.brief("A \"took the bell down\" and \"nobody told us why\" and \"took the bell … told us why\".\n");
    let name = room.folder.path().file_name().unwrap().to_str().unwrap().to_owned();
    let answer = room.verify(&["brief", "--json"]);
    let expected = format!(
        concat!(
            r#"{{"tool":"verify-room","room":"{}","brief":{{"file":"brief.md","quotes":["#,
            r#"{{"line":1,"column":3,"quote":"took the bell down","named":null,"status":"exact","items":["p"],"start":15,"end":33,"nearest":null}},"#,
            r#"{{"line":1,"column":28,"quote":"nobody told us why","named":null,"status":"several","items":["p","b2"],"start":39,"end":57,"nearest":null,"count":2}},"#,
            r#"{{"line":1,"column":53,"quote":"took the bell … told us why","named":null,"status":"elided","items":["p"],"start":15,"end":57,"nearest":null,"left_out":["down, and nobody"]}}],"#,
            r#""counts":{{"elided":1,"exact":1,"no such item":0,"normalised":0,"not found":0,"several":1,"short":0,"unclosed":0}}}},"#,
            r#""journal":null,"reads":null,"corpus":null,"ok":true}}"#,
            "\n"
        ),
        name
    );
    assert_eq!((answer.code, answer.text.as_str()), (0, expected.as_str()));
    assert_eq!(room.verify(&["brief", "--json"]).text, expected, "the same call prints the same bytes");
}

#[test]
fn exit_codes_say_what_held() {
    let room = Room::new();
    let code = |brief: &str, words: &[&str]| {
        room.brief(brief);
        room.verify(words).code
    };
    let loose = "\"nobody told us why\", \"the bell\", \"took the bell … told us why\", \"open";
    assert_eq!(code(loose, &["brief"]), 0);
    assert_eq!(code(loose, &["brief", "--strict"]), 1);
    assert_eq!(code("\"took the  bell down\"", &["brief", "--strict"]), 0);
    assert_eq!(code("\"took the bell away\"", &["brief"]), 1);
    assert_eq!(code("No quotation at all.", &["brief"]), 0);
    assert!(room.verify(&["brief"]).text.contains("0 quotations"));
    assert_eq!(code("", &["brief"]), 0);
    assert_eq!(code("\"took the bell down\"", &[]), 0);
    assert_eq!(code("\"took the bell away\"", &["--strict", "--json"]), 1);
}

#[test]
fn a_call_that_cannot_be_made_is_refused() {
    let refused = |answer: crate::room::Answer, label: &str| {
        let said = answer.said.unwrap_or_default();
        assert!(answer.code == 2 && said.starts_with(label) && answer.text.is_empty(), "{said}");
    };
    let room = Room::new();
    refused(room.verify(&["brief"]), "VerifyError: ");
    refused(room.verify(&["brief", "no/such/file.md"]), "VerifyError: ");
    refused(room.verify(&["brief", "/"]), "VerifyError: ");
    refused(room.verify(&["nosuch"]), "UsageError: ");
    refused(room.verify(&["journal", "--strict"]), "UsageError: ");
    refused(room.verify(&["reads", "--expect-head", "abc"]), "UsageError: ");
    refused(verify(&["no/such/room", "all"]), "CorpusError: ");
    refused(room.verify(&["rooms"]), "VerifyError: ");
    std::fs::remove_dir_all(room.path("")).unwrap();
}

#[test]
fn the_older_spelling_is_understood() {
    let room = Room::new();
    room.brief("\"took the bell down\"");
    let want = room.verify(&["brief", "--json"]).text;
    let file = room.path("brief.md");
    let file = file.to_str().unwrap();
    assert_eq!(room.verify(&["--brief", "--json"]).text, want);
    assert_eq!(room.verify(&["--json", "--brief", file]).text, want);
    assert_eq!(room.verify(&[&format!("--brief={file}"), "--json"]).text, want);
}

#[test]
fn a_record_alone_can_be_quoted_from_and_so_can_a_corpus() {
    for gone in ["corpus.txt", "record.jsonl"] {
        let room = Room::new();
        room.brief("\"took the bell down\" (p)");
        room_core::atomic::remove(&room.path(gone)).unwrap();
        let answer = room.verify(&["brief", "--json"]).json();
        assert_eq!(answer["brief"]["quotes"][0]["status"], "exact", "without {gone}");
    }
}
