//! `room TOOL …`: which tool a call means.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use room_core::cli::{self, Out, Tool, UsageError, nearest};
use room_core::refusal::Failure;

use crate::{demo, shells};

/// A tool: what its verb table says, and how it is run.
struct Entry {
    name: &'static str,
    about: &'static str,
    main: fn(Vec<OsString>) -> ExitCode,
    reference: fn() -> String,
    table: fn() -> clap::Command,
}

/// A tool's verb table with a way to run it.
fn entry<T: Tool>(main: fn(Vec<OsString>) -> ExitCode) -> Entry {
    Entry { name: T::NAME, about: T::ABOUT, main, reference: cli::reference::<T>, table: cli::table::<T> }
}

/// A tool that runs in this process.
fn within<T: Tool>() -> Entry {
    entry::<T>(cli::main_with::<T>)
}

/// Every tool, in the order in which a study needs them. Of the file tool only the verb table is here: what it does is
/// the program's beside this one, so that nobody who reads a corpus loads what only a file tool needs.
fn tools() -> Vec<Entry> {
    vec![
        within::<room_render::Verb>(),
        within::<room_read::Verb>(),
        within::<room_read_brief::Verb>(),
        within::<room_cite::Verb>(),
        within::<room_emit::Verb>(),
        within::<room_cite_case::Verb>(),
        within::<room_mem::Verb>(),
        within::<room_verify::Verb>(),
        entry::<coder::Verb>(beside),
    ]
}

/// What this program does itself: its name, its words, and what help says of it.
const OWN: [(&str, &str, &str); 4] = [
    ("demo", "[DIR]", "the whole of it on made-up data, each call with its answer"),
    ("reference", "", "every verb of every tool, as Markdown"),
    (
        "completions",
        "SHELL",
        "what a shell needs to complete room's words: bash, elvish, fish, powershell, zsh",
    ),
    ("man", "DIR", "a manual page a tool and a verb, written into a folder"),
];

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
        "demo" => print(|out| demo::demo(rest, out)),
        "reference" if rest.is_empty() => print(|out| out.text(&reference())),
        "completions" => print(|out| out.text(&shells::completions(room(), rest)?)),
        "man" => print(|out| out.text(&shells::man(room(), rest)?)),
        "--help" | "-h" if rest.is_empty() => print(|out| out.text(&help())),
        "--version" | "-V" if rest.is_empty() => {
            print(|out| out.line(concat!("room ", env!("CARGO_PKG_VERSION"))))
        }
        _ => refuse(unknown(&name)),
    }
}

/// This program with every tool's verbs below it, as generators of completions and man pages want it.
fn room() -> clap::Command {
    let own = OWN.map(|(name, words, about)| {
        let argument = words.trim_matches(['[', ']']);
        let command = clap::Command::new(name).about(about);
        if words.is_empty() { command } else { command.arg(clap::Arg::new("argument").value_name(argument)) }
    });
    clap::Command::new("room")
        .about(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(tools().iter().map(|tool| (tool.table)()))
        .subcommands(own)
}

/// `docs/tools.md`, whole: every tool's verbs, drawn from their tables.
fn reference() -> String {
    let mut page = String::from(
        "# Tools\n\nDrawn from the verb tables by `room reference`; a test holds this page against them. \
         `docs/logs.md` says what the logs have in common.\n\n",
    );
    for tool in tools() {
        page.push_str(&(tool.reference)());
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

/// Becomes the file tool's program, which must be beside this one.
fn beside(words: Vec<OsString>) -> ExitCode {
    let name = <coder::Verb as Tool>::NAME;
    let error = match std::env::current_exe() {
        Ok(program) => Command::new(program.with_file_name(name)).args(words).exec(),
        Err(error) => error,
    };
    refuse(format!(
        "the program {name} is not beside this one ({error}): build them together, with cargo build --release --bins"
    ))
}

fn unknown(name: &str) -> String {
    let known = tools();
    let all = known.iter().map(|tool| tool.name).chain(OWN.iter().map(|(name, ..)| *name));
    let near = nearest(name, all).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
    format!("no tool '{name}'.{near} Tools: {}. `room demo` shows them at work", names())
}

fn names() -> String {
    tools().iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}

/// What all of this is.
const ABOUT: &str = "a reading room for agents, and for the people who check them";

fn help() -> String {
    let mut page = format!("room: {ABOUT}\n\n  room TOOL CORPUS verb [arg] [--flag ...]\n");
    for (name, words, _) in OWN {
        writeln!(page, "{}", format!("  room {name} {words}").trim_end())
            .expect("a String takes every write");
    }
    page.push_str("\ntools (room TOOL --help lists its verbs)\n");
    for tool in tools() {
        writeln!(page, "  {:<12} {}", tool.name, tool.about).expect("a String takes every write");
    }
    page.push_str("\nalso\n");
    for (name, _, about) in OWN {
        writeln!(page, "  {name:<12} {about}").expect("a String takes every write");
    }
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
