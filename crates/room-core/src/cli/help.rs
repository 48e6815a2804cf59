//! Help, verb lists and the reference page, all drawn from the one table of verbs.

use std::fmt::Write as _;

use clap::builder::ValueHint;
use clap::{Arg, Command};

use super::Tool;

/// The tool as clap sees it.
pub(super) fn command<T: Tool>() -> Command {
    let command = Command::new(T::NAME).disable_help_subcommand(true).disable_help_flag(true);
    T::augment_subcommands(command.subcommand_required(true))
        .mut_subcommands(|verb| verb.disable_help_flag(true))
}

/// The tool as a generator of completions or man pages wants it: its name, what it works on, its verbs.
pub fn table<T: Tool>() -> Command {
    let place = Arg::new("place").value_name(T::PLACE).value_hint(ValueHint::AnyPath).required(true);
    let notes =
        if T::NOTES.is_empty() { T::ABOUT.to_owned() } else { format!("{}\n\n{}", T::ABOUT, T::NOTES) };
    let says = |verb: Command| {
        let call = format!("room {} {} {}", T::NAME, T::PLACE, signature(&verb));
        verb.override_usage(call)
    };
    command::<T>()
        .mut_subcommands(says)
        .about(T::ABOUT)
        .long_about(notes)
        .version(env!("CARGO_PKG_VERSION"))
        .arg(place)
}

/// `room read CORPUS verb [arg] [--flag ...]`
pub(super) fn grammar<T: Tool>() -> String {
    format!("room {} {} verb [arg] [--flag ...]", T::NAME, T::PLACE)
}

/// `Verbs: header, windows, thread`
pub(super) fn verbs(tool: &Command) -> String {
    let names: Vec<_> = tool.get_subcommands().map(Command::get_name).collect();
    format!("Verbs: {}", names.join(", "))
}

/// `Say: room read CORPUS thread ID [--size N]`
pub(super) fn usage<T: Tool>(verb: &Command) -> String {
    format!("Say: room {} {} {}", T::NAME, T::PLACE, signature(verb))
}

/// The name and version.
pub(super) fn version<T: Tool>() -> String {
    format!("{} {}\n", T::NAME, env!("CARGO_PKG_VERSION"))
}

/// What stands for an argument's or flag's value in help.
pub(super) fn value_name(arg: &Arg) -> String {
    let given = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    given.unwrap_or_else(|| arg.get_id().as_str().to_uppercase())
}

/// `thread ID [--size N] [--after ITEM]`
fn signature(verb: &Command) -> String {
    let mut out = verb.get_name().to_owned();
    for arg in verb.get_positionals().chain(flags(verb)) {
        let mut word = match arg.get_long() {
            None => value_name(arg),
            Some(long) if arg.get_action().takes_values() => format!("--{long} {}", choices(arg)),
            Some(long) => format!("--{long}"),
        };
        if !arg.is_required_set() {
            word = format!("[{word}]");
        }
        if matches!(arg.get_action(), clap::ArgAction::Append) {
            word.push('…');
        }
        write!(out, " {word}").expect("a String takes every write");
    }
    out
}

fn flags(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(|arg| arg.get_long().is_some())
}

/// `in/out/unsure` for a flag with a fixed set of values, else the name of its value.
fn choices(flag: &Arg) -> String {
    let possible = flag.get_possible_values();
    if possible.is_empty() {
        return value_name(flag);
    }
    possible.iter().map(clap::builder::PossibleValue::get_name).collect::<Vec<_>>().join("/")
}

/// The first line of a verb's comment.
fn about(verb: &Command) -> String {
    verb.get_about().map(ToString::to_string).unwrap_or_default()
}

/// What a verb's comment says after its first line: what it logs, what it refuses.
fn more(verb: &Command) -> String {
    let long = verb.get_long_about().map(ToString::to_string).unwrap_or_default();
    long.strip_prefix(&about(verb)).unwrap_or_default().trim().to_owned()
}

/// The page of `TOOL --help`: every verb, in a screen.
pub(super) fn page<T: Tool>(tool: &Command) -> String {
    let mut page = format!("{}: {}\n\n  {}\n", T::NAME, T::ABOUT, grammar::<T>());
    if !T::NOTES.is_empty() {
        write!(page, "\n{}\n", T::NOTES).expect("a String takes every write");
    }
    page.push_str("\nverbs\n");
    for verb in tool.get_subcommands() {
        writeln!(page, "  {}\n      {}", signature(verb), about(verb)).expect("a String takes every write");
    }
    page.push_str(FOOT);
    page
}

/// What is the same for all tools, at the foot of each page.
const FOOT: &str = "
`-` as an argument or a flag's value is standard input, less one final newline; `--` ends the flags.
More of a verb: its name, then --help.
Exit: 0 done; 1 a check did not hold; 2 refused, one line on standard error, nothing changed; 3 recorded,
perhaps not seen: look at state before trying again.
";

/// The page of `TOOL PLACE verb --help`.
pub(super) fn verb_page<T: Tool>(verb: &Command) -> String {
    let mut page = format!("room {} {} {}\n\n{}\n", T::NAME, T::PLACE, signature(verb), about(verb));
    let more = more(verb);
    if !more.is_empty() {
        writeln!(page, "\n{more}").expect("a String takes every write");
    }
    let described = described(verb, |name, help| format!("  {name:<16} {help}"));
    page.push_str(&described);
    page
}

/// A line for each argument and flag that has a help of its own, after an empty line; nothing where none has.
fn described(verb: &Command, line: impl Fn(&str, &str) -> String) -> String {
    let mut lines = String::new();
    for arg in verb.get_arguments() {
        let Some(help) = arg.get_help() else { continue };
        let name = arg.get_long().map_or_else(|| value_name(arg), |long| format!("--{long}"));
        if lines.is_empty() {
            lines.push('\n');
        }
        writeln!(lines, "{}", line(&name, &help.to_string())).expect("a String takes every write");
    }
    lines
}

/// A tool's section of the reference, in Markdown.
pub fn reference<T: Tool>() -> String {
    let tool = command::<T>();
    let mut page = format!("## `{}`\n\n{}\n\n    {}\n\n", T::NAME, T::ABOUT, grammar::<T>());
    if !T::NOTES.is_empty() {
        write!(page, "{}\n\n", T::NOTES).expect("a String takes every write");
    }
    for verb in tool.get_subcommands() {
        write!(page, "### `{} {}`\n\n{}\n", T::NAME, signature(verb), about(verb))
            .expect("a String takes every write");
        let more = more(verb);
        if !more.is_empty() {
            write!(page, "\n{more}\n").expect("a String takes every write");
        }
        page.push_str(&described(verb, |name, help| format!("- `{name}`: {help}")));
        page.push('\n');
    }
    page
}
