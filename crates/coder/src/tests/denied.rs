//! What is denied is missing, for every function and byte for byte.

use serde_json::{Value, json};

use super::room::Room;

/// Every way to ask for a path.
fn asks(path: &str) -> Vec<(&'static str, Value)> {
    let ops = json!([{"op": "insert", "at_line": 1, "content": "x"}]);
    vec![
        ("read-file", json!({"path": path})),
        ("read-file", json!({"path": path, "stat": true})),
        ("read-file", json!({"path": path, "line_from": 1})),
        ("read-file", json!({"paths": [path]})),
        ("update-file", json!({"files": [{"path": path, "ops": ops}]})),
        ("update-file", json!({"files": [{"path": path, "ops": ops}], "dry_run": true})),
        ("update-file", json!({"files": [{"path": path, "ops": ops, "expect_sha256": "0".repeat(64)}]})),
        ("move", json!({"files": [{"from": path, "to": "free"}]})),
        ("move", json!({"files": [{"from": path, "to": "free"}], "dry_run": true})),
        ("search", json!({"query": "x", "path": path})),
    ]
}

#[test]
fn denied_and_missing_are_told_in_the_same_words() {
    let config = "non_accessible_globs: ['**/secret.*', '**/vault/**']\nmax_output_bytes: 3\nbatch_read_budget_bytes: 1";
    let with = Room::with(
        config,
        &[("secret.txt", "long enough"), ("vault/a/b", "x"), ("free.txt", "x"), ("d/secret.x", "")],
    );
    let without = Room::with(config, &[("free.txt", "x"), ("d/other", "x")]);
    for path in
        ["secret.txt", "secret.txt/below", "vault/a/b", "vault/a", "vault", "d/secret.x", "vault/nope"]
    {
        for (function, payload) in asks(path) {
            let told = |room: &Room| match room.call(function, payload.clone()) {
                Ok(answer) => answer.to_string(),
                Err(error) => error.to_string(),
            };
            let mine = told(&with);
            assert!(mine.contains("C211"), "{function} {payload}: {mine}");
            assert_eq!(mine, told(&without), "{function} {payload}");
        }
    }
    assert_eq!(with.text("secret.txt"), "long enough");
}

#[test]
fn a_search_shows_neither_a_denied_file_nor_its_name_nor_counts_it() {
    let files = [("a.pem", "needle"), ("secrets/needle", "needle"), ("ok", "needle")];
    let room = Room::new(&files);
    std::os::unix::fs::symlink("a.pem", room.root().join("alias")).unwrap();
    let found = room.ok("search", json!({"query": "needle"}));
    assert_eq!(found["content_matches"].as_array().unwrap().len(), 1);
    assert_eq!(found["path_matches"], json!([]));
    assert_eq!(found["skipped"], json!({"links": 1}));
}

#[test]
fn listings_show_denied_names_and_flag_them() {
    let room = Room::new(&[(".ENV", "K"), ("secrets/deep/t", "S"), ("free", "")]);
    let listed = room.ok("list-folder", json!({}));
    let flags: Vec<_> =
        listed["entries"].as_array().unwrap().iter().map(|e| (&e["name"], &e["non_accessible"])).collect();
    assert_eq!(
        flags,
        [(&json!(".ENV"), &json!(true)), (&json!("free"), &json!(false)), (&json!("secrets"), &json!(true))]
    );
    let below = room.ok("list-folder", json!({"path": "secrets/deep"}));
    assert_eq!(below["entries"][0]["non_accessible"], true);
    let tree = room.ok("tree", json!({}));
    assert_eq!(tree["root"]["children"][2]["children"][0]["children"][0]["non_accessible"], true);
    assert!(tree["root"]["children"][1].get("non_accessible").is_none());
}

#[test]
fn a_missing_path_is_answered_with_near_names() {
    let room = Room::new(&[("src/main.rs", ""), ("src/main.pem", ""), ("readme.md", "")]);
    let (_, told) = room.refused("read-file", json!({"path": "src/mian.rs"}));
    assert!(told.contains("'src/main.rs'") && !told.contains("pem"), "{told}");
    let (_, told) = room.refused("read-file", json!({"path": "scr/main.rs"}));
    assert!(told.contains("'src'"), "{told}");
}
