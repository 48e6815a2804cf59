//! A record as `render` writes it, searched where it lies: told by how its lines begin, parsed only where it is asked.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use memchr::memmem;

use super::item::Item;
use super::lines::content;
use super::shares::{self, Share};
use super::source::{Cited, Items, broken, item_of, parsed, read, unknown};
use crate::corpus::lookup::Search;
use crate::corpus::{CorpusError, Lookup};
use crate::id::{self, Kind};
use crate::map::Map;

/// A record each of whose lines begins with its `item_id`, ends its object, and has no second key of that name.
#[derive(Debug)]
pub(super) struct Canonical {
    path: PathBuf,
    map: Map,
    lines: usize,
    /// Whether no two lines have one id, so that the lines are the items.
    distinct: OnceCell<bool>,
    /// The items as the whole reading has them, for a record whose lines are not its items one for one.
    whole: OnceCell<Vec<Item>>,
}

/// How every line of such a record begins.
const START: &[u8] = b"{\"item_id\":\"";

/// The key, as it can stand in a line only as a key or as a whole string.
const KEY: &[u8] = b"\"item_id\"";

impl Canonical {
    /// Tells such a record by its lines; gives the map back where it is none.
    pub(super) fn of(path: &Path, map: Map) -> Result<Self, Map> {
        match lines(&map) {
            Some(lines) => {
                let (distinct, whole) = (OnceCell::new(), OnceCell::new());
                Ok(Self { path: path.to_owned(), map, lines, distinct, whole })
            }
            None => Err(map),
        }
    }

    /// The item a typed id names. Everything is scanned, since of an item's lines the last counts.
    pub(super) fn item(&self, typed: &str) -> Result<Cited<'_>, Lookup> {
        let mut search = Search::new(typed);
        let mut named = Vec::new();
        for bare in search.bare_ids() {
            named.extend(self.named(&bare)?);
        }
        if clash(&named) {
            return item_of(self.whole()?, typed);
        }
        for item in named {
            if let Some(rank) = search.rank(&item.item_id, item.kind()) {
                search.meet_last(rank, item);
            }
        }
        let Some(item) = search.choose()? else { return Err(unknown(typed, self.ids())) };
        let thread = self.named(id::split(&item.thread_id).1)?;
        if clash(&thread) {
            return item_of(self.whole()?, typed);
        }
        Ok(Cited::from(item))
    }

    /// All items, a line each, unless some item has several.
    pub(super) fn items(&self) -> Items<'_> {
        if self.is_distinct() {
            return Box::new(self.lines().map(|(number, line)| {
                let item = read(line).map_err(|bad| broken(&self.path, number, &bad))?;
                Ok(Cited::from(item))
            }));
        }
        match self.whole() {
            Ok(items) => Box::new(items.iter().map(|item| Ok(Cited::from(item)))),
            Err(error) => Box::new(std::iter::once(Err(error))),
        }
    }

    /// The items in shares; `None` where its lines are not its items one for one.
    pub(super) fn shares(&self, most: usize) -> Option<Vec<Share<'_>>> {
        self.is_distinct().then(|| shares::of_lines(&self.path, &self.map, most))
    }

    /// How many items there are; of a record too broken to tell, how many lines.
    pub(super) fn len(&self) -> usize {
        if self.is_distinct() { self.lines } else { self.whole().map_or(self.lines, Vec::len) }
    }

    fn whole(&self) -> Result<&Vec<Item>, CorpusError> {
        if let Some(items) = self.whole.get() {
            return Ok(items);
        }
        let items = parsed(&self.path, &self.map)?;
        Ok(self.whole.get_or_init(|| items))
    }

    fn is_distinct(&self) -> bool {
        *self.distinct.get_or_init(|| {
            let mut seen = HashSet::with_capacity(self.lines);
            self.lines().all(|(_, line)| seen.insert(written_id(line)))
        })
    }

    /// The lines, without their line ends, and their numbers.
    fn lines(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let lines = self.map.strip_suffix(b"\n").unwrap_or(&self.map).split(|byte| *byte == b'\n');
        lines.enumerate().map(|(at, line)| (at + 1, content(line, at + 1)))
    }

    fn ids(&self) -> impl Iterator<Item = &str> {
        self.lines().filter_map(|(_, line)| std::str::from_utf8(written_id(line)).ok())
    }

    /// Every line whose id is `bare` with or without a prefix, in the file's order.
    fn named(&self, bare: &str) -> Result<Vec<Item>, CorpusError> {
        let quoted = serde_json::to_string(bare).expect("a string can be written as JSON");
        let needle = quoted.strip_prefix('"').unwrap_or(&quoted);
        let mut named = Vec::new();
        for found in memmem::find_iter(&self.map, needle.as_bytes()) {
            let before = self.map.get(..found).unwrap_or_default();
            let Some(start) = line_start(before) else { continue };
            let rest = self.map.get(start..).unwrap_or_default();
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = content(rest.get(..end).unwrap_or_default(), 0);
            named.push(read(line).map_err(|bad| {
                let number = memchr::memchr_iter(b'\n', before).count() + 1;
                broken(&self.path, number, &bad)
            })?);
        }
        Ok(named)
    }
}

