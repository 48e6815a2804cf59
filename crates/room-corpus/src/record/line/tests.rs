use super::*;

fn line(json: &str) -> Line {
    Line::read(json, &Titles::from([("k1".to_owned(), "Tides".to_owned())]))
        .unwrap_or_else(|bad| panic!("{json}: {bad}"))
}

fn bad(json: &str) -> Bad {
    Line::read(json, &Titles::new()).expect_err(json)
}

/// A comment of Reddit's dumps with these keys more.
fn comment(more: &str) -> Line {
    line(&format!(r#"{{"id":"c","link_id":"t3_p","created_utc":1491004805{more}}}"#))
}

/// A post of Reddit's dumps with these keys more.
fn post(more: &str) -> Item {
    line(&format!(r#"{{"id":"62aaaa","created_utc":1491004805{more}}}"#)).item
}

fn parent(line: &Line) -> &str {
    let Content::Comment { parent_id, .. } = &line.item.content else { panic!("a comment: {line:?}") };
    parent_id
}

fn url_of(item: &Item) -> Option<&str> {
    let Content::Post { url, .. } = &item.content else { panic!("a post: {item:?}") };
    url.as_deref()
}

#[test]
fn the_form_is_told_by_its_keys_in_order() {
    let all =
        r#"{"item_id":"a","thread_id":"a","kind":"post","conversation_id":"k","id":"k","created_utc":1}"#;
    assert_eq!(line(all).item.item_id, "a");
    let null = r#"{"item_id":null,"conversation_id":"k1","root":"x","id":"k1","text":"hi"}"#;
    assert_eq!(line(null).item.body(), "Tides\n\nhi");
    assert_eq!(line(r#"{"root":"k1","id":"k2","text":"hi"}"#).item.thread_id, "k1");
}

#[test]
fn reddits_kind_is_told_by_prefix_then_by_body_or_link() {
    let kind = |more: &str| line(&format!(r#"{{"created_utc":1,{more}}}"#)).item.kind();
    assert_eq!(kind(r#""id":"x","name":"t3_x","body":"b","link_id":"t3_p""#), Kind::Post);
    assert_eq!(kind(r#""id":"t1_x","link_id":"t3_p","title":"t""#), Kind::Comment);
    assert_eq!(kind(r#""id":"x","body":"","link_id":"t3_p""#), Kind::Comment);
    assert_eq!(kind(r#""id":"x","body":null"#), Kind::Post);
    assert_eq!(kind(r#""id":"x","link_id":"t3_p""#), Kind::Comment);
    assert_eq!(bad(r#"{"id":"x","body":"no link","created_utc":1}"#), Bad::NoThread);
}

#[test]
fn ids_lose_one_prefix_and_are_one_word() {
    let odd = line(r#"{"id":"t1_t1_odd id%é","link_id":"t3_p q","created_utc":1}"#);
    assert_eq!((odd.item.item_id.as_str(), odd.item.thread_id.as_str()), ("t1_odd%20id%25%C3%A9", "p%20q"));
    for none in
        [r#"{"id":"","created_utc":1}"#, r#"{"id":"t3_","created_utc":1}"#, r#"{"id":7,"created_utc":1}"#]
    {
        assert_eq!(bad(none), Bad::NoId, "{none}");
    }
}

#[test]
fn a_decided_id_stands_as_it_is() {
    let own =
        line(r#"{"item_id":"t1_x%20","thread_id":"t3_x","kind":"comment","parent_id":"t3_x","body":"b"}"#);
    assert_eq!(
        (own.item.item_id.as_str(), own.item.thread_id.as_str(), parent(&own)),
        ("t1_x%20", "t3_x", "t3_x")
    );
    let odd = line(r#"{"item_id":"a b%","thread_id":"p","kind":"comment","body":"b"}"#);
    assert_eq!((odd.item.item_id.as_str(), parent(&odd)), ("a%20b%", "p"));
    assert_eq!(own.item.created_utc, None);
}

#[test]
fn parents_may_be_prefixed_bare_numbered_or_missing() {
    assert_eq!(parent(&comment(r#","parent_id":"t1_b""#)), "b");
    assert_eq!(parent(&comment(r#","parent_id":"b""#)), "b");
    // Ten digits in base ten are one comment's id in base 36.
    assert_eq!(parent(&comment(r#","parent_id":35270723332"#)), "g7ba0as");
    assert_eq!(parent(&comment(r#","parent_id":43282.0"#)), "xea");
    for thread in
        ["", r#","parent_id":null"#, r#","parent_id":"""#, r#","parent_id":"t3_p""#, r#","parent_id":-1"#]
    {
        let line = comment(thread);
        assert_eq!((parent(&line), line.parent_kind()), ("p", Some(Kind::Post)), "{thread}");
    }
    let numbered = comment(r#","parent_id":25"#);
    assert_eq!((parent(&numbered), numbered.parent_kind()), ("p", Some(Kind::Comment)));
}

#[test]
fn times_are_integers_floats_and_strings_of_either() {
    let time =
        |value: &str| line(&format!(r#"{{"id":"a","created_utc":{value},"created":5}}"#)).item.created_utc;
    for value in ["1420070400", "\"1420070400\"", "1420070400.0", "\"1420070400.9\"", "1.4200704e9"] {
        assert_eq!(time(value), Some(1_420_070_400), "{value}");
    }
    assert_eq!(time("-0.5"), Some(-1));
    for none in ["null", "\"soon\"", "true", "[]", "\"\""] {
        assert_eq!(bad(&format!(r#"{{"id":"a","created_utc":{none}}}"#)), Bad::NoTime, "{none}");
    }
    for year in ["1e15", "1e400", "12345678901234567890123", "253402300800", "-62135596801"] {
        assert_eq!(bad(&format!(r#"{{"id":"a","created_utc":{year}}}"#)), Bad::NoYear, "{year}");
    }
}

#[test]
fn scores_are_cut_to_integers_or_null() {
    let score = |value: &str| post(&format!(r#","score":{value}"#)).score;
    for (value, want) in [("-2382", -2382), ("\"12.9\"", 12), ("-0.9", 0), ("1e2", 100), ("\"-3\"", -3)] {
        assert_eq!(score(value), Some(want), "{value}");
    }
    for none in ["null", "\"\"", "\"nan\"", "true", "12345678901234567890123", "1e400"] {
        assert_eq!(score(none), None, "{none}");
    }
}

#[test]
fn bodies_are_kept_to_the_last_code_point() {
    let text = r"  a\r\nb\rc\t\u0000\u001b[31m\u0085\u2028\u2029\u000b\f &gt; &amp;#x200B; e\u0301 \ud83d\ude00 \ufeff\n ";
    let kept = comment(&format!(r#","body":"{text}""#)).item;
    let want =
        "  a\r\nb\rc\t\0\u{1b}[31m\u{85}\u{2028}\u{2029}\u{b}\u{c} &gt; &amp;#x200B; e\u{301} 😀 \u{feff}\n ";
    assert_eq!(kept.body(), want);
    assert_eq!(post(r#","title":" T ","selftext":null"#).body(), " T \n\n");
    assert_eq!(post("").body(), "\n\n");
    assert_eq!(comment(r#","body":false"#).item.body(), "false");
}

#[test]
fn other_keys_are_ignored_however_deep() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let crosspost = r#"[{"id":"62bbbb","title":"theirs","selftext":"theirs"}]"#;
    let more = format!(r#","title":"ours","crosspost_parent_list":{crosspost},"replies":{deep},"x":1e999"#);
    assert_eq!(post(&more).body(), "ours\n\n");
}

#[test]
fn the_last_of_two_keys_counts() {
    assert_eq!(comment(r#","body":"one","body":"two""#).item.body(), "two");
}

#[test]
fn lone_surrogates_are_replaced_and_counted_in_the_whole_line() {
    let line = comment(r#","body":"cut \ud83d","flair":"\ude00\ud83d\ude00","k\ud800":1"#);
    assert_eq!((line.item.body().as_ref(), line.surrogates), ("cut \u{fffd}", 3));
}

#[test]
fn an_author_is_one_line_or_nobody() {
    let author = |value: &str| post(&format!(r#","author":{value}"#)).author;
    assert_eq!(author(r#""tab\tnew\nline\u2028sep\u0085""#).as_deref(), Some("tab new line sep "));
    assert_eq!(author(r#"" two  words ""#).as_deref(), Some(" two  words "));
    assert_eq!(author(r#""[deleted]""#).as_deref(), Some("[deleted]"));
    for none in ["null", "\"\"", "\"[unknown]\"", "{}"] {
        assert_eq!(author(none), None, "{none}");
    }
}

#[test]
fn a_url_is_one_word_and_not_the_posts_own() {
    let url = |value: &str| url_of(&post(&format!(r#","url":"{value}""#))).map(str::to_owned);
    assert_eq!(
        url(r"https://i.example/a b\u00a0c\n?d=%20").as_deref(),
        Some("https://i.example/a%20b%C2%A0c%0A?d=%20")
    );
    for own in [r"https:\/\/r.example\/r\/x\/comments\/62aaaa\/t\/", "/comments/62aaaa", ""] {
        assert_eq!(url(own), None, "{own}");
    }
    for other in
        ["/comments/62aaaab/", "/comments/62aaaa?x", "/comments/6/62aaaa", "/comments/62aaa/comments/6"]
    {
        assert_eq!(url(other).as_deref(), Some(other));
    }
    let own_form = r#"{"item_id":"a","kind":"post","url":"/comments/a/","created_utc":1}"#;
    assert_eq!(url_of(&line(own_form).item), Some("/comments/a/"));
}

#[test]
fn convokits_names_of_both_times_are_read() {
    let now = r#"{"id":"k2","conversation_id":"k1","reply_to":"k1","speaker":"b","timestamp":1491004801,"text":"hi ","meta":{"score":"2.9","subreddit":"place","title":"not this"}}"#;
    let then = r#"{"id":"k2","root":"k1","reply-to":"k1","user":"b","timestamp":"1491004801.5","text":"hi ","meta":{"score":2,"subreddit":"place"}}"#;
    assert_eq!(line(now), line(then));
    let now = line(now);
    assert_eq!((now.item.score, now.community.as_deref(), parent(&now)), (Some(2), Some("place"), "k1"));
    for time in ["null", "\"noon\"", "[]"] {
        let line = line(&format!(r#"{{"id":"k1","conversation_id":"k1","timestamp":{time},"text":""}}"#));
        assert_eq!((line.item.created_utc, line.item.kind()), (None, Kind::Post), "{time}");
    }
    assert_eq!(bad(r#"{"id":"a","conversation_id":"a","timestamp":1e15}"#), Bad::NoYear);
    assert_eq!(bad(r#"{"conversation_id":"a"}"#), Bad::NoId);
}

#[test]
fn ids_of_other_corpora_hold_anything() {
    let line =
        line(r#"{"id":"msg 12/3.1","conversation_id":"msg 12","text":"x","reply-to":null,"timestamp":null}"#);
    assert_eq!((line.item.item_id.as_str(), parent(&line)), ("msg%2012/3.1", "msg%2012"));
}

#[test]
fn what_is_no_item_is_said() {
    assert_eq!(bad("[1,2]"), Bad::NotAnObject);
    assert_eq!(bad("7"), Bad::NotAnObject);
    assert_eq!(bad(r#"{"id":"n1","created_utc":NaN}"#), Bad::NotJson(26));
    assert_eq!(bad(r#"{"id":"b5","body":"the last line of a cut file"#), Bad::CutOff);
    assert_eq!(bad(r#"{"id":"a"} x"#), Bad::NotJson(12));
    assert_eq!(bad(r#"{"kind":"more","data":{"id":"_"}}"#), Bad::NoId);
    assert_eq!(bad(r#"{"item_id":"a","kind":"comment","body":"b"}"#), Bad::NoThread);
    assert_eq!(bad(r#"{"item_id":["a"]}"#), Bad::NoId);
}
