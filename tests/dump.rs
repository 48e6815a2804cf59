//! Made-up dumps, in the field names of a raw one.

use std::fmt;

use serde_json::{Value, json};

/// The first item's time, 2019-05-04T03:00:00Z; each further one comes a minute later.
const START: u64 = 1_556_938_800;

/// A dump of one community, in time order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dump {
    lines: Vec<Value>,
}

impl Dump {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// With threads `pa0`, `pa1` …, each of this many comments `ca0x0`, `ca0x1` … of some words.
    pub(crate) fn of(threads: usize, comments: usize) -> Self {
        let mut dump = Self::new();
        for thread in 0..threads {
            let post = format!("pa{thread}");
            dump = dump.post(&post, &format!("Lantern number {thread}"), "Seen from the north pier.");
            for comment in 0..comments {
                let body = format!("Light {comment} of thread {thread} was out,\nthen lit again – twice. ✦");
                dump = dump.comment(&format!("ca{thread}x{comment}"), &post, &body);
            }
        }
        dump
    }

    /// And this post.
    #[must_use]
    pub(crate) fn post(mut self, id: &str, title: &str, selftext: &str) -> Self {
        let time = self.next();
        self.lines
            .push(json!({"id": id, "subreddit": "lanternhill", "author": "keeper", "created_utc": time,
            "score": 1, "title": title, "selftext": selftext}));
        self
    }

    /// And this comment on a post.
    #[must_use]
    pub(crate) fn comment(mut self, id: &str, post: &str, body: &str) -> Self {
        let (time, post) = (self.next(), format!("t3_{post}"));
        self.lines
            .push(json!({"id": id, "subreddit": "lanternhill", "author": "watcher", "created_utc": time,
            "score": 2, "link_id": post, "parent_id": post, "body": body}));
        self
    }

    fn next(&self) -> u64 {
        START + 60 * self.lines.len() as u64
    }
}

impl fmt::Display for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
