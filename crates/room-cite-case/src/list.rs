//! `cases` and `sections`: what there is to read.

use std::fmt::Write as _;

use rayon::prelude::*;
use room_core::cli::Out;
use room_core::refusal::Failure;
use room_core::text::chars;
use room_corpus::cases::{Case, CaseMiss, Collection};
use room_corpus::corpus::one_line;

use crate::CASE_ERROR;
use crate::desk::Desk;

impl Desk {
    /// A line a case: the sections and code points of `case.md`, and the codes that stand.
    pub(crate) fn cases(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let lines: Vec<_> = self.root.cases()?.par_iter().map(line).collect();
        let text =
            lines.into_iter().collect::<Result<String, _>>().map_err(|miss| miss.refused(CASE_ERROR))?;
        self.list("cases", |entry| entry, &text, out)
    }

    /// A line a section of a collection.
    pub(crate) fn sections(
        &self,
        case: &str,
        collection: Collection,
        out: &mut Out<'_>,
    ) -> Result<(), Failure> {
        let document = self.root.case(case).and_then(|case| case.read(collection));
        let document = document.map_err(|miss| miss.refused(CASE_ERROR))?;
        let mut text = String::new();
        for section in document.sections() {
            let line = format!("chars {} {}", chars(&section.text), one_line(&section.name));
            writeln!(text, "{}", line.trim_end()).expect("a String takes every write");
        }
        self.list("sections", |entry| entry.field("case", case).field("collection", collection), &text, out)
    }
}

fn line(case: &Case) -> Result<String, CaseMiss> {
    let written = case.read(Collection::Cases)?;
    let codes = case.read(Collection::Codes)?.codes();
    let (sections, length) = (written.sections().len(), chars(written.text()));
    Ok(format!("{} sections {sections} codes {codes} chars {length}\n", one_line(case.name())))
}
