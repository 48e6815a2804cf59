//! Links and folders exchanged by a second thread while paths are opened. Not one open may escape.

#![expect(clippy::disallowed_methods, reason = "tests make files to attack with, and ask for more rounds")]

use std::io::Read as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::world::{LOOT, World};
use crate::{JailError, Last, Undo};

/// How many opens; `ROOM_JAIL_OPENS` asks for more.
fn rounds() -> usize {
    std::env::var("ROOM_JAIL_OPENS").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000)
}

/// Runs `act` while another thread exchanges two names of the root as fast as it can. Gives how often they were.
fn while_exchanging(world: &World, one: &str, other: &str, act: impl FnOnce()) -> usize {
    let (one, other) = (world.root().join(one), world.root().join(other));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let swapper = scope.spawn(|| {
            let mut swaps = 0;
            while !done.load(Ordering::Relaxed) {
                renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE).unwrap();
                swaps += 1;
            }
            swaps
        });
        // Told in any case: a failed assertion must end the other thread, too.
        let acted = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act));
        done.store(true, Ordering::Relaxed);
        let swaps = swapper.join().unwrap();
        acted.unwrap_or_else(|failed| std::panic::resume_unwind(failed));
        swaps
    })
}

/// Reads a path over and over; every answer is the free text, a refusal, or nothing there.
fn hammer(world: &World, path: &str, rounds: usize) -> [usize; 2] {
    let (mut served, mut refused) = (0, 0);
    let mut text = String::new();
    for _ in 0..rounds {
        match world.jail.read(Path::new(path)) {
            Ok((_, mut opened)) => {
                text.clear();
                opened.file.read_to_string(&mut text).unwrap();
                assert!(!text.contains(LOOT), "escaped through {path}");
                served += 1;
            }
            Err(JailError::Escape(_) | JailError::Missing | JailError::Changed | JailError::NotAFolder) => {
                refused += 1;
            }
            Err(JailError::IsAFolder | JailError::Special) => refused += 1,
            Err(other) => panic!("{path}: {other:?}"),
        }
    }
    [served, refused]
}

#[test]
fn a_folder_exchanged_for_a_link_out_while_reading_through_it() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        std::fs::create_dir(world.root().join("swap")).unwrap();
        std::fs::write(world.root().join("swap/loot"), "free").unwrap();
        let mut counts = [0, 0];
        let swaps = while_exchanging(&world, "swap", "out", || {
            counts = hammer(&world, "swap/loot", rounds() / 2);
        });
        assert!(swaps > 0 && counts[0] > 0 && counts[1] > 0, "no race took place: {swaps} swaps, {counts:?}");
    }
}

#[test]
fn a_file_exchanged_for_a_link_out_or_a_fifo_while_reading_it() {
    for other in ["out-file", "fifo", "out"] {
        let world = World::new(true);
        while_exchanging(&world, "plain", other, || {
            hammer(&world, "plain", rounds() / 10);
        });
    }
}

#[test]
fn a_free_folder_exchanged_for_a_denied_one_while_reading_through_a_link() {
    let world = World::new(true);
    std::fs::create_dir_all(world.root().join("open")).unwrap();
    std::fs::write(world.root().join("open/token"), "free").unwrap();
    std::os::unix::fs::symlink("open", world.root().join("one")).unwrap();
    std::os::unix::fs::symlink("secrets", world.root().join("two")).unwrap();
    while_exchanging(&world, "one", "two", || {
        hammer(&world, "one/token", rounds() / 10);
    });
}

#[test]
fn a_folder_exchanged_for_a_link_out_while_writing_into_it() {
    for openat2 in [true, false] {
        let world = World::new(openat2);
        std::fs::create_dir(world.root().join("swap")).unwrap();
        let before = world.guarded();
        while_exchanging(&world, "swap", "out", || {
            for round in 0..300 {
                let path = format!("swap/new-{round}");
                let Ok(place) = world.jail.resolve(Path::new(&path), Last::Follow) else { continue };
                let _ = world.jail.create(&place, b"planted", 0o644, true, &mut Undo::off());
                let Ok(place) = world.jail.resolve(Path::new("swap/d"), Last::Itself) else { continue };
                let _ = world.jail.delete(&place, true, &mut Undo::off());
            }
        });
        assert_eq!(world.guarded(), before);
    }
}
