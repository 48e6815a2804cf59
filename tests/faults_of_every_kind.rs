//! Each kind of fault that `just faults` makes in earnest, made a little: what was answered stands, and nothing is half done.

use std::path::Path;
use std::sync::LazyLock;

use room_faults::{
    Row, Size, World, appends, clock, full_disk, held_lock, kills, read_only, size_limit, syscalls,
};

use crate::programs::{ROOM, skipped};

/// The programs as they are built now, and the folder that faults are made in.
static WORLD: LazyLock<World> = LazyLock::new(|| {
    let programs = Path::new(ROOM).parent().expect("a program lies in a folder");
    World::new(programs).expect("the folder can be made")
});

#[track_caller]
fn holds(run: fn(&World, Size) -> anyhow::Result<Vec<Row>>) {
    for row in run(&WORLD, Size::Small).unwrap() {
        assert!(row.wrong.is_empty(), "{}: {}", row.fault, row.wrong.join("\n"));
        if row.tried == Row::NOT_HERE {
            skipped(&format!("{}: {}", row.fault, row.came_of_it));
        }
    }
}

#[test]
fn writers_are_killed() {
    holds(kills::run);
}

#[test]
fn every_system_call_fails_once() {
    holds(syscalls::run);
}

#[test]
fn the_disk_is_full() {
    holds(full_disk::run);
}

#[test]
fn files_may_not_grow() {
    holds(size_limit::run);
}

#[test]
fn nothing_may_be_written() {
    holds(read_only::run);
}

#[test]
fn somebody_holds_the_lock() {
    holds(held_lock::run);
}

#[test]
fn the_clock_steps_back() {
    holds(clock::run);
}

#[test]
fn sixty_four_append_at_once() {
    holds(appends::run);
}
