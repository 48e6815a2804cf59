//! `section`: one section, verbatim.

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_corpus::cases::Collection;

use crate::CASE_ERROR;
use crate::desk::Desk;

impl Desk {
    /// Serves a section. A line break is added where its text ends in none, so that what is printed next stands apart.
    pub(crate) fn section(
        &self,
        name: &str,
        case: &str,
        collection: Collection,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let document = self.root.case(case).and_then(|case| case.read(collection));
        let document = document.map_err(|miss| miss.refused(CASE_ERROR))?;
        let sections = document.sections();
        let section = document.named(&sections, name).map_err(|miss| miss.refused(CASE_ERROR))?;
        let entry = self
            .entry("section", chars(&section.text))
            .field("case", case)
            .field("collection", collection)
            .field("section", name);
        self.append(entry)?;
        out.ended(&section.text)
    }
}
