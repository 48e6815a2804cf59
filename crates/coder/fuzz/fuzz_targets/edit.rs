//! Any text replaced in any bytes: it is refused and the file stays, or the file is what a plain replacement makes of it,
//! line ends aside only where the text stands nowhere as it is.
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
    Letter(u8),
    Blank,
    Lf,
    CrLf,
    Cr,
    Text(String),
    Bytes(Vec<u8>),
}

#[derive(Arbitrary, Debug)]
struct Asked {
    file: Vec<Piece>,
    old: Vec<Piece>,
    /// Where in the file the old text is taken from, where it is.
    span: Option<(u8, u8)>,
    new: Vec<Piece>,
    all: bool,
}

fuzz_target!(|asked: Asked| {
    let file = written(&asked.file);
    if file[..file.len().min(8192)].contains(&0) {
        return;
    }
    let taken = asked.span.and_then(|(from, length)| {
        let from = usize::from(from).min(file.len());
        String::from_utf8(file[from..(from + usize::from(length)).min(file.len())].to_vec()).ok()
    });
    let old = taken.unwrap_or_else(|| String::from_utf8_lossy(&written(&asked.old)).into_owned());
    let new = String::from_utf8_lossy(&written(&asked.new)).into_owned();
    let (root, coder) = &*ROOM;
    let path = root.join("f.txt");
    std::fs::write(&path, &file).expect("the file can be written");
    let payload = json!({"path": "f.txt", "old_text": old, "new_text": new, "all": asked.all, "dry_run": false});
    let answer = coder.call("tool::edit", payload);
    let now = std::fs::read(&path).expect("the file stands");
    let exact = count(&file, old.as_bytes());
    let lone_cr = [file.as_slice(), new.as_bytes()].iter().any(|text| plain(text).contains(&b'\r'));
    match answer {
        Err(_) => {
            assert_eq!(now, file, "a refused edit changes nothing");
            assert!(exact != 1 || old.is_empty() || old == new, "{old:?} stands there once");
        }
        Ok(_) if exact > 0 => {
            assert!(exact == 1 || asked.all);
            // New lines may end as those around them do. Next to CRs that end no line that cannot be told apart.
            if lone_cr {
                return outside(&file, &now, old.as_bytes());
            }
            assert_eq!(plain(&now), plain(&replaced(&file, old.as_bytes(), new.as_bytes())), "{old:?} by {new:?}");
            outside(&file, &now, old.as_bytes());
        }
        Ok(_) => {
            assert!(old.contains('\n'), "{old:?} stands nowhere");
            let wanted = replaced(&plain(&file), &plain(old.as_bytes()), &plain(new.as_bytes()));
            assert!(lone_cr || plain(&now) == wanted, "{old:?} by {new:?}");
        }
    }
});

/// Nothing before the first place or after the last is another.
fn outside(file: &[u8], now: &[u8], old: &[u8]) {
    let places: Vec<usize> = (0..file.len()).filter(|at| file[*at..].starts_with(old)).collect();
    let first = places[0];
    assert_eq!(now[..first], file[..first]);
    if let [only] = places.as_slice() {
        let after = &file[only + old.len()..];
        assert!(now.ends_with(after), "what follows stays");
    }
}

fn written(pieces: &[Piece]) -> Vec<u8> {
    let mut text = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Letter(letter) => text.push(b'a' + letter % 3),
            Piece::Blank => text.push(b' '),
            Piece::Lf => text.push(b'\n'),
            Piece::CrLf => text.extend(b"\r\n"),
            Piece::Cr => text.push(b'\r'),
            Piece::Text(piece) => text.extend(piece.as_bytes()),
            Piece::Bytes(bytes) => text.extend(bytes),
        }
    }
    text
}

/// LF for CRLF.
fn plain(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (at, byte) in text.iter().enumerate() {
        if !(*byte == b'\r' && text.get(at + 1) == Some(&b'\n')) {
            out.push(*byte);
        }
    }
    out
}

fn count(text: &[u8], old: &[u8]) -> usize {
    places(text, old).len()
}

/// Places from left to right, none over another.
fn places(text: &[u8], old: &[u8]) -> Vec<usize> {
    let (mut places, mut at) = (Vec::new(), 0);
    while !old.is_empty() && at + old.len() <= text.len() {
        if text[at..].starts_with(old) {
            places.push(at);
            at += old.len();
        } else {
            at += 1;
        }
    }
    places
}

fn replaced(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let (mut out, mut from) = (Vec::new(), 0);
    for at in places(text, old) {
        out.extend(&text[from..at]);
        out.extend(new);
        from = at + old.len();
    }
    out.extend(&text[from..]);
    out
}
