//! `render`: makes rooms from raw dumps.

fn main() -> std::process::ExitCode {
    room_core::cli::main::<room_render::Render>()
}
