//! `out/_journal.jsonl`: what was decided, and what of it stands.

mod codes;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::citation::Citation;
use crate::corpus::Corpus;
use crate::log::{self, History, LogError};

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

/// The journal, replayed.
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
            let record = record?;
            if let Decision::Retract { of, .. } = record.decision {
                journal.retracted.insert(of);
            }
            journal.records.push(record);
        }
        Ok(journal)
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
