//! A denied file under every other name it can be given.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::world::{LOOT, VERBS, World};
use crate::{Jail, JailError, Last, Rename, Settings, Undo};

#[test]
fn a_hard_link_to_a_denied_file_is_refused_where_that_is_asked_for() {
    for openat2 in [true, false] {
        let world = World::with(openat2, |settings| settings.deny_hard_links = true);
        fs::hard_link(world.root().join(".env"), world.root().join("innocent")).unwrap();
        for (verb, act) in VERBS {
            if verb == "beside" || verb == "walk" || verb == "list" {
                continue;
            }
            let done = act(&world, Path::new("innocent"));
            assert!(matches!(done, Err(JailError::Missing)), "{verb}: {done:?}");
        }
        let folder = world.jail.list(Path::new("")).unwrap();
        assert!(folder.denies("innocent".as_ref(), Some(&folder.meta("innocent".as_ref()).unwrap())));
        assert!(matches!(folder.file("innocent".as_ref()), Err(JailError::Missing)));
        let place = world.jail.resolve(Path::new(""), Last::Itself).unwrap();
        assert!(matches!(world.jail.check_below(&place, None), Err(JailError::Missing)));
    }
}

#[test]
fn a_hard_link_is_an_ordinary_file_by_default() {
    let world = World::new(true);
    fs::hard_link(world.root().join("plain"), world.root().join("twin-name")).unwrap();
    assert_eq!(world.text("twin-name").unwrap(), "free: root/plain");
}

#[test]
fn a_glob_anchored_in_an_outer_root_holds_for_paths_through_an_inner_one() {
    let world = World::with(true, |settings| {
        let inner = settings.roots[0].join("a");
        settings.roots.insert(0, inner);
        settings.denied = vec!["a/b/**".into()];
    });
    for path in ["b/y", "{ROOT}/a/b/y", "../a/b/y"] {
        assert!(matches!(world.text(path), Err(JailError::Missing)), "{path}");
    }
    assert_eq!(world.text("x").unwrap(), "free: root/a/x");
}

#[test]
fn the_name_asked_for_is_matched_as_well_as_the_resolved_one() {
    let world = World::with(true, |settings| settings.denied = vec!["in/y".into(), "a/x".into()]);
    // By the link's name, and by the target's.
    symlink("a/x", world.root().join("free-name")).unwrap();
    for path in ["in/y", "free-name", "in/../x"] {
        assert!(matches!(world.text(path), Err(JailError::Missing)), "{path}");
    }
    assert_eq!(world.text("a/b/y").unwrap(), "free: root/a/b/y");
}

#[test]
fn a_link_with_a_denied_name_hides_its_free_target_under_that_name_only() {
    let world = World::new(true);
    symlink("plain", world.root().join("shown.pem")).unwrap();
    assert!(matches!(world.text("shown.pem"), Err(JailError::Missing)));
    assert!(world.text("plain").is_ok());
}

#[test]
fn a_folder_that_holds_a_denied_file_is_not_moved_or_deleted() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        for path in ["a", "{ROOT}/a", "./a/", "a/b/.."] {
            let place = world.jail.resolve(&world.fill(path), Last::Itself).unwrap();
            let to = world.jail.resolve(Path::new("moved"), Last::Itself).unwrap();
            let how = Rename { overwrite: true, copy: false };
            let moved = world.jail.rename(&place, &to, how, &mut Undo::off());
            assert!(matches!(moved, Err(JailError::Missing)), "{path}: {moved:?}");
            let deleted = world.jail.delete(&place, true, &mut Undo::off());
            assert!(matches!(deleted, Err(JailError::Missing)), "{path}: {deleted:?}");
        }
        assert_eq!(fs::read_to_string(world.root().join("a/.Env")).unwrap(), LOOT);
        assert!(world.root().join("a/b/y").exists());
    }
}

#[test]
fn a_folder_is_not_moved_to_where_something_in_it_would_be_denied() {
    let world = World::with(true, |settings| settings.denied = vec!["hidden/y".into()]);
    let from = world.jail.resolve(Path::new("a/b"), Last::Itself).unwrap();
    let to = world.jail.resolve(Path::new("hidden"), Last::Itself).unwrap();
    let moved = world.jail.rename(&from, &to, Rename { overwrite: false, copy: false }, &mut Undo::off());
    assert!(matches!(moved, Err(JailError::Missing)), "{moved:?}");
}

#[test]
fn listing_shows_denied_names_and_opens_none() {
    let world = World::new(true);
    let folder = world.jail.list(Path::new("alias-secrets")).unwrap();
    assert!(folder.is_denied());
    let names: Vec<_> = folder.names().unwrap().into_iter().map(|listed| listed.name).collect();
    assert_eq!(names, ["deep", "token"]);
    assert!(matches!(folder.file("token".as_ref()), Err(JailError::Missing)));
    let deep = folder.folder("deep".as_ref()).unwrap();
    assert!(matches!(deep.file("t".as_ref()), Err(JailError::Missing)));
    assert!(matches!(world.jail.list(Path::new(".env")), Err(JailError::Missing)));
}

#[test]
fn names_beside_a_missing_one_are_the_same_as_beside_a_denied_one() {
    let world = World::new(true);
    let denied = world.jail.beside(Path::new(".env")).unwrap();
    let below = world.jail.beside(Path::new("secrets/token/x")).unwrap();
    let missing = world.jail.beside(Path::new("nothing-here")).unwrap();
    assert_eq!(denied.names, missing.names);
    assert_eq!((below.name.as_str(), &below.names), ("secrets", &missing.names));
    for name in [".env", "key.PEM", "secrets"] {
        assert!(!missing.names.iter().any(|listed| listed == name), "{name}");
    }
    assert!(missing.names.iter().any(|listed| listed == "plain"));
    let deeper = world.jail.beside(Path::new("in/nope/x")).unwrap();
    assert_eq!((deeper.above.as_str(), deeper.name.as_str()), ("in", "nope"));
    assert_eq!(deeper.names, ["y"]);
}

#[test]
fn roots_are_canonical_distinct_and_known_by_their_configured_name() {
    let world = World::new(true);
    let link = world.top().join("link-to-root");
    symlink(world.root(), &link).unwrap();
    let gone = world.top().join("gone");
    let settings = Settings::new([link.clone(), world.root().join("."), gone.clone()]);
    let jail = Jail::open(&settings).unwrap();
    assert_eq!(jail.roots().collect::<Vec<_>>(), [world.root()]);
    assert_eq!(jail.unreachable()[0].path, gone);
    let place = jail.resolve(&link.join("a/x"), Last::Follow).unwrap();
    assert_eq!(place.path(), world.root().join("a/x"));
    let none = Jail::open(&Settings::new([gone])).unwrap_err();
    assert!(none.to_string().contains("gone"), "{none}");
}
