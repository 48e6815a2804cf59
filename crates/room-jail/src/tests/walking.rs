//! Places, folders and what is said about them.

#![expect(clippy::disallowed_methods, reason = "tests make files to look at")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use super::world::World;
use crate::{JailError, Kind, Last};

#[test]
fn a_place_has_the_path_the_kernel_would_give_it() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        let canonical = |path: &str| world.root().join(path).canonicalize().unwrap();
        for path in ["plain", "in/y", "a/./b/../x", "in/..", "a/b/", "up/root/a", ""] {
            let place = world.jail.resolve(Path::new(path), Last::Follow).unwrap();
            assert_eq!(place.path(), canonical(path), "{path}");
        }
        let place = world.jail.resolve(Path::new("in/../x"), Last::Follow).unwrap();
        assert_eq!(world.jail.from_root(place.path()), Path::new("a/x"));
        assert_eq!(world.jail.home(place.path()), Some(0));
    }
}

#[test]
fn the_root_of_all_can_be_a_root() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        let mut settings = crate::Settings::new(["/"]);
        settings.openat2 = openat2;
        let jail = crate::Jail::open(&settings).unwrap();
        let plain = world.root().join("plain");
        for path in [plain.clone(), world.root().join("a/../plain"), world.root().join("up/root/plain")] {
            assert_eq!(jail.resolve(&path, Last::Follow).unwrap().path(), plain, "{}", path.display());
            let relative = Path::new("..").join(path.strip_prefix("/").unwrap());
            assert_eq!(jail.resolve(&relative, Last::Follow).unwrap().path(), plain);
        }
        let through_absolute = world.root().join("to-second");
        assert_eq!(
            jail.resolve(&through_absolute, Last::Follow).unwrap().path(),
            world.top().join("second/other")
        );
    }
}

#[test]
fn what_does_not_exist_yet_is_a_place_too() {
    let world = World::new(true);
    let place = world.jail.resolve(Path::new("in/n/m"), Last::Follow).unwrap();
    assert_eq!(place.path(), world.root().join("a/b/n/m"));
    assert!(place.kind().is_none() && !place.has_folder());
    assert!(matches!(world.jail.open_read(&place), Err(JailError::Missing)));
}

#[test]
fn names_come_in_byte_order_whatever_bytes_they_have() {
    let world = World::new(true);
    fs::write(world.root().join("empty").join(OsStr::from_bytes(b"\xff")), "x").unwrap();
    for name in ["b", "a\n", "é", "B"] {
        fs::write(world.root().join("empty").join(name), "x").unwrap();
    }
    let folder = world.jail.list(Path::new("empty")).unwrap();
    let names: Vec<_> = folder.names().unwrap().into_iter().map(|listed| listed.name).collect();
    let bytes: Vec<_> = names.iter().map(|name| name.as_bytes()).collect();
    assert_eq!(bytes, [&b"B"[..], b"a\n", b"b", "é".as_bytes(), b"\xff"]);
    assert_eq!(folder.names().unwrap().len(), 5, "a second look sees as much as the first");
    assert_eq!(folder.meta(&names[0]).unwrap().kind, Kind::File);
}

#[test]
fn a_walk_goes_down_by_descriptor_and_never_through_a_link() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        let top = world.jail.list(Path::new("")).unwrap();
        let below = top.descend(Path::new("a/b")).unwrap();
        assert_eq!(below.path(), world.root().join("a/b"));
        for link in ["in", "out", "up", "a/up"] {
            assert!(top.descend(Path::new(link)).is_err(), "{link}");
            assert!(top.folder(OsStr::new("out")).is_err());
        }
        assert!(top.descend(Path::new("secrets/deep")).unwrap().is_denied());
    }
}

#[test]
fn a_tree_deeper_than_any_path_may_be_long_is_deleted() {
    let world = World::new(true);
    let deep = world.jail.resolve(Path::new("empty"), Last::Itself).unwrap();
    let name = "d".repeat(200);
    let mut folder = rustix::fs::openat(
        rustix::fs::CWD,
        world.root().join("empty"),
        rustix::fs::OFlags::RDONLY,
        rustix::fs::Mode::empty(),
    )
    .unwrap();
    for _ in 0..60 {
        rustix::fs::mkdirat(&folder, name.as_str(), rustix::fs::Mode::RWXU).unwrap();
        let flags = rustix::fs::OFlags::RDONLY;
        folder = rustix::fs::openat(&folder, name.as_str(), flags, rustix::fs::Mode::empty()).unwrap();
    }
    assert!(world.jail.delete(&deep, true, &mut crate::Undo::off()).unwrap());
    assert!(!world.root().join("empty").exists());
}
