//! `tool::read`: what users of such tools were let down by, each a rule.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::room::Room;
use crate::Code;

impl Room {
    fn sees(&self, payload: Value) -> Value {
        self.coder.call("tool::read", payload).unwrap()
    }

    fn reads(&self, path: &str) -> String {
        self.sees(json!({ "path": path }))["text"].as_str().unwrap().to_owned()
    }

    fn fails(&self, payload: Value) -> (Code, String) {
        let error = self.coder.call("tool::read", payload).unwrap_err();
        (error.code, error.message)
    }
}

fn rows(count: usize) -> String {
    (1..=count).map(|row| format!("row {row}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_final_newline_is_no_line_and_a_blank_one_is() {
    let room = Room::new(&[("a", "1\n2\n"), ("b", "1\n\n"), ("e", "")]);
    assert_eq!(room.reads("a"), "1|1\n2|2\n");
    assert_eq!(room.reads("b"), "1|1\n2|\n");
    assert_eq!(room.reads("e"), "[e is empty: 0 lines]\n");
    assert_eq!(room.reads("a:3"), "[3 is past the end: a has 2 lines. Read a:1-2 or a:raw]\n");
    assert_eq!(room.sees(json!({"path": "a"}))["file"]["totalLines"], 2);
}

#[test]
fn tabs_blanks_and_marks_are_shown_as_they_stand_and_carriage_returns_only_raw() {
    let room = Room::new(&[("a", "\tx “y” \r\nz\r\n")]);
    assert_eq!(room.reads("a"), "1|\tx “y” \n2|z\n");
    assert_eq!(room.reads("a:raw"), "\tx “y” \r\nz\r\n");
    assert_eq!(room.reads("a:1-1:raw"), "\tx “y” \r\n");
}

#[test]
fn a_byte_order_mark_is_hidden_but_raw_and_utf_16_is_decoded_and_said() {
    let room = Room::new(&[("bom", "\u{feff}a\n")]);
    assert_eq!(room.reads("bom"), "1|a\n");
    assert_eq!(room.reads("bom:raw"), "\u{feff}a\n");
    let wide: Vec<u8> = "\u{feff}aé\nb".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(room.root().join("wide"), wide).unwrap();
    assert_eq!(room.reads("wide"), "1|aé\n2|b\n[wide is UTF-16: shown as it decodes]\n");
}

#[test]
fn what_is_no_utf_8_is_shown_with_a_warning_and_what_is_binary_is_named() {
    let room = Room::new(&[]);
    std::fs::write(room.root().join("latin"), b"caf\xe9\n").unwrap();
    assert_eq!(
        room.reads("latin"),
        "1|caf\u{fffd}\n[latin is not all UTF-8: what is none is shown as U+FFFD]\n"
    );
    std::fs::write(room.root().join("elf"), b"\x7fELF\0\0\x01").unwrap();
    for path in ["elf", "elf:raw", "elf:1-2"] {
        assert_eq!(
            room.reads(path),
            "[elf is binary, 7 bytes: an ELF program or library. Its bytes are not shown]\n"
        );
    }
}

#[test]
fn a_selector_is_taken_once_and_what_is_none_is_told_its_forms() {
    let room = Room::new(&[("a", "1\n2\n"), ("p/b", "")]);
    for payload in [
        json!({"path": "a:1", "selector": "2"}),
        json!({"path": "a:1", "offset": 2}),
        json!({"path": "a", "selector": "1", "limit": 1}),
        json!({"path": "a", "offset": 0}),
        json!({"path": "a", "limit": 0}),
        json!({"path": "a", "maxSummaryBytes": 0}),
        json!({"path": "a", "truncation": "head", "truncationDirection": "tail"}),
        json!({"path": "p:1-2,4"}),
        json!({"path": "p:raw"}),
    ] {
        assert_eq!(room.fails(payload.clone()).0, Code::C210, "{payload}");
    }
    let (_, why) = room.fails(json!({"path": "a:1-x"}));
    assert!(why.starts_with("unknown selector '1-x' after 'a'. Selectors are 50 ("), "{why}");
    let window = room.sees(json!({"path": "a", "offset": 2, "limit": 5}));
    assert_eq!((&window["text"], &window["shown"]), (&json!("2|2\n"), &json!([[2, 2]])));
}

#[test]
fn a_denied_file_is_refused_as_one_that_is_not_there_by_any_selector() {
    let denied = Room::new(&[("secrets/key.txt", "hidden"), ("a/key.txt", "open")]);
    let missing = Room::new(&[("a/key.txt", "open")]);
    for selector in ["", ":1", ":0", ":raw", ":conflicts", ":x"] {
        let payload = json!({"path": format!("secrets/key.txt{selector}")});
        let refused = denied.fails(payload.clone());
        assert_eq!(refused.0, Code::C211);
        assert_eq!(refused, missing.fails(payload));
    }
    assert_eq!(denied.fails(json!({"path": "secrets"})), missing.fails(json!({"path": "secrets"})));
}

#[test]
fn a_footer_tells_what_is_shown_and_what_is_not() {
    let room = Room::new(&[("n", &rows(60))]);
    let both = room.sees(json!({"path": "n", "truncation": "both", "maxSummaryLines": 4}));
    assert_eq!(both["shown"], json!([[1, 2], [59, 60]]));
    assert_eq!(both["omitted"], json!([[3, 58]]));
    assert_eq!(both["file"]["truncatedBy"], "middle");
    let footer = both["truncationFooter"].as_str().unwrap();
    assert!(
        footer.contains("Showing lines 1-2,59-60 of 60") && footer.contains("Go on: n:3-58;"),
        "{footer}"
    );
    let range = room.sees(json!({"path": "n:10-40,50", "maxSummaryLines": 5}));
    let footer = range["truncationFooter"].as_str().unwrap();
    assert!(footer.contains("Not shown: 15-40,50-60. Go on: n:15-40,50-60]"), "{footer}");
}

#[test]
fn of_a_long_line_the_start_is_shown_and_a_way_to_the_rest() {
    let room = Room::new(&[("n", &format!("a\n{}\nb\n", "z".repeat(60_000)))]);
    let read = room.sees(json!({"path": "n"}));
    assert_eq!(read["partialLines"], json!([2]));
    let text = read["text"].as_str().unwrap();
    assert!(
        text.contains("2|zzz") && text.contains("3|b") && text.contains("n:2-2:raw shows line 2"),
        "{text}"
    );
    assert_eq!(room.reads("n:2-2:raw"), "z".repeat(60_000) + "\n");
    let anchored = room.sees(json!({"path": "n:2-2", "display": "anchor", "maxSummaryBytes": 70_000}));
    assert!(anchored["text"].as_str().unwrap().trim_end().ends_with(&"z".repeat(60_000)));
}

#[test]
fn a_raw_line_above_all_bounds_goes_on_by_bytes() {
    let long = "é".repeat(1_200_000);
    let room = Room::new(&[("n", &long)]);
    let read = room.sees(json!({"path": "n:raw"}));
    let (content, text) = (read["file"]["content"].as_str().unwrap(), read["text"].as_str().unwrap());
    assert_eq!(content.len(), 2 << 20);
    let call = text.split_once("coder::read-file ").unwrap().1.split_once(" goes on").unwrap().0;
    let rest = room.coder.call("coder::read-file", serde_json::from_str(call).unwrap()).unwrap();
    assert_eq!(content.to_owned() + rest["content"].as_str().unwrap(), long);
}

#[test]
fn a_source_is_summarised_unless_something_of_it_is_asked_for() {
    let source = "fn a() {\n    1;\n    2;\n}\n";
    let room = Room::new(&[("a.rs", source), ("a.txt", source)]);
    let read = room.sees(json!({"path": "a.rs"}));
    assert_eq!(read["summary"], json!({"regions": 1, "lines": 2}));
    assert_eq!(read["file"]["displayMode"], "summarized");
    assert!(read["text"].as_str().unwrap().starts_with(
        "1-4|fn a() { .. }\n[2 lines elided in 1 place. All of it: a.rs:raw; the first: a.rs:1-4]"
    ));
    assert_eq!(room.reads("a.rs:1-9"), "1|fn a() {\n2|    1;\n3|    2;\n4|}\n");
    assert_eq!(room.reads("a.rs:raw"), source);
    assert!(room.reads("a.txt").starts_with("1|fn a() {\n2|"));
}

#[test]
fn a_missing_name_is_told_where_it_stands_and_never_read_there() {
    let room =
        Room::new(&[("x/y/main.rs", "fn main() {}"), ("node_modules/main.rs", "no"), ("z/Main.rs", "no")]);
    let (code, why) = room.fails(json!({"path": "main.rs"}));
    assert_eq!(code, Code::C211);
    assert!(why.ends_with("Of that name: z/Main.rs, x/y/main.rs."), "{why}");
}

/// Follows footers until nothing is left; the raw texts one after the other.
fn followed(room: &Room, mut path: String, more: &Value) -> String {
    let mut joined = String::new();
    for _ in 0..2_000 {
        let mut payload = more.clone();
        payload["path"] = json!(path);
        let read = room.sees(payload);
        joined += read["file"]["content"].as_str().unwrap();
        let Some(footer) = read["truncationFooter"].as_str() else { return joined };
        let next = footer.split_once("Go on: ").unwrap().1;
        path = next.split([';', ']']).next().unwrap().to_owned();
    }
    panic!("the calls that footers name come to no end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The call a footer names works and gets on: together the parts are the file.
    #[test]
    fn footers_lead_to_the_end(text in "[a-c\u{e9}\r\n]{0,80}", bytes in 1_u64..40, lines in 1_u64..9) {
        prop_assume!(text.split('\n').all(|line| line.len() as u64 <= bytes));
        let room = Room::new(&[("n", &text)]);
        let budget = json!({"maxSummaryBytes": bytes, "maxSummaryLines": lines});
        prop_assert_eq!(followed(&room, "n:raw".into(), &budget), text);
    }
}
