//! Places of changes, carried along while other changes move them.

/// Where an operation changed a file, in bytes from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The operation, counted from 0 over all of them.
    pub op_index: usize,
    /// The first byte of what it put there.
    pub start: usize,
    /// The byte after the last; `start` where it only took away.
    pub end: usize,
    /// For a replacement, how many there were: only the place itself is shown.
    pub replacements: Option<u64>,
}

/// Carries marks through one pass of replacements, in the order of the file, in linear time.
pub(super) struct Carry<'m> {
    marks: &'m mut [Mark],
    /// The ends of all marks in the order of their places: mark, whether it is the start, and where it was.
    ends: Vec<(usize, bool, usize)>,
    next: usize,
}

impl<'m> Carry<'m> {
    pub(super) fn new(marks: &'m mut [Mark]) -> Self {
        let places = marks.iter().enumerate();
        let mut ends: Vec<_> =
            places.flat_map(|(mark, at)| [(mark, true, at.start), (mark, false, at.end)]).collect();
        ends.sort_by_key(|&(_, _, place)| place);
        Self { marks, ends, next: 0 }
    }

    /// What stood at `old` was replaced by what now stands at `new`. A mark that began in it begins where it does, one
    /// that ended in it ends where it does.
    pub(super) fn replaced(&mut self, old: std::ops::Range<usize>, new: std::ops::Range<usize>) {
        self.kept_up_to(old.start, new.start);
        while let Some(&(mark, is_start, place)) = self.ends.get(self.next).filter(|end| end.2 < old.end) {
            let begins_here = place == old.start && !is_start;
            self.set(mark, is_start, if is_start || begins_here { new.start } else { new.end });
            self.next += 1;
        }
    }

    /// Everything before `old` was kept, and `old` is at `new` now.
    fn kept_up_to(&mut self, old: usize, new: usize) {
        while let Some(&(mark, is_start, place)) = self.ends.get(self.next).filter(|end| end.2 < old) {
            self.set(mark, is_start, new - (old - place));
            self.next += 1;
        }
    }

    /// The rest was kept; the file ended at `old` and ends at `new` now.
    pub(super) fn rest(mut self, old: usize, new: usize) {
        self.kept_up_to(old + 1, new + 1);
    }

    fn set(&mut self, mark: usize, is_start: bool, place: usize) {
        let mark = &mut self.marks[mark];
        if is_start { mark.start = place } else { mark.end = place }
    }
}
