//! Threads and items as they stand in a corpus: cut from it, never copied.

use std::borrow::Cow;

use memchr::memmem;

use super::escape;
use crate::id::Kind;
use room_core::time::UNDATED;

/// A thread block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread<'c> {
    /// Its id.
    pub id: &'c str,
    /// The time of its first item, `2017-04-01T17:02:11Z`.
    pub time: Option<&'c str>,
    /// How many items its line declares.
    pub items: usize,
    /// The whole block: the `@thread` line and the items, up to the next thread or the end.
    pub text: &'c str,
    /// The number of the block's first line in the file's bytes, for refusals.
    pub(super) origin: Origin<'c>,
}

/// Where a block stands: the corpus and the byte it begins at.
#[derive(Clone, Copy)]
pub(super) struct Origin<'c> {
    pub(super) corpus: &'c super::Corpus,
    pub(super) at: usize,
}

impl std::fmt::Debug for Origin<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "byte {}", self.at)
    }
}

impl PartialEq for Origin<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Origin<'_> {}

/// A post or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'c> {
    /// Its id.
    pub id: &'c str,
    /// The id of the thread it stands in.
    pub thread_id: &'c str,
    /// Whether it is a post or a comment.
    pub kind: Kind,
    /// The item a comment answers.
    pub parent: Option<&'c str>,
    /// Whether that item is not in this thread.
    pub absent: bool,
    /// Who wrote it.
    pub author: Option<&'c str>,
    /// When, `2017-04-01T17:02:11Z`.
    pub time: Option<&'c str>,
    /// Its score.
    pub score: Option<i64>,
    /// Where a post links to.
    pub url: Option<&'c str>,
    /// All of it: the `@` line, the body as it is written, and the newline that ends it.
    pub text: &'c str,
    /// The body as it is written: escaped, without the newline that ends the item.
    pub written: &'c str,
}

impl<'c> Item<'c> {
    /// The body as its author wrote it: what offsets count in.
    pub fn body(&self) -> Cow<'c, str> {
        escape::unescaped(self.written)
    }

    /// A post's title, as far as a corpus knows it: the body up to its first empty line.
    pub fn title(&self) -> Option<Cow<'c, str>> {
        let title = self.written.split_once("\n\n").map_or(self.written, |(title, _)| title);
        (self.kind == Kind::Post).then(|| escape::unescaped(title))
    }

    /// Reads an item's text: from its `@` line to the newline before the next. The error says what is wrong with the
    /// `@` line.
    pub(super) fn parse(text: &'c str, thread_id: &'c str) -> Result<Self, &'static str> {
        let (line, rest) = text.split_once('\n').ok_or("the corpus is cut off here")?;
        let written = rest.strip_suffix('\n').ok_or("the corpus is cut off after this line")?;
        let fields = if let Some(fields) = line.strip_prefix("@post ") {
            post(fields)
        } else {
            line.strip_prefix("@comment ").and_then(comment)
        };
        let fields = fields.ok_or("not a whole @post or @comment line")?;
        let Fields { id, kind, parent, absent, author, time, score, url } = fields;
        Ok(Self { id, thread_id, kind, parent, absent, author, time, score, url, text, written })
    }
}

/// What an item's `@` line says.
struct Fields<'c> {
    id: &'c str,
    kind: Kind,
    parent: Option<&'c str>,
    absent: bool,
    author: Option<&'c str>,
    time: Option<&'c str>,
    score: Option<i64>,
    url: Option<&'c str>,
}

/// `ID by AUTHOR TIME score N[ url U]`
fn post(fields: &str) -> Option<Fields<'_>> {
    let (id, rest) = fields.split_once(' ')?;
    let rest = rest.strip_prefix("by ")?;
    // From the right, since an author may hold anything but a line end: the word before the last tells which field
    // the last is.
    let (before, last) = rest.rsplit_once(' ')?;
    let (rest, url) = match before.strip_suffix(" url") {
        Some(rest) => (rest, Some(last)),
        None => (rest, None),
    };
    let (author, time, score) = tail(rest)?;
    Some(Fields { id, kind: Kind::Post, parent: None, absent: false, author, time, score, url })
}

/// `ID re PARENT[ absent] by AUTHOR TIME score N`
fn comment(fields: &str) -> Option<Fields<'_>> {
    let (id, rest) = fields.split_once(' ')?;
    let (parent, rest) = rest.strip_prefix("re ")?.split_once(' ')?;
    let (absent, rest) = match rest.strip_prefix("absent ") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (author, time, score) = tail(rest.strip_prefix("by ")?)?;
    Some(Fields { id, kind: Kind::Comment, parent: Some(parent), absent, author, time, score, url: None })
}

type Tail<'c> = (Option<&'c str>, Option<&'c str>, Option<i64>);

/// `AUTHOR TIME score N`, read from the right.
fn tail(rest: &str) -> Option<Tail<'_>> {
    let (rest, score) = rest.rsplit_once(" score ")?;
    let score = if score == "-" { None } else { Some(score.parse().ok()?) };
    let (author, time) = rest.rsplit_once(' ')?;
    let author = Some(author).filter(|author| *author != "[unknown]");
    Some((author, some_time(time)?, score))
}

