//! The answer to a search, put together in the order of the paths.

use std::ops::ControlFlow;
use std::path::Path;

use super::seeker::{Looked, Seeker, Why};
use super::{Found, PathMatch};
use crate::searching::Event;

/// The answer as it grows, in order.
pub(super) struct Answer {
    pub(super) found: Found,
    in_content: bool,
    in_paths: bool,
    most: usize,
    left: u64,
}

impl Answer {
    pub(super) fn new(seeker: &Seeker<'_>, budget: u64) -> Self {
        Self {
            found: Found::default(),
            in_content: seeker.in_content,
            in_paths: seeker.in_paths,
            most: seeker.most,
            left: budget,
        }
    }

    /// Adds an event. Breaks once nothing more can be added.
    pub(super) fn take(&mut self, event: Event<Looked>) -> ControlFlow<()> {
        match event {
            Event::File(path, looked) => self.look(&path, looked),
            Event::Excluded(_) => {
                self.found.skipped.excluded += 1;
                ControlFlow::Continue(())
            }
            Event::Link(_) => {
                self.found.skipped.links += 1;
                ControlFlow::Continue(())
            }
            Event::Unreadable(path, _) => {
                self.found.skipped.unreadable += 1;
                self.found.skipped.name(&path);
                ControlFlow::Continue(())
            }
        }
    }

    fn look(&mut self, path: &Path, looked: Looked) -> ControlFlow<()> {
        let (in_path, matches) = match looked {
            Looked::Read { in_path, matches } => (in_path, matches),
            Looked::Passed { in_path, why } => {
                if self.in_content {
                    self.pass(path, &why);
                }
                (in_path, Vec::new())
            }
        };
        if in_path && self.in_paths {
            let path = path.display().to_string();
            if self.found.path_matches.len() == self.most {
                self.in_paths = false;
                self.found.truncated = true;
            } else {
                self.pay(path.len())?;
                self.found.path_matches.push(PathMatch { path });
            }
        }
        for matched in matches {
            if !self.in_content {
                break;
            }
            if self.found.content_matches.len() == self.most {
                self.in_content = false;
                self.found.truncated = true;
                break;
            }
            let context: usize = matched.before.iter().chain(&matched.after).map(String::len).sum();
            self.pay(matched.path.len() + matched.text.len() + context)?;
            self.found.content_matches.push(matched);
        }
        // A list that is full does not end the other's search.
        if self.in_content || self.in_paths { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Takes bytes from the budget; the first that does not fit ends the search.
    fn pay(&mut self, bytes: usize) -> ControlFlow<()> {
        if let Some(left) = self.left.checked_sub(bytes as u64) {
            self.left = left;
            return ControlFlow::Continue(());
        }
        self.found.truncated = true;
        ControlFlow::Break(())
    }

    fn pass(&mut self, path: &Path, why: &Why) {
        let skipped = &mut self.found.skipped;
        match why {
            Why::Binary => skipped.binary += 1,
            Why::TooLarge => {
                skipped.too_large += 1;
                skipped.name(path);
            }
            Why::Unreadable => {
                skipped.unreadable += 1;
                skipped.name(path);
            }
            Why::Hidden => {}
        }
    }
}
