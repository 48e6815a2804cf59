//! A last line without its newline: never answered, set aside by the next call that logs.

use std::os::unix::fs::symlink;

use tempfile::tempdir;

use super::*;

/// Appends to a log with a torn end, and checks all that must be true then.
fn heals(place: &Place, sound: &[u8], torn: &[u8], records: u64) {
    let head = replay(place).unwrap().head();
    assert_eq!(replay(place).unwrap().len(), records);
    let appended = append(place, "healed").unwrap();
    assert_eq!(appended.seqs, records + 1..records + 2);
    let after = bytes(place);
    let (kept, new) = after.split_at(sound.len());
    assert_eq!(kept, sound);
    assert_eq!(new, format!("{}\n", appended.lines[0]).as_bytes());
    assert_eq!(aside(place), torn);
    let recovered = format!("\"recovered\":{},\"prev\":\"{}\"}}", torn.len(), head.get(..32).unwrap());
    assert!(appended.lines[0].ends_with(&recovered), "{}", appended.lines[0]);
    assert_eq!(replay(place).unwrap().len(), records + 1);
}

#[test]
fn the_last_record_cut_at_every_byte_is_set_aside() {
    let folder = tempdir().unwrap();
    let model = place(&folder.path().join("model"));
    begun(&model, 2);
    let sound = bytes(&model);
    append(&model, "the last, é").unwrap();
    let whole = bytes(&model);
    for cut in sound.len() + 1..whole.len() {
        let place = place(&folder.path().join(cut.to_string()));
        fs::create_dir_all(place.path.parent().unwrap()).unwrap();
        fs::write(&place.path, &whole[..cut]).unwrap();
        heals(&place, &sound, &whole[sound.len()..cut], 2);
    }
}

#[test]
fn a_first_record_that_was_torn_leaves_an_empty_log() {
    let folder = tempdir().unwrap();
    let place = Place { record: Some("ab".to_owned()), ..place(folder.path()) };
    fs::create_dir(place.path.parent().unwrap()).unwrap();
    fs::write(&place.path, "{\"seq\":1,\"t\":").unwrap();
    assert!(replay(&place).unwrap().is_empty());
    let appended = append(&place, "p").unwrap();
    let ends = ",\"record\":\"ab\",\"recovered\":13,\"prev\":\"e3b0c44298fc1c149afbf4c8996fb924\"}";
    assert!(appended.lines[0].ends_with(ends), "{}", appended.lines[0]);
    assert_eq!(aside(&place), b"{\"seq\":1,\"t\":");
}

#[test]
fn whatever_stands_behind_the_last_newline_is_torn() {
    let long = "{".repeat(70_000);
    let tails: [&[u8]; 6] = [b"{\"seq\":9}", b"\xf0\x9f\x98", &[0; 4096], b"x\0y\r", b" ", long.as_bytes()];
    for tail in tails {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        begun(&place, 3);
        let sound = bytes(&place);
        add(&place, tail);
        heals(&place, &sound, tail, 3);
    }
}

#[test]
fn only_the_first_record_of_the_call_says_what_was_recovered_and_torn_bytes_add_up() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 1);
    for _ in 0..2 {
        add(&place, b"{");
        let appended = open(&place).unwrap().append(&[entry("a"), entry("b")]).unwrap();
        assert!(appended.lines[0].contains("\"recovered\":1,"));
        assert!(!appended.lines[1].contains("recovered"));
    }
    assert_eq!(aside(&place), b"{{");
    assert_eq!(replay(&place).unwrap().len(), 5);
}

#[test]
fn a_death_between_setting_aside_and_cutting_off_loses_nothing() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 2);
    add(&place, b"torn");
    fs::write(place.path.with_file_name("_read.jsonl.torn"), "torn").unwrap();
    append(&place, "next").unwrap();
    assert_eq!(aside(&place), b"torntorn");
    assert_eq!(threads(&place).last().unwrap(), &(3, "next".to_owned()));
}

#[test]
fn torn_bytes_go_through_no_link_and_a_refusal_leaves_them_where_they_were() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 2);
    add(&place, b"torn");
    let before = bytes(&place);
    let outside = folder.path().join("outside");
    fs::write(&outside, "theirs").unwrap();
    symlink(&outside, place.path.with_file_name("_read.jsonl.torn")).unwrap();
    let failure = append(&place, "next").unwrap_err();
    assert_eq!(failure.code(), 2);
    assert!(failure.line().unwrap().starts_with("LogError: cannot write _read.jsonl.torn"), "{failure:?}");
    assert_eq!((bytes(&place), fs::read(&outside).unwrap()), (before, b"theirs".to_vec()));
}
