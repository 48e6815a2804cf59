//! A reader's week: windows to the end, what matters in whole, and the counts at each step.

use insta::assert_snapshot;
use room_testkit::records;

use crate::programs::week;
use crate::transcript::Transcript;

#[test]
fn a_week_is_read_to_its_end() {
    let room = week();
    let mut story = Transcript::in_room(&room);
    story.call("read room/corpus.txt header");
    story.call("read room/corpus.txt windows 2 --size 300");
    story.call("read room/corpus.txt state");
    story.call("read room/corpus.txt thread 9w1aa --size 500");
    story.call("read room/corpus.txt thread t3_9w1aa --size 500 --after fx103");
    story.call("read room/corpus.txt item t1_fx203");
    story.call("read room/corpus.txt windows");
    story.call("read room/corpus.txt windows");
    story.call("read room/corpus.txt thread fx301");
    story.call("read room/corpus.txt audit");
    story.call("read room/corpus.txt thread 9w1bb");
    story.call("read room/corpus.txt thread 9w1aa");
    story.call("read room/corpus.txt audit");
    story.call("read room/corpus.txt state");
    assert_snapshot!(story.text());
    assert_snapshot!("the_log", room_testkit::redacted(&room.text("room/out/_read.jsonl")));
    records(&room.text("room/out/_read.jsonl"));
}

#[test]
fn the_parts_of_a_thread_are_the_thread_whatever_their_size() {
    let room = week();
    let whole = room.call("read", ["thread", "9w1aa"]).stdout;
    for size in [1, 80, 200, 450, 700, 1_100, 100_000] {
        let (mut parts, mut after) = (String::new(), None::<String>);
        loop {
            let size = size.to_string();
            let from = after.iter().flat_map(|after| ["--after", after]);
            let part = room.call("read", ["thread", "9w1aa", "--size", &size].into_iter().chain(from));
            let (text, more) = match part.answer().rsplit_once("\n@more ") {
                Some((text, more)) => (format!("{text}\n"), Some(more)),
                None => (part.stdout.clone(), None),
            };
            parts.push_str(&text);
            let Some(more) = more else { break };
            let words: Vec<_> = more.split([' ', '\n']).collect();
            assert_eq!(words[0], "9w1aa");
            let of_all = format!("{}/{}", parts.chars().count(), whole.chars().count());
            assert_eq!(words[5], of_all, "code points of the block so far, of all");
            after = Some(words[1].to_owned());
        }
        assert_eq!(parts, whole, "in parts of {size}");
    }
}

#[test]
fn the_scheduler_says_where_the_log_lies_and_which_try_it_is() {
    let room = week();
    let mut read = room.program("read", ["room/corpus.txt", "item", "fx701"]);
    read.envs([("READ_LOG_DIR", "logs/a/b"), ("ROOM_RUN", "try-2")]);
    room.run(read, "").answer();
    assert_eq!(room.text("room/out/_read.jsonl"), "", "nothing beside the corpus");
    let log = records(&room.text("logs/a/b/_read.jsonl"));
    assert_eq!((log.len(), &log[0]["run"]), (1, &"try-2".into()));

    // emit honours it too: the item was served according to that log, and never according to none.
    let span = r#"{"item_id":"fx701","start":0,"end":6,"text":"I said"}"#;
    let words = ["room/corpus.txt", "code", "told", "--span", span];
    let without = room.run(room.program("emit", words), "");
    assert!(without.refusal().contains("never served"), "{without}");
    let mut emit = room.program("emit", words);
    emit.env("READ_LOG_DIR", "logs/a/b");
    room.run(emit, "").answer();
}

#[test]
fn a_room_that_was_moved_goes_on_where_it_was() {
    let room = week();
    room.call("read", ["windows", "2"]).answer();
    std::fs::rename(room.path("room"), room.path("elsewhere")).unwrap();
    let next = room.run(room.program("read", ["elsewhere/corpus.txt", "windows", "1"]), "");
    assert!(next.answer().starts_with("@thread 9w2aa "), "{next}");
}
