//! How much is shown, and which end of it: whole lines up to a number of them and of their bytes.
//!
//! What a line costs are the bytes of its text as it is shown, and one for each line end between two; numbers and footers
//! are free. What is kept is bounded by the budget, however much is offered.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use serde::Deserialize;

/// Which end is kept where not all fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::tools) enum Direction {
    /// The start.
    #[default]
    Head,
    /// The end.
    #[serde(alias = "last")]
    Tail,
    /// Half from each.
    Both,
}

/// How much may be shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) lines: u64,
    pub(super) bytes: u64,
}

/// Which part of the budget was full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    Lines,
    Bytes,
    /// Both ends are shown, and the middle is not.
    Middle,
}

impl Full {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Bytes => "bytes",
            Self::Middle => "middle",
        }
    }
}

/// A line as it is shown, or several that are shown as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The first and the last of the lines.
    pub(super) lines: (u64, u64),
    /// What stands before the text.
    pub(super) prefix: String,
    /// The text.
    pub(super) text: String,
    /// How many bytes of the line the text stands for, where that is not all.
    pub(super) cut: Option<u64>,
    /// Whether bytes that are no UTF-8 are shown as U+FFFD.
    pub(super) lossy: bool,
    /// How many bytes the lines have.
    pub(super) length: u64,
    /// Whether a line end follows in the file.
    pub(super) ended: bool,
}

impl Piece {
    /// Cuts the text to so many bytes, but leaves a character.
    fn cut_to(&mut self, bytes: u64) {
        let fits = |(at, c): &(usize, char)| *at == 0 || (at + c.len_utf8()) as u64 <= bytes;
        let end = self.text.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
        if end < self.text.len() {
            self.text.truncate(end);
            self.cut = Some(end as u64);
        }
    }
}

/// What is kept of the lines that are offered.
#[derive(Debug)]
pub(super) struct Kept {
    /// The lines, in order.
    pub(super) pieces: Vec<Piece>,
    /// Which part of the budget was full, if one was.
    pub(super) full: Option<Full>,
    /// Between which pieces the middle is missing: the number of those before it, and the lines and bytes of it.
    pub(super) gap: Option<(usize, u64, u64)>,
}

/// Takes lines, and keeps those the budget has room for.
#[derive(Debug)]
pub(super) struct Keeper {
    direction: Direction,
    head: Side,
    tail: Side,
    /// Lines and bytes that were offered and let go.
    gone: (u64, u64),
    full: Option<Full>,
}

/// One end.
#[derive(Debug)]
struct Side {
    budget: Budget,
    pieces: VecDeque<Piece>,
    bytes: u64,
}

impl Side {
    fn new(lines: u64, bytes: u64) -> Self {
        Self { budget: Budget { lines, bytes }, pieces: VecDeque::new(), bytes: 0 }
    }

    /// What the pieces and the line ends between them cost.
    fn cost(&self) -> u64 {
        self.bytes + (self.pieces.len() as u64).saturating_sub(1)
    }

    fn push(&mut self, piece: Piece) {
        self.bytes += piece.text.len() as u64;
        self.pieces.push_back(piece);
    }

    fn pop(&mut self) -> Option<Piece> {
        let piece = self.pieces.pop_front()?;
        self.bytes -= piece.text.len() as u64;
        Some(piece)
    }

    /// What of the budget is used up, if anything.
    fn over(&self) -> Option<Full> {
        if self.pieces.len() as u64 > self.budget.lines {
            return Some(Full::Lines);
        }
        (self.cost() > self.budget.bytes).then_some(Full::Bytes)
    }
}

impl Keeper {
    pub(super) fn new(direction: Direction, budget: Budget) -> Self {
        let Budget { lines, bytes } = budget;
        let (head, tail) = match direction {
            Direction::Head => (Side::new(lines, bytes), Side::new(0, 0)),
            Direction::Tail => (Side::new(0, 0), Side::new(lines, bytes)),
            Direction::Both => {
                let first = (lines / 2).max(1);
                (Side::new(first, bytes / 2), Side::new(lines - first, bytes / 2))
            }
        };
        Self { direction, head, tail, gone: (0, 0), full: None }
    }

