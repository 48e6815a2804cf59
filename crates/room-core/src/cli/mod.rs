//! The command line of every tool: `TOOL CORPUS verb [arg] [--flag ...]`.
//!
//! A tool declares its verbs once, as a clap enum: a variant's name is the verb, the first line of its doc comment the
//! help, the rest of the comment what it logs; a field without `long` is its one argument, the others are its flags;
//! `allow_hyphen_values` marks text of the caller's own (a quotation, a pattern, a note), in which `--word` is only a
//! flag if the verb has it. Help, the refusals' verb lists, completions, man pages
//! and the reference page are drawn from that enum.
//!
//! `words` brings the caller's words into one unmistakable order, clap turns them into the enum's values, and
//! [`main`] is the only place that prints a refusal and chooses an exit code.

mod help;
mod out;
mod usage;
mod value;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal as _, Read, Write};
use std::path::Path;
use std::process::ExitCode;

pub use help::{reference, table};
pub use out::Out;
pub use usage::{UsageError, nearest};
pub use value::{count, hash, offset};

use crate::refusal::{Failure, one_line};

/// The exit code of a defect: a panic, turned into one line.
const INTERNAL: i32 = 70;

/// A tool: a name, a table of verbs, and what each does.
pub trait Tool: clap::Subcommand {
    /// The binary's name.
    const NAME: &'static str;
    /// What the first word names, as help shows it: `CORPUS`, `RECORD`, `RAW`, `ROOT`.
    const PLACE: &'static str;
    /// One line for whom the tool is and what it answers.
    const ABOUT: &'static str;
    /// What else a user should know before the first call; shown in the help under the grammar.
    const NOTES: &'static str = "";

    /// Brings an older spelling of a call into the grammar: the words after the place. Most tools have none.
    fn seed(words: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
        Ok(words)
    }

    /// Does what was asked of the file or folder `place`.
    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure>;
}

/// Runs a tool on the process's own words and streams.
pub fn main<T: Tool>() -> ExitCode {
    main_with::<T>(std::env::args_os().skip(1).collect())
}

/// Runs a tool on these words (without its name) and the process's streams.
pub fn main_with<T: Tool>(words: Vec<OsString>) -> ExitCode {
    report_panics();
    // Where the system will not have it, a full limit ends the process by its signal: before anything is served.
    let _ = crate::log::survive_file_size_limit();
    let stdout = io::stdout().lock();
    let terminal = stdout.is_terminal();
    let mut sink = BufWriter::with_capacity(1 << 16, stdout);
    let ended = call::<T>(words, &mut io::stdin().lock(), &mut Out::new(&mut sink, terminal));
    // What a failed flush left in the buffer must not be tried again when the writer is dropped.
    let _ = sink.into_parts();
    end(ended)
}

/// Prints what a failure has to say and turns the end of a call into the process's exit code.
pub fn end(ended: Result<(), Failure>) -> ExitCode {
    let Err(failure) = ended else { return ExitCode::SUCCESS };
    if let Some(line) = failure.line() {
        complain(&line);
    }
    ExitCode::from(failure.code())
}

/// One call, from its words to its flushed answer, on streams of the caller's choice.
pub fn call<T: Tool>(words: Vec<OsString>, stdin: &mut dyn Read, out: &mut Out<'_>) -> Result<(), Failure> {
    let ended = match words::parse::<T>(words, stdin)? {
        words::Asked::Page(page) => out.text(&page),
        words::Asked::Verb { place, verb } => verb.run(&place, out),
    };
    let flushed = out.flush();
    ended.and(flushed)
}

/// Writes one line to standard error, in one piece, since others may be writing there; if that fails there is nobody
/// left to tell.
fn complain(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Turns a panic, which is a defect, into one line and an exit code of its own, so that it is never taken for a
/// refusal.
fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let said = payload.downcast_ref::<&str>().copied();
        let said =
            said.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        complain(&one_line(
            "InternalError",
            &format!("{said}{place}. Nothing here should end so: please report it"),
        ));
        #[expect(
            clippy::exit,
            clippy::disallowed_methods,
            reason = "a defect in any thread ends the process"
        )]
        std::process::exit(INTERNAL);
    }));
}
