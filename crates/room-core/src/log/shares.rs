//! Long work on lines, in about equal shares on all cores.

/// The least that is worth a thread of its own, in bytes: some milliseconds' work.
const SHARE: usize = 1 << 20;

/// Whole lines in about equal shares, one a core, in order.
pub(super) fn split(text: &str) -> Vec<&str> {
    let cores =
        if text.len() < 2 * SHARE { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let size = (text.len() / cores + 1).max(SHARE);
    let mut shares = Vec::with_capacity(cores);
    let mut rest = text;
    while !rest.is_empty() {
        let at = size.min(rest.len());
        let newline = rest.as_bytes().get(at..).and_then(|after| memchr::memchr(b'\n', after));
        let (share, others) = rest.split_at(newline.map_or(rest.len(), |further| at + further + 1));
        shares.push(share);
        rest = others;
    }
    shares
}

/// Does the same work on each of several things, each on a thread of its own and the last on this one. What comes of
/// them is in their order.
pub(super) fn on_all_cores<W: Copy + Send, T: Send>(things: &[W], work: impl Fn(W) -> T + Sync) -> Vec<T> {
    let Some((last, earlier)) = things.split_last() else { return Vec::new() };
    let work = &work;
    std::thread::scope(|scope| {
        let start = |thing: &W| {
            let thing = *thing;
            (thing, std::thread::Builder::new().spawn_scoped(scope, move || work(thing)))
        };
        let workers: Vec<_> = earlier.iter().map(start).collect();
        let end = work(*last);
        // Where the system gives no more threads this one does the work.
        let done = |(thing, worker): (W, std::io::Result<std::thread::ScopedJoinHandle<'_, T>>)| {
            worker.map_or_else(|_| work(thing), |worker| worker.join().expect("the work does not panic"))
        };
        workers.into_iter().map(done).chain([end]).collect()
    })
}
