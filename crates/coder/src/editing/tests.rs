//! Edits, against a plain and slow model and in the cases that have gone wrong elsewhere.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::request::parse;

#[derive(serde::Deserialize)]
struct Payload {
    ops: Vec<Op>,
}

fn ops(list: impl Into<Value>) -> Ops {
    let payload: Payload = parse("test", json!({ "ops": list.into() })).unwrap();
    Ops::new(&payload.ops).unwrap()
}

fn edited(text: &str, list: Value) -> String {
    String::from_utf8(edit(text.as_bytes(), &ops(list), 1 << 20).unwrap().bytes).unwrap()
}

fn refusal(text: &str, list: Value) -> String {
    edit(text.as_bytes(), &ops(list), 1 << 20).unwrap_err().message
}

fn insert(at: u64, content: &str) -> Value {
    json!({"op": "insert", "at_line": at, "content": content})
}

fn remove(from: u64, to: u64) -> Value {
    json!({"op": "remove", "from_line": from, "to_line": to})
}

fn update(from: u64, to: u64, content: &str) -> Value {
    json!({"op": "update_lines", "from_line": from, "to_line": to, "content": content})
}

#[test]
fn new_lines_end_as_the_place_they_come_to() {
    assert_eq!(edited("a\r\nb\n", json!([insert(2, "x")])), "a\r\nx\nb\n");
    assert_eq!(edited("a\r\nb\n", json!([insert(1, "x\ny")])), "x\r\ny\r\na\r\nb\n");
    assert_eq!(edited("a\r\nb\n", json!([insert(3, "x")])), "a\r\nb\nx\n");
    assert_eq!(edited("a\r\nb\nc\r\n", json!([update(1, 2, "x\r\ny\nz")])), "x\r\ny\nz\nc\r\n");
    // The last line has no end of its own: the dominant one.
    assert_eq!(edited("a\r\nb\r\nc", json!([insert(4, "d")])), "a\r\nb\r\nc\r\nd");
    assert_eq!(edited("a\r\nb\r\nc", json!([update(3, 3, "x\ny")])), "a\r\nb\r\nx\r\ny");
    assert_eq!(edited("a\rb", json!([insert(1, "x")])), "x\na\rb");
}

#[test]
fn the_end_of_the_file_stays_as_it_was() {
    assert_eq!(edited("a\nb", json!([remove(2, 2)])), "a");
    assert_eq!(edited("a\nb", json!([insert(3, "c\n")])), "a\nb\nc");
    assert_eq!(edited("a\r\nb", json!([remove(2, 2)])), "a");
    assert_eq!(edited("a\n", json!([remove(1, 1)])), "");
    assert_eq!(edited("", json!([insert(1, "a\nb")])), "a\nb");
    assert_eq!(edited("\n", json!([insert(1, "a")])), "a\n\n");
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    assert_eq!(edited("\u{feff}a\n", json!([insert(1, "x")])), "\u{feff}x\na\n");
    assert_eq!(edited("\u{feff}a\n", json!([update(1, 1, "x")])), "\u{feff}x\n");
    assert_eq!(edited("\u{feff}a\n", json!([remove(1, 1)])), "\u{feff}");
    assert_eq!(edited("\u{feff}", json!([insert(1, "x")])), "\u{feff}x");
}

#[test]
fn bytes_that_are_not_named_stay() {
    let bytes = b"a\xff\r\r\nb\n\xe2\x82";
    let new = edit(
        bytes,
        &ops(json!([update(2, 2, "x"), {"op": "replace", "pattern": "a", "replacement": "A"}])),
        99,
    );
    assert_eq!(new.unwrap().bytes, b"A\xff\r\r\nx\n\xe2\x82");
}

#[test]
fn ranges_and_overlaps_are_refused_with_what_they_name() {
    for (list, wanted) in [
        (json!([insert(5, "x")]), "ops[0]: at_line 5 is not from 1 to 4: the file has 3 lines"),
        (json!([insert(0, "x")]), "at_line 0"),
        (json!([remove(2, 4)]), "lines 2 to 4 are no range of the file's 3 lines"),
        (json!([remove(0, 1)]), "lines 0 to 1"),
        (json!([remove(3, 2)]), "lines 3 to 2"),
        (json!([remove(u64::MAX, u64::MAX)]), "no range"),
        (
            json!([{"op": "replace", "pattern": "q", "replacement": ""}, remove(1, 3), insert(2, "x")]),
            "ops[1] (lines 1 to 3) and ops[2] (lines 2 to 2) overlap",
        ),
        (json!([insert(1, ""), insert(1, "")]), "overlap"),
    ] {
        let told = refusal("a\nb\nc\n", list.clone());
        assert!(told.contains(wanted), "{list}: {told}");
    }
}

