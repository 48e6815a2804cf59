//! An id as it was typed, looked for among the ids as they are stored.

use super::CorpusError;
use crate::id::{self, Kind};
use room_core::refusal::{Failure, Refuse as _, shortened};

/// Why a typed id names nothing to work on.
#[derive(Debug, thiserror::Error)]
pub enum Lookup {
    /// The file turned out to be broken.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// No such id; everything was looked through.
    #[error("no {kind_word} '{}' in this corpus{}", shortened(typed), .nearest.as_ref().map(|near| format!(". Nearest: '{near}'")).unwrap_or_default())]
    Unknown {
        /// The id as it was typed.
        typed: String,
        /// `thread` or `item`.
        kind_word: &'static str,
        /// A stored id that differs in one place.
        nearest: Option<String>,
    },
    /// A bare id that a post and a comment of this corpus share.
    #[error("'{bare}' is both a post and a comment: say t3_{bare} or t1_{bare}")]
    Ambiguous {
        /// The id without its prefix.
        bare: String,
    },
}

impl Lookup {
    /// The words after the colon.
    pub fn why(&self) -> String {
        self.to_string()
    }

    /// The refusal of a tool: its own label, but for a broken file.
    pub fn refused(self, label: &'static str) -> Failure {
        let why = self.to_string();
        let label = if let Lookup::Corpus(error) = &self { error.label() } else { label };
        Failure::Refused { label, why }
    }
}

/// A typed id and what was met of it. Feed it every place that may be meant, in the file's order.
#[derive(Debug)]
pub(crate) struct Search<T> {
    readings: Vec<(String, Option<Kind>)>,
    met: Vec<Option<T>>,
}

impl<T> Search<T> {
    pub(crate) fn new(typed: &str) -> Self {
        let mut readings = id::readings(typed);
        // What holds a blank or a line end cannot be stored, and must not be looked for across words of a line.
        readings.retain(|(stored, _)| stored.bytes().all(|byte| (b'!'..=b'~').contains(&byte)));
        let met = readings.iter().map(|_| None).collect();
        Self { readings, met }
    }

    /// The ends of all stored ids that may be meant: they stand there with a prefix or without.
    pub(crate) fn bare_ids(&self) -> Vec<String> {
        let mut bare: Vec<_> = self.readings.iter().map(|(stored, _)| id::bare(stored).to_owned()).collect();
        bare.dedup();
        bare.retain(|bare| !bare.is_empty());
        bare
    }

    /// How likely a stored id is meant: 0 is the likeliest, and nothing met later can be meant instead.
    pub(crate) fn rank(&self, stored: &str, kind: Kind) -> Option<usize> {
        let fits = |(reading, wanted): &(String, Option<Kind>)| {
            reading == stored && wanted.is_none_or(|wanted| wanted == kind)
        };
        self.readings.iter().position(fits)
    }

    /// Keeps the first place met of a rank.
    pub(crate) fn meet(&mut self, rank: usize, place: T) {
        if let Some(slot) = self.met.get_mut(rank) {
            slot.get_or_insert(place);
        }
    }

    /// Keeps the last place met of a rank.
    pub(crate) fn meet_last(&mut self, rank: usize, place: T) {
        if let Some(slot) = self.met.get_mut(rank) {
            *slot = Some(place);
        }
    }

    /// What is meant, once everything was met. A bare id of which there are a post and a comment means neither.
    pub(crate) fn choose(self) -> Result<Option<T>, Lookup> {
        let mut met =
            self.readings.into_iter().zip(self.met).filter_map(|(reading, met)| Some((reading, met?)));
        let Some(((stored, wanted), place)) = met.next() else { return Ok(None) };
        if let Some(bare) = stored.strip_prefix(Kind::Post.prefix()).filter(|_| wanted == Some(Kind::Post)) {
            let twin = format!("{}{bare}", Kind::Comment.prefix());
            if met.any(|((stored, _), _)| stored == twin) {
                return Err(Lookup::Ambiguous { bare: bare.to_owned() });
            }
        }
        Ok(Some(place))
    }
}

/// The first of these ids that differs from what was typed in one place at most, letter case and prefix aside.
pub(crate) fn nearest<'a>(typed: &str, ids: impl Iterator<Item = &'a str>) -> Option<String> {
    let typed = id::split(typed).1.to_ascii_lowercase();
    // Of ids this short every other one is near.
    if typed.len() < 4 {
        return None;
    }
    let mut near = None;
    for id in ids {
        let stored = id::split(id).1.to_ascii_lowercase();
        if stored == typed {
            return Some(id.to_owned());
        }
        if near.is_none() && differs_in_one_place(typed.as_bytes(), stored.as_bytes()) {
            near = Some(id.to_owned());
        }
    }
    near
}

/// Whether one byte more, less or other, or two neighbours swapped, is all the difference.
fn differs_in_one_place(a: &[u8], b: &[u8]) -> bool {
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    match (a.len() - tail, b.len() - tail) {
        (0 | 1, 0 | 1) => true,
        (2, 2) => a.first() == b.get(1) && a.get(1) == b.first(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_near() {
        let ids = ["dfnrqjq", "62sgj5", "t3_same00"];
        let near = |typed: &str| nearest(typed, ids.into_iter());
        for typed in ["dfnrqj", "dfnrqjqq", "dfnrqjx", "dfnqrjq", "DFNRQJQ", "t1_dfnrqj"] {
            assert_eq!(near(typed).as_deref(), Some("dfnrqjq"), "{typed}");
        }
        assert_eq!(near("same0").as_deref(), Some("t3_same00"));
        for typed in ["dfnr", "dfnrjjj", "62", "", "xxxxxxx"] {
            assert_eq!(near(typed), None, "{typed}");
        }
    }
}
