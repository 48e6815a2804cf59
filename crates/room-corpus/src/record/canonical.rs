//! A record as `render` writes it, searched where it lies: told by how its lines begin, parsed only where it is asked.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memchr::memmem;

use super::item::Item;
use super::line::Bad;
use super::lines::content;
use super::shares::{self, Share, Unread};
use super::source::{Cited, Items, broken, item_of, parsed, read, shares_of, unknown};
use crate::corpus::lookup::Search;
use crate::corpus::{CorpusError, Lookup};
use crate::id::{self, Kind};
use crate::index::{Index, Of, Parts};
use room_core::map::Map;
use room_core::table::{Entry, same_hash};
use room_core::threads;

/// A record each of whose lines begins with its `item_id`, ends its object, and has no second key of that name.
#[derive(Debug)]
pub(super) struct Canonical {
    path: PathBuf,
    map: Map,
    /// The index beside it, which says that it is such a record without a look at its lines.
    index: Option<Index>,
    /// How many lines it has, told by the lines themselves; `None` if they are not as the index says.
    told: OnceLock<Option<usize>>,
    /// Whether no two lines have one id, so that the lines are the items.
    distinct: OnceLock<bool>,
    /// The items as the whole reading has them, for a record whose lines are not its items one for one.
    whole: OnceLock<Vec<Item>>,
}

/// How every line of such a record begins.
const START: &[u8] = b"{\"item_id\":\"";

/// The key, as it can stand in a line only as a key or as a whole string.
const KEY: &[u8] = b"\"item_id\"";

impl Canonical {
    /// Tells such a record by its index, or else by its lines; gives the map back where it is none.
    pub(super) fn of(path: &Path, map: Map) -> Result<Self, Map> {
        let index = Index::beside(path, &map).filter(|index| index.of() != Of::Corpus);
        let told = if index.is_some() { OnceLock::new() } else { OnceLock::from(lines(&map)) };
        if told.get() == Some(&None) {
            return Err(map);
        }
        let (distinct, whole) = (OnceLock::new(), OnceLock::new());
        Ok(Self { path: path.to_owned(), map, index, told, distinct, whole })
    }

    /// The item a typed id names. Everything is scanned, since of an item's lines the last counts, unless the index has
    /// the line.
    pub(super) fn item(&self, typed: &str) -> Result<Cited<'_>, Lookup> {
        if let Some(index) = &self.index
            && let Ok(One::Item(item)) = one(typed, |bare| self.indexed(index, bare).ok_or(()))
        {
            return Ok(Cited::from(*item));
        }
        if self.told().is_none() {
            return item_of(self.whole()?, typed);
        }
        match one(typed, |bare| self.named(bare))? {
            One::Item(item) => Ok(Cited::from(*item)),
            One::Clash => item_of(self.whole()?, typed),
            One::None(lookup) => Err(lookup.unwrap_or_else(|| unknown(typed, self.ids()))),
        }
    }

    /// All items in so many shares or fewer, a line each, unless some item has several.
    pub(super) fn items_in_shares(&self, count: usize) -> Vec<Items<'_>> {
        if let Some(shares) = self.shares(count) {
            return shares.into_iter().map(|share| Box::new(share.map(Unread::read)) as Items<'_>).collect();
        }
        match self.whole() {
            Ok(items) => shares_of(items, count),
            Err(error) => vec![Box::new(std::iter::once(Err(error)))],
        }
    }

    /// The items in shares; `None` where its lines are not its items one for one.
    pub(super) fn shares(&self, most: usize) -> Option<Vec<Share<'_>>> {
        self.is_distinct().then(|| shares::of_lines(&self.path, &self.map, most))
    }

    /// What is wrong with the line that begins at a byte.
    fn broken_at(&self, start: usize, bad: &Bad) -> CorpusError {
        let before = self.map.get(..start).unwrap_or_default();
        broken(&self.path, memchr::memchr_iter(b'\n', before).count() + 1, bad)
    }

    /// How many items there are; of a record too broken to tell, how many lines.
    pub(super) fn len(&self) -> usize {
        let lines = || self.told().unwrap_or_else(|| self.lines().count());
        match &self.index {
            Some(index) if index.of() == Of::Items => index.items(),
            _ if self.is_distinct() => lines(),
            _ => self.whole().map_or_else(|_| lines(), Vec::len),
        }
    }

    fn told(&self) -> Option<usize> {
        *self.told.get_or_init(|| lines(&self.map))
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
            if self.index.as_ref().is_some_and(|index| index.of() == Of::Items) {
                return true;
            }
            let mut seen = HashSet::new();
            self.told().is_some() && self.lines().all(|(_, line)| seen.insert(written_id(line)))
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
            named.push(read(self.line(start)).map_err(|bad| self.broken_at(start, &bad))?);
        }
        Ok(named)
    }

    /// [`Canonical::named`] by the index; `None` where it is damaged or what it has is no line of such a record.
    fn indexed(&self, index: &Index, bare: &str) -> Option<Vec<Item>> {
        let mut named = Vec::new();
        for at in index.places(bare)? {
            let begins = at == 0 || self.map.get(at - 1) == Some(&b'\n');
            let line = self.line(at);
            if !begins || !line.ends_with(b"}") || !is_plain(line) {
                return None;
            }
            let id = unquoted(written_id(line));
            if id::bare(&id) == bare {
                named.push(read(line).ok()?);
            } else if !same_hash(id::bare(&id).as_bytes(), bare.as_bytes()) {
                return None;
            }
        }
        Some(named)
    }

    /// The line that begins at a byte, without its line end.
    fn line(&self, start: usize) -> &[u8] {
        let rest = self.map.get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        content(rest.get(..end).unwrap_or_default(), 0)
    }
}