#[test]
fn an_operation_is_refused_by_its_name_and_fields() {
    for (op, wanted) in [
        (json!({"op": "append", "content": "x"}), "unknown op 'append'. Known: insert, remove"),
        (json!({"op": "insert_line", "at_line": 1, "content": ""}), "Did you mean 'insert'?"),
        (json!({"op": "remove", "from_line": 1}), "op 'remove': the field 'to_line' is missing"),
        (json!({"op": "remove", "from_line": 1, "to_line": 1, "content": "x"}), "unknown field 'content'"),
        (json!({"op": "insert", "at": 1, "content": ""}), "Did you mean 'at_line'?"),
        (json!({"content": ""}), "the field 'op' is missing"),
        (json!({"op": "insert", "at_line": -1, "content": ""}), "ops[0]"),
    ] {
        let told = parse::<Payload>("test", json!({"ops": [op.clone()]})).err().unwrap().message;
        assert!(told.contains(wanted), "{op}: {told}");
    }
}

#[test]
fn a_result_over_the_limit_is_refused_before_it_is_built() {
    let grow = ops(json!([{"op": "replace", "pattern": ".", "replacement": "$0$0$0$0$0$0$0$0$0$0"}]));
    let error = edit(&[b'x'; 100], &grow, 999).unwrap_err();
    assert_eq!(error.code, Code::C213);
    assert!(edit(&[b'x'; 100], &grow, 1_000).is_ok());
    let error = edit(b"", &ops(json!([insert(1, "12345")])), 4).unwrap_err();
    assert!(error.message.contains("5 bytes"), "{error}");
}

#[test]
fn an_echo_stands_at_the_final_place_whatever_came_after() {
    let done = edit(
        b"1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        &ops(json!([
            update(8, 8, "eight"),
            remove(1, 1),
            {"op": "replace", "pattern": "3\n4", "replacement": "three\nand\nfour"},
            {"op": "replace", "pattern": "^", "replacement": "top\n"},
        ])),
        999,
    )
    .unwrap();
    let seen: Vec<_> =
        done.echoes.iter().map(|echo| (echo.op_index, echo.from_line, echo.lines.join(","))).collect();
    assert_eq!(
        seen,
        [
            (0, 7, "6,7,eight,9".to_owned()),
            (1, 1, "top,2,three".to_owned()),
            (2, 3, "three,four".to_owned()),
            (3, 1, "top".to_owned()),
        ]
    );
}

#[test]
fn many_growing_replacements_take_linear_time() {
    let text = "x\n".repeat(200_000);
    let list = json!([insert(100_000, "here"), {"op": "replace", "pattern": "x", "replacement": "a\nb\nc"}]);
    let done = edit(text.as_bytes(), &ops(list), 1 << 30).unwrap();
    assert_eq!(done.echoes[0].from_line, 3 * 99_999 - 1);
    assert_eq!(done.echoes[0].lines, ["b", "c", "here", "a", "b"]);
}

/// The file as a list of lines, each with its end: edited with the plainest of means.
fn model(text: &str, list: &[Place]) -> String {
    let mut lines: Vec<Vec<String>> = text.split_inclusive('\n').map(|line| vec![line.to_owned()]).collect();
    lines.push(Vec::new());
    for (first, gone, content) in list {
        let at = usize::try_from(first - 1).unwrap();
        for line in lines.iter_mut().skip(at).take(usize::try_from(*gone).unwrap()) {
            line.clear();
        }
        for line in content.iter().flatten().rev() {
            lines[at].insert(0, format!("{line}\n"));
        }
    }
    let lines: Vec<String> = lines.concat();
    let joined: Vec<_> = lines.iter().map(|line| line.strip_suffix('\n').unwrap_or(line)).collect();
    let mut joined = joined.join("\n");
    if text.ends_with('\n') && !lines.is_empty() {
        joined.push('\n');
    }
    joined
}