/// Where the line begins that `before` breaks off in just before a bare id: only its start, the key and a prefix at
/// most may stand between.
fn line_start(before: &[u8]) -> Option<usize> {
    let prefixed = before.strip_suffix(b"t1_").or_else(|| before.strip_suffix(b"t3_"));
    [Some(before), prefixed].into_iter().flatten().find_map(|before| {
        let before = before.strip_suffix(START)?;
        (before.is_empty() || before.ends_with(b"\n")).then_some(before.len())
    })
}

/// Whether a post and a comment share an id. Only the whole reading then knows what they are called.
fn clash(items: &[Item]) -> bool {
    let of = |kind: Kind| items.iter().filter(move |item| item.kind() == kind);
    of(Kind::Post).any(|post| of(Kind::Comment).any(|comment| comment.item_id == post.item_id))
}

/// How many lines such a record has; `None` where it is none.
fn lines(bytes: &[u8]) -> Option<usize> {
    let mut lines = 0;
    let mut start = 0;
    for found in memmem::find_iter(bytes, KEY) {
        let rest = bytes.get(start..)?;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = content(rest.get(..end)?, 0);
        // The first key must stand at this line's start, and the next at the next line's.
        if found != start + 1 || !line.ends_with(b"}") || !is_plain(line) {
            return None;
        }
        lines += 1;
        start = (start + end + 1).min(bytes.len());
    }
    (lines > 0 && start == bytes.len()).then_some(lines)
}

/// Whether a line begins with an id in its one spelling, so that it can be found by its bytes.
fn is_plain(line: &[u8]) -> bool {
    let id = written_id(line);
    let mut bytes = id.iter();
    let plain = loop {
        match bytes.next() {
            None => break true,
            Some(b'\\') if matches!(bytes.next(), Some(b'\\' | b'"')) => {}
            Some(b'!' | b'#'..=b'[' | b']'..=b'~') => {}
            Some(_) => break false,
        }
    };
    !id.is_empty() && plain && line.starts_with(START)
}

/// The id of a line.
pub(super) fn id(line: &[u8]) -> Cow<'_, str> {
    let written = String::from_utf8_lossy(written_id(line));
    if !written.contains('\\') {
        return written;
    }
    // Ids are printable ASCII, so a backslash only ever stands before another or before a quotation mark.
    let mut escaped = false;
    let plain = |c: &char| {
        escaped = *c == '\\' && !escaped;
        !escaped
    };
    Cow::Owned(written.chars().filter(plain).collect())
}

/// The id of a line as its JSON spells it.
fn written_id(line: &[u8]) -> &[u8] {
    let rest = line.get(START.len()..).unwrap_or_default();
    let mut end = 0;
    loop {
        match rest.get(end) {
            None | Some(b'"') => return rest.get(..end).unwrap_or(rest),
            Some(b'\\') => end += 2,
            Some(_) => end += 1,
        }
    }
}
