//! Making, changing, moving and deleting.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use serde_json::json;

use super::room::{Room, codes, files};
use crate::Coder;
use crate::config::Config;

#[test]
fn an_overwritten_file_keeps_its_mode_unless_one_is_given() {
    let room = Room::new(&[("run", "old")]);
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(room.root().join("run"), mode(0o750)).unwrap();
    let write = |extra: &str| {
        let entry = format!(r#"[{{"path": "run", "content": "new", "overwrite": true{extra}}}]"#);
        room.ok("create-file", files(serde_json::from_str::<serde_json::Value>(&entry).unwrap()));
        std::fs::metadata(room.root().join("run")).unwrap().mode() & 0o777
    };
    assert_eq!(write(""), 0o750);
    assert_eq!(write(r#", "mode": "600""#), 0o600);
}

#[test]
fn an_edit_that_changes_nothing_writes_nothing() {
    let room = Room::new(&[("a", "x\r\n\n")]);
    let inode = || std::fs::metadata(room.root().join("a")).unwrap().ino();
    let before = inode();
    let ops = json!([
        {"op": "replace", "pattern": "zzz", "replacement": "y"},
        {"op": "replace", "pattern": "x", "replacement": "x"},
        {"op": "update_lines", "from_line": 1, "to_line": 1, "content": "x"},
    ]);
    assert_eq!(codes(&room.ok("update-file", files(json!([{"path": "a", "ops": ops}])))), ["ok"]);
    assert_eq!((inode(), room.text("a").as_str()), (before, "x\r\n\n"));
}

#[test]
fn several_writers_of_one_file_all_get_their_line_in() {
    let room = Room::new(&[("log", "")]);
    std::thread::scope(|threads| {
        for writer in 0..8 {
            let coder = Coder::new(&room.root(), Config::default()).unwrap();
            threads.spawn(move || {
                for round in 0..25 {
                    let ops = json!([{"op": "insert", "at_line": 1, "content": format!("{writer}.{round}")}]);
                    let payload = files(json!([{"path": "log", "ops": ops}]));
                    let answer = coder.call("coder::update-file", payload).unwrap();
                    assert_eq!(codes(&answer), ["ok"], "{answer}");
                }
            });
        }
    });
    assert_eq!(room.text("log").lines().count(), 200);
    assert_eq!(room.names(), ["log"]);
}

#[test]
fn refusals_say_what_would_be_right() {
    let room = Room::new(&[("d/x", "1"), ("f", "2"), ("g", "3")]);
    let told = |function: &str, payload| {
        let answer = room.ok(function, payload);
        answer["results"][0]["error"]["message"].as_str().unwrap().to_owned()
    };
    assert!(told("move", files(json!([{"from": "f", "to": "d"}]))).contains("'d/f'"));
    assert!(told("move", files(json!([{"from": "f", "to": "g"}]))).contains("overwrite"));
    assert!(told("move", files(json!([{"from": "f", "to": "no/g", "parents": false}]))).contains("'no/g'"));
    assert!(told("move", files(json!([{"from": "d", "to": "d/e/f"}]))).contains("inside"));
    assert!(told("delete-file", json!({"paths": ["d"]})).contains("recursive"));
    assert!(told("delete-file", json!({"paths": [""], "recursive": true})).contains("root"));
    assert!(told("create-file", files(json!([{"path": "f", "content": ""}]))).contains("overwrite"));
    assert!(told("create-file", files(json!([{"path": "new/", "content": ""}]))).contains("folder"));
    assert!(
        told("create-file", files(json!([{"path": "d", "content": "", "overwrite": true}])))
            .contains("folder")
    );
    assert_eq!(room.names(), ["d/", "d/x", "f", "g"]);
}

#[test]
fn numbers_change_while_a_server_runs_and_a_jail_does_not() {
    let room = Room::new(&[("a", "12345")]);
    assert!(room.call("read-file", json!({"path": "a"})).is_ok());
    room.coder.reload(&Config::parse("max_read_bytes: 4").unwrap()).unwrap();
    assert!(room.call("read-file", json!({"path": "a"})).is_err());
    let jail = "max_read_bytes: 9\nnon_accessible_globs: []";
    let told = room.coder.reload(&Config::parse(jail).unwrap()).unwrap_err().message;
    assert!(told.contains("restart"), "{told}");
    assert_eq!(room.ok("info", json!({}))["max_read_bytes"], 4);
}

#[test]
fn the_root_must_be_one_of_the_configured_ones_and_comes_first() {
    let room = Room::new(&[("inner/x", "")]);
    let named = |paths: &[&str]| {
        let paths: Vec<_> = paths.iter().map(|path| room.path(path)).collect();
        Config::parse(&json!({ "base_paths": paths }).to_string()).unwrap()
    };
    let inner = room.root().join("inner");
    let coder = Coder::new(&inner, named(&["", "inner", "gone"])).unwrap();
    let info = coder.call("coder::info", json!({})).unwrap();
    assert_eq!(info["base_paths"], json!([room.path("inner"), room.root()]));
    assert!(info["warnings"][0].as_str().unwrap().contains("gone"), "{info}");
    let told = Coder::new(&inner, named(&[""])).unwrap_err().message;
    assert!(told.contains("none of the configured"), "{told}");
    let told = Coder::new(&room.root().join("gone"), Config::default()).unwrap_err().message;
    assert!(told.contains("gone"), "{told}");
}
