//! The binary of room_cite.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_cite::Verb>()
}
