//! The binary of room_verify.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_verify::Verb>()
}
