//! The binary of room_read.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_read::Verb>()
}
