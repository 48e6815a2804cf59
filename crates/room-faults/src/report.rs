//! What was tried and what came of it: the rows of the table, and what did not hold.

/// How much of a campaign is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// What a test may take.
    Small,
    /// All of it.
    Whole,
}

impl Size {
    /// One number or the other.
    pub(crate) fn of(self, small: usize, whole: usize) -> usize {
        if self == Size::Small { small } else { whole }
    }
}

/// One kind of fault: a line of the table.
#[derive(Debug)]
pub struct Row {
    /// The fault.
    pub fault: String,
    /// How often it was made, and to what.
    pub tried: String,
    /// How that ended.
    pub came_of_it: String,
    /// What did not hold, a line each.
    pub wrong: Vec<String>,
}

impl Row {
    pub(crate) fn new(
        fault: impl Into<String>,
        tried: impl Into<String>,
        came_of_it: impl Into<String>,
    ) -> Self {
        Self { fault: fault.into(), tried: tried.into(), came_of_it: came_of_it.into(), wrong: Vec::new() }
    }

    pub(crate) fn with(self, wrong: Vec<String>) -> Self {
        Self { wrong, ..self }
    }

    /// What a fault that cannot be made here was tried.
    pub const NOT_HERE: &str = "not on this system";

    /// A fault that cannot be made here.
    pub(crate) fn skipped(fault: impl Into<String>, why: &str) -> Self {
        Self::new(fault, Self::NOT_HERE, why)
    }
}

/// How runs ended, by exit code, in words: `12 exit 0, 3 exit 2, 7 killed`.
pub(crate) fn ends(codes: impl IntoIterator<Item = (i32, usize)>) -> String {
    let end = |(code, count): (i32, usize)| {
        if code < 0 { format!("{count} killed") } else { format!("{count} exit {code}") }
    };
    codes.into_iter().map(end).collect::<Vec<_>>().join(", ")
}
