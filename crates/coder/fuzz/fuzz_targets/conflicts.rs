//! A file of markers and other lines: the blocks that are told are those a plain reading finds.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use coder::Coder;
use coder_fuzz::room;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

static ROOM: LazyLock<(PathBuf, Coder)> = LazyLock::new(room);

#[derive(Arbitrary, Debug)]
enum Piece {
    Marker(u8, u8, Option<String>),
    Line(String),
    Bytes(Vec<u8>),
    CarriageReturn,
    End,
}

fuzz_target!(|pieces: Vec<Piece>| {
    let mut text = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Marker(which, count, label) => {
                let marker = b"<=>|"[usize::from(which % 4)];
                text.extend(std::iter::repeat_n(marker, if *count < 200 { 7 } else { usize::from(*count % 9) }));
                text.extend(label.iter().flat_map(|label| [b" ", label.as_bytes()].concat()));
                text.push(b'\n');
            }
            Piece::Line(line) => text.extend([line.as_bytes(), b"\n"].concat()),
            Piece::Bytes(bytes) => text.extend(bytes),
            Piece::CarriageReturn => text.push(b'\r'),
            Piece::End => text.push(b'\n'),
        }
    }
    if text.contains(&0) || text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") || text.starts_with(b"\xef\xbb\xbf") {
        return;
    }
    let (root, coder) = &*ROOM;
    std::fs::write(root.join("f.txt"), &text).expect("the file can be written");
    let answer = coder.call("tool::read", json!({"path": "f.txt:conflicts"})).expect("a text can be read");
    let told = answer["text"].as_str().expect("a text");
    let blocks = blocks(&text);
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(lines.len(), blocks.len(), "{told}");
    for (number, (line, (from, to))) in (1..).zip(lines.iter().zip(&blocks)) {
        let place = format!("#{number}  L{from}-{to}");
        let after = line.strip_prefix(place.as_str()).unwrap_or_else(|| panic!("{place} in {told}"));
        assert!(!after.starts_with(|c: char| c.is_ascii_digit()), "{place} in {told}");
    }
});

/// The first and last line of each block.
fn blocks(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut open, mut divided) = (Vec::new(), None, false);
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let is = |marker: u8| line.starts_with(&[marker; 7]) && matches!(line.get(7), None | Some(b' '));
        if is(b'<') {
            (open, divided) = (Some(number), false);
        } else if line == b"=======" {
            divided = open.is_some();
        } else if is(b'>') && divided {
            found.extend(open.take().map(|from| (from, number)));
            divided = false;
        }
    }
    found
}
