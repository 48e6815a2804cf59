//! `cite`: a quotation's place in a section, by the rules of the citing tool.

use room_core::cli::Out;
use room_core::json;
use room_core::log::Entry;
use room_core::refusal::Failure;
use room_core::text::{Chars, chars};
use room_corpus::cases::{Case, CaseMiss, Collection, SectionCitation, place};
use room_corpus::citation::Citation;
use room_corpus::matching::{Found, Matched, Quote, locate};

use crate::CASE_ERROR;
use crate::desk::Desk;

/// How many other sections that hold the words are named.
const ELSEWHERE: usize = 3;

/// What was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) quote: &'a str,
    pub(crate) case: &'a str,
    pub(crate) collection: Collection,
    pub(crate) section: &'a str,
}

/// A quotation without a place.
enum Refused {
    /// It is not there, or its section is not: logged.
    Citation(String),
    /// A file cannot be read: nothing to log.
    Broken(CaseMiss),
}

impl From<CaseMiss> for Refused {
    fn from(miss: CaseMiss) -> Self {
        if miss.is_broken() { Self::Broken(miss) } else { Self::Citation(miss.to_string()) }
    }
}

impl Desk {
    /// Cites a quotation, or refuses it; both are logged.
    pub(crate) fn cite(&self, asked: &Asked<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
        match self.locate(asked) {
            Ok((citation, matched)) => {
                let line = json::line(&citation);
                let place = Some((citation.start, citation.end, matched));
                self.answer(self.cited(asked, chars(&line), place, None), &line, out)
            }
            Err(Refused::Citation(why)) => {
                self.refuse(&why, |why| self.cited(asked, Chars(0), None, Some(why)))
            }
            Err(Refused::Broken(miss)) => Err(miss.refused(CASE_ERROR)),
        }
    }

    fn locate(&self, asked: &Asked<'_>) -> Result<(SectionCitation, Matched), Refused> {
        let case = self.root.case(asked.case)?;
        let document = case.read(asked.collection)?;
        let sections = document.sections();
        let section = document.named(&sections, asked.section)?;
        let found = Quote::new(asked.quote).and_then(|quote| locate(&section.text, &quote));
        let Found { span, matched } = found.map_err(|miss| {
            let here = place(asked.case, asked.collection, asked.section);
            Refused::Citation(miss.why(&here, || elsewhere(&case, asked)))
        })?;
        let Citation { start, end, text, .. } =
            Citation::cut(asked.section, &section.text, span.start.0, span.end.0)
                .expect("the matcher answers places of the text it was given");
        let (case, section) = (asked.case.to_owned(), asked.section.to_owned());
        Ok((SectionCitation { case, collection: asked.collection, section, start, end, text }, matched))
    }

    /// The record of a citation, found or refused.
    fn cited(
        &self,
        asked: &Asked<'_>,
        served: Chars,
        place: Option<(usize, usize, Matched)>,
        error: Option<&str>,
    ) -> Entry {
        self.entry("cite", served)
            .field("case", asked.case)
            .field("collection", asked.collection)
            .field("section", asked.section)
            .field("quote", asked.quote)
            .field("found", place.is_some())
            .field("start", place.map(|(start, ..)| start))
            .field("end", place.map(|(_, end, _)| end))
            .field("matched", place.map(|(.., matched)| matched))
            .field("error", error)
    }
}

/// The first other sections of the case that hold the words exactly. A file that cannot be read holds none: what was
/// asked for could be read, and is not there.
fn elsewhere(case: &Case, asked: &Asked<'_>) -> Vec<String> {
    let mut places = Vec::new();
    for collection in Collection::ALL {
        let Ok(document) = case.read(collection) else { continue };
        let holding = document.sections().into_iter().filter(|section| {
            let other = collection != asked.collection || section.name != asked.section;
            other && section.text.contains(asked.quote)
        });
        places.extend(holding.map(|section| place(case.name(), collection, &section.name)));
    }
    places.truncate(ELSEWHERE);
    places
}
