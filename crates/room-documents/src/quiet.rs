//! Where others' readers run: a panic in one becomes an error, and nothing is printed of it.

use std::any::Any;
use std::cell::Cell;
use std::panic;
use std::sync::Once;
use std::thread;

use crate::DocumentError;

/// Bytes of stack. Readers of PDF follow what a file nests, up to some hundred levels.
const STACK: usize = 64 << 20;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read` on a thread of its own. A panic in it is not reported by the panic hook, whoever set that.
pub(crate) fn run<T: Send>(
    read: impl FnOnce() -> Result<T, DocumentError> + Send,
) -> Result<T, DocumentError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(hush_quiet_threads);
    thread::scope(|scope| {
        let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            QUIET.set(true);
            read()
        });
        match reader {
            Ok(reader) => reader.join().unwrap_or_else(|panic| Err(reason(panic.as_ref()))),
            Err(_) => Err(DocumentError::GaveUp),
        }
    })
}

/// Ends the run from inside a reader that offers no way to stop it. No hook is called.
pub(crate) fn stop(reason: DocumentError) -> ! {
    panic::resume_unwind(Box::new(reason))
}

fn reason(panic: &(dyn Any + Send)) -> DocumentError {
    panic.downcast_ref().cloned().unwrap_or(DocumentError::GaveUp)
}

/// Puts a hook before the one that is set, which sees the panics of all threads but ours.
fn hush_quiet_threads() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !QUIET.get() {
            before(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_error() {
        let outcome: Result<(), _> = run(|| panic!("a reader of others"));
        assert_eq!(outcome, Err(DocumentError::GaveUp));
    }

    #[test]
    fn a_run_can_be_stopped_from_inside() {
        let outcome: Result<(), _> = run(|| stop(DocumentError::NoText));
        assert_eq!(outcome, Err(DocumentError::NoText));
    }

    #[test]
    fn the_stack_is_deep() {
        fn deep(levels: u32) -> u32 {
            let frame = std::hint::black_box([levels; 1024]);
            if levels == 0 { 0 } else { deep(levels - 1) + u32::from(frame[7] == levels) }
        }
        assert_eq!(run(|| Ok(deep(8_000))), Ok(8_000));
    }
}
