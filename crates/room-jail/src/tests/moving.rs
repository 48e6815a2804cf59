//! Names moved within a root and across them.

#![expect(clippy::disallowed_methods, reason = "tests make files to work on")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

use super::world::World;
use crate::{JailError, Last, Rename, Undo};

fn rename(world: &World, from: &str, to: &str, how: Rename, undo: &mut Undo) -> Result<(), JailError> {
    let from = world.jail.resolve(&world.fill(from), Last::Itself)?;
    let to = world.jail.resolve(&world.fill(to), Last::Itself)?;
    world.jail.rename(&from, &to, how, undo)
}

type Expected = fn(&JailError) -> bool;

const PLAINLY: Rename = Rename { overwrite: false, copy: false };
const OVER: Rename = Rename { overwrite: true, copy: false };
const COPY: Rename = Rename { overwrite: true, copy: true };

#[test]
fn a_file_moves_with_its_mode_and_time_by_rename_and_by_copy() {
    for how in [PLAINLY, COPY] {
        let world = World::new(true);
        let file = world.root().join("plain");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o751)).unwrap();
        let old = fs::metadata(&file).unwrap();
        rename(&world, "plain", "{SECOND}/n/m", how, &mut Undo::off()).unwrap();
        let new = fs::metadata(world.top().join("second/n/m")).unwrap();
        assert_eq!((new.mode(), new.mtime(), new.mtime_nsec()), (old.mode(), old.mtime(), old.mtime_nsec()));
        assert!(!file.exists());
        assert_eq!(world.text("{SECOND}/n/m").unwrap(), "free: root/plain");
    }
}

#[test]
fn only_files_cross_from_root_to_root() {
    let world = World::new(true);
    for from in ["empty", "in", "fifo"] {
        let moved = rename(&world, from, "{SECOND}/deep/n", PLAINLY, &mut Undo::off());
        assert!(matches!(moved, Err(JailError::AcrossRoots)), "{from}: {moved:?}");
    }
    assert!(!world.top().join("second/deep").exists());
}

#[test]
fn a_move_replaces_nothing_it_was_not_told_to() {
    let world = World::new(true);
    let cases: [(&str, &str, Rename, Expected); 8] = [
        ("plain", "a/x", PLAINLY, |error| matches!(error, JailError::Exists)),
        ("plain", "in", PLAINLY, |error| matches!(error, JailError::Exists)),
        ("plain", "a", OVER, |error| matches!(error, JailError::IsAFolder)),
        ("empty", "plain", OVER, |error| matches!(error, JailError::NotAFolder)),
        ("empty", "a/b", OVER, |error| matches!(error, JailError::NotEmpty)),
        ("empty", "a/b", PLAINLY, |error| matches!(error, JailError::Exists)),
        ("empty", "empty/x/y", OVER, |error| matches!(error, JailError::IntoItself)),
        ("ghost", "n/x", OVER, |error| matches!(error, JailError::Missing)),
    ];
    for (from, to, how, expected) in cases {
        let moved = rename(&world, from, to, how, &mut Undo::off());
        assert!(moved.as_ref().is_err_and(expected), "{from} to {to}: {moved:?}");
    }
    assert!(!world.root().join("n").exists() && !world.root().join("empty/x").exists());
    rename(&world, "a/b", "empty", OVER, &mut Undo::off()).unwrap();
    assert_eq!(world.text("empty/y").unwrap(), "free: root/a/b/y");
}

#[test]
fn a_link_moves_itself_and_is_replaced_itself() {
    let world = World::new(true);
    let before = world.guarded();
    rename(&world, "out-file", "still-out", PLAINLY, &mut Undo::off()).unwrap();
    assert!(world.root().join("still-out").is_symlink());
    rename(&world, "plain", "still-out", OVER, &mut Undo::off()).unwrap();
    assert_eq!(world.text("still-out").unwrap(), "free: root/plain");
    assert_eq!(world.guarded(), before);
}

#[test]
fn two_names_of_one_file_become_one() {
    let world = World::new(true);
    fs::hard_link(world.root().join("plain"), world.root().join("twin-name")).unwrap();
    rename(&world, "plain", "twin-name", OVER, &mut Undo::off()).unwrap();
    assert!(!world.root().join("plain").exists());
    assert_eq!(world.text("twin-name").unwrap(), "free: root/plain");
}

#[test]
fn moves_are_taken_back_in_reverse() {
    for copy in [false, true] {
        let world = World::new(true);
        let how = Rename { overwrite: true, copy };
        let mut undo = Undo::on();
        rename(&world, "plain", "n/m/p", how, &mut undo).unwrap();
        rename(&world, "n/m/p", "a/x", how, &mut undo).unwrap();
        rename(&world, "a/x", "{SECOND}/other", how, &mut undo).unwrap();
        assert_eq!(world.text("{SECOND}/other").unwrap(), "free: root/plain");
        undo.take_back().unwrap();
        assert_eq!(world.text("plain").unwrap(), "free: root/plain");
        assert_eq!(world.text("a/x").unwrap(), "free: root/a/x");
        assert_eq!(world.text("{SECOND}/other").unwrap(), "free: second/other");
        assert!(!world.root().join("n").exists(), "copy {copy}");
    }
}

#[test]
fn a_copy_whose_source_cannot_go_is_taken_back() {
    let world = World::new(true);
    let from = world.jail.resolve("plain".as_ref(), Last::Itself).unwrap();
    let (place, opened) = world.jail.read("plain".as_ref()).unwrap();
    let mut replaced = Undo::on();
    let copy = world.jail.resolve("n/copy".as_ref(), Last::Itself).unwrap();
    world.jail.create(&copy, b"copy", 0o644, true, &mut replaced).unwrap();
    // Another file has taken the source's name since: it is not ours to remove.
    fs::rename(world.root().join("a/x"), world.root().join("plain")).unwrap();
    let left = crate::Jail::leave_copied(&from, &opened.meta, replaced, &mut Undo::off());
    assert!(matches!(left, Err(JailError::Changed)), "{left:?}");
    assert!(!world.root().join("n").exists());
    assert_eq!(fs::read_to_string(place.path()).unwrap(), "free: root/a/x");
}
