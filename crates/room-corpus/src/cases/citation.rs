//! A citation of a reader's output: what `cite-case` prints and `mem` takes back.

use serde::{Deserialize, Serialize};

use super::{Collection, Section};
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

impl SectionCitation {
    /// Cuts the same place again from its section, and compares every code point.
    pub fn verify(&self, section: &Section<'_>) -> Result<(), CitationError> {
        let place = place(&self.case, self.collection, &self.section);
        let (start, end, text) = (self.start, self.end, self.text.clone());
        Citation { item_id: place.clone(), start, end, text }.verified(&place, &section.text).map(|_| ())
    }
}

/// How messages name a section: `section 'Who' (alpha, cases)`.
pub fn place(case: &str, collection: Collection, section: &str) -> String {
    format!("section '{section}' ({case}, {collection})")
}
