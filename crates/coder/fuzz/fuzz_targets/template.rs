//! A replacement of any text: it is refused exactly where the regex crate knows of no such group, and what is put in is
//! what that crate puts in.
#![no_main]

use coder::editing::{Op, Ops, Replace, edit};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use regex::bytes::{Regex, RegexBuilder};
use regex_automata::util::interpolate;

const PATTERNS: [&str; 8] = [
    "a",
    "(a)(b)?",
    "(?<name>b+)",
    "(?<n1>.)(?<_>.)",
    "(?m)^",
    "x*",
    "(?<é>a)|b",
    "(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)?",
];

/// Most a result may have; small, so that growing ones meet it.
const LIMIT: u64 = 4096;

#[derive(Arbitrary, Debug)]
struct Asked {
    pattern: u8,
    ignore_case: bool,
    dot_matches_newline: bool,
    text: Vec<u8>,
    pieces: Vec<Piece>,
}

#[derive(Arbitrary, Debug)]
enum Piece {
    Text(String),
    Dollar,
    Number(u16),
    Braced(String),
    BracedNumber(u8),
    Name(bool),
}

fuzz_target!(|asked: Asked| {
    let pattern = PATTERNS[usize::from(asked.pattern) % PATTERNS.len()];
    let replacement = asked.pieces.iter().map(written).collect::<String>();
    let op = Op::Replace(Replace {
        pattern: pattern.to_owned(),
        replacement: replacement.clone(),
        ignore_case: asked.ignore_case,
        dot_matches_newline: asked.dot_matches_newline,
        expect_matches: None,
    });
    let regex = RegexBuilder::new(pattern)
        .case_insensitive(asked.ignore_case)
        .dot_matches_new_line(asked.dot_matches_newline)
        .build()
        .expect("the patterns are regular expressions");
    let refers = Refers::of(&replacement, &regex);
    match Ops::new(&[op]) {
        Err(refused) => {
            assert!(refers.to_nothing || refers.signed, "{replacement:?} for {pattern}: {refused}");
            assert!(refused.message.starts_with("ops[0]: the replacement refers to '$"), "{refused}");
        }
        Ok(ops) => {
            assert!(!refers.to_nothing && !refers.signed, "{replacement:?} for {pattern} refers to nothing");
            let wanted = regex.replace_all(&asked.text, replacement.as_bytes());
            match edit(&asked.text, &ops, LIMIT) {
                Ok(edited) => assert_eq!(edited.bytes, wanted.as_ref(), "{replacement:?} for {pattern}"),
                Err(_) => {
                    assert!(wanted.len().max(asked.text.len()) as u64 > LIMIT, "{replacement:?} is small")
                }
            }
        }
    }
});

fn written(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => text.clone(),
        Piece::Dollar => "$".to_owned(),
        Piece::Number(number) => format!("${number}"),
        Piece::Braced(name) => format!("${{{name}}}"),
        Piece::BracedNumber(number) => format!("${{{number}}}"),
        Piece::Name(braced) => if *braced { "${name}" } else { "$name" }.to_owned(),
    }
}

/// What a replacement refers to, as the regex crate reads it.
#[derive(Default)]
struct Refers {
    /// To a group the pattern does not have.
    to_nothing: bool,
    /// To a number with a sign before it. The crate takes `${+1}` for group 1; we refuse it, as a slip.
    signed: bool,
}

impl Refers {
    fn of(replacement: &str, regex: &Regex) -> Self {
        let (mut names, mut numbers) = (Vec::new(), Vec::new());
        interpolate::string(
            replacement,
            |number, _| numbers.push(number),
            |name| {
                names.push(name.to_owned());
                None
            },
            &mut String::new(),
        );
        let known = |name: &String| regex.capture_names().flatten().any(|known| known == name);
        let to_nothing =
            !names.iter().all(known) || numbers.iter().any(|number| *number >= regex.captures_len());
        Self { to_nothing, signed: !numbers.is_empty() && replacement.contains("${+") }
    }
}
