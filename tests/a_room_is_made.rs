//! From a raw dump to rooms: chosen, counted, checked, and never written over.

use insta::assert_snapshot;

use crate::programs::{dump_of_a_week, week};
use crate::transcript::Transcript;

#[test]
fn a_dump_becomes_rooms_and_each_is_checked() {
    let room = dump_of_a_week();
    let mut story = Transcript::in_room(&room);
    story.call("render raw.jsonl rooms rooms --from 2018-06-04 --to 2018-06-11");
    story.call("render rooms/saltmarsh/corpus.txt check");
    story.call("render rooms/mill_lane/corpus.txt check");
    story.call("render raw.jsonl room all");
    story.call("render raw.jsonl room first --community SALTMARSH --slice 1/2 --note 'the first half'");
    story.call("render raw.jsonl room second --community saltmarsh --slice 2/2");
    story.call("render raw.jsonl rooms large --min-items 5");
    assert_snapshot!(story.text());
    assert_snapshot!("the_corpus", room.text("rooms/saltmarsh/corpus.txt"));
    assert_snapshot!("the_record", room.text("rooms/saltmarsh/record.jsonl"));
}

#[test]
fn the_same_dump_makes_the_same_bytes_wherever_it_lies() {
    let (here, there) = (week(), week());
    there.write("deep/er/dump.jsonl", there.text("raw.jsonl"));
    let line = "render deep/er/dump.jsonl room deep/er/room --community saltmarsh --from 2018-06-04 --to 2018-06-11 \
                --budget 1500 --ceiling 3000";
    Transcript::in_room(&there).call(line).answer();
    for file in ["record.jsonl", "corpus.txt"] {
        let made = here.text(&format!("room/{file}"));
        assert!(!made.is_empty());
        assert_eq!(made, there.text(&format!("room/{file}")));
        assert_eq!(made, there.text(&format!("deep/er/room/{file}")));
    }
}

#[test]
fn the_slices_of_a_room_hold_each_thread_once() {
    let room = dump_of_a_week();
    let whole = threads(&{
        Transcript::in_room(&room).call("render raw.jsonl room whole --community saltmarsh").answer();
        room.text("whole/corpus.txt")
    });
    assert_eq!(whole.len(), 6);
    for of in 1..=8 {
        let mut sliced = Vec::new();
        for slice in 1..=of {
            let line =
                format!("render raw.jsonl room s{of}x{slice} --community saltmarsh --slice {slice}/{of}");
            Transcript::in_room(&room).call(&line).answer();
            sliced.extend(threads(&room.text(&format!("s{of}x{slice}/corpus.txt"))));
        }
        assert_eq!(sliced, whole, "{of} slices");
    }
}

/// The threads' blocks of a corpus.
fn threads(corpus: &str) -> Vec<String> {
    corpus.split("\n@thread ").skip(1).map(|block| block.trim_end_matches('\n').to_owned()).collect()
}

#[test]
fn standard_input_and_a_folder_make_the_same_room_as_a_file() {
    let room = week();
    let flags = ["--community", "saltmarsh", "--from", "2018-06-04", "--to", "2018-06-11"];
    let limits = ["--budget", "1500", "--ceiling", "3000"];
    let piped = room.program("render", ["-", "room", "piped"].into_iter().chain(flags).chain(limits));
    room.run(piped, &room.text("raw.jsonl")).answer();
    let raw = room.text("raw.jsonl");
    let (posts, comments): (Vec<_>, Vec<_>) = raw.lines().partition(|line| line.contains("\"title\""));
    room.write("dump/RS_2018-06", posts.join("\n"));
    room.write("dump/RC_2018-06", comments.join("\r\n"));
    room.write("dump/.hidden.jsonl", "not looked at");
    room.run(room.program("render", ["dump", "room", "apart"].into_iter().chain(flags).chain(limits)), "")
        .answer();
    for made in ["piped", "apart"] {
        assert_eq!(room.text(&format!("{made}/record.jsonl")), room.text("room/record.jsonl"), "{made}");
        assert_eq!(room.text(&format!("{made}/corpus.txt")), room.text("room/corpus.txt"), "{made}");
    }
}

#[test]
fn a_gzipped_dump_is_read_as_it_is() {
    let room = week();
    let mut gzip = room.command("gzip");
    gzip.args(["-k", "raw.jsonl"]);
    room.run(gzip, "").answer();
    let line = "render raw.jsonl.gz room zipped --community saltmarsh --from 2018-06-04 --to 2018-06-11 --budget 1500 \
                --ceiling 3000";
    Transcript::in_room(&room).call(line).answer();
    assert_eq!(room.text("zipped/corpus.txt"), room.text("room/corpus.txt"));
}

#[test]
fn a_record_and_a_corpus_made_anew_are_the_ones_they_came_from() {
    let room = week();
    let line = "render room/record.jsonl room again --community saltmarsh --from 2018-06-04 --to 2018-06-11 \
                --budget 1500 --ceiling 3000";
    Transcript::in_room(&room).call(line).answer();
    assert_eq!(room.text("again/record.jsonl"), room.text("room/record.jsonl"));
    let blocks = |corpus: &str| corpus.split_once("\n@thread ").unwrap().1.to_owned();
    assert_eq!(blocks(&room.text("again/corpus.txt")), blocks(&room.text("room/corpus.txt")));
}

#[test]
fn check_names_what_was_changed_and_exits_1() {
    let room = week();
    let (corpus, record) = (room.text("room/corpus.txt"), room.text("room/record.jsonl"));
    let changes: [(&str, String, &str); 6] = [
        ("room/corpus.txt", corpus.replace("a bowline", "a Bowline"), "corpus.txt line"),
        ("room/corpus.txt", corpus.replacen("# items: 17", "# items: 18", 1), "# items"),
        ("room/corpus.txt", corpus.replacen("# repeated lines: 2", "# repeated lines: x", 1), "line"),
        ("room/corpus.txt", corpus.replacen("# to: 2018-06-11", "# to: 2018-06-10", 1), "9w7aa"),
        ("room/record.jsonl", record.replace("a bowline", "a Bowline"), "# record"),
        ("room/record.jsonl", record.replacen("\"score\":23", "\"score\": 23", 1), "record.jsonl line 1"),
    ];
    for (file, changed, told) in changes {
        let sound = room.text(file);
        assert!(changed != sound, "{told}: nothing was changed");
        room.write(file, &changed);
        let outcome = room.call("render", ["check"]);
        let said = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(outcome.code == 1 || outcome.code == 2, "{outcome}");
        assert!(said.contains(told) && !said.contains("ok\n"), "{told}: {outcome}");
        room.write(file, sound);
    }
    assert_eq!(room.call("render", ["check"]).answer(), "ok\n");
}

#[test]
fn a_room_is_replaced_only_when_told_and_never_once_it_was_worked_in() {
    let room = week();
    let mut story = Transcript::in_room(&room);
    story.call("render raw.jsonl room room --community saltmarsh");
    story.call("render raw.jsonl room room --community saltmarsh --force");
    story.call("read room/corpus.txt item fx701");
    story.call("render raw.jsonl room room --community saltmarsh --force");
    assert_snapshot!(story.text());
}