/// A time of the corpus; the inner `None` is `-`.
#[expect(clippy::option_option, reason = "what is no time, no time, and a time are three things")]
fn some_time(text: &str) -> Option<Option<&str>> {
    if text == "-" {
        return Some(None);
    }
    let shape = b"0000-00-00T00:00:00Z";
    let fits = text.len() == shape.len()
        && text.bytes().zip(shape).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            _ => byte == *shape,
        });
    fits.then_some(Some(text))
}

impl<'c> Thread<'c> {
    /// Its `@thread` line.
    pub fn line(&self) -> &'c str {
        self.text.split_once('\n').map_or(self.text, |(line, _)| line)
    }

    /// The UTC day its first item is of, `2017-04-01`, or `undated`.
    pub fn day(&self) -> &'c str {
        self.time.and_then(|time| time.split_once('T')).map_or(UNDATED, |(day, _)| day)
    }

    /// Its post, if the room has it.
    pub fn post(&self) -> Result<Option<Item<'c>>, super::CorpusError> {
        let first = self.pieces().next().filter(|(_, text)| text.starts_with("@post "));
        first.map(|(at, text)| self.item(at, text)).transpose()
    }

    /// Its title, if the room has its post; see [`Item::title`].
    pub fn title(&self) -> Result<Option<Cow<'c, str>>, super::CorpusError> {
        Ok(self.post()?.and_then(|post| post.title()))
    }

    /// Its items in order: as many as its line declares.
    pub fn items(&self) -> Result<Vec<Item<'c>>, super::CorpusError> {
        let items = self.pieces().map(|(at, text)| self.item(at, text)).collect::<Result<Vec<_>, _>>()?;
        if items.len() == self.items {
            return Ok(items);
        }
        let why = format!("the thread declares {} items and has {}", self.items, items.len());
        Err(self.origin.corpus.broken(self.origin.at, why))
    }

    /// Where each of its items (all of them, in order) lies in its text, in bytes.
    pub fn places(&self, items: &[Item<'c>]) -> Vec<std::ops::Range<usize>> {
        let mut at = self.line().len() + 1;
        let next = |item: &Item<'c>| {
            let start = at;
            at += item.text.len();
            start..at
        };
        items.iter().map(next).collect()
    }

    /// The text of each item and the byte it begins at in the block.
    fn pieces(&self) -> impl Iterator<Item = (usize, &'c str)> + use<'c> {
        let text = self.text;
        let mut at = text.find('\n').map_or(text.len(), |end| end + 1);
        std::iter::from_fn(move || {
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let piece = rest.get(..item_end(rest.as_bytes())).expect("a line ends at a character's end");
            let start = at;
            at += piece.len();
            Some((start, piece))
        })
    }

    fn item(&self, at: usize, text: &'c str) -> Result<Item<'c>, super::CorpusError> {
        let broken = |why: &str| self.origin.corpus.broken(self.origin.at + at, why.to_owned());
        Item::parse(text, self.id).map_err(broken)
    }

    /// Reads a thread's text, from its `@thread` line on.
    pub(super) fn parse(text: &'c str, origin: Origin<'c>) -> Option<Self> {
        let (line, _) = text.split_once('\n')?;
        let (id, rest) = line.strip_prefix("@thread ")?.split_once(' ')?;
        let (time, items) = rest.split_once(" items ")?;
        let items = usize::try_from(super::header::number(items)?).ok()?;
        Some(Self { id, time: some_time(time)?, items, text, origin })
    }
}

/// Where the item that begins `bytes` ends: before the next line that opens an item or a thread, or at the end.
pub(super) fn item_end(bytes: &[u8]) -> usize {
    let opens = |at: &usize| {
        let line = bytes.get(at + 1..).unwrap_or_default();
        line.starts_with(b"@comment ") || line.starts_with(b"@post ") || line.starts_with(b"@thread ")
    };
    memmem::find_iter(bytes, b"\n@").find(opens).map_or(bytes.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_may_look_like_fields() {
        let text =
            "@post p by a 2017-04-01T00:00:09Z score 5 url x 2017-04-01T00:00:20Z score -7 url u\nT\n\n\n";
        let item = Item::parse(text, "p").unwrap();
        assert_eq!(item.author, Some("a 2017-04-01T00:00:09Z score 5 url x"));
        assert_eq!((item.score, item.url, item.written), (Some(-7), Some("u"), "T\n\n"));
        assert_eq!(item.title().as_deref(), Some("T"));
        let text = "@comment c re absent absent by  absent by x - score -\n\n";
        let item = Item::parse(text, "p").unwrap();
        assert_eq!((item.parent, item.absent, item.author), (Some("absent"), true, Some(" absent by x")));
        assert_eq!((item.time, item.score, item.written), (None, None, ""));
        let text = "@post p by x url y - score -\n\n\n\n";
        let item = Item::parse(text, "p").unwrap();
        assert_eq!((item.author, item.url), (Some("x url y"), None));
    }

    #[test]
    fn a_line_that_lacks_a_field_is_none() {
        for line in [
            "@post p by x - score",
            "@post p by x score 1",
            "@post p - score 1",
            "@comment c by x - score 1",
            "@comment c re p by x 2017-04-01 score 1",
            "@comment c re p by x - score 1.5",
            "@comment c re p by x - score 1 url u",
            "@thread p - items 1",
        ] {
            assert!(Item::parse(&format!("{line}\n\n"), "p").is_err(), "{line}");
        }
        assert!(Item::parse("@comment c re p by x - score 1\n", "p").is_err());
    }
}
