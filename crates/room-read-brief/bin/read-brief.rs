//! The binary of room_read_brief.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_read_brief::Verb>()
}
