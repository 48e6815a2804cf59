//! A record to be: what a verb says of its service. The log adds where it stands.

use serde::Serialize;
use serde_json::{Map, Value};

use super::chain::Chain;
use crate::text::Chars;
use crate::{environment, json};

/// The keys that the log itself writes.
const COMMON: [&str; 10] =
    ["seq", "t", "stage", "kind", "tool", "chars", "run", "record", "recovered", "prev"];

/// One service or decision, before it has a place in a log.
#[derive(Clone, Debug)]
pub struct Entry {
    kind: String,
    tool: String,
    stage: Stage,
    chars: Option<Chars>,
    fields: Map<String, Value>,
}

/// The stage of a record, in the logs that have one.
#[derive(Clone, Debug)]
enum Stage {
    Absent,
    Given(Option<String>),
}

impl Entry {
    /// A record of this kind of service, by this tool.
    pub fn new(kind: &str, tool: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            tool: tool.to_owned(),
            stage: Stage::Absent,
            chars: None,
            fields: Map::new(),
        }
    }

    /// In the logs that have a stage: its name, or null. Without this call the key is left out.
    #[must_use]
    pub fn stage(mut self, stage: Option<&str>) -> Self {
        self.stage = Stage::Given(stage.map(str::to_owned));
        self
    }

    /// The code points served, in the logs of services.
    #[must_use]
    pub fn chars(mut self, chars: Chars) -> Self {
        self.chars = Some(chars);
        self
    }

    /// A key of the verb's own, after those given before it. Keys the log writes itself are not the verb's to give.
    ///
    /// # Panics
    /// On a value that is no JSON: a map whose keys are not text.
    #[must_use]
    pub fn field(mut self, key: &str, value: impl Serialize) -> Self {
        debug_assert!(!COMMON.contains(&key), "the log itself writes {key}");
        let value = serde_json::to_value(value).expect("a verb's values are JSON");
        self.fields.insert(key.to_owned(), value);
        self
    }

    /// The line that puts this record at the end of a chain, without its newline.
    fn line(&self, at: &Chain, stamp: &Stamp, once: &Once<'_>) -> String {
        let mut map = Map::with_capacity(self.fields.len() + COMMON.len());
        map.insert("seq".to_owned(), (at.records + 1).into());
        map.insert("t".to_owned(), stamp.t.as_str().into());
        if let Stage::Given(stage) = &self.stage {
            map.insert("stage".to_owned(), stage.as_deref().into());
        }
        map.insert("kind".to_owned(), self.kind.as_str().into());
        map.insert("tool".to_owned(), self.tool.as_str().into());
        if let Some(chars) = self.chars {
            map.insert("chars".to_owned(), chars.0.into());
        }
        map.extend(self.fields.iter().map(|(key, value)| (key.clone(), value.clone())));
        if let Some(run) = &stamp.run {
            map.insert("run".to_owned(), run.as_str().into());
        }
        if let Some(record) = once.record {
            map.insert("record".to_owned(), record.into());
        }
        if let Some(bytes) = once.recovered {
            map.insert("recovered".to_owned(), bytes.into());
        }
        map.insert("prev".to_owned(), at.head.prev().into_iter().map(char::from).collect::<String>().into());
        json::line(&map)
    }
}

/// When and in which try at a job a call logs: the same on all its records.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    pub(super) t: String,
    pub(super) run: Option<String>,
}

impl Stamp {
    /// Of this call, now.
    pub(super) fn now() -> Self {
        Self { t: environment::now(), run: environment::run() }
    }
}

/// What only the first of a call's records carries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Once<'a> {
    /// The header's hash, on a log's first record.
    pub(super) record: Option<&'a str>,
    /// How many bytes of a torn last line were set aside.
    pub(super) recovered: Option<u64>,
}

/// The lines of a call's records, each without its newline, going on from `chain`.
pub(super) fn lines(entries: &[Entry], mut chain: Chain, stamp: &Stamp, mut once: Once<'_>) -> Vec<String> {
    let next = |entry: &Entry| {
        let line = entry.line(&chain, stamp, &std::mem::take(&mut once));
        chain.pass(&line);
        line
    };
    entries.iter().map(next).collect()
}
