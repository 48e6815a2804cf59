//! `tool::find`: what users of such tools were let down by, each a rule.

use std::fs::{File, FileTimes};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::room::Room;
use crate::Code;

impl Room {
    fn finds(&self, payload: Value) -> Value {
        self.coder.call("tool::find", payload).unwrap()
    }

    fn found(&self, payload: Value) -> Vec<String> {
        let found = self.finds(payload);
        found["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["path"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Sets when a file was last changed: nanoseconds since 1970.
    fn changed(&self, path: &str, nanos: u64) {
        let file = File::options().write(true).open(self.root().join(path)).unwrap();
        file.set_times(FileTimes::new().set_modified(SystemTime::UNIX_EPOCH + Duration::from_nanos(nanos)))
            .unwrap();
    }
}

#[test]
fn the_newest_comes_first_to_the_nanosecond_and_then_the_path_decides() {
    let room = Room::new(&[("a", ""), ("b", "xy"), ("c", ""), ("d", "")]);
    for (path, nanos) in
        [("a", 5_000_000_001), ("b", 5_000_000_002), ("d", 7_000_000_000), ("c", 7_000_000_000)]
    {
        room.changed(path, nanos);
    }
    let found = room.finds(json!({"paths": ["*"]}));
    let first = json!({"path": "c", "modified": "1970-01-01T00:00:07Z", "size": 0});
    assert_eq!(found["files"][0], first);
    let third = json!({"path": "b", "modified": "1970-01-01T00:00:05.000000002Z", "size": 2});
    assert_eq!(found["files"][2], third);
    assert_eq!(found["text"], "c\nd\nb\na\n[4 files found]\n");
    let two = room.finds(json!({"paths": ["*"], "limit": 2.9}));
    assert_eq!((&two["truncated"], two["files"].as_array().unwrap().len()), (&json!(true), 2));
    assert_eq!(two["files"][0], first, "the newest of all, not of the first that were met");
    assert_eq!(room.finds(json!({"paths": ["*"], "limit": 4}))["truncated"], false);
}

#[test]
fn a_path_is_a_name_a_folder_or_a_glob() {
    let room = Room::new(&[
        ("src/a.rs", ""),
        ("src/sub/b.rs", ""),
        (".hid/e.rs", ""),
        ("node_modules/f.rs", ""),
        ("x y/[z].rs", ""),
    ]);
    for path in ["src/a.rs", "src/sub/b.rs", ".hid/e.rs", "node_modules/f.rs", "x y/[z].rs"] {
        room.changed(path, 9_000_000_000);
    }
    for (paths, wanted) in [
        (json!(["src"]), vec!["src/a.rs", "src/sub/b.rs"]),
        (json!("src/*.rs"), vec!["src/a.rs"]),
        (json!(["b.rs"]), vec!["src/sub/b.rs"]),
        (json!(["[z].rs"]), vec![]),
        (json!(["x y/[z].rs"]), vec!["x y/[z].rs"]),
        (json!(["**/*.rs"]), vec![".hid/e.rs", "src/a.rs", "src/sub/b.rs", "x y/[z].rs"]),
        (json!(["**/node_modules/**"]), vec!["node_modules/f.rs"]),
        (json!(["src/**/b.{rs,py"]), vec!["src/sub/b.rs"]),
        (json!(["src/a.rs", "src", "nope"]), vec!["src/a.rs", "src/sub/b.rs"]),
    ] {
        assert_eq!(room.found(json!({"paths": paths.clone()})), wanted, "{paths}");
    }
    assert_eq!(room.found(json!({"paths": ["*.rs"], "hidden": false})).len(), 3);
}

#[test]
fn what_rules_hide_is_counted_and_links_to_files_are_listed() {
    let room = Room::with(
        "non_accessible_globs: ['**/*.pem']\n",
        &[(".gitignore", "*.log\n"), ("a.log", ""), ("id.pem", ""), ("d/a.txt", "")],
    );
    let found = room.finds(json!({"paths": ["*.log"]}));
    assert!(found["text"].as_str().unwrap().contains("1 that ignore rules"), "{}", found["text"]);
    assert_eq!(room.found(json!({"paths": ["*.log"], "gitignore": false})), ["a.log"]);
    for (target, link) in
        [("d/a.txt", "l.txt"), ("id.pem", "p.txt"), ("nowhere", "n.txt"), ("..", "up.txt"), ("d", "e.txt")]
    {
        std::os::unix::fs::symlink(target, room.root().join(link)).unwrap();
    }
    let mut txt = room.found(json!({"paths": ["*.txt"]}));
    txt.sort();
    assert_eq!(txt, ["d/a.txt", "l.txt"]);
    std::os::unix::fs::symlink("d", room.root().join("door")).unwrap();
    let glob = room.finds(json!({"paths": ["**/a.txt"]}));
    assert!(glob["text"].as_str().unwrap().contains("links are not followed"), "{}", glob["text"]);
    assert_eq!(room.found(json!({"paths": ["door/*.txt"]})), ["d/a.txt"], "one that is named is");
    assert_eq!(room.found(json!({"paths": ["*.pem"]})), [""; 0]);
}

#[test]
fn a_call_that_cannot_be_right_says_which_would_be() {
    let room = Room::new(&[("a", "")]);
    for (payload, code) in [
        (json!({"paths": ["*"], "limit": 0}), Code::C210),
        (json!({"paths": ["*"], "limit": 0.5}), Code::C210),
        (json!({"paths": ["*"], "limit": -3}), Code::C210),
        (json!({"paths": ["*"], "timeout": 0.1}), Code::C210),
        (json!({"paths": ["*"], "timeout": 61}), Code::C210),
        (json!({"paths": [" "]}), Code::C210),
        (json!({"paths": ["a,b"]}), Code::C210),
        (json!({"paths": ["nope/*.rs"]}), Code::C211),
        (json!({"paths": ["../*"]}), Code::C215),
        (json!({"pattern": "*"}), Code::C210),
    ] {
        let error = room.coder.call("tool::find", payload.clone()).unwrap_err();
        assert_eq!(error.code, code, "{payload}: {error}");
    }
    assert_eq!(room.finds(json!({"paths": ["absent"]}))["summary"], "no file found");
}
