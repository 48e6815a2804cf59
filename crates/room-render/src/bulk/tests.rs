use std::fs;

use proptest::prelude::*;
use room_corpus::corpus::Corpus;

use super::*;
use crate::room::room;
use crate::room::tests::{APRIL, comment, dump, files, make, post};

#[test]
fn the_header_counts_lines_of_the_items_of_its_room() {
    let twice = comment("c", "p", "");
    let odd = comment("o", "p", r#","flair":"\ud83d""#);
    let elsewhere = format!(r#"{{"id":"x","subreddit":"other","created_utc":{APRIL},"title":"\ud83d"}}"#);
    let lines = [
        post("p", "place", APRIL),
        twice.clone(),
        twice.clone(),
        twice,
        odd,
        elsewhere.clone(),
        elsewhere,
        "bad".to_owned(),
    ];
    let (folder, raw) = dump(&lines);
    let options = Options { skip_bad: 5, ..Options::default() };
    let mut made = rooms(&raw, &folder.path().join("all"), 1, &options, &mut |_| ()).unwrap();
    assert_eq!(made.pop().unwrap().room, "unknown");
    let header = |room: &str| {
        let corpus = Corpus::open(&folder.path().join("all").join(room).join("corpus.txt")).unwrap();
        let header = corpus.header();
        (header.repeated, header.skipped, header.surrogates)
    };
    assert_eq!(header("other"), (1, 1, 1));
    assert_eq!(header("place"), (0, 1, 0));
    assert_eq!(header("unknown"), (2, 1, 1));
}

#[test]
fn every_community_has_a_folder_of_its_own() {
    let names = ["Place", "pLACE", "a/b", "a\\\\b", ".git", "..", "unknown", "u_x"];
    let mut lines: Vec<_> =
        names.iter().enumerate().map(|(at, name)| post(&format!("i{at}"), name, APRIL)).collect();
    lines.push(comment("c", "i0", ""));
    let (folder, raw) = dump(&lines);
    let made = rooms(&raw, &folder.path().join("all"), 1, &Options::default(), &mut |_| ()).unwrap();
    let pairs: Vec<_> = made.iter().map(|made| (made.room.as_str(), made.community.as_deref())).collect();
    let want = [
        ("_.", Some("..")),
        ("_git", Some(".git")),
        ("a_b", Some("a/b")),
        ("a_b_", Some("a\\b")),
        ("place", Some("Place")),
        ("u_x", Some("u_x")),
        ("unknown", Some("unknown")),
        ("unknown_", None),
    ];
    assert_eq!(pairs, want);
    assert_eq!(made[4].items, 2);
}

#[test]
fn rooms_are_written_all_or_none() {
    let (folder, raw) = dump(&[post("a", "one", APRIL), post("b", "two", APRIL), post("c", "two", APRIL)]);
    let all = folder.path().join("all");
    make(&raw, &all.join("two"), &Options { community: Some("two".to_owned()), ..Options::default() })
        .unwrap();
    let refused = rooms(&raw, &all, 1, &Options::default(), &mut |_| ()).unwrap_err();
    assert!(matches!(refused, RenderError::Stands { .. }));
    assert!(!all.join("one").exists());
    let made = rooms(&raw, &folder.path().join("large"), 2, &Options::default(), &mut |_| ()).unwrap();
    assert_eq!(made.len(), 1);
}

#[test]
fn who_is_called_as_the_folder_is_has_it() {
    let long = "x".repeat(300);
    let names = ["a/b", "a_b", "a_b_", &long, "é/"];
    let communities = names.map(|name| SetAside { name: Some(name.to_owned()), pile: 0 });
    let plans = plans(Path::new("all"), communities.into());
    let folders: Vec<_> = plans.iter().map(|plan| plan.place.to_str().unwrap()).collect();
    assert_eq!(folders, ["all/a_b__", "all/a_b", "all/a_b_", &format!("all/{}", "x".repeat(240)), "all/é_"]);
}

#[test]
fn the_community_asked_for_is_the_only_one() {
    let lines = [post("a", "one", APRIL), post("b", "Two", APRIL), comment("c", "b", "")];
    let (folder, raw) = dump(&lines);
    let all = folder.path().join("all");
    let asked = |name: &str| Options { community: Some(name.to_owned()), ..Options::default() };
    let made = rooms(&raw, &all, 1, &asked("tWO"), &mut |_| ()).unwrap();
    assert_eq!((made[0].room.as_str(), made[0].items, made.len()), ("two", 2, 1));
    let refused = rooms(&raw, &all, 1, &Options { from: Some(APRIL + 1), ..asked("one") }, &mut |_| ());
    assert!(matches!(refused, Err(RenderError::NoItem { .. })), "{refused:?}");
}

#[test]
fn a_room_that_stands_is_no_hindrance_where_none_would_be_made() {
    let (folder, raw) = dump(&[post("a", "one", APRIL), post("b", "two", APRIL), post("c", "two", APRIL)]);
    let all = folder.path().join("all");
    make(&raw, &all.join("one"), &Options { community: Some("one".to_owned()), ..Options::default() })
        .unwrap();
    let made = rooms(&raw, &all, 2, &Options::default(), &mut |_| ()).unwrap();
    assert_eq!(made.iter().map(|made| made.room.as_str()).collect::<Vec<_>>(), ["two"]);
}

#[test]
fn too_few_items_everywhere_make_no_room_and_no_folder() {
    let (folder, raw) = dump(&[post("a", "one", APRIL)]);
    assert_eq!(rooms(&raw, &folder.path().join("all"), 2, &Options::default(), &mut |_| ()).unwrap(), []);
    assert_eq!(files(folder.path()), ["raw.jsonl".to_owned()].into());
}

#[test]
fn what_a_killed_run_left_is_cleared() {
    let (folder, raw) = dump(&[post("a", "one", APRIL)]);
    let all = folder.path().join("all");
    fs::create_dir_all(all.join(".room.1.0.part/out")).unwrap();
    fs::create_dir_all(all.join("one/out")).unwrap();
    for left in [
        ".room.1.0.part/record.jsonl",
        "one/.record.jsonl.1.part",
        "one/.corpus.txt.1.part",
        "one/.corpus.txt.idx.1.part",
    ] {
        atomic::write(&all.join(left), b"half").unwrap();
    }
    rooms(&raw, &all, 1, &Options::default(), &mut |_| ()).unwrap();
    let stand = ["one", "record.jsonl", "record.jsonl.idx", "corpus.txt", "corpus.txt.idx", "out"];
    let stand = stand.map(str::to_owned);
    assert_eq!(files(&all), stand.into());
}

/// A line of one of a few communities, posts and comments of few ids, so that they meet and clash.
fn a_line() -> impl Strategy<Value = (Option<&'static str>, String)> {
    let community = prop_oneof![
        3 => Just(Some("Place")), 2 => Just(Some("PLACE")), 2 => Just(Some("other")), 1 => Just(Some("third")),
        1 => Just(None),
    ];
    let item = (0..9_u8, 0..4_u8, any::<bool>(), 0..4_i64, "[a-z\u{2028}é]{0,12}", 0..3_u8, 0..20_u8);
    (community, item).prop_map(|(community, (id, thread, is_post, day, words, retrieved_on, odd))| {
        let words = if odd == 0 { format!("{words}\\ud83d") } else { words };
        let subreddit = community.map(|name| format!(r#","subreddit":"{name}""#)).unwrap_or_default();
        let time = APRIL + day * 86_400;
        let rest = format!(r#""created_utc":{time},"retrieved_on":{retrieved_on}{subreddit}}}"#);
        let line = if odd == 1 {
            "{\"id\":".to_owned()
        } else if is_post {
            format!(r#"{{"id":"i{thread}","title":"{words}",{rest}"#)
        } else {
            format!(
                r#"{{"id":"i{id}","link_id":"t3_i{thread}","parent_id":"t1_i{}","body":"{words}",{rest}"#,
                id / 2
            )
        };
        (if odd == 1 { None } else { community }, line)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn each_room_is_the_one_made_alone(
        lines in prop::collection::vec(a_line(), 1..60),
        held in 1_usize..3_000,
        from in prop::option::of(0..3_i64),
        slice in prop::option::of(1..=2_u64),
    ) {
        let is_bad = |line: &str| line == "{\"id\":";
        let options = Options {
            from: from.map(|day| APRIL + day * 86_400),
            slice: slice.map(|slice| (slice, 2)),
            skip_bad: 60,
            ..Options::default()
        };
        let all: Vec<_> = lines.iter().map(|(_, line)| line.clone()).collect();
        let (folder, raw) = dump(&all);
        let together = folder.path().join("together");
        let made = rooms_by(Spill::holding(held, &together), &raw, &together, 1, &options, &mut |_| ());
        let mut alone = Vec::new();
        let mut keys: Vec<Option<String>> = lines.iter().map(|(name, _)| name.map(dump::key)).collect();
        keys.sort_by_key(|key| (key.is_none(), key.clone()));
        keys.dedup();
        for key in keys {
            // A line that names none would join the community that is asked for.
            let ours = lines.iter().filter(|(name, line)| is_bad(line) || name.is_some() == key.is_some());
            let (apart, raw) = dump(&ours.map(|(_, line)| line.clone()).collect::<Vec<_>>());
            let first = lines.iter().find_map(|(name, _)| name.filter(|name| Some(dump::key(name)) == key));
            let options = Options { community: first.map(str::to_owned), ..options.clone() };
            let at = apart.path().join(key.as_deref().unwrap_or("unknown"));
            match room(&raw, &at, &options, &mut |_| ()) {
                Ok(summary) => {
                    for file in ["record.jsonl", "corpus.txt"] {
                        let other = together.join(&summary.room).join(file);
                        prop_assert_eq!(fs::read_to_string(at.join(file)).unwrap(), fs::read_to_string(other).unwrap());
                    }
                    alone.push(summary);
                }
                Err(refused) => prop_assert!(matches!(refused, RenderError::NoItem { .. }), "{}", refused),
            }
        }
        match made {
            Ok(made) => prop_assert_eq!(made, alone),
            Err(refused) => {
                prop_assert!(matches!(refused, RenderError::NoItem { .. }), "{}", refused);
                prop_assert_eq!(alone, []);
            }
        }
        prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1 + usize::from(together.exists()));
    }
}
