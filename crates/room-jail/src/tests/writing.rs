//! Files made, replaced and deleted, and what is kept of them.

#![expect(clippy::disallowed_methods, reason = "tests make files to work on")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use rustix::fs::{XattrFlags, getxattr, setxattr};

use super::world::World;
use crate::{JailError, Last, Undo};

fn replace(world: &World, path: &str, bytes: &[u8], undo: &mut Undo) -> Result<(), JailError> {
    let held = world.jail.hold(Path::new(path))?;
    world.jail.replace(&held, bytes, None, undo)
}

fn create(world: &World, path: &str, parents: bool, undo: &mut Undo) -> Result<(), JailError> {
    let place = world.jail.resolve(Path::new(path), Last::Follow)?;
    world.jail.create(&place, b"new", 0o640, parents, undo)
}

fn delete(world: &World, path: &str, recursive: bool, undo: &mut Undo) -> Result<bool, JailError> {
    let place = world.jail.resolve(Path::new(path), Last::Itself)?;
    world.jail.delete(&place, recursive, undo)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_replaced_file_keeps_its_mode_owner_and_attributes() {
    let world = World::new(true);
    let file = world.root().join("a/x");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o4751)).unwrap();
    // Where the file system has no such attributes there are none to keep.
    let tagged = setxattr(&file, "user.note", b"kept", XattrFlags::empty()).is_ok();
    let owned = std::os::unix::fs::chown(&file, Some(12), Some(34)).is_ok();
    if owned {
        fs::set_permissions(&file, fs::Permissions::from_mode(0o4751)).unwrap();
    }
    let before = fs::metadata(&file).unwrap();
    replace(&world, "a/x", b"other", &mut Undo::off()).unwrap();
    let after = fs::metadata(&file).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"other");
    assert_ne!(after.ino(), before.ino(), "a new file took the name");
    assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
    if tagged {
        let mut value = [0; 16];
        let length = getxattr(&file, "user.note", &mut value[..]).unwrap();
        assert_eq!(&value[..length], b"kept");
    }
    assert_eq!(names(&world.root().join("a")), [".Env", "b", "hop3", "up", "x"]);
}

