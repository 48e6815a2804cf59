//! The items of one community, gathered from its lines: each once, and each with a name of its own.

use std::collections::{HashMap, HashSet};

use super::item::{Content, Item};
use super::line::Line;
use crate::id::Kind;

/// An item that stayed, with what the header counts of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The item.
    pub item: Item,
    /// Lines of the same item that went.
    pub repeated: u64,
    /// Lone surrogates in the line that stayed.
    pub surrogates: u64,
}

impl AsRef<Item> for Kept {
    fn as_ref(&self) -> &Item {
        &self.item
    }
}

/// Lines on their way to a room: give them in the order of the dump, then [`Gathering::finish`].
#[derive(Debug, Default)]
pub struct Gathering {
    /// The line that stays so far, in the place of the line it came from; a place that was given up is empty.
    lines: Vec<Option<(Line, u64)>>,
    places: HashMap<(Kind, String), usize>,
}

impl Gathering {
    /// Adds a line. Of two lines of one item an exact copy goes; else the one captured later stays, on a tie the
    /// second.
    pub fn add(&mut self, line: Line) {
        let key = (line.item.kind(), line.item.item_id.clone());
        let Some(place) = self.places.get_mut(&key) else {
            self.places.insert(key, self.lines.len());
            self.lines.push(Some((line, 0)));
            return;
        };
        let slot = self.lines.get_mut(*place).expect("places are of lines that were pushed");
        let (kept, repeated) = slot.as_mut().expect("the place of an item is never one that was given up");
        *repeated += 1;
        if kept.item == line.item {
            kept.retrieved_on = kept.retrieved_on.max(line.retrieved_on);
        } else if line.retrieved_on >= kept.retrieved_on {
            let repeated = *repeated;
            *slot = None;
            *place = self.lines.len();
            self.lines.push(Some((line, repeated)));
        }
    }

    /// The items, in the order of the lines that stayed. Where a post and a comment share a bare id both get their
    /// kind's prefix, there and wherever they are named.
    pub fn finish(self) -> Vec<Kept> {
        let Self { lines, places } = self;
        let clashing: HashSet<String> = places
            .keys()
            .filter(|(kind, id)| *kind == Kind::Post && places.contains_key(&(Kind::Comment, id.clone())))
            .map(|(_, id)| id.clone())
            .collect();
        drop(places);
        let stayed = lines.into_iter().flatten();
        stayed
            .map(|(mut line, repeated)| {
                if !clashing.is_empty() {
                    tell_apart(&mut line, &clashing);
                }
                Kept { item: line.item, repeated, surrogates: line.surrogates }
            })
            .collect()
    }
}

/// Puts the kind's prefix before each id of a line that would name two items.
fn tell_apart(line: &mut Line, clashing: &HashSet<String>) {
    let prefix = |id: &mut String, kind: Kind| {
        if clashing.contains(id) {
            id.insert_str(0, kind.prefix());
        }
    };
    let (kind, parent) = (line.item.kind(), line.parent_kind());
    prefix(&mut line.item.item_id, kind);
    prefix(&mut line.item.thread_id, Kind::Post);
    if let (Content::Comment { parent_id, .. }, Some(parent)) = (&mut line.item.content, parent) {
        prefix(parent_id, parent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Titles;

    fn gathered(lines: &[&str]) -> Vec<Kept> {
        let mut gathering = Gathering::default();
        for line in lines {
            gathering.add(Line::read(line, &Titles::new()).unwrap());
        }
        gathering.finish()
    }

    fn bodies(kept: &[Kept]) -> Vec<(String, u64)> {
        kept.iter().map(|kept| (kept.item.body().into_owned(), kept.repeated)).collect()
    }

    fn comment(body: &str, retrieved_on: &str) -> String {
        format!(r#"{{"id":"c","link_id":"t3_p","created_utc":1,"body":"{body}"{retrieved_on}}}"#)
    }

    #[test]
    fn the_later_capture_stays_wherever_it_stands() {
        let (old, new) =
            (comment("old", r#","retrieved_on":90"#), comment("new", r#","retrieved_on":"100""#));
        let (bare, tied) = (comment("bare", ""), comment("tied", r#","retrieved_on":100.9"#));
        assert_eq!(bodies(&gathered(&[&old, &new])), [("new".to_owned(), 1)]);
        assert_eq!(bodies(&gathered(&[&new, &old])), [("new".to_owned(), 1)]);
        assert_eq!(bodies(&gathered(&[&new, &bare])), [("new".to_owned(), 1)]);
        assert_eq!(bodies(&gathered(&[&new, &tied, &bare])), [("tied".to_owned(), 2)]);
    }

    #[test]
    fn a_copy_is_dropped_but_its_capture_counts() {
        let lines = [
            comment("same", r#","retrieved_on":1"#),
            comment("same", r#","retrieved_on":9,"gilded":1"#),
            comment("other", r#","retrieved_on":5"#),
        ];
        let lines: Vec<_> = lines.iter().map(String::as_str).collect();
        assert_eq!(bodies(&gathered(&lines)), [("same".to_owned(), 2)]);
    }

    #[test]
    fn clashing_ids_are_told_apart_wherever_they_are_named() {
        let kept = gathered(&[
            r#"{"id":"x","title":"post","created_utc":1}"#,
            r#"{"id":"x","link_id":"t3_other","parent_id":"t1_y","body":"comment","created_utc":2}"#,
            r#"{"id":"a","link_id":"t3_x","body":"no parent","created_utc":3}"#,
            r#"{"id":"b","link_id":"t3_x","parent_id":"t1_x","body":"under the comment","created_utc":3}"#,
            r#"{"id":"c","link_id":"t3_x","parent_id":"x","body":"bare","created_utc":3}"#,
            r#"{"id":"d","link_id":"t3_other","parent_id":"x","body":"bare, elsewhere","created_utc":3}"#,
        ]);
        let ids: Vec<_> = kept
            .iter()
            .map(|kept| match &kept.item.content {
                Content::Post { .. } => format!("{} {}", kept.item.item_id, kept.item.thread_id),
                Content::Comment { parent_id, .. } => {
                    format!("{} {} {parent_id}", kept.item.item_id, kept.item.thread_id)
                }
            })
            .collect();
        let want = ["t3_x t3_x", "t1_x other y", "a t3_x t3_x", "b t3_x t1_x", "c t3_x t3_x", "d other t1_x"];
        assert_eq!(ids, want);
    }
}
