//! The binary of room_cite_case.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_cite_case::Verb>()
}
