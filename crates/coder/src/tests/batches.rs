//! Several entries in one call.

use serde_json::{Value, json};

use super::room::{Room, codes, files};

fn atomic(mut payload: Value) -> Value {
    payload["atomic"] = json!(true);
    payload
}

fn dry(mut payload: Value) -> Value {
    payload["dry_run"] = json!(true);
    payload
}

#[test]
fn all_or_nothing_leaves_nothing_when_one_fails() {
    let room = Room::new(&[("a", "1\n"), ("b", "2\n"), ("d/x", "3")]);
    let before = room.names();
    let insert = json!([{"op": "insert", "at_line": 1, "content": "x"}]);
    let update = files(json!([{"path": "a", "ops": insert}, {"path": "ghost", "ops": insert}]));
    assert_eq!(codes(&room.ok("update-file", atomic(update))), ["C211", "C211"]);
    let create = files(json!([{"path": "n/m/new", "content": ""}, {"path": "a", "content": ""}]));
    assert_eq!(codes(&room.ok("create-file", atomic(create))), ["C217", "C217"]);
    let delete = json!({"paths": ["a", "d"]});
    assert_eq!(codes(&room.ok("delete-file", atomic(delete))), ["C216", "C216"]);
    let moves = files(json!([{"from": "a", "to": "n/a"}, {"from": "b", "to": "n/a"}]));
    assert_eq!(codes(&room.ok("move", atomic(moves))), ["C217", "C217"]);
    assert_eq!(room.names(), before);
    assert_eq!(room.text("a"), "1\n");
}

#[test]
fn all_or_nothing_does_all_when_none_fails() {
    let room = Room::new(&[("a", "1\n"), ("b", "2\n"), ("d/x", "3")]);
    let insert = json!([{"op": "insert", "at_line": 1, "content": "x"}]);
    let update = files(
        json!([{"path": "a", "ops": insert}, {"path": "b", "ops": insert}, {"path": "a", "ops": insert}]),
    );
    assert_eq!(codes(&room.ok("update-file", atomic(update))), ["ok"; 3]);
    let moves = files(json!([{"from": "a", "to": "n/a"}, {"from": "b", "to": "a"}]));
    assert_eq!(codes(&room.ok("move", atomic(moves))), ["ok"; 2]);
    let delete = json!({"paths": ["d"], "recursive": true});
    assert_eq!(codes(&room.ok("delete-file", atomic(delete))), ["ok"]);
    assert_eq!((room.text("n/a"), room.text("a")), ("x\nx\n1\n".into(), "x\n2\n".into()));
    assert_eq!(room.names(), ["a", "n/", "n/a"]);
}

#[test]
fn a_failure_that_only_shows_while_writing_is_taken_back() {
    // The rehearsal cannot see that a name is too long for the file system once a folder for it has to be made.
    let room = Room::new(&[("a", "1\n")]);
    let long = "n".repeat(300);
    let create = files(json!([
        {"path": "x/y/one", "content": "1"},
        {"path": "a", "content": "other", "overwrite": true},
        {"path": format!("z/{long}"), "content": "2"},
    ]));
    let answer = room.ok("create-file", atomic(create));
    assert_eq!(codes(&answer), ["C216"; 3]);
    assert!(answer["results"][0]["error"]["message"].as_str().unwrap().contains("entry 2"), "{answer}");
    assert_eq!(room.names(), ["a"]);
    assert_eq!(room.text("a"), "1\n");
}

