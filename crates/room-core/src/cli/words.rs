//! The words of a call, brought into one unmistakable order and then into the verb's own type.
//!
//! clap alone would take a flag for the text of another flag, or the other way round. So the words are sorted first,
//! by the rule of the grammar: a word that names a flag of this verb is that flag; any other word is text where text
//! of the caller's own is wanted, and a mistake elsewhere.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::PathBuf;

use clap::builder::ValueHint;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

use super::usage::{UsageError, nearest};
use super::{Tool, help};
use crate::refusal::shortened;

/// What the words of a call ask for.
pub(super) enum Asked<T> {
    /// A page of help, or the version.
    Page(String),
    /// A verb on a file or folder.
    Verb {
        /// The file or folder, the word after the tool's name.
        place: PathBuf,
        /// The verb with its argument and flags.
        verb: T,
    },
}

/// Reads a call. Nothing but standard input is touched, and that only for a `-`.
pub(super) fn parse<T: Tool>(words: Vec<OsString>, stdin: &mut dyn Read) -> Result<Asked<T>, UsageError> {
    let tool = help::command::<T>();
    let mut words = words.into_iter();
    let Some(place) = words.next() else {
        return Err(UsageError(format!(
            "say what to work on: {}. {}",
            help::grammar::<T>(),
            help::verbs(&tool)
        )));
    };
    let only = words.len() == 0;
    match place.to_str() {
        Some("--help" | "-h") if only => return Ok(Asked::Page(help::page::<T>(&tool))),
        Some("--version" | "-V") if only => return Ok(Asked::Page(help::version::<T>())),
        _ => {}
    }
    let mut words = T::seed(words.collect())?.into_iter();
    let Some(word) = words.next() else {
        return Err(UsageError(format!("no verb: {}. {}", help::grammar::<T>(), help::verbs(&tool))));
    };
    let named = word.to_string_lossy();
    let Some(verb) = tool.find_subcommand(named.as_ref()) else {
        return Err(unknown_verb::<T>(&tool, &named));
    };
    let Some(sorted) = Sorted::new::<T>(verb, words)? else {
        return Ok(Asked::Page(help::verb_page::<T>(verb)));
    };
    let argv = sorted.argv(verb, stdin)?;
    let matches =
        tool.clone().try_get_matches_from(argv).map_err(|error| in_our_words(verb.get_name(), &error))?;
    let verb = T::from_arg_matches(&matches).map_err(|error| in_our_words(verb.get_name(), &error))?;
    Ok(Asked::Verb { place: place.into(), verb })
}

fn unknown_verb<T: Tool>(tool: &Command, named: &str) -> UsageError {
    let verbs = help::verbs(tool);
    if named == "--help" || named == "-h" {
        return UsageError(format!("--help stands alone or after a verb: room {} --help. {verbs}", T::NAME));
    }
    let near = nearest(named, tool.get_subcommands().map(Command::get_name));
    let near = near.map(|verb| format!(" Did you mean {verb}?")).unwrap_or_default();
    UsageError(format!("no verb '{}'.{near} {verbs}", shortened(named)))
}

/// The words after the verb, sorted into flags and the argument.
struct Sorted {
    flags: Vec<(String, Option<OsString>)>,
    argument: Option<OsString>,
}

impl Sorted {
    /// Sorts the words; `None` where they ask for help.
    fn new<T: Tool>(
        verb: &Command,
        words: impl Iterator<Item = OsString>,
    ) -> Result<Option<Self>, UsageError> {
        let name = verb.get_name();
        let usage = || help::usage::<T>(verb);
        let positional = verb.get_positionals().next();
        let takes_text = positional.is_some_and(Arg::is_allow_hyphen_values_set);
        let (mut flags, mut arguments, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut words = words.peekable();
        let mut flags_ended = false;
        while let Some(word) = words.next() {
            if flags_ended || !looks_like_a_flag(&word) {
                arguments.push(word);
            } else if word == "--" {
                flags_ended = true;
            } else if word == "--help" || (word == "-h" && !takes_text) {
                return Ok(None);
            } else if let Some((flag, inline)) = known_flag(verb, &word) {
                let long = flag.get_long().expect("known flags have long names").to_owned();
                if !seen.insert(long.clone()) && !matches!(flag.get_action(), ArgAction::Append) {
                    return Err(UsageError(format!("{name}: --{long} is given twice. {}", usage())));
                }
                let value = match (flag.get_action().takes_values(), inline) {
                    (true, Some(value)) => Some(value),
                    (true, None) => {
                        Some(words.next_if(|next| is_value(verb, flag, next)).ok_or_else(|| {
                            UsageError(format!("{name}: --{long} has no value. {}", usage()))
                        })?)
                    }
                    (false, None) => None,
                    (false, Some(_)) => {
                        return Err(UsageError(format!("{name}: --{long} takes no value. {}", usage())));
                    }
                };
                flags.push((long, value));
            } else if takes_text {
                arguments.push(word);
            } else {
                return Err(unknown_flag(verb, &word, &usage()));
            }
        }
        let missing = verb
            .get_arguments()
            .find(|flag| flag.is_required_set() && flag.get_long().is_some_and(|long| !seen.contains(long)));
        if let Some(flag) = missing {
            let long = flag.get_long().expect("flags have long names");
            return Err(UsageError(format!("{name} needs --{long}. {}", usage())));
        }
        let most = usize::from(positional.is_some());
        if arguments.len() > most {
            let takes = if most == 0 { "no argument" } else { "one argument" };
            let extra = arguments[most].to_string_lossy();
            let extra = shortened(&extra);
            return Err(UsageError(format!("{name} takes {takes}; '{extra}' is one too many. {}", usage())));
        }
        if let Some(wanted) = positional.filter(|wanted| wanted.is_required_set() && arguments.is_empty()) {
            return Err(UsageError(format!("{name} needs {}. {}", help::value_name(wanted), usage())));
        }
        Ok(Some(Self { flags, argument: arguments.pop() }))
    }

    /// The words as clap cannot misread them, with `-` replaced by standard input.
    fn argv(self, verb: &Command, stdin: &mut dyn Read) -> Result<Vec<OsString>, UsageError> {
        let mut stdin = StandardInput { stream: Some(stdin), verb: verb.get_name().to_owned() };
        let mut argv = vec![OsString::from("tool"), verb.get_name().into()];
        for (long, value) in self.flags {
            let flag = find_flag(verb, &long).expect("only known flags are kept");
            let mut word = OsString::from(format!("--{long}"));
            if let Some(value) = value {
                word.push("=");
                word.push(stdin.or_the_word(flag, value)?);
            }
            argv.push(word);
        }
        if let Some(argument) = self.argument {
            let positional =
                verb.get_positionals().next().expect("an argument was only kept for a verb that has one");
            argv.push("--".into());
            argv.push(stdin.or_the_word(positional, argument)?);
        }
        Ok(argv)
    }
}

/// Standard input, for the one `-` a call may have.
struct StandardInput<'r> {
    stream: Option<&'r mut dyn Read>,
    verb: String,
}

