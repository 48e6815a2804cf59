//! Work done on all cores.

use std::sync::{Mutex, PoisonError};

/// How many cores there are.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the same work on each of several things, each on a thread of its own and the last on this one. What comes of
/// them is in their order.
pub fn on_all<W: Send, T: Send>(mut things: Vec<W>, work: impl Fn(W) -> T + Sync) -> Vec<T> {
    let Some(last) = things.pop() else { return Vec::new() };
    let things: Vec<_> = things.into_iter().map(|thing| Mutex::new(Some(thing))).collect();
    let take = |thing: &Mutex<Option<W>>| {
        let thing = thing.lock().unwrap_or_else(PoisonError::into_inner).take();
        work(thing.expect("each thing is taken once"))
    };
    std::thread::scope(|scope| {
        let take = &take;
        let start = |thing| (thing, std::thread::Builder::new().spawn_scoped(scope, move || take(thing)));
        let workers: Vec<_> = things.iter().map(start).collect();
        let end = work(last);
        // Where the system gives no more threads this one does the work.
        let done = |(thing, worker): (_, std::io::Result<std::thread::ScopedJoinHandle<'_, T>>)| {
            worker.map_or_else(|_| take(thing), |worker| worker.join().expect("the work does not panic"))
        };
        workers.into_iter().map(done).chain([end]).collect()
    })
}
