//! One line of JSON, in any of the forms people have, brought to an [`Item`]. The only place that knows those forms.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::fields::{Fields, Key};
use super::item::{Content, Item};
use super::number::{Number, base36};
use super::surrogate;
use crate::id::{self, Kind};
use room_core::time;

/// Titles of conversations, by the conversation's stored id: `ConvoKit` keeps them in a file of their own.
pub type Titles = HashMap<String, String>;

/// A line of a dump: its item, and what the item itself does not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The item, its ids without a kind prefix unless the line is of the form that decides them.
    pub item: Item,
    /// The community it names, spelled as there.
    pub community: Option<String>,
    /// When it was captured; `None` counts as older than any time.
    pub retrieved_on: Option<i64>,
    /// Lone surrogates in the whole line.
    pub surrogates: u64,
    /// What the line says of the kind of its item's parent.
    pub(super) parent: Option<Kind>,
}

/// Why a line is no item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Bad {
    /// Bytes that are no text.
    #[error("not UTF-8")]
    NotUtf8,
    /// JSON that does not hold together.
    #[error("not JSON, at its column {0}")]
    NotJson(usize),
    /// JSON that ends too early.
    #[error("cut off: its JSON object has no end")]
    CutOff,
    /// An array, a string, a number.
    #[error("not a JSON object")]
    NotAnObject,
    /// Nothing names the item.
    #[error("no id")]
    NoId,
    /// A comment that names no post.
    #[error("a comment without its thread")]
    NoThread,
    /// Nothing says when.
    #[error("no time, or none that is a number")]
    NoTime,
    /// A time that cannot be written with four digits of a year.
    #[error("a time outside the years 1 to 9999")]
    NoYear,
}

impl From<serde_json::Error> for Bad {
    fn from(error: serde_json::Error) -> Self {
        use serde_json::error::Category;
        match error.classify() {
            Category::Eof => Bad::CutOff,
            Category::Data => Bad::NotAnObject,
            Category::Syntax | Category::Io => Bad::NotJson(error.column()),
        }
    }
}

impl Line {
    /// Reads one line (without its line end) in whichever form it has.
    pub fn read(json: &str, titles: &Titles) -> Result<Self, Bad> {
        let (json, surrogates) = surrogate::replaced(json);
        let fields = Fields::of(&json)?;
        let line = if fields.raw(Key::ItemId).is_some() {
            own(&fields)
        } else if fields.raw(Key::ConversationId).or(fields.raw(Key::Root)).is_some() {
            convokit(&fields, titles)
        } else {
            reddit(&fields)
        }?;
        Ok(Self { surrogates, ..line })
    }

    /// What the item's parent is: what the line says, else the post where it is the thread's id, else a comment.
    pub(super) fn parent_kind(&self) -> Option<Kind> {
        let Content::Comment { parent_id, .. } = &self.item.content else { return None };
        let usual = if *parent_id == self.item.thread_id { Kind::Post } else { Kind::Comment };
        Some(self.parent.unwrap_or(usual))
    }
}

/// The form of `record.jsonl`: ids stand as they were decided.
fn own(fields: &Fields<'_>) -> Result<Line, Bad> {
    let item_id = fields.string(Key::ItemId).map(|id| one_word(&id)).filter(|id| !id.is_empty());
    let item_id = item_id.ok_or(Bad::NoId)?;
    let thread_id = fields.string(Key::ThreadId).map(|id| one_word(&id)).filter(|id| !id.is_empty());
    let kind = match fields.string(Key::Kind).as_deref() {
        Some("post") => Kind::Post,
        Some("comment") => Kind::Comment,
        _ if fields.raw(Key::Body).is_some() => Kind::Comment,
        _ => Kind::Post,
    };
    let (thread_id, content) = match kind {
        Kind::Post => {
            let url = url(fields, None);
            (item_id.clone(), post(fields, url))
        }
        Kind::Comment => {
            let thread_id = thread_id.ok_or(Bad::NoThread)?;
            let (parent_id, _) = parent(fields, &[Key::ParentId], &thread_id, |id| (None, one_word(id)));
            (thread_id, Content::Comment { parent_id, body: fields.words(Key::Body) })
        }
    };
    let created_utc = created(fields.number(Key::CreatedUtc))?;
    let score = fields.number(Key::Score).and_then(Number::cut);
    let item =
        Item { item_id, thread_id, author: author(fields, &[Key::Author]), created_utc, score, content };
    Ok(Line { item, community: None, retrieved_on: None, surrogates: 0, parent: None })
}

/// Reddit's dumps.
fn reddit(fields: &Fields<'_>) -> Result<Line, Bad> {
    let (name, id) = (fields.string(Key::Name), fields.string(Key::Id));
    let said = |id: &Option<String>| id.as_deref().and_then(|id| id::split(id).0);
    let looks = || {
        let answers = fields.raw(Key::Body).or(fields.raw(Key::LinkId)).is_some();
        if answers { Kind::Comment } else { Kind::Post }
    };
    let kind = said(&name).or_else(|| said(&id)).unwrap_or_else(looks);
    let bare = [id, name].into_iter().flatten().map(|id| id::split(&id).1.to_owned());
    let bare = bare.into_iter().find(|bare| !bare.is_empty()).ok_or(Bad::NoId)?;
    let item_id = id::encoded(&bare);
    let (thread_id, parent, content) = match kind {
        Kind::Post => (item_id.clone(), None, post(fields, url(fields, Some(&bare)))),
        Kind::Comment => {
            let thread_id = fields.string(Key::LinkId).map(|id| stored(&id).1).filter(|id| !id.is_empty());
            let thread_id = thread_id.ok_or(Bad::NoThread)?;
            let (parent_id, parent) = parent(fields, &[Key::ParentId], &thread_id, stored);
            (thread_id, parent, Content::Comment { parent_id, body: fields.words(Key::Body) })
        }
    };
    let created_utc = Some(created(fields.number(Key::CreatedUtc))?.ok_or(Bad::NoTime)?);
    let score = fields.number(Key::Score).and_then(Number::cut);
    let item =
        Item { item_id, thread_id, author: author(fields, &[Key::Author]), created_utc, score, content };
    let retrieved_on = fields.number(Key::RetrievedOn).and_then(Number::floor);
    Ok(Line { item, community: community(fields), retrieved_on, surrogates: 0, parent })
}

