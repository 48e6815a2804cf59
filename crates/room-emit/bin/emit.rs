//! The binary of room_emit.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_emit::Verb>()
}
