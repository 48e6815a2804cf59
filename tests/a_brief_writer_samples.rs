//! The brief writer: titles, a sample that anyone can draw again, a budget and a ceiling, beside the reader's log.

use insta::assert_snapshot;

use crate::programs::week;
use crate::transcript::Transcript;

#[test]
fn titles_are_listed_and_threads_drawn_up_to_the_ceiling() {
    let room = week();
    let mut story = Transcript::in_room(&room);
    story.call("read-brief room/corpus.txt titles 2");
    story.call("read-brief room/corpus.txt titles --day 2018-06-06");
    story.call("read-brief room/corpus.txt titles");
    story.call("read-brief room/corpus.txt titles");
    story.call("read-brief room/corpus.txt sample 2");
    story.call("read-brief room/corpus.txt state");
    story.call("read-brief room/corpus.txt sample 5");
    story.call("read-brief room/corpus.txt thread 9w1aa");
    story.call("read-brief room/corpus.txt state");
    assert_snapshot!(story.text());
}

#[test]
fn each_reading_tool_takes_the_other_s_records_into_account() {
    let room = week();
    room.call("read", ["thread", "9w7aa"]).answer();
    let state = room.call("read-brief", ["state"]).json();
    assert_eq!(state["threads_served"], 1);
    room.call("read-brief", ["item", "fx203"]).answer();
    let both = room.call("read", ["state"]).json();
    assert_eq!(both["items_served"], 3);
    assert_eq!(both["log"]["records"], 2);
}

#[test]
fn the_same_room_and_log_draw_the_same_sample() {
    let drawn = || {
        let room = week();
        room.call("read", ["windows", "1"]).answer();
        room.call("read-brief", ["sample", "3"]).stdout
    };
    assert_eq!(drawn(), drawn());
}
