//! The header of a corpus: every count a reader is told, written and read in one place.

use std::fmt::{self, Display, Write as _};

/// What the header says. Counts are of the room; `chars` are code points of the thread blocks, all after the header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The community's name.
    pub community: Option<String>,
    /// The first second of the span that was asked for.
    pub from: Option<String>,
    /// The second after its last.
    pub to: Option<String>,
    /// Threads in the corpus.
    pub threads: u64,
    /// Posts and comments.
    pub items: u64,
    /// Posts.
    pub posts: u64,
    /// Comments.
    pub comments: u64,
    /// Code points of the thread blocks.
    pub chars: u64,
    /// Threads without their post.
    pub without_post: u64,
    /// Bodies that are `[removed]` or `[deleted]`.
    pub removed: u64,
    /// Lines of the dump that held an item of the room once more.
    pub repeated: u64,
    /// Bad lines of the dump that were let go.
    pub skipped: u64,
    /// Lone surrogates in the lines of the items.
    pub surrogates: u64,
    /// Code points a brief writer should read, a reference.
    pub budget: Option<u64>,
    /// Code points a brief writer may read, a limit.
    pub ceiling: Option<u64>,
    /// The SHA-256 of `record.jsonl`, 64 hex digits.
    pub record: String,
    /// The days that have threads, in order, `undated` last.
    pub days: Vec<Day>,
    /// Which slice of how many.
    pub slice: Option<(u64, u64)>,
    /// A note of whoever made the room.
    pub note: Option<String>,
}

/// What is in a day's threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// `2017-04-01`, or `undated`.
    pub day: String,
    /// Threads whose first item is of that day.
    pub threads: u64,
    /// Their items, of whatever day.
    pub items: u64,
    /// Their code points.
    pub chars: u64,
}

/// The first line of every corpus.
pub const FIRST_LINE: &str = "# reading-room corpus 1";

/// A line of the header that is not what stands there in every header; its number from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BrokenLine(pub(super) usize, pub(super) String);

impl Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "# community: {}", OrDash(&self.community))?;
        writeln!(f, "# from: {}", OrDash(&self.from))?;
        writeln!(f, "# to: {}", OrDash(&self.to))?;
        writeln!(f, "# threads: {}", self.threads)?;
        writeln!(f, "# items: {}", self.items)?;
        writeln!(f, "# posts: {}", self.posts)?;
        writeln!(f, "# comments: {}", self.comments)?;
        writeln!(f, "# chars: {}", self.chars)?;
        writeln!(f, "# threads without their post: {}", self.without_post)?;
        writeln!(f, "# removed or deleted bodies: {}", self.removed)?;
        writeln!(f, "# repeated lines: {}", self.repeated)?;
        writeln!(f, "# skipped lines: {}", self.skipped)?;
        writeln!(f, "# lone surrogates: {}", self.surrogates)?;
        writeln!(f, "# budget: {}", OrDash(&self.budget))?;
        writeln!(f, "# ceiling: {}", OrDash(&self.ceiling))?;
        writeln!(f, "# record: sha256 {}", self.record)?;
        for Day { day, threads, items, chars } in &self.days {
            writeln!(f, "# day {day}: threads {threads}, items {items}, chars {chars}")?;
        }
        if let Some((slice, of)) = self.slice {
            writeln!(f, "# slice: {slice} of {of}")?;
        }
        if let Some(note) = &self.note {
            writeln!(f, "# note: {note}")?;
        }
        Ok(())
    }
}

/// A value, or `-` where none was given.
struct OrDash<'a, T>(&'a Option<T>);

impl<T: Display> Display for OrDash<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_char('-'),
        }
    }
}

/// The words of a flag on one line: control characters become spaces.
pub fn one_line(words: &str) -> String {
    words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Header {
    /// Reads a whole header, every line of it with its newline.
    pub(super) fn parse(text: &str) -> Result<Self, BrokenLine> {
        let mut lines = Numbered { lines: text.split_terminator('\n').peekable(), at: 0 };
        lines.expect(FIRST_LINE)?;
        let mut header = Header {
            community: lines.optional("# community: ")?.map(str::to_owned),
            from: lines.time("# from: ")?,
            to: lines.time("# to: ")?,
            threads: lines.number("# threads: ")?,
            items: lines.number("# items: ")?,
            posts: lines.number("# posts: ")?,
            comments: lines.number("# comments: ")?,
            chars: lines.number("# chars: ")?,
            without_post: lines.number("# threads without their post: ")?,
            removed: lines.number("# removed or deleted bodies: ")?,
            repeated: lines.number("# repeated lines: ")?,
            skipped: lines.number("# skipped lines: ")?,
            surrogates: lines.number("# lone surrogates: ")?,
            budget: lines.optional_number("# budget: ")?,
            ceiling: lines.optional_number("# ceiling: ")?,
            record: lines.hash("# record: sha256 ")?,
            ..Header::default()
        };
        while let Some(line) = lines.next_if("# day ") {
            header.days.push(day(line).ok_or_else(|| lines.broken("# day D: threads N, items N, chars N"))?);
        }
        if let Some(line) = lines.next_if("# slice: ") {
            let numbers = line.split_once(" of ").and_then(|(k, n)| Some((number(k)?, number(n)?)));
            let slice = numbers.filter(|(k, n)| (1..=*n).contains(k));
            header.slice = Some(slice.ok_or_else(|| lines.broken("# slice: K of N"))?);
        }
        header.note = lines.next_if("# note: ").map(str::to_owned);
        match lines.lines.next() {
            None => Ok(header),
            Some(_) => Err(BrokenLine(lines.at + 1, "a header has no such line here".to_owned())),
        }
    }
}

/// The lines of a header and the number of the last that was taken.
struct Numbered<'a> {
    lines: std::iter::Peekable<std::str::SplitTerminator<'a, char>>,
    at: usize,
}

