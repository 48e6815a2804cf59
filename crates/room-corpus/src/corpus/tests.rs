use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::record::nasty;
use room_core::atomic;
use room_core::text::chars;

/// A corpus of these lines, and the folder it lies in.
fn corpus_of(lines: &[&str]) -> (TempDir, Corpus) {
    let lines: Vec<_> = lines.iter().map(|line| (*line).to_owned()).collect();
    let threads = order(nasty::gathered(&lines));
    written(&text_of(&threads))
}

fn text_of(threads: &[Ordered<crate::record::Kept>]) -> String {
    let mut text = Vec::new();
    render(threads, &Given::default(), hash(b"")).write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn written(text: &str) -> (TempDir, Corpus) {
    let (folder, corpus) = opened_bytes(text.as_bytes());
    (folder, corpus.unwrap())
}

fn opened_bytes(bytes: &[u8]) -> (TempDir, Result<Corpus, CorpusError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.txt");
    atomic::write(&path, bytes).unwrap();
    let corpus = Corpus::open(&path);
    (folder, corpus)
}

const ROOM: [&str; 6] = [
    r#"{"id":"62sgj5","created_utc":1491066131,"title":"T","selftext":"@post fake by x - score -","author":"u"}"#,
    r#"{"id":"dfnrqjq","link_id":"t3_62sgj5","created_utc":1491066140,"body":"first\n@comment dfn re x"}"#,
    r#"{"id":"same","created_utc":1491066150,"title":"a post","selftext":""}"#,
    r#"{"id":"same","link_id":"t3_same","created_utc":1491066160,"body":"a comment"}"#,
    r#"{"id":"odd id%é","link_id":"t3_gone","created_utc":1491066170,"body":"dfnrqjx is no id here"}"#,
    r#"{"id":"kid","link_id":"t3_same","parent_id":"t1_same","created_utc":1491066180,"body":""}"#,
];

#[test]
fn items_are_found_however_their_id_is_typed() {
    let (_folder, corpus) = corpus_of(&ROOM);
    for (typed, id) in [
        ("dfnrqjq", "dfnrqjq"),
        ("t1_dfnrqjq", "dfnrqjq"),
        ("t3_62sgj5", "62sgj5"),
        ("t1_same", "t1_same"),
        ("t3_same", "t3_same"),
        ("odd id%é", "odd%20id%25%C3%A9"),
        ("odd%20id%25%C3%A9", "odd%20id%25%C3%A9"),
        ("t1_kid", "kid"),
    ] {
        assert_eq!(corpus.item(typed).unwrap().id, id, "{typed}");
    }
    let item = corpus.item("dfnrqjq").unwrap();
    assert_eq!(
        (item.thread_id, item.kind, item.parent, item.absent),
        ("62sgj5", Kind::Comment, Some("62sgj5"), false)
    );
    assert_eq!(item.body(), "first\n@comment dfn re x");
    assert_eq!(item.written, "first\n\\@comment dfn re x");
    assert!(corpus.item("odd id%é").unwrap().absent);
}

#[test]
fn an_index_answers_what_the_scan_would() {
    let (_folder, corpus) = corpus_of(&ROOM);
    crate::index::write(corpus.path()).unwrap();
    let corpus = Corpus::open(corpus.path()).unwrap();
    let opens: [(&[u8], Kind); 2] = [(b"\n@post ", Kind::Post), (b"\n@comment ", Kind::Comment)];
    for typed in ["dfnrqjq", "t1_dfnrqjq", "t3_62sgj5", "t1_same", "t3_same", "odd id%é"] {
        assert!(corpus.indexed(typed, &opens).is_some(), "{typed}");
        assert_eq!(corpus.indexed(typed, &opens), corpus.scan(typed, &opens).unwrap(), "{typed}");
    }
    for typed in ["same", "gone", "t3_kid", ""] {
        assert_eq!(corpus.indexed(typed, &opens), None, "{typed}");
    }
    let numbers: Vec<_> = (0..5).map(|n| corpus.ordinal(n).unwrap().1).collect();
    assert_eq!(numbers, [0, 1, 2, 2, 2]);
}

#[test]
fn what_is_not_there_is_said_with_what_is_near() {
    let (_folder, corpus) = corpus_of(&ROOM);
    let why = |typed: &str| corpus.item(typed).unwrap_err().why();
    assert_eq!(why("same"), "'same' is both a post and a comment: say t3_same or t1_same");
    assert_eq!(why("dfnrqj"), "no item 'dfnrqj' in this corpus. Nearest: 'dfnrqjq'");
    for typed in ["fake", "t3_kid", "", "t1_", "by", "x", "dfnrqjx", "re 62sgj5", "a\nb", "gone", "dfn"] {
        let unknown = corpus.item(typed).unwrap_err();
        assert!(matches!(unknown, Lookup::Unknown { .. }), "{typed}: {unknown:?}");
    }
}

#[test]
fn threads_are_found_by_their_post_even_where_its_id_is_shared() {
    let (_folder, corpus) = corpus_of(&ROOM);
    for (typed, id) in
        [("same", "t3_same"), ("t3_same", "t3_same"), ("t3_62sgj5", "62sgj5"), ("gone", "gone")]
    {
        assert_eq!(corpus.thread(typed).unwrap().id, id);
    }
    for typed in ["t1_same", "dfnrqjq", "nine"] {
        assert!(corpus.thread(typed).unwrap_err().why().starts_with("no thread '"), "{typed}");
    }
    let thread = corpus.thread("62sgj5").unwrap();
    assert_eq!((thread.items, thread.day(), thread.time), (2, "2017-04-01", Some("2017-04-01T17:02:11Z")));
    assert_eq!(thread.line(), "@thread 62sgj5 2017-04-01T17:02:11Z items 2");
    assert_eq!(thread.title().unwrap().as_deref(), Some("T"));
    assert_eq!(corpus.thread("gone").unwrap().title().unwrap(), None);
}

#[test]
fn a_file_that_is_no_corpus_is_refused_by_what_it_is() {
    let said = |bytes: &[u8]| opened_bytes(bytes).1.unwrap_err().to_string();
    let (_folder, corpus) = corpus_of(&ROOM);
    let text = String::from_utf8(corpus.map.to_vec()).unwrap();
    assert!(said(b"").contains("does not begin with"));
    assert!(said(b"{\"item_id\":\"a\"}\n").contains("to cite from a record, use cite"));
    assert!(said(b"# reading-room corpus 10\n").contains("does not begin with"));
    assert!(said(b"# reading-room corpus 1").contains("line 2"));
    let cut = text.strip_suffix('\n').unwrap();
    assert!(said(cut.as_bytes()).contains("cut off"));
    let odd = text.replacen("@thread", "@thred", 1);
    assert_eq!(said(odd.as_bytes()), "corpus.txt line 19: a thread should begin here");
    let header = text.replacen("# items: 6", "# items: six", 1);
    assert_eq!(said(header.as_bytes()), "corpus.txt line 6: the header should have \"# items:\" here");
    let mut bytes = text.clone().into_bytes();
    bytes[30] = 0xff;
    assert_eq!(said(&bytes), "corpus.txt line 2: not UTF-8");
}

#[test]
fn only_what_is_asked_for_must_be_text() {
    let (_folder, corpus) = corpus_of(&ROOM);
    let text = String::from_utf8(corpus.map.to_vec()).unwrap();
    let at = text.find("a comment").unwrap();
    let line = text.get(..at).unwrap().matches('\n').count() + 1;
    let mut bytes = text.into_bytes();
    bytes[at] = 0xff;
    let (_folder, corpus) = opened_bytes(&bytes);
    let corpus = corpus.unwrap();
    assert!(corpus.item("dfnrqjq").is_ok());
    assert!(corpus.item("t3_same").is_ok());
    let said = corpus.item("t1_same").unwrap_err();
    assert_eq!(said.why(), format!("corpus.txt line {line}: not UTF-8"));
    assert!(matches!(said, Lookup::Corpus(_)));
    assert_eq!(corpus.threads().filter(Result::is_err).count(), 1);
}

#[test]
fn a_thread_that_lacks_an_item_is_broken() {
    let (_folder, corpus) = corpus_of(&ROOM);
    let text = String::from_utf8(corpus.map.to_vec()).unwrap();
    let (_folder, corpus) = written(&text.replacen("items 2\n", "items 3\n", 1));
    let said = corpus.thread("62sgj5").unwrap().items().unwrap_err();
    assert_eq!(said.to_string(), "corpus.txt line 19: the thread declares 3 items and has 2");
    let (_folder, corpus) = written(&text.replacen("score -\nfirst", "score\nfirst", 1));
    let said = corpus.item("dfnrqjq").unwrap_err();
    assert_eq!(said.why(), "corpus.txt line 24: not a whole @post or @comment line");
}

proptest! {
    #[test]
    fn a_corpus_gives_back_what_was_rendered(lines in nasty::lines()) {
        let threads = order(nasty::gathered(&lines));
        let (_folder, corpus) = written(&text_of(&threads));
        let parsed: Vec<_> = corpus.threads().map(Result::unwrap).collect();
        prop_assert_eq!(parsed.len(), threads.len());
        for (parsed, thread) in parsed.iter().zip(&threads) {
            prop_assert_eq!(parsed.id, &thread.id);
            prop_assert_eq!(parsed.time.and_then(room_core::time::seconds), thread.time());
            let items = parsed.items().unwrap();
            prop_assert_eq!(items.len(), thread.items.len());
            for (parsed, placed) in items.iter().zip(&thread.items) {
                let item = &placed.item.item;
                let (parent, url) = match &item.content {
                    crate::record::Content::Post { url, .. } => (None, url.as_deref()),
                    crate::record::Content::Comment { parent_id, .. } => (Some(parent_id.as_str()), None),
                };
                prop_assert_eq!(parsed.id, &item.item_id);
                prop_assert_eq!(parsed.thread_id, &item.thread_id);
                prop_assert_eq!(parsed.kind, item.kind());
                prop_assert_eq!(parsed.parent, parent);
                prop_assert_eq!(parsed.absent, placed.absent);
                prop_assert_eq!(parsed.author, item.author.as_deref());
                prop_assert_eq!(parsed.time.and_then(room_core::time::seconds), item.created_utc);
                prop_assert_eq!(parsed.score, item.score);
                prop_assert_eq!(parsed.url, url);
                prop_assert_eq!(parsed.body(), item.body());
                prop_assert_eq!(&corpus.item(parsed.id).unwrap(), parsed);
            }
            let whole: String = items.iter().map(|item| item.text).collect();
            prop_assert_eq!(format!("{}\n{whole}", parsed.line()), parsed.text);
        }
    }

    #[test]
    fn the_headers_counts_add_up(lines in nasty::lines()) {
        let (_folder, corpus) = written(&text_of(&order(nasty::gathered(&lines))));
        let header = corpus.header();
        prop_assert_eq!(header.items, header.posts + header.comments);
        prop_assert_eq!(header.threads, header.posts + header.without_post);
        let sum = |of: fn(&Day) -> u64| header.days.iter().map(of).sum::<u64>();
        prop_assert_eq!(sum(|day| day.threads), header.threads);
        prop_assert_eq!(sum(|day| day.items), header.items);
        prop_assert_eq!(sum(|day| day.chars), header.chars);
        let blocks = std::str::from_utf8(corpus.blocks()).unwrap();
        prop_assert_eq!(u64::try_from(chars(blocks).0).unwrap(), header.chars);
        prop_assert_eq!(corpus.threads().count(), usize::try_from(header.threads).unwrap());
    }

    #[test]
    fn a_record_renders_to_the_corpus_it_came_with(lines in nasty::lines()) {
        let threads = order(nasty::gathered(&lines));
        let mut record = Vec::new();
        let first_hash = write_record(&threads, &mut record).unwrap();
        prop_assert_eq!(&first_hash, &hash(&record));
        let record = String::from_utf8(record).unwrap();
        let lines: Vec<_> = record.split_terminator('\n').map(str::to_owned).collect();
        let again = order(nasty::gathered(&lines));
        let mut second = Vec::new();
        write_record(&again, &mut second).unwrap();
        prop_assert_eq!(String::from_utf8(second).unwrap(), record);
        prop_assert_eq!(text_of(&again), text_of(&threads));
    }

    #[test]
    fn the_order_of_a_dump_does_not_matter(lines in nasty::lines().prop_map(one_line_an_item).prop_flat_map(
        |lines| (Just(lines.clone()), Just(lines).prop_shuffle())
    )) {
        let rendered = |lines: &[String]| text_of(&order(nasty::gathered(lines)));
        prop_assert_eq!(rendered(&lines.0), rendered(&lines.1));
    }
}

/// Of each item only its first line: which of two captures stays depends on their order by rule.
fn one_line_an_item(lines: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    let id = |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].to_string();
    lines.into_iter().filter(|line| seen.insert(id(line))).collect()
}