/// A place in the file: the first line, how many lines go, what comes.
type Place = (u64, u64, Option<Vec<String>>);

/// Line operations that do not overlap, as places of the model and as a payload.
fn plan(lines: u64, seeds: &[(u8, u8, Vec<String>)]) -> (Vec<Place>, Vec<Value>) {
    let (mut next, mut places, mut payload) = (1, Vec::new(), Vec::new());
    for (kind, length, content) in seeds {
        let gap = u64::from(length % 3);
        let first = next + gap;
        let text = content.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>();
        let last = first + u64::from(length % 4);
        match kind % 3 {
            0 if first <= lines + 1 => {
                places.push((first, 0, Some(content.clone())));
                payload.push(insert(first, &text));
                next = first + 1;
            }
            1 if last <= lines => {
                places.push((first, last - first + 1, None));
                payload.push(remove(first, last));
                next = last + 1;
            }
            2 if last <= lines => {
                places.push((first, last - first + 1, Some(content.clone())));
                payload.push(update(first, last, &text));
                next = last + 1;
            }
            _ => {}
        }
    }
    (places, payload)
}

proptest! {
    #[test]
    fn line_operations_do_what_the_plain_model_does(
        text in "([abé ]{0,3}\n){0,8}[ab]{0,2}",
        seeds in proptest::collection::vec((any::<u8>(), any::<u8>(), proptest::collection::vec("[xyz]{0,2}", 0..3)), 0..5),
        shuffle in any::<prop::sample::Index>(),
    ) {
        let lines = crate::reading::count_lines(text.as_bytes());
        let (places, mut payload) = plan(lines, &seeds);
        if !payload.is_empty() {
            // The order in which they are given does not matter.
            let by = shuffle.index(payload.len());
            payload.rotate_left(by);
        }
        prop_assert_eq!(edited(&text, Value::Array(payload)), model(&text, &places));
    }

    #[test]
    fn replacements_do_what_the_regex_crate_does(
        text in "[ab\n]{0,30}",
        pattern in prop_oneof![Just("a"), Just("b+"), Just("(a)(b)?"), Just("(?m)^"), Just("x*"), Just("a\n")],
        replacement in prop_oneof![Just(""), Just("Z"), Just("$0$0"), Just("<\n>"), Just("$$1")],
    ) {
        let expected = regex::bytes::Regex::new(pattern).unwrap().replace_all(text.as_bytes(), replacement.as_bytes()).into_owned();
        let list = json!([{"op": "replace", "pattern": pattern, "replacement": replacement}]);
        prop_assert_eq!(edited(&text, list).into_bytes(), expected);
    }

    /// Every echo shows lines that stand in the result, at the numbers it says.
    #[test]
    fn echoes_are_lines_of_the_result(
        text in "([abc]{0,3}\n){0,12}[ab]{0,2}",
        seeds in proptest::collection::vec((any::<u8>(), any::<u8>(), proptest::collection::vec("[abc]{0,2}", 0..3)), 0..5),
        pattern in prop_oneof![Just("a"), Just("b+\n?"), Just("(?m)^"), Just("c\n"), Just("(?s)a.*b")],
        replacement in prop_oneof![Just(""), Just("Z"), Just("1\n2\n3"), Just("$0\n$0")],
    ) {
        let (_, mut payload) = plan(crate::reading::count_lines(text.as_bytes()), &seeds);
        payload.push(json!({"op": "replace", "pattern": pattern, "replacement": replacement}));
        let done = edit(text.as_bytes(), &ops(Value::Array(payload.clone())), 1 << 20).unwrap();
        let new = String::from_utf8(done.bytes).unwrap();
        let lines: Vec<_> = new.lines().collect();
        prop_assert!(done.echoes_truncated || payload.len() <= 1 || done.echoes.len() >= payload.len() - 1);
        for echo in &done.echoes {
            let from = usize::try_from(echo.from_line).unwrap() - 1;
            let elided = usize::try_from(echo.elided.unwrap_or(0)).unwrap();
            let half = if echo.elided.is_some() { echo.lines.len() / 2 } else { echo.lines.len() };
            for (n, line) in echo.lines.iter().enumerate() {
                let at = from + n + if n < half { 0 } else { elided };
                prop_assert_eq!(lines.get(at), Some(&line.as_str()), "{:?} in {:?}", echo, new);
            }
        }
    }
}
