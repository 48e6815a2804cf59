//! Which lines of a file are asked for: `50`, `50-`, `50-200`, `50+150`, lists of these, `raw`, `conflicts`.
//!
//! A path may carry its selector after a colon. What is there under the whole name wins, so that a file `log:12` can be
//! read; then the last colon splits, or the last two where one part is a list and the other `raw`.

use crate::error::CoderError;

/// Lines from one to another, both included; to the end where `to` is `None`. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: u64,
    pub(super) to: Option<u64>,
}

/// What is asked for of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selector {
    /// The lines, in order, apart from one another; empty for all of them.
    pub(super) lines: Vec<Span>,
    /// The file's own text, without numbers.
    pub(super) raw: bool,
    /// Only where merge conflicts stand.
    pub(super) conflicts: bool,
}

/// What selectors look like, for refusals.
pub(super) const FORMS: &str = "50 (from line 50 on), 50-200, 50+150 (150 lines), lists such as 5-16,960-973, raw, \
    a list with raw (2-9:raw), conflicts";

impl Span {
    /// As it is written in a selector.
    pub(super) fn words(self) -> String {
        match self.to {
            None => format!("{}-", self.from),
            Some(to) => format!("{}-{to}", self.from),
        }
    }

    pub(super) fn holds(self, line: u64) -> bool {
        self.from <= line && self.to.is_none_or(|to| line <= to)
    }
}

impl Selector {
    /// Lines `from` to `to`.
    pub(super) fn span(from: u64, to: Option<u64>) -> Self {
        Self { lines: vec![Span { from, to }], ..Self::default() }
    }

    /// Reads a selector; `None` where the words are none, an error where they are one that cannot be.
    pub(super) fn parse(words: &str) -> Option<Result<Self, CoderError>> {
        let parts: Vec<&str> = words.split(':').collect();
        let is_raw = |part: &str| part.eq_ignore_ascii_case("raw");
        let (list, raw) = match parts.as_slice() {
            [one] if is_raw(one) => return Some(Ok(Self { raw: true, ..Self::default() })),
            [one] if one.eq_ignore_ascii_case("conflicts") => {
                return Some(Ok(Self { conflicts: true, ..Self::default() }));
            }
            [list] => (list, false),
            [list, raw] | [raw, list] if is_raw(raw) && !is_raw(list) => (list, true),
            _ => return None,
        };
        let items: Vec<Item> = list.split(',').map(Item::parse).collect::<Option<_>>()?;
        Some(items.into_iter().map(Item::span).collect::<Result<_, _>>().map(|spans| Self {
            lines: joined(spans),
            raw,
            conflicts: false,
        }))
    }
}

/// An item of a list as it is written.
struct Item<'s> {
    written: &'s str,
    from: u64,
    then: Then,
}

enum Then {
    Open,
    To(u64),
    Count(u64),
}

impl<'s> Item<'s> {
    fn parse(written: &'s str) -> Option<Self> {
        let (from, then) = match (written.split_once('-'), written.split_once('+')) {
            (Some((from, "")), _) => (from, Then::Open),
            (Some((from, to)), _) => (from, Then::To(number(to)?)),
            (None, Some((from, count))) => (from, Then::Count(number(count)?)),
            (None, None) => (written, Then::Open),
        };
        Some(Self { written, from: number(from)?, then })
    }

    fn span(self) -> Result<Span, CoderError> {
        let Self { written, from, then } = self;
        let bad = |why: &str| {
            Err(CoderError::bad(format!(
                "selector '{written}': {why}. Lines count from 1; selectors are {FORMS}"
            )))
        };
        if from == 0 {
            return bad("there is no line 0");
        }
        match then {
            Then::To(to) if to < from => bad("it ends before it starts"),
            Then::Count(0) => bad("a count of 0 asks for nothing"),
            Then::Open => Ok(Span { from, to: None }),
            Then::To(to) => Ok(Span { from, to: Some(to) }),
            Then::Count(count) => Ok(Span { from, to: Some(from.saturating_add(count - 1)) }),
        }
    }
}

/// ASCII digits after an optional `L`; a number too large for any file is the largest there is.
fn number(written: &str) -> Option<u64> {
    let digits = written.strip_prefix(['L', 'l']).unwrap_or(written);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Spans in order; those that overlap or touch are one, and an open one takes all that follow.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| span.from);
    let mut joined: Vec<Span> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(Span { to: None, .. }) => {}
            Some(Span { to: Some(to), .. }) if span.from <= to.saturating_add(1) => match span.to {
                None => joined.last_mut().expect("there is one").to = None,
                Some(end) => *to = (*to).max(end),
            },
            _ => joined.push(span),
        }
    }
    joined
}

