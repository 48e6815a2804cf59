//! Places where no log can be, and disks that do not take what is written.

use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::tempdir;

use super::*;
use crate::log::survive_file_size_limit;
use crate::log::writer::open_within;

/// Set for a process that a test started with a limit of its own.
const FOLDER: &str = "ROOM_TEST_LIMIT";

#[test]
fn only_a_regular_file_is_a_log() {
    type Lay = fn(&Path);
    let laid: [(&str, Lay); 4] = [
        ("a link", |path| {
            fs::write(path.with_file_name("other"), "").unwrap();
            symlink("other", path).unwrap();
        }),
        ("a link", |path| symlink("nowhere", path).unwrap()),
        ("a FIFO, socket or device", |path| {
            mknodat(CWD, path, FileType::Fifo, Mode::from(0o666), 0).unwrap();
        }),
        ("a folder", |path| fs::create_dir(path).unwrap()),
    ];
    for (what, lay) in laid {
        let folder = tempdir().unwrap();
        let place = place(folder.path());
        fs::create_dir(place.path.parent().unwrap()).unwrap();
        lay(&place.path);
        let before = names(place.path.parent().unwrap());
        for error in [replay(&place).unwrap_err(), open(&place).unwrap_err()] {
            assert!(error.to_string().starts_with(&format!("_read.jsonl is {what}, ")), "{error}");
        }
        assert_eq!(names(place.path.parent().unwrap()), before);
    }
}

#[test]
fn a_log_with_a_second_name_is_read_but_not_written() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 2);
    fs::hard_link(&place.path, folder.path().join("copy")).unwrap();
    assert_eq!(replay(&place).unwrap().len(), 2);
    assert!(matches!(open(&place).unwrap_err(), LogError::NotALog { .. }));
}

#[test]
fn a_path_through_a_file_is_refused_on_both_sides() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("out"), "a file").unwrap();
    let place = place(folder.path());
    assert!(matches!(replay(&place).unwrap_err(), LogError::Unreadable { .. }));
    let error = open(&place).unwrap_err();
    assert!(error.to_string().starts_with("cannot write _read.jsonl, nothing was recorded: "), "{error}");
    assert_eq!(names(folder.path()), ["out"]);
}

#[test]
fn a_system_that_makes_no_files_refuses() {
    let place = Place { path: "/proc/self/_read.jsonl".into(), durable: false, record: None };
    assert!(matches!(open(&place).unwrap_err(), LogError::NotWritten { .. }));
}

#[test]
fn waiting_for_others_ends() {
    let folder = tempdir().unwrap();
    let place = place(folder.path());
    begun(&place, 1);
    let writer = open(&place).unwrap();
    let error = open_within(&place, Duration::ZERO).unwrap_err();
    assert!(matches!(error, LogError::Busy { .. }), "{error}");
    assert_eq!(replay(&place).unwrap().len(), 1, "a reader waits for nobody");
    drop(writer);
    append(&place, "next").unwrap();
    assert_eq!(replay(&place).unwrap().len(), 2);
}

/// A record that a limit of one block does not take is refused, and the folder is as it was.
fn refuses(place: &Place) {
    let state = |place: &Place| {
        let folder = place.path.parent().unwrap();
        let read = |name: String| (fs::read(folder.join(&name)).unwrap(), name);
        if folder.exists() { names(folder).into_iter().map(read).collect() } else { Vec::new() }
    };
    let before = state(place);
    let large = entry("large").field("text", "x".repeat(100_000));
    let failure = open(place).unwrap().append(&[entry("small"), large]).unwrap_err();
    assert_eq!(failure.code(), 2, "{failure:?}");
    let line = failure.line().unwrap();
    assert!(line.starts_with("LogError: cannot write _read.jsonl, nothing was recorded: "), "{line}");
    assert_eq!(state(place), before);
}

/// The same with no log yet, with one record, and with a torn end.
fn refuses_in_every_state(folder: &Path) {
    let place = place(folder);
    refuses(&place);
    begun(&place, 1);
    refuses(&place);
    add(&place, b"{\"seq\":2");
    refuses(&place);
    append(&place, "fits").unwrap();
    assert_eq!(threads(&place), [(1, "t0".to_owned()), (2, "fits".to_owned())]);
    assert_eq!(aside(&place), b"{\"seq\":2");
}

#[test]
fn a_file_size_limit_refuses_like_a_full_disk() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        survive_file_size_limit().unwrap();
        return refuses_in_every_state(Path::new(&folder));
    }
    let folder = tempdir().unwrap();
    let limited = Command::new("sh")
        .args(["-c", "ulimit -f 2 && exec \"$0\" --exact log::tests::faults::a_file_size_limit_refuses_like_a_full_disk"])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    assert!(limited.status.success(), "{}", String::from_utf8_lossy(&limited.stdout));
    assert_eq!(threads(&place(folder.path())).len(), 2);
}

#[test]
fn a_full_disk_refuses() {
    let folder = tempdir().unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(folder.path())
        .output()
        .is_ok_and(|mount| mount.status.success());
    if !mounted {
        println!("skipped: no small file system can be mounted here");
        return;
    }
    let outcome = std::panic::catch_unwind(|| refuses_in_every_state(folder.path()));
    assert!(Command::new("umount").arg(folder.path()).status().unwrap().success());
    outcome.unwrap();
}
