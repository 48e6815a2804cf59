//! The store as its log makes it: replayed at every call.

use std::borrow::Cow;
use std::collections::BTreeMap;

use room_core::cli::nearest;
use room_core::log::{History, LogError};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::MemError;

/// A text of the log, borrowed where it has no escapes.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Text<'l>(#[serde(borrow)] pub(crate) Cow<'l, str>);

/// A record of the log. Keys and kinds of later versions are passed over.
#[derive(Deserialize)]
struct Record<'l> {
    seq: u64,
    #[serde(borrow)]
    t: Cow<'l, str>,
    #[serde(borrow)]
    stage: Option<Text<'l>>,
    #[serde(borrow)]
    kind: Cow<'l, str>,
    #[serde(borrow)]
    key: Option<Text<'l>>,
    version: Option<u64>,
    #[serde(borrow)]
    text: Option<Text<'l>>,
    #[serde(borrow, default)]
    tags: Vec<Text<'l>>,
    #[serde(borrow)]
    cites: Option<&'l RawValue>,
    #[serde(borrow)]
    why: Option<Text<'l>>,
    #[serde(borrow)]
    to: Option<Text<'l>>,
    #[serde(borrow, rename = "as")]
    rel: Option<Text<'l>>,
}

/// One version of a note.
#[derive(Debug)]
pub(crate) struct Version<'l> {
    pub(crate) number: u64,
    pub(crate) t: Cow<'l, str>,
    pub(crate) stage: Option<Text<'l>>,
    pub(crate) text: Cow<'l, str>,
    pub(crate) tags: Vec<Text<'l>>,
    /// The evidence, as it stands in the log; `None` where a record of a later version has none.
    pub(crate) cites: Option<&'l RawValue>,
}

/// Everything under one key.
#[derive(Debug, Default)]
pub(crate) struct Note<'l> {
    /// Every version, in order.
    pub(crate) versions: Vec<Version<'l>>,
    /// How many of them, the first ones, stood when the key was last dropped.
    dropped: usize,
    why: Cow<'l, str>,
    /// The record of the last drop; 0 where there was none.
    dropped_at: u64,
    links: Vec<Link<'l>>,
}

/// A link from a key to another.
#[derive(Debug)]
struct Link<'l> {
    seq: u64,
    to: Cow<'l, str>,
    rel: Cow<'l, str>,
}

impl<'l> Note<'l> {
    /// The version that stands, unless the key was dropped after it.
    pub(crate) fn current(&self) -> Option<&Version<'l>> {
        self.versions.get(self.dropped..)?.last()
    }

    /// The number of the version that stands; 0 for none.
    pub(crate) fn stands(&self) -> u64 {
        self.current().map_or(0, |version| version.number)
    }

    /// The number the next version gets.
    pub(crate) fn next(&self) -> u64 {
        self.versions.last().map_or(0, |version| version.number) + 1
    }

    /// Each version, and whether the key was dropped after it.
    pub(crate) fn history(&self) -> impl Iterator<Item = (&Version<'l>, bool)> {
        self.versions.iter().enumerate().map(|(at, version)| (version, at < self.dropped))
    }

    /// A version of a key that stands.
    pub(crate) fn version(&self, key: &str, number: u64) -> Result<&Version<'l>, MemError> {
        let at = self.versions.iter().position(|version| version.number == number);
        match at {
            None => Err(MemError::NoVersion { key: key.to_owned(), version: number, last: self.stands() }),
            Some(at) if at < self.dropped => {
                let why = self.why.clone().into_owned();
                Err(MemError::Dropped { key: key.to_owned(), version: number, why })
            }
            Some(at) => Ok(&self.versions[at]),
        }
    }
}

/// The notes by key, bytewise.
#[derive(Debug, Default)]
pub(crate) struct Store<'l> {
    notes: BTreeMap<Cow<'l, str>, Note<'l>>,
    last_stage: Option<Text<'l>>,
}

impl<'l> Store<'l> {
    /// Replays the log.
    pub(crate) fn replay(history: &'l History) -> Result<Self, LogError> {
        let mut store = Self::default();
        for record in history.records::<Record<'l>>() {
            store.add(record?);
        }
        Ok(store)
    }

    fn add(&mut self, record: Record<'l>) {
        self.last_stage.clone_from(&record.stage);
        let Some(Text(key)) = record.key else { return };
        match (&*record.kind, record.version, record.text, record.to, record.rel) {
            ("put", Some(number), Some(Text(text)), ..) => {
                let Record { t, stage, tags, cites, .. } = record;
                let version = Version { number, t, stage, text, tags, cites };
                self.notes.entry(key).or_default().versions.push(version);
            }
            ("drop", ..) => {
                let note = self.notes.entry(key).or_default();
                note.dropped = note.versions.len();
                note.dropped_at = record.seq;
                note.why = record.why.unwrap_or_default().0;
            }
            ("link", _, _, Some(Text(to)), Some(Text(rel))) => {
                self.notes.entry(key).or_default().links.push(Link { seq: record.seq, to, rel });
            }
            _ => {}
        }
    }

    /// The stage of the last record.
    pub(crate) fn last_stage(&self) -> Option<&str> {
        self.last_stage.as_ref().map(|stage| &*stage.0)
    }

    /// Every note there ever was.
    pub(crate) fn notes(&self) -> impl Iterator<Item = (&str, &Note<'l>)> {
        self.notes.iter().map(|(key, note)| (&**key, note))
    }

    /// The versions that stand, by key.
    pub(crate) fn current(&self) -> impl Iterator<Item = (&str, &Version<'l>)> {
        self.notes().filter_map(|(key, note)| Some((key, note.current()?)))
    }

    /// Everything under a key, whether or not it stands.
    pub(crate) fn note(&self, key: &str) -> Option<&Note<'l>> {
        self.notes.get(key)
    }

    /// A note that stands, and its current version.
    pub(crate) fn standing(&self, key: &str) -> Result<(&Note<'l>, &Version<'l>), MemError> {
        let note = self.note(key);
        note.and_then(|note| Some((note, note.current()?))).ok_or_else(|| MemError::NoKey {
            key: key.to_owned(),
            dropped: note.is_some_and(|note| !note.versions.is_empty()),
            nearest: nearest(key, self.current().map(|(key, _)| key)).map(str::to_owned),
        })
    }

    /// The links from a note, in the order in which they were made, each once: its name and the key it leads to. A
    /// link goes when a key at either end is dropped, and does not come back with it.
    pub(crate) fn links<'s>(&'s self, from: &'s Note<'l>) -> Vec<(&'s str, &'s str)> {
        let mut links = Vec::new();
        for Link { seq, to, rel } in &from.links {
            let stands = |end: &Note<'_>| end.current().is_some() && end.dropped_at < *seq;
            let link = (&**rel, &**to);
            if stands(from) && self.note(to).is_some_and(stands) && !links.contains(&link) {
                links.push(link);
            }
        }
        links
    }
}
