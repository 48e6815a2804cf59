//! Listing, trees and searches: bounded, in order, and exact about what is missing.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::room::Room;
use crate::Code;

fn matches(found: &Value) -> Vec<(String, u64)> {
    let matches = found["content_matches"].as_array().unwrap();
    let name = |path: &Value| path.as_str().unwrap().rsplit_once("/root/").unwrap().1.to_owned();
    matches.iter().map(|hit| (name(&hit["path"]), hit["line"].as_u64().unwrap())).collect()
}

#[test]
fn results_come_in_the_order_of_whole_paths_every_time() {
    let mut files: Vec<(String, String)> = Vec::new();
    for folder in ["a", "a.d", "a/b", "b", "b/a/c", "é"] {
        for n in 0..40 {
            files.push((format!("{folder}/f{n:02}"), "no\nneedle\n".repeat(3)));
        }
    }
    files.push(("a-file".into(), "needle".into()));
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let room = Room::new(&files);
    let all = matches(&room.ok("search", json!({"query": "needle", "search_paths": false})));
    assert_eq!(all.len(), 6 * 40 * 3 + 1);
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(all, sorted);
    for most in [1, 2, 100, 720] {
        let found = room.ok("search", json!({"query": "needle", "search_paths": false, "max_matches": most}));
        assert_eq!(matches(&found), all[..most]);
        assert_eq!(found["truncated"], true);
    }
    let found = room.ok("search", json!({"query": "needle", "search_paths": false, "max_matches": 721}));
    assert_eq!(found["truncated"], false);
}

#[test]
fn a_full_list_of_paths_does_not_end_the_search_of_contents() {
    let room = Room::new(&[("n1", "x"), ("n2", "x"), ("n3", "x\nneedle n"), ("z", "n")]);
    let found = room.ok("search", json!({"query": "n", "max_matches": 2}));
    assert_eq!(found["path_matches"].as_array().unwrap().len(), 2);
    assert_eq!(matches(&found), [("n3".into(), 2), ("z".into(), 1)]);
    assert_eq!(found["truncated"], true);
    let none = room.ok("search", json!({"query": "n", "max_matches": 0}));
    assert_eq!((&none["truncated"], &none["content_matches"]), (&json!(true), &json!([])));
    let nothing = room.ok("search", json!({"query": "q", "max_matches": 0}));
    assert_eq!(nothing["truncated"], false);
}

#[test]
fn the_budget_counts_paths_text_and_context_and_says_when_it_is_spent() {
    let room = Room::new(&[("a", "before\nneedle\nafter\nneedle\n")]);
    let path = room.path("a").len();
    let ask = json!({"query": "needle", "search_paths": false, "context_lines_before": 1, "context_lines_after": 1});
    let cost = path + 6 + 6 + 5 + path + 6 + 5;
    for (budget, hits, truncated) in [(cost, 2, false), (cost - 1, 1, true), (1, 0, true)] {
        let config = format!("search_response_budget_bytes: {budget}");
        let coder = crate::Coder::new(&room.root(), crate::config::Config::parse(&config).unwrap()).unwrap();
        let found = coder.call("coder::search", ask.clone()).unwrap();
        assert_eq!(found["content_matches"].as_array().unwrap().len(), hits, "{budget}");
        assert_eq!(found["truncated"], truncated, "{budget}");
    }
}

