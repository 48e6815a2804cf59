//! A pattern, refused by name where it cannot be searched in linear time or says nothing.

use regex::{Regex, RegexBuilder, bytes};
use regex_syntax::ast;
use regex_syntax::hir::Hir;

use super::scan::Hit;
use super::sieve;
use super::snippet::snippet;
use room_core::refusal::shortened;
use room_core::text::{Bytes, span_of};

/// The most memory a compiled pattern may take, in bytes.
const COMPILED: usize = 10 << 20;

/// A pattern that is refused. The label before it is the tool's.
#[derive(Debug, thiserror::Error)]
pub enum PatternError {
    /// `(?=x)`, `(?!x)`, `(?<=x)`, `(?<!x)`.
    #[error(
        "'{pattern}' looks around, which no pattern here can: match the surroundings too, as in '{spelling}', and read the hit's text"
    )]
    LookAround {
        /// The pattern.
        pattern: String,
        /// The same without the look-around, where it stands in the place of one.
        spelling: String,
    },
    /// `(a)\1`, `(?P=name)`.
    #[error(
        "'{0}' refers back to a group, which no pattern here can: spell the repetition out, as in '(a)a'"
    )]
    Backreference(String),
    /// Its shortest match is empty.
    #[error(
        "'{0}' matches the empty string, so it would hit everywhere: ask for at least one character ('x+', not 'x*')"
    )]
    MatchesEmpty(String),
    /// It would take more than 10 MiB compiled.
    #[error("'{0}' is larger than 10 MiB compiled: use fewer or smaller repetitions")]
    TooLarge(String),
    /// It is not a pattern.
    #[error("'{pattern}' is no pattern: {why}{hint}")]
    Syntax {
        /// The pattern.
        pattern: String,
        /// What is wrong with it, and where.
        why: String,
        /// The spelling that works, where one is known.
        hint: &'static str,
    },
}

/// A pattern ready to be searched for.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    parsed: Hir,
}

impl Pattern {
    /// Compiles a pattern, or says why it is refused.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let owned = || shortened(pattern).into_owned();
        let parsed = regex_syntax::parse(pattern).map_err(|error| refused(pattern, &error))?;
        if parsed.properties().minimum_len() == Some(0) {
            return Err(PatternError::MatchesEmpty(owned()));
        }
        match RegexBuilder::new(pattern).size_limit(COMPILED).build() {
            Ok(regex) => Ok(Self { regex, parsed }),
            Err(regex::Error::CompiledTooBig(_)) => Err(PatternError::TooLarge(owned())),
            Err(error) => Err(PatternError::Syntax { pattern: owned(), why: error.to_string(), hint: "" }),
        }
    }

    /// The first match in a body.
    pub fn first(&self, body: &str) -> Option<Hit> {
        let found = self.regex.find(body)?;
        let (start, end) = (Bytes(found.start()), Bytes(found.end()));
        let span = span_of(body, start, end);
        let snippet = snippet(body, start, end);
        Some(Hit { start: span.start, end: span.end, text: found.as_str().to_owned(), snippet })
    }

    /// A pattern for the bytes of a corpus: where it has no match in what is written of an item, this one has none in the
    /// item's body. `None` where it would be too large.
    pub(super) fn sieve(&self) -> Option<bytes::Regex> {
        bytes::RegexBuilder::new(&sieve::of(&self.parsed)).size_limit(COMPILED).build().ok()
    }

    /// The pattern itself for the bytes of a record's lines, where it is its own sieve there.
    pub(super) fn plain(&self) -> Option<bytes::Regex> {
        let sieve = || bytes::RegexBuilder::new(self.regex.as_str()).size_limit(COMPILED).build().ok();
        sieve::is_plain(&self.parsed).then(sieve)?
    }

    /// How many matches a body has, none overlapping another.
    pub fn count(&self, body: &str) -> usize {
        self.regex.find_iter(body).count()
    }
}

/// The parser's error in our words.
fn refused(pattern: &str, error: &regex_syntax::Error) -> PatternError {
    let owned = || shortened(pattern).into_owned();
    let (kind, why) = match error {
        regex_syntax::Error::Parse(error) => {
            let at = error.span().start.offset;
            let at = pattern.get(..at).map_or(0, |before| before.chars().count());
            (Some(error.kind()), format!("{} (at character {at})", error.kind()))
        }
        regex_syntax::Error::Translate(error) => (None, error.kind().to_string()),
        _ => (None, "it cannot be read".to_owned()),
    };
    match kind {
        Some(ast::ErrorKind::UnsupportedLookAround) => PatternError::LookAround {
            pattern: owned(),
            spelling: shortened(&without_look_around(pattern)).into_owned(),
        },
        Some(ast::ErrorKind::UnsupportedBackreference) => PatternError::Backreference(owned()),
        Some(ast::ErrorKind::EscapeUnrecognized) if pattern.contains(r"\Z") => {
            PatternError::Syntax { pattern: owned(), why, hint: r". The end of the text is \z" }
        }
        _ if pattern.contains("(?P=") => PatternError::Backreference(owned()),
        _ => PatternError::Syntax { pattern: owned(), why, hint: "" },
    }
}

/// The pattern with its look-arounds turned into plain groups.
fn without_look_around(pattern: &str) -> String {
    ["(?<=", "(?<!", "(?=", "(?!"]
        .iter()
        .fold(pattern.to_owned(), |spelling, group| spelling.replace(group, "(?:"))
}
