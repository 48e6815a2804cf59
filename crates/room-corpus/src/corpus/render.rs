//! The only writer of `record.jsonl` and `corpus.txt`.

use std::fmt::Write as _;
use std::io::{self, Write};

use sha2::{Digest as _, Sha256};

use super::escape::push_escaped;
use super::header::{Day, Header, one_line};
use super::order::{Ordered, Placed};
use crate::id::Kind;
use crate::record::{Content, Item};
use room_core::json;
use room_core::text::{chars, rfc3339_seconds};
use room_core::time::day;

/// What the header says that the items do not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The community's name.
    pub community: Option<String>,
    /// The first second of the span, since 1970.
    pub from: Option<i64>,
    /// The second after its last.
    pub to: Option<i64>,
    /// Which slice of how many.
    pub slice: Option<(u64, u64)>,
    /// A note, in any words.
    pub note: Option<String>,
    /// The brief writer's reference, in code points.
    pub budget: Option<u64>,
    /// The brief writer's limit, in code points.
    pub ceiling: Option<u64>,
    /// Lines that held an item of the room once more.
    pub repeated: u64,
    /// Bad lines that were let go.
    pub skipped: u64,
    /// Lone surrogates in the lines of the items.
    pub surrogates: u64,
}

/// A corpus ready to be written.
#[derive(Debug)]
pub struct Rendered {
    /// Its header.
    pub header: Header,
    blocks: String,
}

/// Writes the record: a line an item, in corpus order. Gives the SHA-256 of what was written, in hex.
pub fn write_record<I: AsRef<Item>>(threads: &[Ordered<I>], out: &mut impl Write) -> io::Result<String> {
    let mut hash = Sha256::new();
    for placed in threads.iter().flat_map(|thread| &thread.items) {
        let mut line = json::line(placed.item.as_ref());
        line.push('\n');
        hash.update(&line);
        out.write_all(line.as_bytes())?;
    }
    Ok(hex(&hash.finalize()))
}

/// The SHA-256 of bytes, in hex, as the header has it.
pub fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(hex, "{byte:02x}").expect("a String takes every write");
    }
    hex
}

/// Renders the threads of a room whose record has this hash.
pub fn render<I: AsRef<Item>>(threads: &[Ordered<I>], given: &Given, record: String) -> Rendered {
    let time = |seconds: Option<i64>| seconds.and_then(rfc3339_seconds);
    let mut header = Header {
        community: given.community.as_deref().map(one_line),
        from: time(given.from),
        to: time(given.to),
        repeated: given.repeated,
        skipped: given.skipped,
        surrogates: given.surrogates,
        budget: given.budget,
        ceiling: given.ceiling,
        record,
        slice: given.slice,
        note: given.note.as_deref().map(one_line),
        ..Header::default()
    };
    let mut blocks = String::new();
    for thread in threads {
        let before = blocks.len();
        push_thread(&mut blocks, thread);
        let block = blocks.get(before..).expect("a block begins where the last one ended");
        let code_points = u64::try_from(chars(block).0).expect("a length fits 64 bits");
        count(&mut header, thread, code_points);
    }
    Rendered { header, blocks }
}

impl Rendered {
    /// The thread blocks: all after the header.
    pub fn blocks(&self) -> &str {
        &self.blocks
    }

    /// Writes header and thread blocks.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.header.to_string().as_bytes())?;
        out.write_all(self.blocks.as_bytes())
    }
}

/// Adds a thread to what the header counts. Threads come in order, so those of one day follow each other.
fn count<I: AsRef<Item>>(header: &mut Header, thread: &Ordered<I>, code_points: u64) {
    let items = || thread.items.iter().map(|placed| placed.item.as_ref());
    let number = |count: usize| u64::try_from(count).expect("a count fits 64 bits");
    let posts = number(items().filter(|item| item.kind() == Kind::Post).count());
    let all = number(thread.items.len());
    header.threads += 1;
    header.items += all;
    header.posts += posts;
    header.comments += all - posts;
    header.chars += code_points;
    header.without_post += u64::from(posts == 0);
    header.removed += number(items().filter(|item| item.is_removed()).count());
    let day = day(thread.time());
    if header.days.last().is_none_or(|last| last.day != day) {
        header.days.push(Day { day, ..Day::default() });
    }
    let last = header.days.last_mut().expect("the day was added if it was not there");
    last.threads += 1;
    last.items += all;
    last.chars += code_points;
}

fn push_thread<I: AsRef<Item>>(out: &mut String, thread: &Ordered<I>) {
    let time = Time(thread.time());
    writeln!(out, "@thread {} {time} items {}", thread.id, thread.items.len())
        .expect("a String takes every write");
    for placed in &thread.items {
        push_item(out, placed);
    }
}

fn push_item<I: AsRef<Item>>(out: &mut String, placed: &Placed<I>) {
    let item = placed.item.as_ref();
    let Item { item_id, author, created_utc, score, content, .. } = item;
    let (author, time, score) = (author.as_deref().unwrap_or("[unknown]"), Time(*created_utc), Score(*score));
    let head = match content {
        Content::Post { url: Some(url), .. } => {
            writeln!(out, "@post {item_id} by {author} {time} score {score} url {url}")
        }
        Content::Post { url: None, .. } => writeln!(out, "@post {item_id} by {author} {time} score {score}"),
        Content::Comment { parent_id, .. } => {
            let absent = if placed.absent { " absent" } else { "" };
            writeln!(out, "@comment {item_id} re {parent_id}{absent} by {author} {time} score {score}")
        }
    };
    head.expect("a String takes every write");
    push_escaped(out, &item.body());
    out.push('\n');
}

/// A time as an `@` line has it.
struct Time(Option<i64>);

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.and_then(rfc3339_seconds).as_deref().unwrap_or("-"))
    }
}

/// A score as an `@` line has it.
struct Score(Option<i64>);

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(score) => score.fmt(f),
            None => f.write_str("-"),
        }
    }
}
