//! Which sections `find` and `count` look at, and the walk over them on all cores.

use globset::{Glob, GlobMatcher};
use rayon::prelude::*;
use room_core::refusal::Failure;
use room_corpus::cases::{Case, CaseMiss, Collection, Root, Section};

use crate::CASE_ERROR;

/// One collection, or all three.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Collections {
    /// Of each case its text, then its notebook, then its codes.
    All,
    /// This one.
    One(Collection),
}

impl std::str::FromStr for Collections {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "all" {
            return Ok(Self::All);
        }
        word.parse().map(Self::One).map_err(|_| "is none of cases, notebooks, codes, all".to_owned())
    }
}

/// The sections to look at: those of cases, collections and names that were asked for.
#[derive(Debug)]
pub(crate) struct Scope {
    cases: Option<GlobMatcher>,
    collections: Collections,
    sections: Option<GlobMatcher>,
}

impl Scope {
    /// Reads the globs. Each is matched with a whole name, letter case included, and `*` takes every character.
    pub(crate) fn new(
        case: Option<&str>,
        collections: Option<Collections>,
        section: Option<&str>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            cases: case.map(glob).transpose()?,
            collections: collections.unwrap_or(Collections::All),
            sections: section.map(glob).transpose()?,
        })
    }

    /// What `look` makes of every section, in order: cases by name, then collections, then as they stand in the file.
    /// Of several files that cannot be read the first is told.
    pub(crate) fn walk<T: Send>(
        &self,
        root: &Root,
        look: impl Fn(&Case, Collection, &Section<'_>) -> T + Sync,
    ) -> Result<Vec<T>, Failure> {
        let mut cases = root.cases()?;
        cases.retain(|case| admits(self.cases.as_ref(), case.name()));
        let collections: &[Collection] = match &self.collections {
            Collections::All => &Collection::ALL,
            Collections::One(one) => std::slice::from_ref(one),
        };
        let files: Vec<_> =
            cases.iter().flat_map(|case| collections.iter().map(move |of| (case, *of))).collect();
        let read = |(case, collection): &(&Case, Collection)| -> Result<Vec<T>, CaseMiss> {
            let document = case.read(*collection)?;
            let mut sections = document.sections();
            sections.retain(|section| admits(self.sections.as_ref(), &section.name));
            Ok(sections.iter().map(|section| look(case, *collection, section)).collect())
        };
        let seen: Vec<_> = files.par_iter().map(read).collect();
        let mut all = Vec::new();
        for file in seen {
            all.extend(file.map_err(|miss| miss.refused(CASE_ERROR))?);
        }
        Ok(all)
    }
}

fn admits(glob: Option<&GlobMatcher>, name: &str) -> bool {
    glob.is_none_or(|glob| glob.is_match(name))
}

fn glob(glob: &str) -> Result<GlobMatcher, Failure> {
    Glob::new(glob).map(|glob| glob.compile_matcher()).map_err(|error| {
        let why = format!(
            "'{glob}' is no glob: {}. A backslash before a character takes it as it is",
            error.kind()
        );
        Failure::Refused { label: CASE_ERROR, why }
    })
}
