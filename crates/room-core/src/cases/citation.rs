//! A citation of a reader's output: what `cite-case` prints and `mem` takes back.

use serde::{Deserialize, Serialize};

use super::{CaseMiss, Collection, Document};
use crate::citation::{Citation, CitationError};

/// A place in a section, in code points, and the words that stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionCitation {
    /// The case.
    pub case: String,
    /// Which of its files.
    pub collection: Collection,
    /// The section's name.
    pub section: String,
    /// The first code point.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
    /// The section's words.
    pub text: String,
}

/// Why a section's citation does not hold.
#[derive(Debug, thiserror::Error)]
pub enum NotThere {
    /// Its case or section is not there.
    #[error(transparent)]
    Miss(#[from] CaseMiss),
    /// Other words stand there.
    #[error(transparent)]
    Words(#[from] CitationError),
}

impl SectionCitation {
    /// Cuts the same place again from its document, and compares every code point.
    pub fn verify(&self, document: &Document) -> Result<(), NotThere> {
        let section = document.section(&self.section)?;
        let place = place(&self.case, self.collection, &self.section);
        let (start, end, text) = (self.start, self.end, self.text.clone());
        Citation { item_id: place.clone(), start, end, text }.verified(&place, &section.text)?;
        Ok(())
    }
}

/// How messages name a section: `section 'Who' (alpha, cases)`.
pub fn place(case: &str, collection: Collection, section: &str) -> String {
    format!("section '{section}' ({case}, {collection})")
}
