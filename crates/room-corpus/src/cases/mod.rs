//! The readers' outputs, as the aggregator reads them: a root with one folder a case.
//!
//! A case has three [`Collection`]s, each one file: its [`Document`] is divided into [`Section`]s, and a section's text
//! is what is cited, found and counted. [`SectionCitation`] is the shelf mark. `cite-case` serves these; `mem` verifies
//! its evidence against them.

mod case;
mod citation;
mod codes;
mod collection;
mod error;
mod fence;
mod headings;
mod names;
mod root;

use std::borrow::Cow;

pub use case::{Case, Document};
pub use citation::{SectionCitation, place};
pub use collection::Collection;
pub use error::CaseMiss;
pub use root::Root;

/// A part of a document with a name of its own in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'d> {
    /// The heading's words or the label; `NAME (2)` for the second of a name.
    pub name: Cow<'d, str>,
    /// The words under it, as they stand.
    pub text: Cow<'d, str>,
}

impl Section<'_> {
    /// The same section, borrowed.
    fn lent(&self) -> Section<'_> {
        Section { name: Cow::Borrowed(&self.name), text: Cow::Borrowed(&self.text) }
    }
}
