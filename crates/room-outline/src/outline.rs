//! The lines of a source as units: shown, folded onto the line above, or elided.

use std::ops::RangeInclusive;

use crate::engine;
use crate::language::Language;

/// One thing to show. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A line as it stands.
    Line(usize),
    /// Two lines as one: `from` opens a bracket at its end, `to` closes it, and the lines between them are elided.
    Folded {
        /// The line that opens.
        from: usize,
        /// The line that closes.
        to: usize,
    },
    /// Lines that are elided where nothing closes: a mark stands for them.
    Elided {
        /// The first of them.
        from: usize,
        /// The last.
        to: usize,
    },
}

/// A source without its bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Every line of the source, each in one unit, in order.
    pub units: Vec<Unit>,
}

impl Outline {
    /// How many lines are not shown.
    pub fn hidden(&self) -> usize {
        self.units.iter().map(|unit| unit.hidden()).sum()
    }

    /// In how many places.
    pub fn regions(&self) -> usize {
        self.units.iter().filter(|unit| unit.hidden() > 0).count()
    }
}

impl Unit {
    /// The lines it stands for.
    pub fn lines(self) -> RangeInclusive<usize> {
        match self {
            Self::Line(line) => line..=line,
            Self::Folded { from, to } | Self::Elided { from, to } => from..=to,
        }
    }

    /// How many of them are not shown.
    pub fn hidden(self) -> usize {
        match self {
            Self::Line(_) => 0,
            Self::Folded { from, to } => to - from - 1,
            Self::Elided { from, to } => to - from + 1,
        }
    }
}

/// A source without its bodies; `None` where it does not parse, or nothing in it can be elided.
///
/// A line ends at LF; a last line without one counts.
pub fn outline(language: Language, source: &str) -> Option<Outline> {
    let gone = engine::elided(language, source)?;
    if gone.is_empty() {
        return None;
    }
    let lines: Vec<&str> = source.split_terminator('\n').collect();
    let line =
        |number: usize| number.checked_sub(1).and_then(|at| lines.get(at)).copied().unwrap_or_default();
    let mut units = Vec::new();
    let mut next = 1;
    for gone in gone {
        let (from, to) = (*gone.start(), *gone.end());
        units.extend((next..from).map(Unit::Line));
        next = to + 1;
        // The line above may have closed what went before it; then it is shown already.
        let above = units.last().is_some_and(|unit| *unit == Unit::Line(from - 1));
        if above && closes(line(from - 1), line(next)) {
            units.pop();
            units.push(Unit::Folded { from: from - 1, to: next });
            next += 1;
        } else {
            units.push(Unit::Elided { from, to });
        }
    }
    units.extend((next..=lines.len()).map(Unit::Line));
    Some(Outline { units })
}

/// Whether a line ends with a bracket that the other begins by closing, with nothing after it but punctuation.
fn closes(opens: &str, closes: &str) -> bool {
    let wanted = match opens.trim_end().chars().next_back() {
        Some('{') => '}',
        Some('(') => ')',
        Some('[') => ']',
        _ => return false,
    };
    let rest = closes.trim().strip_prefix(wanted);
    rest.is_some_and(|rest| rest.chars().all(|c| matches!(c, ';' | ',' | ')' | ']' | '}')))
}
