//! Reading: budgets that are kept and answers that get the caller on.

use serde_json::json;

use super::room::{Room, codes};
use crate::Code;

#[test]
fn a_file_longer_than_any_limit_can_be_read_to_its_end() {
    let text = "é".repeat(50) + "\nshort\n" + &"x".repeat(70) + "\nend";
    let room = Room::with("max_read_bytes: 16", &[("f", &text)]);
    let (mut read, mut ask) = (String::new(), json!({"path": "f", "line_from": 1}));
    loop {
        let answer = room.ok("read-file", ask.clone());
        let content = answer["content"].as_str().unwrap();
        assert!(!content.is_empty() && content.len() <= 16, "{answer}");
        read += content;
        if answer["more_lines"] == false {
            assert_eq!(answer["total_lines"], 4);
            break;
        }
        if let Some(next) = answer.get("next_byte") {
            ask["byte_from"] = next.clone();
        } else {
            let lines = answer["lines_returned"].as_u64().unwrap();
            ask = json!({"path": "f", "line_from": ask["line_from"].as_u64().unwrap() + lines});
        }
    }
    assert_eq!(read, text);
}

#[test]
fn advice_in_a_refusal_is_a_call_that_works() {
    let text = "0123456789\n".repeat(100);
    let room = Room::with("max_output_bytes: 200", &[("f", &text)]);
    let (code, told) = room.refused("read-file", json!({"path": "f"}));
    assert_eq!(code, Code::C213);
    for fact in ["1100", "100 lines", "200", "max_output_bytes", "line_from", "stat"] {
        assert!(told.contains(fact), "{fact}: {told}");
    }
    let to = told.split("\"line_to\": ").nth(1).unwrap().split(')').next().unwrap().parse::<u64>().unwrap();
    let answer = room.ok("read-file", json!({"path": "f", "line_from": 1, "line_to": to}));
    assert!(answer["content"].as_str().unwrap().len() <= 200);
    assert_eq!(room.ok("read-file", json!({"path": "f", "max_output_bytes": 1_100}))["total_lines"], 100);
}

#[test]
fn a_batch_shares_its_budget_and_failures_cost_nothing() {
    let room =
        Room::with("batch_read_budget_bytes: 6", &[("a", "12\n34\n"), ("b", "1"), ("long", "abcdefgh")]);
    let answer = room.ok("read-file", json!({"paths": ["ghost", {"path": "a", "stat": true}, {"path": "a", "line_to": 1}, "b", "long", "b"]}));
    assert_eq!(codes(&answer), ["C211", "ok", "ok", "ok", "ok", "C213"]);
    let results = &answer["results"];
    assert_eq!((&results[4]["content"], &results[4]["next_byte"]), (&json!("ab"), &json!(2)));
    assert!(results[5]["error"]["message"].as_str().unwrap().contains("batch_read_budget_bytes (6)"));
}

#[test]
fn what_cannot_go_together_is_refused() {
    let room = Room::new(&[("a", "1\n")]);
    for (payload, wanted) in [
        (json!({"path": "a", "line_from": 2, "line_to": 1}), "line_to 1"),
        (json!({"path": "a", "line_from": 1, "max_output_bytes": 3}), "max_output_bytes"),
        (json!({"path": "a", "stat": true, "byte_from": 1}), "byte_from"),
        (json!({"path": "a", "byte_from": 2}), "line 1 has only 2 bytes"),
        (json!({"paths": ["a"], "numbered": true}), "numbered beside paths"),
        (json!({"path": "a", "limit": 1}), "unknown field 'limit'"),
        (json!({"path": "a", "start_line": 1}), "Did you mean 'line_from'?"),
        (json!({"path": ["a"]}), "'path'"),
    ] {
        let (code, told) = room.refused("read-file", payload);
        assert_eq!(code, Code::C210, "{told}");
        assert!(told.contains(wanted), "{told}");
    }
}
