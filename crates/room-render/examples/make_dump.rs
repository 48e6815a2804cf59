//! Writes a dump of made-up lines in Reddit's field names to standard output, the same for the same numbers:
//! `make_dump SEED BYTES COMMUNITIES > dump.jsonl`. Communities' sizes fall off by a power law.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

/// How steeply sizes fall: the k-th community has 1/k^STEEPNESS of the first one's items.
const STEEPNESS: f64 = 0.9;

/// The first item's time; a second and a bit passes between two.
const START: u64 = 1_491_004_800;

/// The words of every body, some with what JSON or a corpus must escape.
const WORDS: [&str; 24] = [
    "lantern",
    "harbour",
    "keeper",
    "of",
    "the",
    "and",
    "a",
    "tide",
    "was",
    "in",
    "gravel",
    "to",
    "slow",
    "bell",
    "north",
    "that",
    "café",
    "“so",
    "far”",
    "rope\\n\\n",
    "\\\"salt\\\"",
    "\\u2026",
    "&gt;",
    "😀",
];

fn main() -> io::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seed, bytes, communities] = numbers[..] else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "say make_dump SEED BYTES COMMUNITIES"));
    };
    let mut dump = Dump::new(seed, usize::try_from(communities).unwrap_or(usize::MAX));
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let mut written = 0;
    while written < bytes {
        let line = dump.next_line();
        written += line.len() as u64;
        out.write_all(line.as_bytes())?;
    }
    out.flush()
}

/// A dump being made up.
struct Dump {
    dice: Dice,
    /// The share of all items that is of this community or one before it.
    shares: Vec<f64>,
    /// The last posts of each community.
    posts: Vec<Vec<u64>>,
    items: u64,
    line: String,
}

impl Dump {
    fn new(seed: u64, communities: usize) -> Self {
        let mut sum = 0.0;
        let shares = (1..=communities.max(1)).map(|rank| {
            #[expect(clippy::cast_precision_loss, reason = "a count of communities is far below 2^52")]
            let share = (rank as f64).powf(-STEEPNESS);
            sum += share;
            sum
        });
        let shares: Vec<_> = shares.collect();
        let posts = vec![Vec::new(); shares.len()];
        Self { dice: Dice(seed), shares, posts, items: 0, line: String::new() }
    }

    /// One more item, a newline at its end.
    fn next_line(&mut self) -> &str {
        let whole = self.shares.last().copied().unwrap_or_default();
        let at = self.dice.part() * whole;
        let community = self.shares.partition_point(|share| *share < at).min(self.shares.len() - 1);
        self.items += 1;
        self.line.clear();
        let posts = self.posts.get(community).map_or(0, Vec::len) as u64;
        if posts == 0 || self.dice.below(12) == 0 {
            self.post(community);
        } else {
            self.comment(community);
        }
        &self.line
    }

    fn post(&mut self, community: usize) {
        let id = self.items;
        if let Some(posts) = self.posts.get_mut(community) {
            posts.push(id);
            posts.drain(..posts.len().saturating_sub(8));
        }
        self.open("selftext");
        let words = self.dice.below(80);
        self.words(words);
        self.line.push_str("\",\"title\":\"");
        self.words(7);
        let permalink = format!("\\/r\\/place{community}\\/comments\\/{id:x}\\/");
        self.put(format_args!(
            "\",\"url\":\"https:\\/\\/www.reddit.example{permalink}\",\"domain\":\"self.place{community}\",\
             \"is_self\":true,\"num_comments\":12,\"over_18\":false,\"media\":null,\"media_embed\":{{}},\
             \"link_flair_richtext\":[],\"whitelist_status\":\"all_ads\",\"permalink\":\"{permalink}\""
        ));
        self.close(community);
    }

    fn comment(&mut self, community: usize) {
        let posts = self.posts.get(community).map_or(&[][..], Vec::as_slice);
        let post = posts.get(usize::try_from(self.dice.below(posts.len() as u64)).unwrap_or(0));
        let post = post.copied().unwrap_or(self.items);
        self.open("body");
        // Most comments are short, few are long.
        let most = 4 << self.dice.below(7);
        let words = 1 + self.dice.below(most);
        self.words(words);
        let permalink = format!("\\/r\\/place{community}\\/comments\\/{post:x}\\/a\\/{:x}\\/", self.items);
        self.put(format_args!(
            "\",\"link_id\":\"t3_{post:x}\",\"parent_id\":\"t3_{post:x}\",\"is_submitter\":false,\
             \"controversiality\":0,\"collapsed\":false,\"collapsed_reason\":null,\"permalink\":\"{permalink}\""
        ));
        self.close(community);
    }

    /// The keys every line begins with, up to the opening quote of its words.
    fn open(&mut self, words: &str) {
        let (author, id, time) = (self.dice.below(50_000), self.items, START + self.items * 9 / 8);
        self.put(format_args!(
            "{{\"archived\":false,\"author\":\"user_{author}\",\"author_flair_background_color\":null,\
             \"author_flair_css_class\":null,\"author_flair_richtext\":[],\"author_flair_text\":null,\
             \"author_flair_type\":\"text\",\"can_gild\":true,\"created_utc\":{time},\"distinguished\":null,\
             \"edited\":false,\"gilded\":0,\"gildings\":{{\"gid_1\":0,\"gid_2\":0,\"gid_3\":0}},\
             \"id\":\"{id:x}\",\"{words}\":\""
        ));
    }

    /// The keys every line ends with.
    fn close(&mut self, community: usize) {
        let (score, time) = (self.dice.below(900), START + self.items * 9 / 8 + 2_000_000);
        self.put(format_args!(
            ",\"no_follow\":true,\"removal_reason\":null,\"retrieved_on\":{time},\"score\":{score},\
             \"send_replies\":true,\"stickied\":false,\"subreddit\":\"Place{community}\",\
             \"subreddit_id\":\"t5_{community:x}\",\"subreddit_name_prefixed\":\"r\\/Place{community}\",\
             \"subreddit_type\":\"public\"}}\n"
        ));
    }

    fn words(&mut self, count: u64) {
        for _ in 0..count {
            let word = usize::try_from(self.dice.below(WORDS.len() as u64)).unwrap_or_default();
            self.line.push_str(WORDS.get(word).copied().unwrap_or_default());
            self.line.push(' ');
        }
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        self.line.write_fmt(words).expect("a String takes every write");
    }
}

/// Numbers that look random and are the same for the same seed: splitmix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 on, below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    /// A part of one.
    fn part(&mut self) -> f64 {
        let bits = u32::try_from(self.next() >> 32).expect("32 bits are left");
        f64::from(bits) / f64::from(u32::MAX)
    }
}
