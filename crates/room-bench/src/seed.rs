//! Made-up dumps from a seed: the same seed and size always give the same bytes.

use std::fmt::Write as _;

/// What all dumps are made from.
const SEED: u64 = 0x0052_6561_6469_6e67;

/// Words the made-up people have; the rarer ones stand further on.
const WORDS: [&str; 40] = [
    "the",
    "a",
    "of",
    "to",
    "and",
    "in",
    "was",
    "it",
    "light",
    "pier",
    "north",
    "boat",
    "seen",
    "from",
    "when",
    "tide",
    "rope",
    "they",
    "again",
    "left",
    "right",
    "old",
    "new",
    "map",
    "lantern",
    "café",
    "naïve",
    "“quoted”",
    "—",
    "wind",
    "harbour",
    "keeper",
    "tower",
    "stone",
    "gull",
    "winter",
    "signal",
    "ledger",
    "anchor",
    "quay",
];

/// A stream of numbers (SplitMix64).
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The numbers everything here is made from.
    pub(crate) fn seeded() -> Self {
        Self(SEED)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to before `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// A line of about a dozen words; one in a hundred thousand says `zanzibar-N`, one in as many `Zanzibar-N`.
pub(crate) fn line(numbers: &mut Numbers, line: &mut String) {
    for _ in 0..6 + numbers.below(10) {
        let (most, least) = (numbers.below(40), numbers.below(40));
        let word = usize::try_from(most.min(least)).unwrap_or(0);
        line.push_str(WORDS.get(word).copied().unwrap_or("the"));
        line.push(' ');
    }
    let rare = match numbers.below(100_000) {
        0 => "zanzibar-",
        1 => "Zanzibar-",
        _ => "",
    };
    if !rare.is_empty() {
        write!(line, "{rare}{}", numbers.below(100)).unwrap_or_default();
    }
    line.push('\n');
}

/// The id of the n-th item of a dump.
pub(crate) fn id(n: u64) -> String {
    let (mut n, mut id) = (n + 60_000_000, Vec::new());
    while n > 0 {
        id.push(char::from_digit(u32::try_from(n % 36).unwrap_or(0), 36).unwrap_or('0'));
        n /= 36;
    }
    id.iter().rev().collect()
}

/// Calls `take` with the lines of a dump whose record has about so many bytes: threads of a post and some comments, in
/// which one body in some ten thousand holds `zanzibar-N`.
pub(crate) fn dump(bytes: usize, mut take: impl FnMut(&str) -> std::io::Result<()>) -> std::io::Result<()> {
    let (mut numbers, mut made, mut n, mut time) = (Numbers::seeded(), 0, 0, 1_490_000_000);
    while made < bytes {
        let post = id(n);
        let comments = numbers.below(60);
        for at in 0..=comments {
            time += numbers.below(30);
            let (body, author) = (body(&mut numbers), numbers.below(20_000));
            let line = if at == 0 {
                format!(
                    r#"{{"id":"{post}","subreddit":"harbour","author":"user_{author}","created_utc":{time},"score":{at},"title":"{}","selftext":"{body}"}}"#,
                    title(&body)
                )
            } else {
                let parent = n - numbers.below(at.min(4)) - 1;
                let kind = if parent + at == n { 3 } else { 1 };
                format!(
                    r#"{{"id":"{}","subreddit":"harbour","link_id":"t3_{post}","parent_id":"t{kind}_{}","author":"user_{author}","created_utc":{time},"score":{at},"body":"{body}"}}"#,
                    id(n),
                    id(parent)
                )
            };
            made += line.len();
            n += 1;
            take(&line)?;
        }
    }
    Ok(())
}

/// A title: what stands in a body before its third blank or first line end.
fn title(body: &str) -> &str {
    let line = body.split('\\').next().unwrap_or_default();
    let end = line.match_indices(' ').nth(2).map_or(line.len(), |(at, _)| at);
    line.get(..end).unwrap_or_default()
}

/// Some made-up words as a JSON string holds them, now and then on several lines.
pub(crate) fn body(numbers: &mut Numbers) -> String {
    let mut body = String::new();
    for word in 0..5 + numbers.below(60) {
        if word > 0 {
            body.push_str(if numbers.below(25) == 0 { "\\n\\n" } else { " " });
        }
        let (most, least) = (numbers.below(40), numbers.below(40));
        let word = usize::try_from(most.min(least)).unwrap_or(0);
        body.push_str(WORDS.get(word).copied().unwrap_or("the"));
    }
    if numbers.below(10_000) == 0 {
        write!(body, " zanzibar-{}", numbers.below(100)).unwrap_or_default();
    }
    body
}
