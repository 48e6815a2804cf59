//! A path with any selector: it is refused, or the lines that are shown are those of the file, by their numbers, and
//! what a plain reading of the selector asks for.
#![no_main]

use std::sync::LazyLock;

use coder::Coder;
use coder_fuzz::room;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

const LINES: u64 = 40;

static CODER: LazyLock<Coder> = LazyLock::new(|| {
    let (root, coder) = room();
    let text: String = (1..=LINES).map(|n| format!("line {n}\n")).collect();
    std::fs::write(root.join("f.txt"), text).expect("a file to read");
    coder
});

#[derive(Arbitrary, Debug)]
enum Piece {
    Number(u8),
    Large(u128),
    Dash,
    Plus,
    Comma,
    Colon,
    Raw,
    Conflicts,
    L(bool),
    Text(String),
}

fuzz_target!(|asked: (Vec<Piece>, bool)| {
    let (pieces, beside) = asked;
    let selector: String = pieces.iter().map(written).collect();
    let payload = if beside {
        json!({"path": "f.txt", "selector": selector})
    } else {
        json!({"path": format!("f.txt:{selector}")})
    };
    // In its own field a selector may keep its colon; after a path there is one already.
    let own = if beside { selector.strip_prefix(':').unwrap_or(&selector) } else { &selector };
    let wanted = wanted(own);
    match CODER.call("tool::read", payload) {
        Err(error) => assert!(wanted.is_none(), "{selector:?} is one: {error}"),
        Ok(answer) => {
            let Some(wanted) = wanted else {
                assert!(selector.to_lowercase().contains("conflicts") || selector.is_empty(), "{selector:?} is none");
                return;
            };
            let content = answer["file"]["content"].as_str().expect("a text");
            let raw = answer["file"]["displayMode"] == Value::from("raw");
            let line = |n: &u64| if raw { format!("line {n}") } else { format!("{n}|line {n}") };
            let lines: Vec<String> = wanted.iter().map(line).collect();
            let shown: Vec<&str> = content.lines().filter(|line| line.contains("line ")).collect();
            assert_eq!(shown, lines, "{selector:?}");
        }
    }
});

fn written(piece: &Piece) -> String {
    match piece {
        Piece::Number(number) => (number % 50).to_string(),
        Piece::Large(number) => number.to_string(),
        Piece::Dash => "-".to_owned(),
        Piece::Plus => "+".to_owned(),
        Piece::Comma => ",".to_owned(),
        Piece::Colon => ":".to_owned(),
        Piece::Raw => "raw".to_owned(),
        Piece::Conflicts => "conflicts".to_owned(),
        Piece::L(upper) => if *upper { "L" } else { "l" }.to_owned(),
        Piece::Text(text) => text.clone(),
    }
}

/// The lines a selector asks for, read in the plainest way; `None` where it is none.
fn wanted(selector: &str) -> Option<Vec<u64>> {
    let selector = selector.to_lowercase();
    let parts: Vec<&str> = selector.split(':').collect();
    let list = match parts.as_slice() {
        ["raw"] => return Some((1..=LINES).collect()),
        [list] | ["raw", list] | [list, "raw"] => *list,
        _ => return None,
    };
    let mut lines = std::collections::BTreeSet::new();
    for item in list.split(',') {
        let (from, to) = span(item)?;
        lines.extend(from.min(LINES + 1)..=to.min(LINES));
    }
    Some(lines.into_iter().collect())
}

fn span(item: &str) -> Option<(u64, u64)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX))
    };
    let line = |text: &str| number(text.strip_prefix('l').unwrap_or(text)).filter(|line| *line > 0);
    if let Some((from, count)) = item.split_once('+') {
        let (from, count) = (line(from)?, line(count)?);
        return Some((from, from.saturating_add(count - 1)));
    }
    match item.split_once('-') {
        None => Some((line(item)?, u64::MAX)),
        Some((from, "")) => Some((line(from)?, u64::MAX)),
        Some((from, to)) => {
            let (from, to) = (line(from)?, line(to)?);
            (from <= to).then_some((from, to))
        }
    }
}
