//! The table of verbs.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Subcommand};
use room_core::cli::{Out, Tool, UsageError, count};
use room_core::refusal::Failure;
use room_corpus::cases::Collection;

use crate::cite::Asked;
use crate::desk::Desk;
use crate::older;
use crate::scope::{Collections, Scope};

/// What `cite-case` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// The cases, a line each: `ID sections N codes N chars N`
    ///
    /// Sections and code points of case.md, and the codes of the journal that were not retracted. Logs `kind: cases`.
    Cases {
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// The sections of a case, a line each: `chars N NAME`
    ///
    /// A section is what stands under a `## ` heading, top what stands before the first; of codes, a label. The second
    /// of a name is `NAME (2)`. Logs `kind: sections`: `case, collection`.
    Sections {
        /// the case: its folder's name
        case: String,
        /// which file of it (cases)
        #[arg(long, value_name = "cases/notebooks/codes")]
        collection: Option<Collection>,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// One section, verbatim
    ///
    /// Logs `kind: section`: `case, collection, section`.
    Section {
        /// the section's name, as sections lists it
        name: String,
        /// the case: its folder's name
        #[arg(long, value_name = "CASE")]
        case: String,
        /// which file of it (cases)
        #[arg(long, value_name = "cases/notebooks/codes")]
        collection: Option<Collection>,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// The place of a quotation in a section: `{"case","collection","section","start","end","text"}`
    ///
    /// Exact first; then with quotation marks, dashes, white space and composition taken as equal. Refused where the
    /// words are not there, or stand there more than once (extend them). Logs `kind: cite`, refused ones too:
    /// `case, collection, section, quote, found, start, end, matched, error`.
    Cite {
        /// the words you believe are there; `-` reads them from standard input
        #[arg(allow_hyphen_values = true)]
        quote: String,
        /// the case: its folder's name
        #[arg(long, value_name = "CASE")]
        case: String,
        /// the section's name, as sections lists it
        #[arg(long, value_name = "NAME")]
        section: String,
        /// which file of the case (cases)
        #[arg(long, value_name = "cases/notebooks/codes")]
        collection: Option<Collection>,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// The first match of a pattern in each section: `{"truncated","limit","scanned","not_scanned","hits"}`
    ///
    /// Rust regex syntax, Unicode. `truncated` says whether sections were left unscanned when the limit was reached.
    /// Logs `kind: find`: `pattern, n_sections_matched, limit, sections_scanned, sections_not_scanned, truncated`.
    Find {
        /// the pattern
        #[arg(allow_hyphen_values = true)]
        regex: String,
        /// where it is looked for
        #[command(flatten)]
        within: Within,
        /// hits at most (2000)
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// How often a pattern matches: `{"pattern","matches","sections","cases","by_case"}`
    ///
    /// Every match that overlaps none before it; sections and cases are those that have one. Logs `kind: count`:
    /// `pattern, matches`.
    Count {
        /// the pattern
        #[arg(allow_hyphen_values = true)]
        regex: String,
        /// where it is looked for
        #[command(flatten)]
        within: Within,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// What was served so far, as one JSON object
    ///
    /// Keys: `tool, root, cases, reads, log`. Logs nothing.
    State,
}

/// The flags that say which sections are looked through.
#[derive(Debug, Args)]
pub struct Within {
    /// only cases whose whole name this glob matches
    #[arg(long, value_name = "GLOB")]
    case: Option<String>,
    /// which files (all)
    #[arg(long, value_name = "cases/notebooks/codes/all")]
    collection: Option<Collections>,
    /// only sections whose whole name this glob matches
    #[arg(long, value_name = "GLOB")]
    section: Option<String>,
}

impl Within {
    fn scope(&self) -> Result<Scope, Failure> {
        Scope::new(self.case.as_deref(), self.collection, self.section.as_deref())
    }
}

impl Tool for Verb {
    const NAME: &'static str = "cite-case";
    const PLACE: &'static str = "ROOT";
    const ABOUT: &'static str = "the readers' outputs, section by section, for the aggregator";
    const NOTES: &'static str = "ROOT holds a folder a case, with case.md (cases), notebook.md (notebooks) or out/_journal.jsonl (codes).\n\
        Offsets count code points of a section's text.";

    fn seed(words: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
        older::refuse(&words, Self::has_subcommand)?;
        Ok(words)
    }

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let desk = |stage| Desk::open(place, stage);
        let or_cases = |collection: Option<Collection>| collection.unwrap_or(Collection::Cases);
        match self {
            Verb::Cases { stage } => desk(stage)?.cases(out),
            Verb::Sections { case, collection, stage } => {
                desk(stage)?.sections(&case, or_cases(collection), out)
            }
            Verb::Section { name, case, collection, stage } => {
                desk(stage)?.section(&name, &case, or_cases(collection), out)
            }
            Verb::Cite { quote, case, section, collection, stage } => {
                let collection = or_cases(collection);
                let asked = Asked { quote: &quote, case: &case, collection, section: &section };
                desk(stage)?.cite(&asked, out)
            }
            Verb::Find { regex, within, limit, stage } => {
                desk(stage)?.find(&regex, &within.scope()?, limit, out)
            }
            Verb::Count { regex, within, stage } => desk(stage)?.count(&regex, &within.scope()?, out),
            Verb::State => desk(None)?.state(out),
        }
    }
}
