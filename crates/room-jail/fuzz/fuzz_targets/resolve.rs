//! Any path through a tree of links: it arrives where the kernel arrives, never outside a root and never at anything
//! denied; with `openat2` and without it is the same, and what the plain model lets pass is let pass.
#![no_main]

use std::fs;
use std::io::Read as _;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_jail::{Jail, JailError, Kind, Last, Place};
use room_jail_fuzz::{LOOT, Way, World, Written, is_denied, way};

static WORLD: LazyLock<World> = LazyLock::new(World::default);

#[derive(Arbitrary, Debug)]
struct Asked {
    links: [Written; 4],
    path: Written,
}

fuzz_target!(|asked: Asked| {
    let world = &*WORLD;
    world.link(&asked.links);
    let path = asked.path.path(world.top());
    let told = |jail: &Jail, last| shown(&jail.resolve(&path, last));
    for last in [Last::Follow, Last::Itself] {
        assert_eq!(
            told(&world.jails[0], last),
            told(&world.jails[1], last),
            "with openat2 and without: {path:?}"
        );
    }
    let [jail, _] = &world.jails;
    let followed = jail.resolve(&path, Last::Follow);
    let itself = jail.resolve(&path, Last::Itself);
    for place in [&followed, &itself].into_iter().flatten() {
        assert!(
            world.roots().iter().any(|root| place.path().starts_with(root)),
            "{path:?} leads out: {place:?}"
        );
        assert!(!is_denied(place.path(), &world.roots()), "{path:?} leads to what is denied: {place:?}");
    }
    let kernel = world.roots()[0].join(&path).canonicalize().ok();
    if let Ok(place) = &followed {
        assert_eq!(
            place.kind().map(|_| place.path()),
            kernel.as_deref(),
            "{path:?} is elsewhere for the kernel"
        );
        stands(place);
    }
    if let Ok(place) = &itself {
        stands(place);
    }
    match way(&path, &world.roots()) {
        Way::Here(here) => assert_eq!(followed.expect("nothing on this way is in the way").path(), here),
        Way::Denied => {
            assert!(matches!(followed, Err(JailError::Missing)), "{path:?}: {followed:?}");
            assert!(matches!(jail.read(&path), Err(JailError::Missing)));
        }
        Way::Elsewhere => {}
    }
    reads(jail, &path);
    lists(jail, &path);
});

fn shown(answer: &Result<Place, JailError>) -> String {
    match answer {
        Ok(place) => format!("{:?} {:?} {}", place.path(), place.kind(), place.has_folder()),
        Err(error) => format!("{error:?}"),
    }
}

/// The place is canonical down to its last name, and what stands there is what it says.
fn stands(place: &Place) {
    let kind = fs::symlink_metadata(place.path()).ok().map(|meta| match meta.file_type() {
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => Kind::Folder,
        kind if kind.is_symlink() => Kind::Link,
        kind => {
            assert!(kind.is_fifo(), "the tree has no other");
            Kind::Special
        }
    });
    assert_eq!(place.kind(), kind, "{place:?}");
    if place.has_folder() {
        let above = place.path().parent().expect("a place lies in a root");
        assert_eq!(above.canonicalize().expect("the folder exists"), above);
    }
}

/// What is read is what stands at the place, by the name the kernel has for the descriptor.
fn reads(jail: &Jail, path: &Path) {
    let Ok((place, mut opened)) = jail.read(path) else { return };
    let at =
        fs::read_link(format!("/proc/self/fd/{}", opened.file.as_raw_fd())).expect("the descriptor is open");
    assert_eq!(at, place.path());
    let mut text = String::new();
    opened.file.read_to_string(&mut text).expect("the files of the tree are text");
    assert_ne!(text, LOOT, "{path:?}");
}

/// A listing opens nothing denied either.
fn lists(jail: &Jail, path: &Path) {
    let Ok(folder) = jail.list(path) else { return };
    for listed in folder.names().expect("a folder of the tree") {
        let Ok(mut opened) = folder.file(&listed.name) else { continue };
        let mut text = String::new();
        opened.file.read_to_string(&mut text).expect("the files of the tree are text");
        assert_ne!(text, LOOT, "{:?} in {path:?}", listed.name);
    }
}