    /// Takes the next line. Breaks where no later line can be kept.
    pub(super) fn take(&mut self, mut piece: Piece) -> ControlFlow<()> {
        if self.direction != Direction::Tail && self.full.is_none() {
            if self.head.pieces.is_empty() {
                piece.cut_to(self.head.budget.bytes);
            }
            self.head.push(piece);
            let over = self.head.over().filter(|_| self.head.pieces.len() > 1);
            let Some(full) = over else { return ControlFlow::Continue(()) };
            self.full = Some(full);
            let last = self.head.pieces.pop_back().expect("it was pushed");
            self.head.bytes -= last.text.len() as u64;
            if self.direction == Direction::Head {
                return ControlFlow::Break(());
            }
            piece = last;
        }
        self.tail.push(piece);
        while let Some(full) = self.tail.over() {
            if self.direction == Direction::Tail && self.tail.pieces.len() == 1 {
                let bytes = self.tail.budget.bytes;
                let last = self.tail.pieces.back_mut().expect("there is one");
                last.cut_to(bytes);
                self.tail.bytes = last.text.len() as u64;
                break;
            }
            let gone = self.tail.pop().expect("what costs too much is there");
            self.gone.0 += gone.lines.1 - gone.lines.0 + 1;
            self.gone.1 += gone.length + u64::from(gone.ended);
            if self.direction == Direction::Tail {
                self.full = Some(full);
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn finish(self) -> Kept {
        let before = self.head.pieces.len();
        let pieces: Vec<_> = self.head.pieces.into_iter().chain(self.tail.pieces).collect();
        let (lines, bytes) = self.gone;
        let (full, gap) = match self.direction {
            Direction::Both if lines > 0 => (Some(Full::Middle), Some((before, lines, bytes))),
            Direction::Both => (None, None),
            Direction::Head | Direction::Tail => (self.full, None),
        };
        Kept { pieces, full, gap }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn piece(number: u64, text: &str) -> Piece {
        Piece {
            lines: (number, number),
            prefix: String::new(),
            text: text.to_owned(),
            cut: None,
            lossy: false,
            length: text.len() as u64,
            ended: true,
        }
    }

    fn kept(direction: Direction, budget: (u64, u64), texts: &[String]) -> Kept {
        let mut keeper = Keeper::new(direction, Budget { lines: budget.0, bytes: budget.1 });
        for (number, text) in (1..).zip(texts) {
            if keeper.take(piece(number, text)).is_break() {
                break;
            }
        }
        keeper.finish()
    }

    fn numbers(kept: &Kept) -> Vec<u64> {
        kept.pieces.iter().map(|piece| piece.lines.0).collect()
    }

    #[test]
    fn lines_of_65_bytes_in_51_200() {
        let texts: Vec<String> = (0..1200).map(|_| "x".repeat(65)).collect();
        let head = kept(Direction::Head, (20_000, 51_200), &texts);
        assert_eq!((numbers(&head).last(), head.full), (Some(&775), Some(Full::Bytes)));
        let tail = kept(Direction::Tail, (20_000, 51_200), &texts);
        assert_eq!((numbers(&tail)[0], tail.full), (426, Some(Full::Bytes)));
        let both = kept(Direction::Both, (20_000, 51_200), &texts);
        assert_eq!((numbers(&both)[386], numbers(&both)[387], both.full), (387, 814, Some(Full::Middle)));
        assert_eq!(both.gap, Some((387, 426, 426 * 66)));
    }

    #[test]
    fn what_fits_exactly_is_not_cut() {
        let texts: Vec<String> = (0..4).map(|_| "xx".to_owned()).collect();
        for direction in [Direction::Head, Direction::Tail, Direction::Both] {
            let whole = kept(direction, (4, 11 + u64::from(direction == Direction::Both)), &texts);
            assert_eq!((numbers(&whole), whole.full), (vec![1, 2, 3, 4], None), "{direction:?}");
        }
        assert_eq!(kept(Direction::Head, (3, 99), &texts).full, Some(Full::Lines));
        assert_eq!(kept(Direction::Tail, (3, 99), &texts).full, Some(Full::Lines));
    }

    #[test]
    fn a_line_larger_than_the_budget_is_shown_in_part() {
        let texts = ["é".repeat(9), "b".to_owned()];
        for direction in [Direction::Head, Direction::Both] {
            let cut = kept(direction, (9, 10), &texts);
            assert_eq!(cut.pieces[0].text, "é".repeat(if direction == Direction::Head { 5 } else { 2 }));
            assert!(cut.pieces[0].cut.is_some());
        }
        let last = kept(Direction::Tail, (9, 5), &[texts[1].clone(), texts[0].clone()]);
        assert_eq!((numbers(&last), last.pieces[0].text.as_str()), (vec![2], "éé"));
    }

    proptest! {
        /// What is kept is a start, an end or both, within the budget, and said to be cut exactly where it is.
        #[test]
        fn the_budget_holds(
            lengths in prop::collection::vec(0_usize..9, 0..30), lines in 1_u64..12, bytes in 1_u64..60,
            direction in prop::sample::select(vec![Direction::Head, Direction::Tail, Direction::Both]),
        ) {
            let texts: Vec<String> = lengths.iter().map(|length| "x".repeat(*length)).collect();
            let kept = kept(direction, (lines, bytes), &texts);
            let numbers = numbers(&kept);
            prop_assert!(numbers.is_sorted() && numbers.len() as u64 <= lines);
            prop_assert_eq!(kept.full.is_some(), numbers.len() < texts.len());
            prop_assert!(texts.is_empty() || !numbers.is_empty());
            let gaps = numbers.windows(2).filter(|pair| pair[0] + 1 != pair[1]).count();
            prop_assert!(gaps <= usize::from(direction == Direction::Both));
            let cost = kept.pieces.iter().map(|piece| piece.text.len()).sum::<usize>() + numbers.len().saturating_sub(1);
            prop_assert!(cost as u64 <= bytes + 1 || numbers.len() == 1 || direction == Direction::Both && cost as u64 <= bytes + 2);
        }
    }
}
