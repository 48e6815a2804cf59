//! `coder`: files inside a jail.
use std::process::ExitCode;

fn main() -> ExitCode {
    room_core::cli::main::<coder::Verb>()
}
