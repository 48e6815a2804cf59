use std::io::Write as _;

use flate2::Compression as Level;
use flate2::write::GzEncoder;
use room_core::atomic;

use super::*;

fn folder_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        atomic::write(&folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn names(raw: &Raw) -> Vec<String> {
    raw.files.iter().map(|file| file_name(file)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Level::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn content(bytes: &[u8]) -> io::Result<String> {
    let folder = folder_of(&[("dump", bytes)]);
    let mut text = String::new();
    open(&folder.path().join("dump")).unwrap().read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn of_a_folder_the_dumps_are_taken_by_name() {
    let names_there = [
        "b.jsonl",
        "a.ndjson",
        "c.json",
        "RC_2017-04",
        "RS_2017-04.gz",
        ".hidden.jsonl",
        "notes.txt",
        "rc_x",
    ];
    let folder = folder_of(&names_there.map(|name| (name, &b""[..])));
    fs::create_dir(folder.path().join("d.jsonl")).unwrap();
    let raw = Raw::at(folder.path()).unwrap();
    assert_eq!(names(&raw), ["RC_2017-04", "RS_2017-04.gz", "a.ndjson", "b.jsonl", "c.json"]);
}

#[test]
fn a_folder_without_dumps_is_refused() {
    let folder = folder_of(&[("notes.txt", b"")]);
    assert!(matches!(Raw::at(folder.path()).unwrap_err(), RenderError::NoDump { .. }));
}

#[test]
fn of_a_corpus_folder_only_the_utterances_and_titles_are_read() {
    let conversations = "\u{feff}{\"k1\":{\"meta\":{\"title\":\"Tides\"}}}";
    let folder = folder_of(&[
        ("utterances.jsonl", b""),
        ("other.jsonl", b""),
        ("conversations.json", conversations.as_bytes()),
    ]);
    let raw = Raw::at(folder.path()).unwrap();
    assert_eq!(names(&raw), ["utterances.jsonl"]);
    assert_eq!(raw.titles.get("k1").map(String::as_str), Some("Tides"));
    atomic::remove(&folder.path().join("conversations.json")).unwrap();
    assert!(Raw::at(folder.path()).unwrap().titles.is_empty());
    atomic::write(&folder.path().join("conversations.json"), b"{\n\"a\":\n}").unwrap();
    let broken = Raw::at(folder.path()).unwrap_err().to_string();
    assert!(broken.starts_with("conversations.json line 3: "), "{broken}");
}

#[test]
fn compression_is_told_by_the_first_bytes() {
    let text = "one\ntwo\n".repeat(100_000);
    assert_eq!(content(text.as_bytes()).unwrap(), text);
    assert_eq!(content(&gzip(text.as_bytes())).unwrap(), text);
    assert_eq!(content(&[gzip(b"one\n"), gzip(b""), gzip(b"two\n")].concat()).unwrap(), "one\ntwo\n");
    for short in ["", "a", "\u{1f}"] {
        assert_eq!(content(short.as_bytes()).unwrap(), short);
    }
}

#[test]
fn gzip_that_is_cut_off_is_an_error() {
    let whole = gzip(&b"one\ntwo\n".repeat(1_000));
    for cut in [3, 12, whole.len() / 2, whole.len() - 1] {
        assert!(content(&whole[..cut]).is_err(), "{cut} of {}", whole.len());
    }
}

/// A frame whose window is as large as its content.
fn zstd_of(bytes: &[u8], window_log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(window_log).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn zstd_is_read_frame_after_frame_with_windows_of_two_gibibytes() {
    let (one, two) = ("one\n".repeat(90_000), "two\n");
    let passed_over = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let frames =
        [zstd_of(one.as_bytes(), 31), zstd_of(b"", 10), passed_over.to_vec(), zstd_of(two.as_bytes(), 27)];
    assert_eq!(content(&frames.concat()).unwrap(), one.clone() + two);
    let begins_passed_over = [&passed_over[..], &zstd_of(two.as_bytes(), 10)].concat();
    assert_eq!(content(&begins_passed_over).unwrap(), two);
}

#[test]
fn zstd_that_is_cut_off_or_changed_is_an_error() {
    let mut whole = zstd_of(&b"one\ntwo\n".repeat(1_000), 20);
    for cut in [5, 12, whole.len() / 2, whole.len() - 1] {
        assert!(content(&whole[..cut]).is_err(), "{cut} of {}", whole.len());
    }
    *whole.last_mut().unwrap() ^= 1;
    assert!(content(&whole).is_err());
}
