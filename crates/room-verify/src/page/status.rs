//! How a result looks: a shape and a word, so that colour only helps.

use crate::resolve::Status;

/// The shape of a result.
pub(super) fn shape(status: Status) -> &'static str {
    match status {
        Status::Exact => "✓",
        Status::Normalised => "≈",
        Status::Several => "≡",
        Status::Elided => "⋯",
        Status::Short => "–",
        Status::NotFound => "✗",
        Status::NoSuchItem => "?",
        Status::Unclosed => "⌐",
    }
}

/// The class of a result in the style sheet.
pub(super) fn class(status: Status) -> &'static str {
    match status {
        Status::Exact | Status::Normalised => "holds",
        Status::Several | Status::Elided | Status::Short | Status::Unclosed => "look",
        Status::NotFound | Status::NoSuchItem => "fails",
    }
}

/// What a result means, in a sentence.
pub(super) fn meaning(status: Status) -> &'static str {
    match status {
        Status::Exact => "Stands in one item, code point for code point.",
        Status::Normalised => "Stands in one item once marks, dashes and blanks are taken as equal.",
        Status::Several => "Stands in several items; the brief names none of them.",
        Status::Elided => "Its parts stand in one item, in this order, with words left out.",
        Status::Short => "Stands there, but so few words prove nothing.",
        Status::NotFound => "No item that it may come from holds it.",
        Status::NoSuchItem => "The item it names does not exist.",
        Status::Unclosed => "Its mark never closes in its paragraph, so nothing was looked up.",
    }
}
