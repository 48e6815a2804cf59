//! The binary of the multicall program.
fn main() -> std::process::ExitCode {
    room::main()
}