/// The utterances of `ConvoKit`.
fn convokit(fields: &Fields<'_>, titles: &Titles) -> Result<Line, Bad> {
    let (said, item_id) = fields.string(Key::Id).map(|id| stored(&id)).ok_or(Bad::NoId)?;
    let conversation = fields.string(Key::ConversationId).or_else(|| fields.string(Key::Root));
    let (opens, thread_id) = conversation.map(|id| stored(&id)).ok_or(Bad::NoThread)?;
    if item_id.is_empty() {
        return Err(Bad::NoId);
    }
    if thread_id.is_empty() {
        return Err(Bad::NoThread);
    }
    let answers = said == Some(Kind::Comment) && opens != said;
    let (parent, content) = if item_id == thread_id && !answers {
        let title = titles.get(&thread_id).cloned().unwrap_or_default();
        (None, Content::Post { url: None, title, selftext: fields.words(Key::Text) })
    } else {
        let (parent_id, parent) = parent(fields, &[Key::ReplyTo, Key::ReplyToHyphen], &thread_id, stored);
        (parent, Content::Comment { parent_id, body: fields.words(Key::Text) })
    };
    let meta = fields.raw(Key::Meta).and_then(|meta| Fields::of(meta).ok());
    let score = meta.as_ref().and_then(|meta| meta.number(Key::Score)).and_then(Number::cut);
    let author = author(fields, &[Key::Speaker, Key::User]);
    let created_utc = created(fields.number(Key::Timestamp))?;
    let item = Item { item_id, thread_id, author, created_utc, score, content };
    let community = meta.as_ref().and_then(community);
    Ok(Line { item, community, retrieved_on: None, surrogates: 0, parent })
}

/// The kind an id's prefix tells, and the id as it is stored without it.
pub(super) fn stored(id: &str) -> (Option<Kind>, String) {
    let (kind, bare) = id::split(id);
    (kind, id::encoded(bare))
}

/// A decided id, made one word of printable ASCII should it not be one; a `%` stays.
fn one_word(id: &str) -> String {
    let parts: Vec<_> = id.split('%').map(id::encoded).collect();
    parts.join("%")
}

/// The parent that the first of `keys` with a value names, and its kind where that is told; the thread where none does.
fn parent(
    fields: &Fields<'_>,
    keys: &[Key],
    thread_id: &str,
    stored: impl Fn(&str) -> (Option<Kind>, String),
) -> (String, Option<Kind>) {
    for key in keys {
        if let Some(text) = fields.string(*key).filter(|text| !text.is_empty()) {
            let (kind, id) = stored(&text);
            return if id.is_empty() { (thread_id.to_owned(), None) } else { (id, kind) };
        }
        let number = fields.number(*key).and_then(Number::floor);
        if let Some(number) = number.and_then(|number| u64::try_from(number).ok()) {
            return (base36(number), Some(Kind::Comment));
        }
    }
    (thread_id.to_owned(), None)
}

fn post(fields: &Fields<'_>, url: Option<String>) -> Content {
    Content::Post { url, title: fields.words(Key::Title), selftext: fields.words(Key::Selftext) }
}

/// A time within the years 1 to 9999; `None` where there is no number.
fn created(number: Option<Number>) -> Result<Option<i64>, Bad> {
    let Some(number) = number else { return Ok(None) };
    let seconds = number.floor().filter(|seconds| time::YEARS.contains(seconds));
    seconds.map(Some).ok_or(Bad::NoYear)
}

/// An author, on one line whatever the line had.
fn author(fields: &Fields<'_>, keys: &[Key]) -> Option<String> {
    let author = keys.iter().find_map(|key| fields.string(*key))?;
    let cleaned: String = author
        .chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect();
    (!cleaned.is_empty() && cleaned != "[unknown]").then_some(cleaned)
}

/// A url, in one word; `None` where it is only the permalink of the post with the id `own`.
fn url(fields: &Fields<'_>, own: Option<&str>) -> Option<String> {
    let url = fields.string(Key::Url).filter(|url| !url.is_empty())?;
    if own.is_some_and(|id| is_permalink(&url, id)) {
        return None;
    }
    let mut cleaned = String::with_capacity(url.len());
    for c in url.chars() {
        if c.is_whitespace() || c.is_control() {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                write!(cleaned, "%{byte:02X}").expect("a String takes every write");
            }
        } else {
            cleaned.push(c);
        }
    }
    Some(cleaned)
}

/// Whether a url holds `/comments/<id>` before a `/` or its end.
fn is_permalink(url: &str, id: &str) -> bool {
    url.split("/comments/")
        .skip(1)
        .any(|rest| rest.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn community(fields: &Fields<'_>) -> Option<String> {
    fields.string(Key::Subreddit).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests;
