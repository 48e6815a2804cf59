//! `count`: how often a pattern matches, for the form pass.

use std::collections::BTreeMap;

use room_core::cli::Out;
use room_core::json;
use room_core::refusal::Failure;
use room_core::text::chars;
use serde::Serialize;

use crate::desk::Desk;
use crate::find::compiled;
use crate::scope::Scope;

/// Every match that overlaps none before it; sections and cases are those that have one.
#[derive(Debug, Serialize)]
struct Counted<'a> {
    pattern: &'a str,
    matches: usize,
    sections: usize,
    cases: usize,
    by_case: BTreeMap<String, usize>,
}

impl Desk {
    /// Counts in the sections in scope. A pattern that is refused is not logged.
    pub(crate) fn count(&self, pattern: &str, scope: &Scope, out: &mut Out<'_>) -> Result<(), Failure> {
        let compiled = compiled(pattern)?;
        let counts = scope.walk(&self.root, |case, _, section| {
            let matches = compiled.count(&section.text);
            ((matches > 0).then(|| case.name().to_owned()), matches)
        })?;
        let mut counted = Counted { pattern, matches: 0, sections: 0, cases: 0, by_case: BTreeMap::new() };
        for (case, matches) in counts {
            let Some(case) = case else { continue };
            counted.matches += matches;
            counted.sections += 1;
            *counted.by_case.entry(case).or_default() += matches;
        }
        counted.cases = counted.by_case.len();
        let line = json::line(&counted);
        let entry =
            self.entry("count", chars(&line)).field("pattern", pattern).field("matches", counted.matches);
        self.answer(entry, &line, out)
    }
}
