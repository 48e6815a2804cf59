//! Whose turn it is to be in memory: as many at once as keep the cores busy, and a large one only beside small ones.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most that may be in memory at once, on however many cores.
const MOST_AT_ONCE: usize = 4;

/// A line of waiting pieces of work. One end is served largest first, the other smallest first, until they meet.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    line: Mutex<Line<T>>,
    changed: Condvar,
    at_once: usize,
}

#[derive(Debug)]
struct Line<T> {
    /// Largest first.
    waiting: VecDeque<T>,
    /// The ends at which someone may be served now.
    free: Vec<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Large,
    Small,
}

/// A piece of work whose turn it is, until this is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'t, T> {
    turns: &'t Turns<T>,
    end: End,
    of: T,
}

impl<T> Turns<T> {
    /// Gives turns to these pieces of work, which come largest first.
    pub(crate) fn new(largest_first: Vec<T>) -> Self {
        let at_once = thread::available_parallelism().map_or(1, usize::from).min(MOST_AT_ONCE);
        let mut free = vec![End::Small; at_once - 1];
        free.push(End::Large);
        let line = Line { waiting: largest_first.into(), free };
        Self { line: Mutex::new(line), changed: Condvar::new(), at_once }
    }

    /// How many turns there are at once.
    pub(crate) fn at_once(&self) -> usize {
        self.at_once
    }

    /// The next piece of work, once it may have its turn; `None` where none waits.
    pub(crate) fn next(&self) -> Option<Turn<'_, T>> {
        let mut line = self.line();
        loop {
            if line.waiting.is_empty() {
                return None;
            }
            if let Some(end) = line.free.pop() {
                let next = match end {
                    End::Large => line.waiting.pop_front(),
                    End::Small => line.waiting.pop_back(),
                };
                return next.map(|of| Turn { turns: self, end, of });
            }
            line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends home all that wait.
    pub(crate) fn end(&self) {
        self.line().waiting.clear();
        self.changed.notify_all();
    }

    /// The line. No step of ours leaves it half changed, so one that panicked elsewhere does no harm to it.
    fn line(&self) -> MutexGuard<'_, Line<T>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Turn<'_, T> {
    /// Whose turn it is.
    pub(crate) fn of(&self) -> &T {
        &self.of
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        self.turns.line().free.push(self.end);
        // All, since those for whom nothing is left must hear of it too.
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_largest_is_served_beside_the_smallest() {
        let mut turns = Turns::new(vec![9, 7, 5, 3, 1]);
        turns.line =
            Mutex::new(Line { waiting: vec![9, 7, 5, 3, 1].into(), free: vec![End::Small, End::Large] });
        let (large, small) = (turns.next().unwrap(), turns.next().unwrap());
        assert_eq!((*large.of(), *small.of()), (9, 1));
        drop(small);
        let small = turns.next().unwrap();
        assert_eq!(*small.of(), 3);
        drop(large);
        assert_eq!(*turns.next().unwrap().of(), 7);
        turns.end();
        assert!(turns.next().is_none());
    }

    #[test]
    fn each_has_one_turn_and_no_more_at_once_than_may() {
        let turns = Turns::new((0..500).collect());
        let (served, now) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..turns.at_once() + 3 {
                scope.spawn(|| {
                    while let Some(turn) = turns.next() {
                        assert!(now.fetch_add(1, Ordering::SeqCst) < turns.at_once());
                        served.fetch_add(1, Ordering::SeqCst);
                        now.fetch_sub(1, Ordering::SeqCst);
                        drop(turn);
                    }
                });
            }
        });
        assert_eq!(served.load(Ordering::SeqCst), 500);
    }
}