/// The ways to take a path apart into a path and a selector: the one that is tried, if its end is a selector.
pub(super) fn split(path: &str) -> Option<(&str, Result<Selector, CoderError>)> {
    let (head, tail) = path.rsplit_once(':').filter(|(head, _)| !head.is_empty())?;
    let one = Selector::parse(tail)?;
    let two = head.rsplit_once(':').filter(|(above, _)| !above.is_empty()).and_then(|(above, middle)| {
        let both = Selector::parse(&format!("{middle}:{tail}"))?;
        Some((above, both))
    });
    Some(two.unwrap_or((head, one)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spans(words: &str) -> Vec<(u64, Option<u64>)> {
        let selector = Selector::parse(words).unwrap().unwrap();
        selector.lines.into_iter().map(|span| (span.from, span.to)).collect()
    }

    #[test]
    fn lists_are_sorted_and_what_touches_is_one() {
        assert_eq!(spans("300-302,5-7"), [(5, Some(7)), (300, Some(302))]);
        assert_eq!(spans("5-8,7-10"), [(5, Some(10))]);
        assert_eq!(spans("5-6,7-8"), [(5, Some(8))]);
        assert_eq!(spans("5-6,8-9"), [(5, Some(6)), (8, Some(9))]);
        assert_eq!(spans("5,399"), [(5, None)]);
        assert_eq!(spans("1-3,2-,9-10"), [(1, None)]);
        assert_eq!(spans("L20+1"), [(20, Some(20))]);
        assert_eq!(spans("007-l008"), [(7, Some(8))]);
        assert_eq!(spans("99999999999999999999999"), [(u64::MAX, None)]);
        assert_eq!(spans("2+99999999999999999999999"), [(2, Some(u64::MAX))]);
    }

    #[test]
    fn what_is_no_selector_is_none_and_what_cannot_be_says_why() {
        for words in [
            "5+",
            "5-6,",
            ",5-6",
            "-5",
            "abc",
            "1.5",
            " 5",
            "5-6 ",
            "",
            "raw:raw",
            "1-2:3-4",
            "conflicts:1-2",
            "+5",
            "L",
        ] {
            assert!(Selector::parse(words).is_none(), "{words}");
        }
        for words in ["0", "0-5", "9-5", "5+0", "1-2,0"] {
            assert!(Selector::parse(words).unwrap().is_err(), "{words}");
        }
    }

    #[test]
    fn a_path_is_split_at_its_last_colons() {
        let split = |path| split(path).map(|(head, selector)| (head, selector.unwrap()));
        assert_eq!(split("we:ird.txt:2").unwrap().0, "we:ird.txt");
        assert_eq!(split("a:2-3:RAW").unwrap(), ("a", Selector { raw: true, ..Selector::span(2, Some(3)) }));
        assert_eq!(split("a:raw:2-3").unwrap(), ("a", Selector { raw: true, ..Selector::span(2, Some(3)) }));
        assert_eq!(split("a:1-2:3-4").unwrap().0, "a:1-2");
        assert!(split("C:/x").is_none() && split(":5").is_none() && split("a").is_none());
    }

    proptest! {
        /// Which lines a list names does not depend on how it is written.
        #[test]
        fn a_list_names_the_lines_of_its_items(items in prop::collection::vec((1_u64..30, 0_u64..9), 1..6)) {
            let written: Vec<_> = items.iter().map(|(from, more)| format!("{from}-{}", from + more)).collect();
            let selector = Selector::parse(&written.join(",")).unwrap().unwrap();
            for line in 1..50 {
                let named = items.iter().any(|(from, more)| (*from..=from + more).contains(&line));
                prop_assert_eq!(selector.lines.iter().any(|span| span.holds(line)), named);
            }
            let apart = |pair: &[Span]| pair[0].to.unwrap() + 1 < pair[1].from;
            prop_assert!(selector.lines.windows(2).all(apart));
        }

        #[test]
        fn no_words_are_trouble(words in "[0-9Llraw:,+\\- ]{0,12}") {
            let _ = Selector::parse(&words);
            let _ = split(&words);
        }
    }
}
