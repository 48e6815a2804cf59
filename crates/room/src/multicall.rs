//! `room TOOL …`: which tool a call means.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use room_core::cli::{self, Out, Tool, UsageError, nearest};
use room_core::refusal::Failure;

use crate::demo;

/// A tool that runs in this process.
struct Within {
    name: &'static str,
    about: &'static str,
    main: fn(Vec<OsString>) -> ExitCode,
    reference: fn() -> String,
}

/// The entry of a tool's verb table.
fn within<T: Tool>() -> Within {
    Within { name: T::NAME, about: T::ABOUT, main: cli::main_with::<T>, reference: cli::reference::<T> }
}

/// The study's tools, in the order in which a study needs them.
fn tools() -> Vec<Within> {
    vec![
        within::<room_render::Verb>(),
        within::<room_read::Verb>(),
        within::<room_read_brief::Verb>(),
        within::<room_cite::Verb>(),
        within::<room_emit::Verb>(),
        within::<room_cite_case::Verb>(),
        within::<room_mem::Verb>(),
        within::<room_verify::Verb>(),
    ]
}

/// The file tool, a program of its own.
const CODER: (&str, &str) = (
    "coder",
    "files inside a jail: list, create, update, move, delete; read and search by call (a program of its own)",
);

/// Runs what the process's words ask for.
pub fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let Some(first) = words.next() else {
        return refuse(format!("say which tool: room TOOL CORPUS verb [arg]. Tools: {}", names()));
    };
    let rest: Vec<OsString> = words.collect();
    let name = first.to_string_lossy();
    if let Some(tool) = tools().into_iter().find(|tool| tool.name == name) {
        return (tool.main)(rest);
    }
    match name.as_ref() {
        "coder" => coder(rest),
        "demo" => print(|out| demo::demo(rest, out)),
        "reference" if rest.is_empty() => print(|out| out.text(&reference()?)),
        "--help" | "-h" if rest.is_empty() => print(|out| out.text(&help())),
        "--version" | "-V" if rest.is_empty() => {
            print(|out| out.line(concat!("room ", env!("CARGO_PKG_VERSION"))))
        }
        _ => refuse(unknown(&name)),
    }
}

/// `docs/tools.md`, whole: every tool's verbs, drawn from their tables.
///
/// The file tool's are told by its own program, which must be beside this one.
pub fn reference() -> Result<String, UsageError> {
    let mut page = String::from(
        "# Tools\n\nDrawn from the verb tables by `room reference`; a test holds this page against them. \
         `docs/logs.md` says what the logs have in common.\n\n",
    );
    for tool in tools() {
        page.push_str(&(tool.reference)());
    }
    let told = beside().and_then(|program| Command::new(program).arg("--reference").output());
    let told = told.map_err(|error| UsageError::new(not_beside(&error)))?;
    page.push_str(&String::from_utf8_lossy(&told.stdout));
    page.truncate(page.trim_end().len());
    page.push('\n');
    Ok(page)
}

/// Where the file tool's program is.
fn beside() -> io::Result<PathBuf> {
    std::env::current_exe().map(|program| program.with_file_name(CODER.0))
}

fn not_beside(error: &io::Error) -> String {
    format!(
        "the program coder is not beside this one ({error}): build them together, with cargo build --release --bins"
    )
}

/// Becomes the program beside this one.
fn coder(words: Vec<OsString>) -> ExitCode {
    let error = match beside() {
        Ok(program) => Command::new(program).args(words).exec(),
        Err(error) => error,
    };
    refuse(not_beside(&error))
}

fn unknown(name: &str) -> String {
    let known = tools();
    let all = known.iter().map(|tool| tool.name).chain([CODER.0, "demo", "reference"]);
    let near = nearest(name, all).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
    format!("no tool '{name}'.{near} Tools: {}. `room demo` shows them at work", names())
}

fn names() -> String {
    let mut names: Vec<_> = tools().iter().map(|tool| tool.name).collect();
    names.push(CODER.0);
    names.join(", ")
}

fn help() -> String {
    let mut page = String::from("room: a reading room for agents, and for the people who check them\n\n");
    page.push_str("  room TOOL CORPUS verb [arg] [--flag ...]\n  room demo [DIR]\n\ntools (room TOOL --help lists its verbs)\n");
    for (name, about) in tools().iter().map(|tool| (tool.name, tool.about)).chain([CODER]) {
        writeln!(page, "  {name:<12} {about}").expect("a String takes every write");
    }
    page.push_str("\nalso\n  demo         the whole of it on made-up data, each call with its answer\n");
    page.push_str("  reference    every verb of every tool, as Markdown\n");
    page
}

/// Runs something of this program's own on standard output.
fn print(run: impl FnOnce(&mut Out<'_>) -> Result<(), Failure>) -> ExitCode {
    let stdout = io::stdout().lock();
    let terminal = stdout.is_terminal();
    let mut sink = BufWriter::new(stdout);
    let mut out = Out::new(&mut sink, terminal);
    let ended = run(&mut out).and_then(|()| out.flush());
    cli::end(ended)
}

fn refuse(why: String) -> ExitCode {
    cli::end(Err(UsageError::new(why).into()))
}
