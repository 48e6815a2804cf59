//! `windows`: the next threads from the cursor.

use std::fmt::Write as _;

use room_core::cli::{Out, count};
use room_core::refusal::Failure;
use room_core::text::{Chars, chars};
use room_corpus::serve::Service;

use crate::window::Window;

/// How many threads, where no number is given.
const THREADS: usize = 10;
/// Code points a window has at most, where no size is given.
const SIZE: usize = 1_200;
/// The least size: room for the `@` lines of a thread and its post.
const LEAST: usize = 200;

/// The value of `--size`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    match count(text) {
        Ok(size) if size >= LEAST => Ok(size),
        _ => Err(format!("must be a whole number from {LEAST} on, in digits")),
    }
}

/// Serves the next `n` threads. The cursor is the number of window records, read and moved under the log's lock.
pub(crate) fn windows(
    service: &Service<'_>,
    n: Option<usize>,
    size: Option<usize>,
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    let (n, size) = (n.unwrap_or(THREADS), Chars(size.unwrap_or(SIZE)));
    service.decide_by_sums(out, |served| {
        let (mut entries, mut text) = (Vec::new(), String::new());
        for thread in service.corpus.threads_from(served.windows).take(n) {
            let thread = thread?;
            let items = thread.items()?;
            let window = Window::of(&thread, &items, size);
            let entry = service
                .entry("window", chars(window.text))
                .field("thread_id", thread.id)
                .field("items", window.items)
                .field("of_items", items.len())
                .field("cut_item", window.cut_item)
                .field("whole", window.whole);
            entries.push(entry);
            text.push_str(window.text);
            text.push_str(&window.more);
        }
        if entries.is_empty() {
            let all = service.corpus.header().threads;
            writeln!(text, "@end {all}/{all} threads").expect("a String takes every write");
        }
        Ok((entries, text))
    })
}
