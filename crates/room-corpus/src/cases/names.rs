//! Names told apart: the second of a name is `NAME (2)`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The names given in one document so far.
#[derive(Debug, Default)]
pub(super) struct Names<'d> {
    given: HashSet<Cow<'d, str>>,
    /// The last number each repeated name was given with.
    last: HashMap<Cow<'d, str>, usize>,
}

impl<'d> Names<'d> {
    /// The name itself the first time, then with a number. One that a heading spells out is not given again.
    pub(super) fn tell_apart(&mut self, name: Cow<'d, str>) -> Cow<'d, str> {
        if self.given.insert(name.clone()) {
            return name;
        }
        let mut number = self.last.get(&name).map_or(1, |last| *last);
        loop {
            number += 1;
            let numbered: Cow<'d, str> = format!("{name} ({number})").into();
            if self.given.insert(numbered.clone()) {
                self.last.insert(name, number);
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_sections_share_a_name() {
        let mut names = Names::default();
        let told: Vec<_> = ["A", "A (2)", "A", "A", "A (2)", "B"]
            .map(|name| names.tell_apart(name.into()).into_owned())
            .into();
        assert_eq!(told, ["A", "A (2)", "A (3)", "A (4)", "A (2) (2)", "B"]);
    }
}