/// What the lines of a typed id come to.
enum One {
    Item(Box<Item>),
    /// Only the whole reading knows what the items are called.
    Clash,
    /// No item, or two.
    None(Option<Lookup>),
}

/// What a typed id means, by `named`, which gives every line of a bare id.
fn one<E>(typed: &str, named: impl Fn(&str) -> Result<Vec<Item>, E>) -> Result<One, E> {
    let mut search = Search::new(typed);
    let mut met = Vec::new();
    for bare in search.bare_ids() {
        met.extend(named(&bare)?);
    }
    if clash(&met) {
        return Ok(One::Clash);
    }
    for item in met {
        if let Some(rank) = search.rank(&item.item_id, item.kind()) {
            search.meet_last(rank, item);
        }
    }
    let item = match search.choose() {
        Ok(Some(item)) => item,
        Ok(None) => return Ok(One::None(None)),
        Err(lookup) => return Ok(One::None(Some(lookup))),
    };
    if clash(&named(id::bare(&item.thread_id))?) {
        return Ok(One::Clash);
    }
    Ok(One::Item(Box::new(item)))
}

/// What the index of a record is made of; `None` where it is not such a record, or its places are too far on.
pub(crate) fn parts_of(file: &[u8]) -> Option<Parts> {
    let items = lines(file)?;
    let mut entries = Vec::with_capacity(items);
    let mut start = 0;
    for line in file.strip_suffix(b"\n").unwrap_or(file).split(|byte| *byte == b'\n') {
        let id = unquoted(written_id(line));
        entries.push(Entry::new(id::bare(&id).as_bytes(), start as u64)?);
        start += line.len() + 1;
    }
    Some(Parts { of: Of::Items, items: items as u64, entries, threads: Vec::new() })
}

/// An id from how a plain line's JSON spells it.
fn unquoted(written: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(written);
    if memchr::memchr(b'\\', written).is_none() {
        return text;
    }
    let mut id = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // Plain ids have no other escapes than those of these two.
        id.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Cow::Owned(id)
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

/// From so many bytes on lines are looked at on all cores.
const LARGE: usize = 2 << 20;

/// How many lines such a record has; `None` where it is none.
fn lines(bytes: &[u8]) -> Option<usize> {
    let count = if bytes.len() < LARGE { 1 } else { threads::count() };
    if bytes.is_empty() {
        return None;
    }
    let counts = threads::on_all(shares::whole_lines(bytes, count), |share| {
        lines_of(bytes.get(share).unwrap_or_default())
    });
    counts.into_iter().sum()
}

/// [`lines`] of one share.
fn lines_of(bytes: &[u8]) -> Option<usize> {
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
