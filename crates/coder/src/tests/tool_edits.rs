//! `tool::edit` and `tool::write`: what users of such tools were let down by, each a rule.

use serde_json::{Value, json};

use super::room::Room;
use crate::{Code, CoderError};

impl Room {
    fn edits(&self, payload: Value) -> Result<Value, CoderError> {
        self.coder.call("tool::edit", payload)
    }

    fn writes(&self, payload: Value) -> Value {
        self.coder.call("tool::write", payload).unwrap()
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root().join(path)).unwrap()
    }
}

#[test]
fn a_text_is_replaced_where_it_stands_and_the_patch_shows_it() {
    let room = Room::new(&[("a", "one\ntwo\nthree\n")]);
    let done = room.edits(json!({"path": "a", "old_text": "two", "new_text": "2\n2b"})).unwrap();
    assert_eq!(room.text("a"), "one\n2\n2b\nthree\n");
    assert_eq!(done["text"], "a: replaced 1 place, 14 to 15 bytes\n 1|one\n-2|two\n+2|2\n+3|2b\n 4|three\n");
    assert_eq!(done["file"], json!({"path": "a", "editCount": 1, "beforeSize": 14, "afterSize": 15}));
    let hunk = &done["patch"][0];
    assert_eq!(
        (&hunk["before"], &hunk["after"], &hunk["oldStart"]),
        (&json!("two"), &json!("2\n2b"), &json!(2))
    );
}

#[test]
fn edits_are_done_in_order_on_what_the_one_before_left_or_not_at_all() {
    let room = Room::new(&[("a", "x y\n")]);
    let edits = json!([{"old_text": "x", "new_text": "y"}, {"old_text": "y", "new_text": "z", "all": true}]);
    room.edits(json!({"path": "a", "edits": edits})).unwrap();
    assert_eq!(room.text("a"), "z z\n");
    let edits = json!([{"old_text": "z z", "new_text": "1"}, {"old_text": "z", "new_text": "2"}]);
    let error = room.edits(json!({"path": "a", "edits": edits})).unwrap_err();
    assert!(error.message.starts_with("'a': edits[1]: old_text is not there"), "{error}");
    assert_eq!(room.text("a"), "z z\n");
}

#[test]
fn what_is_not_named_stays_byte_for_byte() {
    let room = Room::new(&[]);
    std::fs::write(room.root().join("a"), b"\xef\xbb\xbfcaf\xe9\r\nb\nc\rd").unwrap();
    let done = room.edits(json!({"path": "a", "old_text": "b", "new_text": "B"})).unwrap();
    assert_eq!(room.bytes("a"), b"\xef\xbb\xbfcaf\xe9\r\nB\nc\rd");
    assert!(
        done["text"]
            .as_str()
            .unwrap()
            .ends_with("[The file is not all UTF-8; its other bytes stay as they were]\n")
    );
}

#[test]
fn more_than_one_place_is_refused_with_how_many_and_where() {
    let room = Room::new(&[("a", "a1\nx\na2\n")]);
    let error = room.edits(json!({"path": "a", "old_text": "a", "new_text": "b"})).unwrap_err();
    assert_eq!(error.code, Code::C210);
    assert!(
        error.message.contains("stands there 2 times: line 1: 'a1'; line 3: 'a2'. Make it longer"),
        "{error}"
    );
}

#[test]
fn a_miss_says_what_differs() {
    let room = Room::new(&[("a", "\tif x {\n\t\ty();\n\t}\n")]);
    let error = room
        .edits(json!({"path": "a", "old_text": "    if x {\n        y();", "new_text": "z"}))
        .unwrap_err();
    assert!(error.message.contains("But for blanks and tabs it stands at line 1"), "{error}");
    assert!(error.message.contains("the file has U+0009 (a tab), old_text U+0020 (a blank)"), "{error}");
}

#[test]
fn calls_that_cannot_be_meant_are_refused_and_change_nothing() {
    let room = Room::new(&[("a", "x\n"), ("nul", "a\0x"), ("secrets/k", "x")]);
    for payload in [
        json!({"path": "a"}),
        json!({"path": "a", "old_text": "x"}),
        json!({"path": "a", "old_text": "", "new_text": "y"}),
        json!({"path": "a", "old_text": "x", "new_text": "x"}),
        json!({"path": "a", "edits": []}),
        json!({"path": "a", "edits": [{"old_text": "x", "new_text": "y"}], "all": true}),
        json!({"path": "a", "old_text": "x", "new_text": "y", "edits": []}),
        json!({"path": "a", "old_text": "x", "new_text": "y", "expect_sha256": "0".repeat(64)}),
        json!({"path": "nul", "old_text": "x", "new_text": "y"}),
    ] {
        assert_eq!(room.edits(payload.clone()).unwrap_err().code, Code::C210, "{payload}");
    }
    let denied = room.edits(json!({"path": "secrets/k", "old_text": "x", "new_text": "y"})).unwrap_err();
    assert_eq!(denied.code, Code::C211);
    assert_eq!((room.text("a"), room.text("secrets/k")), ("x\n".into(), "x".into()));
    room.edits(json!({"path": "a", "old_text": "x", "new_text": "y", "dry_run": true})).unwrap();
    assert_eq!(room.text("a"), "x\n");
}

#[test]
fn a_file_is_written_as_given_and_what_is_lost_is_said() {
    let room = Room::new(&[("a", "\u{feff}x\r\ny\r\n")]);
    let done = room.writes(json!({"path": "a", "content": "é\n"}));
    assert_eq!(room.text("a"), "é\n");
    assert_eq!(done["file"]["bytes"], 3);
    assert_eq!(done["notices"].as_array().unwrap().len(), 2);
    let done = room.writes(json!({"path": "p/q/a.txt:5", "content": ""}));
    assert_eq!(done["file"]["created"], true);
    assert!(done["text"].as_str().unwrap().contains("looks like a selector"), "{done}");
    assert_eq!(room.text("p/q/a.txt:5"), "");
}
