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

#[test]
fn zstd_is_refused_with_the_way_around() {
    for magic in [[0x28, 0xb5, 0x2f, 0xfd, 0], [0x50, 0x2a, 0x4d, 0x18, 0]] {
        let folder = folder_of(&[("RC_2017-04.zst", &magic)]);
        let Err(refused) = open(&folder.path().join("RC_2017-04.zst")) else { panic!("zstd was read") };
        assert!(refused.to_string().contains("zstd -dc --long=31 RC_2017-04.zst"));
    }
}