#[test]
fn what_is_not_looked_into_is_counted_and_named() {
    let config = "max_read_bytes: 20";
    let room = Room::with(
        config,
        &[
            ("binary", "nee\0dle needle"),
            ("large", "needle needle needle needle"),
            ("target/x", "needle"),
            ("left/out", "needle"),
            ("ok", "needle"),
        ],
    );
    symlink("ok", room.root().join("link")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        room.root().join("fifo"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let found = room.ok("search", json!({"query": "needle", "exclude_globs": ["left/**"]}));
    assert_eq!(matches(&found), [("ok".into(), 1)]);
    let skipped =
        json!({"binary": 1, "too_large": 1, "links": 1, "excluded": 2, "first": [room.path("large")]});
    assert_eq!(found["skipped"], skipped);
    let found = room.ok("search", json!({"query": "needle", "use_default_excludes": false}));
    assert_eq!(matches(&found).len(), 3);
    let found = room.ok("search", json!({"query": "needle", "path": "target"}));
    assert_eq!(matches(&found), [("target/x".into(), 1)]);
}

#[test]
fn a_match_far_into_a_long_line_is_in_what_is_shown() {
    let line = "ä".repeat(5_000) + "needle" + &"ö".repeat(5_000);
    let room = Room::new(&[("a", &line)]);
    let found = room.ok("search", json!({"query": "needle", "max_line_bytes": 40}));
    let hit = &found["content_matches"][0];
    assert!(hit["text"].as_str().unwrap().contains("äneedleö"), "{hit}");
    assert_eq!(hit["column"], 10_001);
    let shown_from = usize::try_from(hit["text_column"].as_u64().unwrap()).unwrap() - 1;
    assert!(line.get(shown_from..).unwrap().starts_with(hit["text"].as_str().unwrap()));
}

#[test]
fn a_search_that_cannot_be_is_refused_before_any_path_is_looked_at() {
    let room = Room::new(&[("a", "x")]);
    for (payload, wanted) in [
        (json!({"query": ""}), "query is empty"),
        (json!({"query": "(", "regex": true}), "'('"),
        (json!({"query": "x", "search_content": false, "search_paths": false}), "both false"),
        (json!({"query": "x", "context_lines_after": 11}), "at most 10"),
        (json!({"query": "x", "include_globs": ["[a"]}), "'[a'"),
        (json!({"query": "x", "context": 3}), "context_lines_after"),
        (json!({"query": "x", "path": "a"}), "is a file"),
    ] {
        let mut payload = payload;
        if payload.get("path").is_none() {
            payload["path"] = json!("ghost");
        }
        let (code, told) = room.refused("search", payload);
        assert_eq!(code, Code::C210, "{told}");
        assert!(told.contains(wanted), "{told}");
    }
}

#[test]
fn a_tree_is_bounded_as_a_whole_and_shows_its_upper_levels_first() {
    let names: Vec<String> = (0..10).flat_map(|a| (0..10).map(move |b| format!("d{a}/e{b}/leaf"))).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
    let room = Room::with("tree_max_nodes: 40", &files);
    let tree = room.ok("tree", json!({}));
    let count = tree.to_string().matches("\"name\"").count();
    assert_eq!(count, 40);
    let top = tree["root"]["children"].as_array().unwrap();
    assert_eq!(top.len(), 10);
    assert_eq!(top[0]["children"].as_array().unwrap().len(), 10);
    assert_eq!(top[2]["truncated"]["reason"], "max_nodes");
    assert_eq!((&top[2]["truncated"]["shown"], &top[2]["truncated"]["total"]), (&json!(9), &json!(10)));
    assert_eq!((&top[9]["truncated"]["shown"], &top[9]["children"]), (&json!(0), &json!(null)));
}

#[test]
fn a_folder_shows_its_first_children_and_how_many_there_are() {
    let room = Room::new(&[("c", ""), ("b", ""), ("a", ""), ("target/x", ""), ("z.log", "")]);
    let tree = room.ok("tree", json!({"per_folder_limit": 2}));
    let shown = &tree["root"];
    assert_eq!((&shown["children"][0]["name"], &shown["children"][1]["name"]), (&json!("a"), &json!("b")));
    assert_eq!(shown["truncated"]["reason"], "per_folder_limit");
    assert_eq!((&shown["truncated"]["shown"], &shown["truncated"]["total"]), (&json!(2), &json!(5)));
    let tree = room.ok("tree", json!({}));
    assert_eq!(tree["root"]["children"][3]["truncated"]["reason"], "default_exclude");
    let tree = room.ok("tree", json!({"use_default_excludes": false, "max_depth": 1}));
    assert_eq!(tree["root"]["children"][3]["truncated"]["reason"], "max_depth");
}
