use super::*;

fn post(id: &str, time: Option<i64>) -> Item {
    let content = Content::Post { url: None, title: String::new(), selftext: String::new() };
    item(id, id, time, content)
}

fn comment(id: &str, thread: &str, parent: &str, time: Option<i64>) -> Item {
    item(id, thread, time, Content::Comment { parent_id: parent.to_owned(), body: String::new() })
}

fn item(id: &str, thread: &str, created_utc: Option<i64>, content: Content) -> Item {
    Item {
        item_id: id.to_owned(),
        thread_id: thread.to_owned(),
        author: None,
        created_utc,
        score: None,
        content,
    }
}

/// Threads as `id: items`, absent parents marked.
fn shown(items: Vec<Item>) -> Vec<String> {
    let mut backwards = items.clone();
    backwards.reverse();
    let threads = order(items);
    assert_eq!(threads, order(backwards), "the order of the dump must not matter");
    let shown =
        |placed: &Placed<Item>| format!("{}{}", placed.item.item_id, if placed.absent { "?" } else { "" });
    let line = |thread: &Ordered<Item>| {
        format!("{}: {}", thread.id, thread.items.iter().map(shown).collect::<Vec<_>>().join(" "))
    };
    threads.iter().map(line).collect()
}

#[test]
fn threads_go_by_time_then_by_length_and_letters_and_undated_last() {
    let items = ["zz", "aaa", "b"].map(|id| post(id, Some(5)));
    let mut items = Vec::from(items);
    items.extend([post("0", None), post("old", Some(4))]);
    assert_eq!(shown(items), ["old: old", "b: b", "zz: zz", "aaa: aaa", "0: 0"]);
}

#[test]
fn replies_go_depth_first_by_time_then_id() {
    let items = vec![
        post("p", Some(9)),
        comment("b", "p", "p", Some(20)),
        comment("a", "p", "p", Some(20)),
        comment("late", "p", "a", Some(90)),
        comment("older-than-its-parent", "p", "b", Some(1)),
        comment("timeless", "p", "a", None),
    ];
    assert_eq!(shown(items), ["p: p a late timeless b older-than-its-parent"]);
}

#[test]
fn orphans_follow_then_rings_each_with_its_replies() {
    let items = vec![
        post("p", Some(9)),
        comment("orphan", "p", "gone", Some(3)),
        comment("reply", "p", "orphan", Some(2)),
        comment("self", "p", "self", Some(5)),
        comment("r1", "p", "r3", Some(8)),
        comment("r2", "p", "r1", Some(7)),
        comment("r3", "p", "r2", Some(6)),
        comment("hangs", "p", "r2", Some(1)),
        comment("child", "p", "p", Some(99)),
    ];
    assert_eq!(shown(items), ["p: p child orphan? reply self r3 r1 r2 hangs"]);
}

#[test]
fn a_thread_without_its_post_is_a_thread() {
    let items = vec![
        comment("o2", "gone", "o1", Some(1)),
        comment("o1", "gone", "gone", Some(5)),
        comment("o0", "gone", "none", Some(4)),
        post("p", Some(2)),
    ];
    // Its time is that of its first item, not of its oldest.
    assert_eq!(shown(items), ["p: p", "gone: o0? o1? o2"]);
}

#[test]
fn a_parent_in_another_thread_is_absent() {
    let items = vec![post("p", Some(1)), post("q", Some(2)), comment("c", "p", "q", Some(3))];
    assert_eq!(shown(items), ["p: p c?", "q: q"]);
}

#[test]
fn the_threads_own_id_means_the_post_even_where_a_comment_has_it() {
    let items = vec![comment("x", "x", "x", Some(1)), comment("y", "x", "x", Some(2))];
    assert_eq!(shown(items), ["x: x? y?"]);
}

#[test]
fn chains_may_be_deep_and_parents_wide() {
    let deep = (1..=5_000).map(|at| comment(&at.to_string(), "0", &(at - 1).to_string(), Some(7)));
    let threads = order(std::iter::once(post("0", Some(1))).chain(deep));
    let ids: Vec<_> =
        threads[0].items.iter().map(|placed| placed.item.item_id.parse::<i64>().unwrap()).collect();
    assert_eq!(ids, (0..=5_000).collect::<Vec<_>>());
    let wide = (1..=100_000).map(|at| comment(&at.to_string(), "0", "0", Some(100_000 - at)));
    let threads = order(std::iter::once(post("0", Some(1))).chain(wide));
    assert_eq!(threads[0].items.len(), 100_001);
    assert_eq!(threads[0].items[1].item.item_id, "100000");
    let ring =
        (0..50_000).map(|at| comment(&at.to_string(), "p", &((at + 1) % 50_000).to_string(), Some(at)));
    let threads = order(ring);
    assert_eq!(threads[0].items.len(), 50_000);
    assert_eq!(threads[0].items[1].item.item_id, "49999");
}
