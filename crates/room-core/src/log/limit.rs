//! A file-size limit that refuses like a full disk, instead of killing the process.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Turns the signal of a file-size limit into an error of the write that met it; called once, before any log is open.
///
/// The signal is caught rather than ignored, so a program started from here has its own way with it again.
pub fn survive_file_size_limit() -> io::Result<()> {
    let met = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, met).map(drop)
}
