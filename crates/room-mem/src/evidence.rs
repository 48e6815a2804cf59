//! Evidence: citations that a note rests on, verified where they were cut from.
//!
//! Many are verified together, so that each file is opened once however many citations are of it, and files are read
//! on all cores.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use room_core::refusal::{Failure, Refuse};
use room_corpus::cases::{Collection, Root, SectionCitation};
use room_corpus::citation::{Citation, CitationError};
use serde::{Deserialize, Serialize};

use crate::error::{MEM_ERROR, MemError};
use crate::items;

/// A citation as a note keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Cite {
    /// Of a reader's output: what `cite-case` printed.
    Section(SectionCitation),
    /// Of an item: what `cite` printed.
    Item(ItemCite),
}

/// A citation of an item, and the record it was cut from where that is none of the cases' own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ItemCite {
    #[serde(flatten)]
    citation: Citation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

/// Why a citation does not hold, and under which name a refusal would say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) label: &'static str,
    pub(crate) why: String,
}

impl<R: Refuse> From<R> for Fault {
    fn from(error: R) -> Self {
        Self { label: error.label(), why: error.to_string() }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Refused { label: fault.label, why: fault.why }
    }
}

impl Cite {
    /// Reads what `cite-case` or `cite` printed; keys it does not know are passed over.
    pub(crate) fn parse(json: &str, record: Option<&str>) -> Result<Self, MemError> {
        let no_json = |_| MemError::NotACitation("it is not JSON".to_owned());
        let value: serde_json::Value = serde_json::from_str(json).map_err(no_json)?;
        if value.get("case").is_some() {
            return serde_json::from_value(value).map(Self::Section).map_err(malformed);
        }
        let citation = Citation::parse(json).map_err(|error| match error {
            CitationError::Malformed(why) => MemError::NotACitation(why.to_owned()),
            other => MemError::NotACitation(other.to_string()),
        })?;
        Ok(Self::Item(ItemCite { citation, record: record.map(str::to_owned) }))
    }

    /// Reads the citations that a record of the store keeps.
    pub(crate) fn kept(json: &str) -> Result<Vec<Self>, MemError> {
        serde_json::from_str(json).map_err(malformed)
    }
}

/// serde's words without their place: there is one line.
#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn malformed(error: serde_json::Error) -> MemError {
    MemError::NotACitation(error.to_string().split(" at line ").next().unwrap_or_default().to_owned())
}

/// Citations by where they were cut from, each with its place among all.
#[derive(Default)]
struct Sorted<'c> {
    documents: BTreeMap<(&'c str, Collection), Vec<(usize, &'c SectionCitation)>>,
    records: BTreeMap<Option<&'c str>, Vec<(usize, &'c Citation)>>,
}

/// Verifies citations, each where it was cut from. The verdicts stand in the same order: the citation, its item named
/// as the room stores it, or why it does not hold.
pub(crate) fn verify(root: &Root, cites: &[Cite]) -> Vec<Result<Cite, Fault>> {
    let mut sorted = Sorted::default();
    for (at, cite) in cites.iter().enumerate() {
        match cite {
            Cite::Section(cite) => {
                sorted.documents.entry((&cite.case, cite.collection)).or_default().push((at, cite));
            }
            Cite::Item(ItemCite { citation, record }) => {
                sorted.records.entry(record.as_deref()).or_default().push((at, citation));
            }
        }
    }
    let documents: Vec<_> = sorted.documents.into_iter().collect();
    let mut verdicts: Vec<(usize, Result<Cite, Fault>)> = documents
        .par_iter()
        .flat_map_iter(|((case, collection), cites)| of_document(root, case, *collection, cites))
        .collect();
    for (record, cites) in sorted.records {
        let found = of_record(root, record, &cites);
        let kept = |citation| Cite::Item(ItemCite { citation, record: record.map(str::to_owned) });
        verdicts.extend(cites.iter().zip(found).map(|((at, _), found)| (*at, found.map(kept))));
    }
    verdicts.sort_by_key(|(at, _)| *at);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

/// The verdicts on citations of one file of a case.
fn of_document(
    root: &Root,
    case: &str,
    collection: Collection,
    cites: &[(usize, &SectionCitation)],
) -> Vec<(usize, Result<Cite, Fault>)> {
    let refused = |failure: Failure| match failure {
        Failure::Refused { label, why } => Fault { label, why },
        other => Fault { label: MEM_ERROR, why: other.line().unwrap_or_default() },
    };
    let document = match root.case(case).and_then(|case| case.read(collection)) {
        Ok(document) => document,
        Err(miss) => {
            let fault = refused(miss.refused(MEM_ERROR));
            return cites.iter().map(|(at, _)| (*at, Err(fault.clone()))).collect();
        }
    };
    let sections = document.sections();
    let verdict = |cite: &SectionCitation| {
        let section = document.named(&sections, &cite.section);
        let section = section.map_err(|miss| refused(miss.refused(MEM_ERROR)))?;
        cite.verify(section).map_err(|error| Fault { label: MEM_ERROR, why: error.to_string() })?;
        Ok(Cite::Section(cite.clone()))
    };
    cites.iter().map(|(at, cite)| (*at, verdict(cite))).collect()
}

/// The verdicts on citations of items, in order: of one record, or of whichever room of the cases has the item.
fn of_record(
    root: &Root,
    record: Option<&str>,
    cites: &[(usize, &Citation)],
) -> Vec<Result<Citation, Fault>> {
    let citations: Vec<&Citation> = cites.iter().map(|(_, citation)| *citation).collect();
    if let Some(path) = record {
        return items::verify(&[PathBuf::from(path)], &citations, |item| MemError::NotInRecord {
            item: item.to_owned(),
            record: path.to_owned(),
        });
    }
    match root.cases() {
        Ok(cases) => {
            let rooms: Vec<_> = cases.iter().filter_map(items::room).collect();
            items::verify(&rooms, &citations, |item| MemError::NoItem(item.to_owned()))
        }
        Err(error) => {
            let fault = Fault::from(error);
            citations.iter().map(|_| Err(fault.clone())).collect()
        }
    }
}