impl<'a> Numbered<'a> {
    fn next(&mut self) -> &'a str {
        self.at += 1;
        self.lines.next().unwrap_or_default()
    }

    /// What follows `label` on the next line, if the next line begins so.
    fn next_if(&mut self, label: &str) -> Option<&'a str> {
        let rest = self.lines.peek()?.strip_prefix(label)?;
        self.next();
        Some(rest)
    }

    /// The last line taken should have been otherwise.
    fn broken(&self, want: &str) -> BrokenLine {
        BrokenLine(self.at, format!("the header should have \"{}\" here", want.trim_end()))
    }

    fn expect(&mut self, line: &str) -> Result<(), BrokenLine> {
        if self.next() == line { Ok(()) } else { Err(self.broken(line)) }
    }

    fn value(&mut self, label: &str) -> Result<&'a str, BrokenLine> {
        self.next().strip_prefix(label).ok_or_else(|| self.broken(label))
    }

    fn optional(&mut self, label: &str) -> Result<Option<&'a str>, BrokenLine> {
        Ok(Some(self.value(label)?).filter(|value| *value != "-"))
    }

    fn read<T>(&mut self, label: &str, read: impl Fn(&'a str) -> Option<T>) -> Result<T, BrokenLine> {
        read(self.value(label)?).ok_or_else(|| self.broken(label))
    }

    fn number(&mut self, label: &str) -> Result<u64, BrokenLine> {
        self.read(label, number)
    }

    fn optional_number(&mut self, label: &str) -> Result<Option<u64>, BrokenLine> {
        self.read(label, |value| if value == "-" { Some(None) } else { number(value).map(Some) })
    }

    fn time(&mut self, label: &str) -> Result<Option<String>, BrokenLine> {
        self.read(label, |value| {
            if value == "-" {
                return Some(None);
            }
            room_core::time::seconds(value).map(|_| Some(value.to_owned()))
        })
    }

    fn hash(&mut self, label: &str) -> Result<String, BrokenLine> {
        let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        self.read(label, |value| (value.len() == 64 && value.bytes().all(digit)).then(|| value.to_owned()))
    }
}

fn day(line: &str) -> Option<Day> {
    // By single characters: a corpus of years has thousands of these lines, and every call reads them.
    let (day, counts) = line.split_once(':')?;
    let (threads, counts) = counts.strip_prefix(" threads ")?.split_once(',')?;
    let (items, counts) = counts.strip_prefix(" items ")?.split_once(',')?;
    let chars = counts.strip_prefix(" chars ")?;
    Some(Day { day: day.to_owned(), threads: number(threads)?, items: number(items)?, chars: number(chars)? })
}

/// A whole number as the header writes it: ASCII digits, no sign.
pub(super) fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Header {
        Header {
            community: Some("place".to_owned()),
            from: Some("2017-04-01T00:00:00Z".to_owned()),
            budget: Some(7),
            record: "0123456789abcdef".repeat(4),
            days: vec![
                Day { day: "2017-04-01".to_owned(), threads: 1, items: 2, chars: 3 },
                Day { day: "undated".to_owned(), threads: 4, items: 5, chars: 6 },
            ],
            slice: Some((2, 5)),
            note: Some(String::new()),
            ..Header::default()
        }
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let header = full();
        assert_eq!(Header::parse(&header.to_string()), Ok(header));
    }

    #[test]
    fn every_line_must_be_there_and_in_its_place() {
        let text = full().to_string();
        let lines: Vec<_> = text.lines().collect();
        for gone in 0..17 {
            let mut fewer = lines.clone();
            fewer.remove(gone);
            let broken = Header::parse(&(fewer.join("\n") + "\n")).unwrap_err();
            assert_eq!(broken.0, gone + 1, "{broken:?}");
        }
        let mut swapped = lines.clone();
        swapped.swap(17, 19);
        assert_eq!(Header::parse(&(swapped.join("\n") + "\n")).unwrap_err().0, 19);
        let more = format!("{text}# more: 1\n");
        assert_eq!(Header::parse(&more).unwrap_err().0, 22);
    }
}
