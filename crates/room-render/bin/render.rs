//! The binary of room_render.
fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_render::Verb>()
}