impl StandardInput<'_> {
    /// The word itself, or for `-` what standard input holds, less one final newline.
    fn or_the_word(&mut self, wanted: &Arg, word: OsString) -> Result<OsString, UsageError> {
        if wanted.get_value_hint() == ValueHint::FilePath {
            return Ok(word);
        }
        if word != "-" {
            let text = word.into_string().map_err(|word| {
                let shown = word.to_string_lossy();
                let shown = shortened(&shown);
                UsageError(format!("{}: '{shown}' is not UTF-8", self.verb))
            })?;
            return Ok(text.into());
        }
        let Some(stream) = self.stream.take() else {
            return Err(UsageError(format!("{}: standard input can stand for one '-' only", self.verb)));
        };
        let mut text = String::new();
        stream
            .read_to_string(&mut text)
            .map_err(|error| UsageError(format!("{}: standard input: {error}", self.verb)))?;
        if text.ends_with('\n') {
            text.pop();
        }
        Ok(text.into())
    }
}

/// `-` alone is standard input, and a word that does not begin with `-` is no flag.
fn looks_like_a_flag(word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    bytes.len() > 1 && bytes[0] == b'-'
}

/// The verb's flag that a word names, and its value where the word holds it (`--flag=value`).
fn known_flag<'v>(verb: &'v Command, word: &OsStr) -> Option<(&'v Arg, Option<OsString>)> {
    let long = word.to_str().and_then(|word| word.strip_prefix("--"));
    let Some(long) = long else {
        // A value that is not UTF-8 after a known name: the name is ASCII, so the lossy form finds it.
        let lossy = word.to_string_lossy().into_owned();
        let (name, value) = lossy.strip_prefix("--")?.split_once('=')?;
        return find_flag(verb, name).map(|flag| (flag, Some(value.into())));
    };
    match long.split_once('=') {
        Some((name, value)) => find_flag(verb, name).map(|flag| (flag, Some(value.into()))),
        None => find_flag(verb, long).map(|flag| (flag, None)),
    }
}

fn find_flag<'v>(verb: &'v Command, long: &str) -> Option<&'v Arg> {
    verb.get_arguments().find(|arg| arg.get_long() == Some(long))
}

/// Whether a word can be the value of `flag`: not a flag of this verb, and for flags that take no text of the
/// caller's own, nothing that looks like any flag.
fn is_value(verb: &Command, flag: &Arg, word: &OsStr) -> bool {
    if word == "--" || word == "--help" || known_flag(verb, word).is_some() {
        return false;
    }
    flag.is_allow_hyphen_values_set() || !word.as_encoded_bytes().starts_with(b"--")
}

fn unknown_flag(verb: &Command, word: &OsStr, usage: &str) -> UsageError {
    let (name, word) = (verb.get_name(), word.to_string_lossy());
    let typed = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    let near = nearest(typed, verb.get_arguments().filter_map(Arg::get_long));
    let near = near.map(|flag| format!(" Did you mean --{flag}?")).unwrap_or_default();
    UsageError(format!("{name} has no flag '{}'.{near} {usage}", shortened(&word)))
}

/// What is left for clap to find: a value of the wrong kind.
fn in_our_words(verb: &str, error: &clap::Error) -> UsageError {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    if error.kind() == ErrorKind::MissingRequiredArgument {
        // Plain requirements were checked above; what is left is a flag that needs another.
        let missing = text(ContextKind::InvalidArg);
        let missing: Vec<_> = missing.split(", ").map(as_typed).collect();
        return UsageError(format!("{verb} needs {} with the flags it was given", missing.join(" and ")));
    }
    let (which, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let value = shortened(&value);
    let which = as_typed(&which);
    if error.kind() == ErrorKind::InvalidValue {
        return UsageError(format!("{verb}: {which} '{value}' is none of {}", text(ContextKind::ValidValue)));
    }
    let why = std::error::Error::source(error).map(ToString::to_string);
    let why = why.unwrap_or_else(|| format!("cannot be read ({})", error.kind()));
    UsageError(format!("{verb}: {which} '{value}' {why}"))
}

/// `--size <N>` and `[N]`, as clap writes them, as the user knows them: `--size`, `N`.
fn as_typed(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or_default().trim_matches(['[', ']', '<', '>'])
}

#[cfg(test)]
mod tests;
