//! A recalled log says what a replayed one does, whatever lies in its hint's place.

use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::Index as Pick;
use tempfile::{TempDir, tempdir};

use super::*;
use crate::atomic;
use crate::log::{Keyed, Recall, recall};

/// Records asked for by thread; their code points and their number are summed.
#[derive(Debug)]
struct Threads;

#[derive(serde::Deserialize)]
struct OfThread<'a> {
    thread_id: &'a str,
    chars: u64,
}

impl Keyed for Threads {
    fn read(line: &str, key: &mut dyn FnMut(&str)) -> serde_json::Result<[u64; 2]> {
        let record: OfThread<'_> = serde_json::from_str(line)?;
        key(record.thread_id);
        Ok([record.chars, 1])
    }
}

/// Threads there are records of.
const THREADS: usize = 7;

/// Appends records of some threads, each of about four kilobytes, in one call.
fn add_records(place: &Place, threads: &[usize]) {
    let entry = |thread: &usize| entry(&format!("t{}", thread % THREADS)).field("words", "w".repeat(4_000));
    open(place).unwrap().append(&threads.iter().map(entry).collect::<Vec<_>>()).unwrap();
}

fn hint(place: &Place) -> PathBuf {
    place.path.with_extension("hint")
}

/// A log with a hint that covers all but its last records.
fn hinted(covered: usize, after: usize) -> (TempDir, Place) {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    add_records(&place, &(0..covered).collect::<Vec<_>>());
    assert!(recall::<Threads>(&place).unwrap().hint.is_none());
    assert!(hint(&place).exists());
    add_records(&place, &(0..after).collect::<Vec<_>>());
    (folder, place)
}

/// The sums, and for each thread its lines.
type Said = ([u64; 2], u64, Vec<Vec<String>>);

fn said(recall: &Recall<Threads>) -> Said {
    let lines = |thread: usize| {
        let mut lines = Vec::new();
        let id = format!("t{thread}");
        let take = |line: &str| {
            let record: OfThread<'_> = serde_json::from_str(line)?;
            lines.extend((record.thread_id == id).then(|| line.to_owned()));
            Ok(())
        };
        recall.lines(std::slice::from_ref(&id), take).unwrap();
        lines
    };
    (recall.sums(), recall.len(), (0..=THREADS).map(lines).collect())
}

/// What the log itself says.
fn replayed(place: &Place) -> Said {
    let lines = bytes(place);
    let lines: Vec<_> = std::str::from_utf8(&lines).unwrap().lines().collect();
    let of = |thread: usize| {
        let named = format!("\"thread_id\":\"t{thread}\"");
        lines.iter().filter(|line| line.contains(&named)).map(|line| (*line).to_owned()).collect()
    };
    let records = lines.len() as u64;
    ([7 * records, records], records, (0..=THREADS).map(of).collect())
}

#[test]
fn a_hint_stands_for_the_lines_it_covers() {
    let (_folder, place) = hinted(20, 3);
    let recalled = recall::<Threads>(&place).unwrap();
    assert!(recalled.hint.is_some());
    assert_eq!(said(&recalled), replayed(&place));
    let under_lock = open(&place).unwrap().recall::<Threads>().unwrap();
    assert!(under_lock.hint.is_some());
    assert_eq!(said(&under_lock), replayed(&place));
}

#[test]
fn a_hint_is_written_anew_when_much_came_after_it() {
    let (_folder, place) = hinted(20, 3);
    let first = fs::read(hint(&place)).unwrap();
    recall::<Threads>(&place).unwrap();
    assert_eq!(fs::read(hint(&place)).unwrap(), first);
    add_records(&place, &[5; 17]);
    assert_eq!(said(&recall(&place).unwrap()), replayed(&place));
    assert_ne!(fs::read(hint(&place)).unwrap(), first);
    let recalled = recall::<Threads>(&place).unwrap();
    assert_eq!(said(&recalled), replayed(&place));
    // Everything is covered now: a damaged last line is not read past.
    assert!(recalled.hint.is_some_and(|hint| hint.covered.bytes == bytes(&place).len() as u64));
}

#[test]
fn a_short_log_has_no_hint_and_none_is_never_a_reason_to_fail() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    assert!(recall::<Threads>(&place).unwrap().is_empty());
    add_records(&place, &[1, 2]);
    assert_eq!(said(&recall(&place).unwrap()), replayed(&place));
    assert!(!hint(&place).exists());
    fs::create_dir(hint(&place)).unwrap();
    add_records(&place, &[3; 30]);
    assert_eq!(said(&recall(&place).unwrap()), replayed(&place));
}

#[test]
fn a_hint_of_another_log_is_not_taken() {
    let (_folder, place) = hinted(20, 0);
    let log = bytes(&place);
    // Begun anew, then cut short.
    fs::remove_file(&place.path).unwrap();
    add_records(&place, &[4; 21]);
    assert_eq!(said(&recall(&place).unwrap()), replayed(&place));
    let half = memchr::memrchr(b'\n', &log[..log.len() / 2]).unwrap() + 1;
    fs::write(&place.path, &log[..half]).unwrap();
    assert_eq!(said(&recall(&place).unwrap()), replayed(&place));
}

#[test]
fn a_broken_line_after_the_hint_is_named_as_ever() {
    let (_folder, place) = hinted(20, 3);
    add(&place, b"{}\n");
    let said = broken_line(&replay(&place).unwrap_err());
    assert_eq!(said, 24);
    assert_eq!(broken_line(&recall::<Threads>(&place).unwrap_err()), said);
}

/// What is done to a hint.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Pick),
    Zeroed(Pick, Pick),
    Flipped(Vec<(Pick, u8)>),
    Random(Vec<u8>),
    OfAnother(usize),
    Head(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any::<Pick>().prop_map(Damage::Cut),
        any::<(Pick, Pick)>().prop_map(|(from, to)| Damage::Zeroed(from, to)),
        prop::collection::vec((any::<Pick>(), 1..=u8::MAX), 1..4).prop_map(Damage::Flipped),
        prop::collection::vec(any::<u8>(), 0..300).prop_map(Damage::Random),
        (17..24_usize).prop_map(Damage::OfAnother),
        prop::collection::vec(any::<u8>(), 80).prop_map(Damage::Head),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn whatever_is_in_a_hint_the_log_says_the_same(
        damages in prop::collection::vec(damage(), 40),
        after in 0..5_usize,
    ) {
        let (_folder, place) = hinted(20, after);
        let (sound, want) = (fs::read(hint(&place)).unwrap(), replayed(&place));
        for damage in damages {
            let mut bytes = sound.clone();
            match damage {
                Damage::Cut(at) => bytes.truncate(at.index(sound.len())),
                Damage::Zeroed(from, to) => {
                    let (from, to) = (from.index(sound.len()), to.index(sound.len()));
                    bytes[from.min(to)..=from.max(to)].fill(0);
                }
                Damage::Flipped(flips) => {
                    for (at, mask) in flips {
                        bytes[at.index(sound.len())] ^= mask;
                    }
                }
                Damage::Random(random) => bytes = random,
                Damage::OfAnother(records) => {
                    let (_folder, other) = hinted(records, 0);
                    bytes = fs::read(hint(&other)).unwrap();
                }
                Damage::Head(random) => {
                    bytes[8..88].copy_from_slice(&random);
                }
            }
            atomic::put(&hint(&place), &bytes).unwrap();
            prop_assert_eq!(&said(&recall(&place).unwrap()), &want);
            // A hint that was not taken is written anew.
            prop_assert_eq!(&said(&recall(&place).unwrap()), &want);
        }
    }
}
