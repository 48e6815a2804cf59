//! The binary of room_mem.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_mem::Verb>()
}
