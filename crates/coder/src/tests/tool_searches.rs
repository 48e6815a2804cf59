//! `tool::search`: what users of such tools were let down by, each a rule.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::room::Room;
use crate::Code;

impl Room {
    fn searched(&self, payload: Value) -> Value {
        self.coder.call("tool::search", payload).unwrap()
    }

    /// What is found, as `file:line`.
    fn places(&self, payload: Value) -> Vec<String> {
        let found = self.searched(payload);
        let matches = found["matches"].as_array().unwrap();
        matches
            .iter()
            .map(|found| format!("{}:{}", found["file"].as_str().unwrap(), found["lineNumber"]))
            .collect()
    }
}

fn lines(count: usize, text: &str) -> String {
    (0..count).fold(String::new(), |mut lines, _| {
        writeln!(lines, "{text}").unwrap();
        lines
    })
}

#[test]
fn matches_are_grouped_by_file_with_the_lines_around_them_each_once() {
    let room =
        Room::new(&[("a.txt", "M1\nl2\nl3\nM4\nl5\nl6\nl7\nl8\nl9\nM10\n"), ("d/b.txt", "M\r\nx\r\n")]);
    let found = room.searched(json!({"pattern": "M", "context": 1}));
    assert_eq!(
        found["text"],
        "# a.txt\n*1|M1\n 2|l2\n 3|l3\n*4|M4\n 5|l5\n...\n 9|l9\n*10|M10\n# d/\n## b.txt\n*1|M\n 2|x\n[4 matches in 2 files]\n"
    );
    assert_eq!(found["truncated"], false);
    let fourth = &found["matches"][1];
    assert_eq!((&fourth["before"], &fourth["after"]), (&json!(["l3"]), &json!(["l5"])));
    let alone = room.searched(json!({"pattern": "M1$", "paths": "a.txt", "before": 0, "after": 1}));
    assert_eq!(
        alone["text"], "*1|M1\n 2|l2\n[1 match in 1 file]\n",
        "a file that was named alone has no heading"
    );
}

#[test]
fn nothing_is_cut_without_a_word() {
    let many = lines(23, "hit");
    let room = Room::new(&[("a.txt", &many), ("b.txt", "hit\n")]);
    let found = room.searched(json!({"pattern": "hit", "context": 0}));
    assert_eq!((found["matches"].as_array().unwrap().len(), &found["truncated"]), (21, &json!(true)));
    assert!(found["text"].as_str().unwrap().contains("… 3 more in this file"), "{}", found["text"]);
    let alone = room.searched(json!({"pattern": "hit", "paths": ["a.txt"]}));
    assert_eq!((alone["matches"].as_array().unwrap().len(), &alone["truncated"]), (23, &json!(false)));

    for (limit, count, truncated) in [(20, 20, true), (21, 21, true), (3, 3, true)] {
        let found = room.searched(json!({"pattern": "hit", "limit": limit}));
        assert_eq!(
            (found["matches"].as_array().unwrap().len(), found["truncated"] == truncated),
            (count, true)
        );
    }
    let exact = room.searched(json!({"pattern": "hit", "paths": ["a.txt"], "limit": 23}));
    assert_eq!(exact["truncated"], false, "exactly as many as there are");
}

