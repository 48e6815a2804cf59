//! What a case's files are to the aggregator.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A file of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Collection {
    /// What the reader wrote up.
    Cases,
    /// What the reader noted on the way.
    Notebooks,
    /// The journal's codes, label by label.
    Codes,
}

impl Collection {
    /// All of them, in the order in which they are searched.
    pub const ALL: [Self; 3] = [Self::Cases, Self::Notebooks, Self::Codes];

    /// Its file in a case's folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::Cases => "case.md",
            Self::Notebooks => "notebook.md",
            Self::Codes => "out/_journal.jsonl",
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cases => "cases",
            Self::Notebooks => "notebooks",
            Self::Codes => "codes",
        }
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl std::str::FromStr for Collection {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|collection| collection.word() == word);
        found.ok_or_else(|| "is none of cases, notebooks, codes".to_owned())
    }
}
