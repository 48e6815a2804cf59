//! A call that breaks the grammar, said in one line with the call that would be right.

use crate::refusal::Refuse;

/// The grammar was broken: a verb, a flag, how many words, a number. Known before any file is touched.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl Refuse for UsageError {
    fn label(&self) -> &'static str {
        "UsageError"
    }
}

impl UsageError {
    /// A usage error with these words.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// The candidate a typed word most likely meant, if one is near: at most a third of its letters differ.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (typed.chars().count().max(3)).div_ceil(3);
    let scored = candidates.into_iter().map(|candidate| {
        let distance = strsim::damerau_levenshtein(typed, candidate);
        // An abbreviation is near however short it is.
        let distance =
            if typed.len() >= 2 && candidate.starts_with(typed) { distance.min(1) } else { distance };
        (distance, candidate)
    });
    scored
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, near)| near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_abbreviations_find_their_word() {
        let verbs = ["header", "windows", "thread", "item", "state", "audit"];
        assert_eq!(nearest("thred", verbs), Some("thread"));
        assert_eq!(nearest("windo", verbs), Some("windows"));
        assert_eq!(nearest("itme", verbs), Some("item"));
        assert_eq!(nearest("quote", verbs), None);
    }
}
