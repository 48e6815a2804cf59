//! `out/_journal.jsonl`: what was decided, and what of it stands.

mod codes;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::citation::Citation;
use crate::corpus::Corpus;
use room_core::log::{self, History, Keyed, LogError, Recall};

pub use codes::{Code, codes};

/// Where the decisions on this corpus are logged: `out/_journal.jsonl` beside it, on the disk before a call answers.
pub fn place(corpus: &Corpus) -> log::Place {
    log::Place {
        path: corpus.path().with_file_name("out").join("_journal.jsonl"),
        durable: true,
        record: Some(corpus.header().record.clone()),
    }
}

/// The dispositions a thread can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disposition {
    /// It touches the event.
    In,
    /// It does not.
    Out,
    /// It cannot be told.
    Unsure,
}

impl std::str::FromStr for Disposition {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "in" => Ok(Self::In),
            "out" => Ok(Self::Out),
            "unsure" => Ok(Self::Unsure),
            _ => Err("is none of in, out, unsure".to_owned()),
        }
    }
}

/// A record of the journal. Keys and kinds of later versions are passed over.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// Its number in the journal, from 1.
    pub seq: u64,
    /// When, in UTC.
    pub t: String,
    /// What was decided.
    #[serde(flatten)]
    pub decision: Decision,
}

/// What was decided, by kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Decision {
    /// A label on a span.
    Code {
        /// The label.
        label: String,
        /// The item's thread.
        thread_id: String,
        /// The span and its words.
        #[serde(flatten)]
        span: Citation,
        /// A remark.
        note: Option<String>,
    },
    /// A place worth returning to.
    Pointer {
        /// The item's thread.
        thread_id: String,
        /// The span and its words.
        #[serde(flatten)]
        span: Citation,
        /// Why.
        note: Option<String>,
    },
    /// Whether a thread touches the event.
    Thread {
        /// The thread.
        thread_id: String,
        /// In, out or unsure.
        disposition: Disposition,
        /// The words that exclude it.
        excluded_quote: Option<Citation>,
    },
    /// A record taken back; it stays in the journal.
    Retract {
        /// The record's number.
        of: u64,
        /// Why.
        why: String,
    },
    /// A kind of a later version.
    #[serde(other)]
    Other,
}

/// How the journal is recalled: nothing is summed, records are asked for by number, by the item they put a label on, and
/// by the record they take back.
#[derive(Debug)]
pub struct Decisions;

impl Keyed for Decisions {
    fn read(line: &str, key: &mut dyn FnMut(&str)) -> serde_json::Result<[u64; 2]> {
        let record: Record = serde_json::from_str(line)?;
        key(&record_key(record.seq));
        match &record.decision {
            Decision::Code { span, .. } => key(&label_key(&span.item_id)),
            Decision::Retract { of, .. } => key(&retract_key(*of)),
            _ => {}
        }
        Ok([0, 0])
    }
}

fn record_key(seq: u64) -> String {
    format!("record {seq}")
}

fn label_key(item_id: &str) -> String {
    format!("label {item_id}")
}

fn retract_key(of: u64) -> String {
    format!("retract {of}")
}

/// The journal, replayed or as far as it was recalled.
#[derive(Debug, Default)]
pub struct Journal {
    records: Vec<Record>,
    retracted: HashSet<u64>,
}

impl Journal {
    /// Replays a log.
    pub fn replay(history: &History) -> Result<Self, LogError> {
        let mut journal = Self::default();
        for record in history.records::<Record>() {
            journal.add(record?);
        }
        Ok(journal)
    }

    /// The records that put a label on this item, and what became of them; perhaps others.
    pub fn of_item(recall: &Recall<Decisions>, item_id: &str) -> Result<Self, LogError> {
        let labels = Self::recalled(recall, &[label_key(item_id)])?;
        let fates =
            labels.records.iter().flat_map(|record| [record_key(record.seq), retract_key(record.seq)]);
        Self::recalled(recall, &fates.collect::<Vec<_>>())
    }

    /// The record of this number, and what became of it; perhaps others.
    pub fn of_record(recall: &Recall<Decisions>, seq: u64) -> Result<Self, LogError> {
        Self::recalled(recall, &[record_key(seq), retract_key(seq)])
    }

    fn recalled(recall: &Recall<Decisions>, keys: &[String]) -> Result<Self, LogError> {
        let mut journal = Self::default();
        recall.lines(keys, |line| {
            journal.add(serde_json::from_str(line)?);
            Ok(())
        })?;
        Ok(journal)
    }

    fn add(&mut self, record: Record) {
        if let Decision::Retract { of, .. } = record.decision {
            self.retracted.insert(of);
        }
        self.records.push(record);
    }

    /// Every record, in order, retracted ones and retractions among them.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record of this number.
    pub fn record(&self, seq: u64) -> Option<&Record> {
        self.records.iter().find(|record| record.seq == seq)
    }

    /// Whether a record was taken back.
    pub fn is_retracted(&self, seq: u64) -> bool {
        self.retracted.contains(&seq)
    }

    /// The records that stand: neither retracted nor retractions.
    pub fn standing(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| {
            !self.is_retracted(record.seq) && !matches!(record.decision, Decision::Retract { .. })
        })
    }
}