#[test]
fn a_file_with_two_names_is_written_in_place_and_keeps_both() {
    let world = World::new(true);
    let (one, other) = (world.root().join("plain"), world.root().join("a/plain"));
    fs::hard_link(&one, &other).unwrap();
    let before = fs::metadata(&one).unwrap().ino();
    replace(&world, "plain", b"s", &mut Undo::off()).unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"s");
    assert_eq!(fs::metadata(&one).unwrap().ino(), before);
    let mut undo = Undo::on();
    let held = world.jail.hold(Path::new("a/plain")).unwrap();
    world.jail.replace(&held, b"longer than before", Some(0o600), &mut undo).unwrap();
    let mode = fs::metadata(&one).unwrap().mode() & 0o777;
    undo.take_back().unwrap();
    assert_eq!((fs::read(&one).unwrap().as_slice(), mode), (&b"s"[..], 0o600));
    assert_ne!(fs::metadata(&one).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn a_file_reached_by_a_link_is_replaced_where_it_stands() {
    let world = World::new(true);
    symlink("a/x", world.root().join("link")).unwrap();
    replace(&world, "link", b"through", &mut Undo::off()).unwrap();
    assert_eq!(fs::read(world.root().join("a/x")).unwrap(), b"through");
    assert!(world.root().join("link").is_symlink());
}

#[test]
fn a_new_file_never_replaces_one_that_came_in_between() {
    let world = World::new(true);
    let place = world.jail.resolve(Path::new("a/new"), Last::Follow).unwrap();
    fs::write(world.root().join("a/new"), "first").unwrap();
    let made = world.jail.create(&place, b"second", 0o644, true, &mut Undo::off());
    assert!(matches!(made, Err(JailError::Exists)), "{made:?}");
    assert_eq!(fs::read(world.root().join("a/new")).unwrap(), b"first");
    assert_eq!(names(&world.root().join("a")), [".Env", "b", "hop3", "new", "up", "x"]);
}

#[test]
fn a_link_planted_where_a_file_was_to_be_made_is_not_written_through() {
    let world = World::new(true);
    let before = world.guarded();
    let place = world.jail.resolve(Path::new("a/new"), Last::Follow).unwrap();
    symlink(world.top().join("outside/planted"), world.root().join("a/new")).unwrap();
    let made = world.jail.create(&place, b"x", 0o644, true, &mut Undo::off());
    assert!(matches!(made, Err(JailError::Exists)), "{made:?}");
    assert_eq!(world.guarded(), before);
}

#[test]
fn a_held_file_that_was_exchanged_is_not_replaced() {
    let world = World::new(true);
    let held = world.jail.hold(Path::new("plain")).unwrap();
    fs::rename(world.root().join("a/x"), world.root().join("plain")).unwrap();
    let replaced = world.jail.replace(&held, b"stale", None, &mut Undo::off());
    assert!(matches!(replaced, Err(JailError::Changed)), "{replaced:?}");
    assert_eq!(world.text("plain").unwrap(), "free: root/a/x");
}

#[test]
fn a_refused_file_leaves_no_folders_and_a_made_one_has_its_mode() {
    let world = World::new(true);
    assert!(matches!(create(&world, "n/m/x", false, &mut Undo::off()), Err(JailError::Missing)));
    let long = format!("n/m/{}", "x".repeat(300));
    assert!(matches!(create(&world, &long, true, &mut Undo::off()), Err(JailError::Io(_))));
    assert!(!world.root().join("n").exists());
    create(&world, "n/m/x", true, &mut Undo::off()).unwrap();
    assert_eq!(fs::metadata(world.root().join("n/m/x")).unwrap().mode() & 0o777, 0o640);
    assert!(matches!(create(&world, "n/m/x", true, &mut Undo::off()), Err(JailError::Exists)));
    assert!(matches!(create(&world, "n/folder/", true, &mut Undo::off()), Err(JailError::IsAFolder)));
}

#[test]
fn what_a_dead_writer_left_goes_and_what_a_living_one_writes_stays() {
    let world = World::new(true);
    let left = format!(".coder-{}.part", "0".repeat(32));
    let living = format!(".coder-{}.part", "1".repeat(32));
    let other = format!(".coder-{}.part", "not hex, somebody's own file...!");
    for name in [&left, &living, &other] {
        fs::write(world.root().join(name), "x").unwrap();
    }
    let writer = fs::File::open(world.root().join(&living)).unwrap();
    rustix::fs::flock(&writer, rustix::fs::FlockOperation::LockExclusive).unwrap();
    replace(&world, "plain", b"y", &mut Undo::off()).unwrap();
    assert!(!world.root().join(&left).exists());
    assert!(world.root().join(&living).exists());
    assert!(world.root().join(&other).exists());
}

#[test]
fn a_link_is_deleted_itself_and_a_folder_only_when_asked_for() {
    let world = World::new(true);
    let before = world.guarded();
    for link in ["out", "out-file", "dangling", "loop1", "alias-env", "in/"] {
        assert!(delete(&world, link, true, &mut Undo::off()).unwrap(), "{link}");
    }
    assert_eq!(world.guarded(), before);
    assert!(!delete(&world, "out", false, &mut Undo::off()).unwrap());
    assert!(matches!(delete(&world, "a/b", false, &mut Undo::off()), Err(JailError::NotEmpty)));
    assert!(delete(&world, "empty", false, &mut Undo::off()).unwrap());
    symlink(world.top().join("outside"), world.root().join("a/b/deep-out")).unwrap();
    assert!(delete(&world, "a/b", true, &mut Undo::off()).unwrap());
    assert_eq!(world.guarded(), before);
}

#[test]
fn roots_and_folders_that_hold_one_are_never_deleted() {
    let world = World::with(true, |settings| {
        let inner = settings.roots[0].join("a/b");
        settings.roots.push(inner);
    });
    for path in ["", ".", "a/..", "{SECOND}", "a", "a/b", "{ROOT}/a/b"] {
        let place = world.jail.resolve(&world.fill(path), Last::Itself).unwrap();
        let deleted = world.jail.delete(&place, true, &mut Undo::off());
        assert!(matches!(deleted, Err(JailError::IsARoot)), "{path}: {deleted:?}");
    }
}

#[test]
fn a_batch_taken_back_leaves_everything_as_it_was() {
    let world = World::new(true);
    let before = names(&world.root());
    let mut undo = Undo::on();
    create(&world, "n/m/x", true, &mut undo).unwrap();
    replace(&world, "plain", b"changed", &mut undo).unwrap();
    replace(&world, "plain", b"changed again", &mut undo).unwrap();
    delete(&world, "a/b", true, &mut undo).unwrap();
    delete(&world, "in", false, &mut undo).unwrap();
    undo.take_back().unwrap();
    assert_eq!(names(&world.root()), before);
    assert_eq!(world.text("plain").unwrap(), "free: root/plain");
    assert_eq!(world.text("in/y").unwrap(), "free: root/a/b/y");
}

#[test]
fn a_batch_that_is_kept_leaves_nothing_aside() {
    let world = World::new(true);
    let mut undo = Undo::on();
    replace(&world, "plain", b"changed", &mut undo).unwrap();
    delete(&world, "a/b", true, &mut undo).unwrap();
    undo.keep().unwrap();
    assert_eq!(world.text("plain").unwrap(), "changed");
    let left = |folder: &Path| names(folder).into_iter().filter(|name| name.starts_with(".coder-")).count();
    assert_eq!(left(&world.root()) + left(&world.root().join("a")), 0);
}