#[test]
fn a_rehearsal_writes_nothing_and_its_entries_see_each_other() {
    let room = Room::new(&[("a", "1\n"), ("d/x", "3")]);
    let before = room.names();
    let insert = |at: u64| json!([{"op": "insert", "at_line": at, "content": "x"}]);
    let update = files(json!([{"path": "a", "ops": insert(2)}, {"path": "a", "ops": insert(3)}]));
    let answer = room.ok("update-file", dry(update));
    assert_eq!(answer["results"][1]["new_line_count"], 3);
    let create = files(json!([
        {"path": "n", "content": "1"},
        {"path": "n", "content": "2"},
        {"path": "n", "content": "2", "overwrite": true},
        {"path": "n/below", "content": "3"},
        {"path": "m/one", "content": ""},
        {"path": "m/two", "content": "", "parents": false},
        {"path": "k/two", "content": "", "parents": false},
        {"path": "m", "content": ""},
    ]));
    let wanted = ["ok", "C217", "ok", "C216", "ok", "ok", "C211", "C217"];
    assert_eq!(codes(&room.ok("create-file", dry(create.clone()))), wanted);
    let moves = files(json!([
        {"from": "a", "to": "n/b"},
        {"from": "a", "to": "c"},
        {"from": "n/b", "to": "d/x"},
        {"from": "n/b", "to": "d/x", "overwrite": true},
        {"from": "d", "to": "e"},
        {"from": "e/x", "to": "n/back", "parents": false},
        {"from": "e", "to": "e/f"},
    ]));
    let wanted = ["ok", "C211", "C217", "ok", "ok", "ok", "C216"];
    assert_eq!(codes(&room.ok("move", dry(moves.clone()))), wanted);
    let delete = json!({"paths": ["a", "a", "d/x", "d"], "recursive": true});
    let answer = room.ok("delete-file", dry(delete));
    let removed: Vec<_> =
        answer["results"].as_array().unwrap().iter().map(|result| &result["removed"]).collect();
    assert_eq!(removed, [true, false, true, true]);
    assert_eq!(room.names(), before);
    assert_eq!(room.text("a"), "1\n");
    // What was rehearsed is what happens.
    assert_eq!(codes(&room.ok("move", moves)), wanted);
    assert_eq!(room.text("n/back"), "1\n");
    room.ok("delete-file", json!({"paths": ["n"], "recursive": true}));
    let wanted = ["ok", "C217", "ok", "C216", "ok", "ok", "C211", "C217"];
    assert_eq!(codes(&room.ok("create-file", create)), wanted);
}

#[test]
fn an_entry_is_refused_if_the_file_is_not_the_one_that_was_read() {
    let room = Room::new(&[("a", "1\n"), ("b", "1\n")]);
    let hash = room.ok("read-file", json!({"path": "a"}))["sha256"].clone();
    assert_eq!(hash, room.ok("read-file", json!({"path": "b", "stat": true}))["sha256"]);
    let ops = json!([{"op": "insert", "at_line": 2, "content": "x"}]);
    let twice = files(json!([
        {"path": "a", "ops": ops, "expect_sha256": hash},
        {"path": "a", "ops": ops, "expect_sha256": hash},
    ]));
    assert_eq!(codes(&room.ok("update-file", twice)), ["ok", "C210"]);
    let wrong = "0".repeat(64);
    for (function, payload) in [
        (
            "create-file",
            files(json!([{"path": "a", "content": "", "overwrite": true, "expect_sha256": wrong}])),
        ),
        ("create-file", files(json!([{"path": "new", "content": "", "expect_sha256": wrong}]))),
        ("delete-file", json!({"paths": [{"path": "a", "expect_sha256": wrong}]})),
        ("move", files(json!([{"from": "a", "to": "c", "expect_sha256": wrong}]))),
        ("move", files(json!([{"from": "a", "to": "c", "expect_sha256": "short"}]))),
    ] {
        assert_eq!(codes(&room.ok(function, payload)), ["C210"], "{function}");
    }
    assert_eq!(room.names(), ["a", "b"]);
    let right = files(json!([{"from": "b", "to": "c", "expect_sha256": hash}]));
    assert_eq!(codes(&room.ok("move", right)), ["ok"]);
    let right = json!({"paths": [{"path": "c", "expect_sha256": hash}]});
    assert_eq!(codes(&room.ok("delete-file", right)), ["ok"]);
}
