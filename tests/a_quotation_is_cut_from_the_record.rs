//! Citations: the record's words at code-point offsets, or a line that says how the record goes on.

use insta::assert_snapshot;
use room_testkit::{Room, records};

use crate::programs::week;
use crate::transcript::Transcript;

#[test]
fn words_are_cited_found_and_refused() {
    let room = week();
    let mut story = Transcript::in_room(&room);
    story.call("cite room/record.jsonl fx101 'sounds like the tide'");
    story.call(r#"cite room/record.jsonl fx102 "a bowline - and it doesn't tie""#);
    story.call("cite room/record.jsonl t1_fx102 'The tide does not untie a knot'");
    story.call("cite room/record.jsonl 9w2aa 'I am not losing my mind'");
    story.call("cite room/record.jsonl fx102 'the tide does not'");
    story.call("cite room/record.jsonl fx101 '>forty yards<'");
    story.call("cite room/record.jsonl fx101 'I was not losing my mind'");
    story.call("cite room/record.jsonl fx103 'Fair. Fair.'");
    story.call("cite room/record.jsonl fx112 'pump. 🚲 Café hours'");
    story.call("cite room/record.jsonl fx999 'Thank you'");
    story.call("cite room/record.jsonl fx202 '  '");
    story.call("cite room/record.jsonl quote --item=fx111 -- '@more of this'");
    story.call("cite room/record.jsonl span fx112 --start 44 --end 48");
    story.call("cite room/record.jsonl span fx112 --start 44 --end 480");
    story.call("cite room/record.jsonl find '(?i)losing my mind' --limit 2");
    story.call("cite room/record.jsonl --find 'tide|chart' 1");
    assert_snapshot!(story.text());
    assert_snapshot!("the_queries", room_testkit::redacted(&room.text("room/record.jsonl.queries.jsonl")));
}

#[test]
fn a_quotation_on_standard_input_loses_one_newline_and_no_more() {
    let room = week();
    let cited = room.call_with("cite", ["fx103", "-"], "Fair.\r\nFair.\n").json();
    assert_eq!((&cited["start"], &cited["end"]), (&0.into(), &12.into()));
    let text = "Someone moved the marker buoy\n\nIt was by the sluice";
    let cited = room.call_with("cite", ["quote", "-", "--item", "9w1aa"], text).json();
    assert_eq!(cited["text"], text);
}

/// The body of an item, read from the record by its keys alone.
fn body(record: &serde_json::Value) -> String {
    match record["kind"].as_str() {
        Some("post") => {
            format!("{}\n\n{}", record["title"].as_str().unwrap(), record["selftext"].as_str().unwrap())
        }
        _ => record["body"].as_str().unwrap().to_owned(),
    }
}

/// Every three words on end of every body, where they stand once, are cited at their place, from any of the files.
#[test]
fn any_words_that_stand_once_are_found_at_their_place_in_every_file() {
    let room = week();
    let record = room.text("room/record.jsonl");
    for line in record.lines() {
        let item: serde_json::Value = serde_json::from_str(line).unwrap();
        let (id, body) = (item["item_id"].as_str().unwrap(), body(&item));
        let words: Vec<&str> = body.split(' ').collect();
        for three in words.windows(3).step_by(5) {
            let quote = three.join(" ");
            if quote.trim().is_empty() || body.matches(&quote).count() != 1 {
                continue;
            }
            let start = body.split_once(&quote).unwrap().0.chars().count();
            let cited = |file: &str| {
                let words = [file, "quote", "--item", id, "--", &quote];
                room.run(room.program("cite", words), "").json()
            };
            let expected = serde_json::json!({"item_id": id, "start": start, "end": start + quote.chars().count(),
                "text": quote});
            assert_eq!(cited("room/record.jsonl"), expected);
            assert_eq!(cited("room/corpus.txt"), expected);
        }
    }
}

#[test]
fn raw_lines_the_record_and_the_corpus_are_cited_alike() {
    let room = week();
    for file in ["raw.jsonl", "room/record.jsonl", "room/corpus.txt"] {
        let call = |words: &[&str]| {
            let words = std::iter::once(&file).chain(words);
            room.run(room.program("cite", words), "").stdout
        };
        assert_eq!(
            call(&["fx112", "Two jars"]),
            "{\"item_id\":\"fx112\",\"start\":0,\"end\":8,\"text\":\"Two jars\"}\n",
            "{file}"
        );
        assert_eq!(
            call(&["fx202", "Truly."]).matches("\"start\":11").count(),
            1,
            "the later retrieval, {file}"
        );
        assert_eq!(records(&room.text(&format!("{file}.queries.jsonl"))).len(), 2);
    }
}

#[test]
fn the_log_lies_where_the_scheduler_says() {
    let room = week();
    let mut cite = room.program("cite", ["room/record.jsonl", "fx202", "Thank you."]);
    cite.env("CITE_LOG_DIR", "logs");
    room.run(cite, "").answer();
    assert_eq!(room.text("room/record.jsonl.queries.jsonl"), "");
    assert_eq!(records(&room.text("logs/record.jsonl.queries.jsonl")).len(), 1);
}

/// How many records the queries log of a room has.
fn logged(room: &Room) -> usize {
    records(&room.text("room/record.jsonl.queries.jsonl")).len()
}

#[test]
fn refused_citations_are_logged_and_refused_patterns_are_not() {
    let room = week();
    let refused: [(&[&str], usize); 7] = [
        (&["fx202", "not there"], 1),
        (&["fx999", "Thank you"], 1),
        (&["9w2aa", "I am not losing my mind"], 1),
        (&["span", "fx202", "--start", "4", "--end", "4"], 1),
        (&["span", "fx999", "--start", "0", "--end", "4"], 1),
        (&["find", "(?=x)"], 0),
        (&["find", "x", "--limit", "none"], 0),
    ];
    for (words, records) in refused {
        let before = logged(&room);
        let outcome = room.call("cite", words.iter().copied());
        let line = outcome.refusal();
        assert_eq!(logged(&room) - before, records, "{words:?}");
        if records == 1 {
            let log = room_testkit::records(&room.text("room/record.jsonl.queries.jsonl"));
            let last = log.last().unwrap();
            assert_eq!(last["found"], false);
            assert_eq!(format!("CiteError: {}", last["error"].as_str().unwrap()), line);
            assert_eq!(last["chars"], 0);
        }
    }
}
