//! Made-up lines with everything that is hard: for the laws of records and corpora.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Gathering, Kept, Line, Titles};

/// Words with line ends of all kinds, escapes, the format's own words, marks and emoji.
fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("\u{2028}"),
        Just("\u{2029}"),
        Just("\u{85}"),
        Just("\0"),
        Just("\u{1b}[31m"),
        Just("@post a by b"),
        Just("@thread "),
        Just("@comment x re "),
        Just("@more "),
        Just("@end "),
        Just("@thread"),
        Just("\\"),
        Just("\""),
        Just("\"item_id\":\"a\""),
        Just("# threads: 9"),
        Just(" "),
        Just("e\u{301}"),
        Just("😀"),
        Just("\u{feff}"),
        Just("[removed]"),
        Just("&gt;"),
        Just("x"),
    ];
    proptest::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

fn author() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!("[unknown]")),
        Just(json!("a 2017-04-01T00:00:09Z score 5")),
        Just(json!("by x url y")),
        Just(json!(" absent ")),
        words().prop_map(Value::String),
    ]
}

/// Ids that meet each other: few, of both lengths, some odd.
fn id() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("a"),
        Just("b"),
        Just("c"),
        Just("aa"),
        Just("ab"),
        Just("zz9"),
        Just("o d%"),
        Just("q\"\\"),
    ]
}

fn line() -> impl Strategy<Value = Value> {
    let time = prop_oneof![Just(1_491_004_805_i64), 1_491_004_800_i64..1_491_300_000];
    let parent =
        (prop_oneof![Just("t1_"), Just("t3_"), Just("")], id()).prop_map(|(kind, id)| format!("{kind}{id}"));
    let score =
        prop_oneof![Just(json!(null)), any::<i64>().prop_map(|score| json!(score)), Just(json!("-1.5"))];
    let url = prop_oneof![Just(json!(null)), words().prop_map(Value::String)];
    let head = (any::<bool>(), id(), id(), proptest::option::of(parent), time);
    (head, author(), score, url, words(), words(), proptest::option::of(0..3)).prop_map(
        |((post, id, thread, parent, time), author, score, url, title, text, retrieved)| {
            let mut line =
                json!({"author": author, "created_utc": time, "score": score, "retrieved_on": retrieved});
            if post {
                line["id"] = json!(format!("t3_{id}"));
                line["title"] = json!(title);
                line["selftext"] = json!(text);
                line["url"] = url;
            } else {
                line["id"] = json!(format!("t1_{id}"));
                line["link_id"] = json!(format!("t3_{thread}"));
                line["parent_id"] = json!(parent);
                line["body"] = json!(text);
            }
            line
        },
    )
}

/// Lines of Reddit's form, as JSON text.
pub(crate) fn lines() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(line().prop_map(|line| line.to_string()), 1..16)
}

/// What is gathered from lines.
pub(crate) fn gathered(lines: &[String]) -> Vec<Kept> {
    let mut gathering = Gathering::default();
    for line in lines {
        gathering.add(Line::read(line, &Titles::new()).unwrap());
    }
    gathering.finish()
}