#[test]
fn a_page_has_twenty_files_and_names_the_next() {
    let files: Vec<(String, &str)> = (0..45).map(|n| (format!("f{n:02}"), "h\n")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let room = Room::new(&files);
    for (skip, first, count, next) in
        [(0, "f00:1", 20, json!(20)), (20, "f20:1", 20, json!(40)), (40, "f40:1", 5, Value::Null)]
    {
        let payload = json!({"pattern": "h", "skip": skip});
        assert_eq!(room.places(payload.clone()).len(), count);
        assert_eq!(room.places(payload.clone())[0], first);
        let found = room.searched(payload);
        assert_eq!(found["nextSkip"], next);
        assert_eq!(found["truncated"], !next.is_null());
        assert!(found["text"].as_str().unwrap().contains("of 45"), "{}", found["text"]);
    }
    assert_eq!(room.places(json!({"pattern": "h", "skip": 45})), [""; 0]);
}

#[test]
fn the_budget_keeps_the_end_that_was_asked_for() {
    let line = "hit ".to_owned() + &"x".repeat(396);
    let many = lines(150, &line);
    let room = Room::new(&[("a.txt", &many)]);
    for (direction, first, last) in [("head", 1, 127), ("tail", 24, 150), ("both", 1, 150)] {
        let found = room
            .searched(json!({"pattern": "hit", "paths": ["a.txt"], "context": 0, "truncation": direction}));
        let matches = found["matches"].as_array().unwrap();
        let ends = (matches[0]["lineNumber"].as_u64(), matches[matches.len() - 1]["lineNumber"].as_u64());
        assert_eq!(ends, (Some(first), Some(last)), "{direction}");
        assert_eq!(found["truncated"], true);
        assert!(found["text"].as_str().unwrap().len() < 53_000);
    }
}

#[test]
fn what_rules_hide_is_counted_where_nothing_else_was_found() {
    let room = Room::new(&[
        (".gitignore", "gen/\n"),
        ("gen/a.rs", "needle\n"),
        ("node_modules/b.js", "needle\n"),
        ("c.rs", "x\n"),
        (".git/config", "needle\n"),
    ]);
    let found = room.searched(json!({"pattern": "needle"}));
    assert!(found["text"].as_str().unwrap().contains("2 files that ignore rules"), "{}", found["text"]);
    assert_eq!(found["skipped"]["ignored"], 2);
    assert_eq!(room.places(json!({"pattern": "needle", "gitignore": false})), ["gen/a.rs:1"]);
    assert_eq!(room.places(json!({"pattern": "needle", "paths": ["gen"]})), ["gen/a.rs:1"]);
    assert_eq!(room.places(json!({"pattern": "needle", "paths": ["gen/a.rs"]})), ["gen/a.rs:1"]);
    assert_eq!(
        room.places(json!({"pattern": "needle", "paths": ["node_modules/*.js"]})),
        ["node_modules/b.js:1"]
    );
    assert_eq!(room.places(json!({"pattern": "needle", "paths": [".git"]})), [".git/config:1"]);
}

#[test]
fn paths_may_be_files_folders_and_globs_that_overlap_and_each_file_comes_once() {
    let room = Room::new(&[
        ("a/b/c.rs", "x\n"),
        ("a/d.rs", "x\n"),
        ("e.rs", "x\n"),
        ("[e].rs", "x\n"),
        ("z.md", "x\n"),
    ]);
    for (paths, wanted) in [
        (json!(["a", "a/b", "a/d.rs", "a/**/*.rs"]), vec!["a/b/c.rs:1", "a/d.rs:1"]),
        (json!(["z.md", "a/b"]), vec!["a/b/c.rs:1", "z.md:1"]),
        (json!(["[e].rs"]), vec!["[e].rs:1"]),
        (json!("?.rs"), vec!["a/b/c.rs:1", "a/d.rs:1", "e.rs:1"]),
        (json!(["./?.rs"]), vec!["e.rs:1"]),
        (json!(["a/", "nope"]), vec!["a/b/c.rs:1", "a/d.rs:1"]),
    ] {
        assert_eq!(room.places(json!({"pattern": "x", "paths": paths.clone()})), wanted, "{paths}");
    }
    let found = room.searched(json!({"pattern": "x", "paths": ["a", "nope/x.rs"]}));
    assert!(found["text"].as_str().unwrap().contains("nope/x.rs"));
}

#[test]
fn a_call_that_cannot_be_right_says_which_would_be() {
    let room = Room::with(
        "non_accessible_globs: ['**/*.pem']\n",
        &[("a.rs", "x\n"), ("docs/x", ""), ("id.pem", "x\n")],
    );
    for (payload, code, said) in [
        (json!({"pattern": " "}), Code::C210, "pattern is empty"),
        (json!({"pattern": "["}), Code::C210, "literal"),
        (json!({"pattern": "x", "paths": ["a.rs,docs"]}), Code::C210, "[\"a.rs\", \"docs\"]"),
        (json!({"pattern": "x", "paths": [""]}), Code::C210, "empty entry"),
        (json!({"pattern": "x", "paths": []}), Code::C210, "paths is empty"),
        (json!({"pattern": "x", "paths": ["nope", "neither"]}), Code::C211, "'nope', 'neither'"),
        (json!({"pattern": "x", "paths": ["id.pem"]}), Code::C211, "no file or folder 'id.pem'"),
        (json!({"pattern": "x", "paths": ["../x"]}), Code::C215, "outside"),
        (json!({"pattern": "x", "limit": 0}), Code::C210, "at least 1"),
        (json!({"pattern": "x", "context": 51}), Code::C210, "at most 50"),
        (json!({"pattern": "x", "file_type": "a/b"}), Code::C210, "file_type"),
        (json!({"pattern": "x", "path": "a"}), Code::C210, "'paths'"),
        (json!({"pattern": "x", "paths": ["src/[a"]}), Code::C211, "src/[a"),
        (json!({"pattern": "x", "glob_exclude": ["[a"]}), Code::C210, "is not a glob"),
    ] {
        let error = room.coder.call("tool::search", payload.clone()).unwrap_err();
        assert_eq!(error.code, code, "{payload}: {error}");
        assert!(error.message.contains(said), "{payload}: {error}");
    }
}

#[test]
fn denied_and_linked_files_are_under_no_name_searched() {
    let room = Room::with(
        "non_accessible_globs: ['**/*.pem', 'vault/**']\n",
        &[("id.pem", "x\n"), ("vault/a", "x\n"), ("a", "x\n")],
    );
    std::os::unix::fs::symlink("id.pem", room.root().join("link")).unwrap();
    std::os::unix::fs::symlink("vault", room.root().join("door")).unwrap();
    assert_eq!(room.places(json!({"pattern": "x"})), ["a:1"]);
    for path in ["link", "door", "door/a", "vault/*", "VAULT/a"] {
        let found = room.coder.call("tool::search", json!({"pattern": "x", "paths": [path]}));
        let none = found.as_ref().map_or(true, |found| found["matches"] == json!([]));
        assert!(none, "{path}: {found:?}");
    }
}

#[test]
fn types_and_exclusions_choose_files() {
    let room = Room::new(&[
        ("a.rs", "x\n"),
        ("b.py", "x\n"),
        ("gen/c.rs", "x\n"),
        ("d.xyz", "x\n"),
        ("Makefile", "x\n"),
    ]);
    for (payload, wanted) in [
        (json!({"file_type": "rust"}), vec!["a.rs:1", "gen/c.rs:1"]),
        (json!({"file_type": "py"}), vec!["b.py:1"]),
        (json!({"file_type": ".xyz"}), vec!["d.xyz:1"]),
        (json!({"file_type": "make"}), vec!["Makefile:1"]),
        (json!({"glob_exclude": ["gen"], "file_type": "rs"}), vec!["a.rs:1"]),
        (json!({"glob_exclude": ["!gen/**", "*.{py,xyz}"]}), vec!["Makefile:1", "a.rs:1"]),
        (json!({"glob_exclude": "gen/c.rs", "file_type": "rust"}), vec!["a.rs:1"]),
    ] {
        let mut payload = payload;
        payload["pattern"] = json!("x");
        assert_eq!(room.places(payload.clone()), wanted, "{payload}");
    }
}

#[test]
fn a_long_line_is_shown_around_its_match_and_a_match_over_lines_whole() {
    let long = "a".repeat(2000) + "needle" + &"b".repeat(2000);
    let room = Room::new(&[("long", &long), ("over", "one {\n  two\n}\n")]);
    let found = room.searched(json!({"pattern": "needle"}));
    let line = found["matches"][0]["line"].as_str().unwrap();
    assert!(
        line.starts_with('…') && line.ends_with('…') && line.contains("needle") && line.len() < 600,
        "{line}"
    );
    assert_eq!(
        (&found["matches"][0]["column"], &found["matches"][0]["partial"]),
        (&json!(2001), &json!(true))
    );
    let over = room.searched(json!({"pattern": "{\n  two\n}", "literal": true, "context": 0}));
    assert_eq!(over["matches"][0]["line"], "one {\n  two\n}");
    assert!(over["text"].as_str().unwrap().contains("*1|one {\n*2|  two\n*3|}\n"), "{}", over["text"]);
    assert_eq!(room.places(json!({"pattern": r"\{\n.*two"})), ["over:1"]);
}
