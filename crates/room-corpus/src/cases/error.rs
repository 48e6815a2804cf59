//! Why a case or a section cannot be worked on.

use super::Collection;
use crate::corpus::CorpusError;
use room_core::log::LogError;
use room_core::refusal::{Failure, Refuse as _};

/// What was asked for is not there, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CaseMiss {
    /// A file or folder cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A journal is broken.
    #[error(transparent)]
    Log(#[from] LogError),
    /// No folder of that name that is a case.
    #[error("no case '{name}' in this root{}", near(nearest.as_deref(), "verb cases lists them"))]
    NoCase {
        /// The name as it was typed.
        name: String,
        /// A case that may have been meant.
        nearest: Option<String>,
    },
    /// No section of that name in the collection.
    #[error(
        "no section '{name}' in {collection} of case {case}{}",
        near(nearest.as_deref(), &format!("sections {case} --collection {collection} lists them"))
    )]
    NoSection {
        /// The name as it was typed.
        name: String,
        /// The case.
        case: String,
        /// The collection.
        collection: Collection,
        /// A section that may have been meant.
        nearest: Option<String>,
    },
}

fn near(nearest: Option<&str>, otherwise: &str) -> String {
    nearest.map_or_else(|| format!(": {otherwise}"), |near| format!(". Nearest: '{near}'"))
}

impl CaseMiss {
    /// Whether a file or folder could not be read, as against a name that is not there.
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Corpus(_) | Self::Log(_))
    }

    /// The refusal of a tool: its own label, but for what cannot be read.
    pub fn refused(self, label: &'static str) -> Failure {
        let label = match &self {
            Self::Corpus(error) => error.label(),
            Self::Log(error) => error.label(),
            Self::NoCase { .. } | Self::NoSection { .. } => label,
        };
        Failure::Refused { label, why: self.to_string() }
    }
}
