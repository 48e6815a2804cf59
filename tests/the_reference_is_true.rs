//! `docs/tools.md` is what the verb tables say.

use crate::programs::{ROOM, demo};

#[test]
fn the_page_is_what_room_reference_prints() {
    let room = demo();
    let mut command = room.command(ROOM);
    command.arg("reference");
    let printed = room.run(command, "");
    let page = include_str!("../docs/tools.md");
    let differs = printed.answer().lines().zip(page.lines()).position(|(printed, page)| printed != page);
    assert!(
        printed.answer() == page,
        "docs/tools.md differs from line {} on: cargo run --bin room -- reference > docs/tools.md",
        differs.unwrap_or_else(|| page.lines().count().min(printed.answer().lines().count())) + 1,
    );
}
