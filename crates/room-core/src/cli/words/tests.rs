use super::*;
use crate::cli::{Out, call, count};
use crate::refusal::Failure;
use std::path::Path;

/// A tool with one of everything.
#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Nothing but itself
    Plain,
    /// A number and a flag
    Next {
        #[arg(value_parser = count)]
        n: Option<usize>,
        #[arg(long, value_parser = count)]
        size: Option<usize>,
        #[arg(long)]
        whole: bool,
    },
    /// Text of the caller's own
    Say {
        #[arg(allow_hyphen_values = true)]
        text: String,
        #[arg(long)]
        item: String,
        #[arg(long, allow_hyphen_values = true)]
        note: Option<String>,
        #[arg(long)]
        tag: Vec<String>,
    },
}

impl Tool for Verb {
    const NAME: &'static str = "try";
    const PLACE: &'static str = "PLACE";
    const ABOUT: &'static str = "a tool of the tests";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        out.text(&format!("{} {self:?}", place.display()))
    }
}

/// What a call answers, or the line of its refusal.
fn answer(words: &[&str], stdin: &str) -> Result<String, String> {
    let mut sink = Vec::new();
    let words = words.iter().map(Into::into).collect();
    match call::<Verb>(words, &mut stdin.as_bytes(), &mut Out::new(&mut sink, false)) {
        Ok(()) => Ok(String::from_utf8(sink).unwrap()),
        Err(failure) => Err(failure.line().unwrap()),
    }
}

#[track_caller]
fn gives(words: &[&str], expected: &str) {
    assert_eq!(answer(words, "from\nstdin\n").as_deref(), Ok(expected));
}

#[track_caller]
fn refuses(words: &[&str], with: &str) {
    let line = answer(words, "").unwrap_err();
    assert!(line.starts_with("UsageError: ") && line.contains(with), "{line}");
}

#[test]
fn flags_stand_anywhere_after_the_verb_and_in_both_spellings() {
    let expected = "p Next { n: Some(3), size: Some(200), whole: true }";
    gives(&["p", "next", "3", "--size", "200", "--whole"], expected);
    gives(&["p", "next", "--whole", "--size=200", "3"], expected);
    gives(&["p", "next", "--size=200", "--whole", "--", "3"], expected);
}

#[test]
fn text_may_look_like_a_flag_unless_the_verb_has_that_flag() {
    let said =
        |text: &str, note: &str| format!("p Say {{ text: {text:?}, item: \"i\", note: {note}, tag: [] }}");
    gives(&["p", "say", "--size", "--item", "i"], &said("--size", "None"));
    gives(&["p", "say", "-x", "--item=i"], &said("-x", "None"));
    gives(&["p", "say", "--item", "i", "--", "--item"], &said("--item", "None"));
    gives(&["p", "say", "--size=3", "--item", "i", "--note", "-h"], &said("--size=3", "Some(\"-h\")"));
    gives(&["p", "say", "", "--item", "i", "--note="], &said("", "Some(\"\")"));
    refuses(&["p", "say", "x", "--note", "--item", "i"], "--note has no value");
    refuses(&["p", "say", "--item", "i"], "say needs TEXT");
    refuses(&["p", "say", "x"], "say needs --item");
    refuses(&["p", "say", "x", "--item", "--other"], "--item has no value");
}

#[test]
fn a_dash_is_standard_input_less_one_newline_once() {
    gives(
        &["p", "say", "-", "--item", "i"],
        "p Say { text: \"from\\nstdin\", item: \"i\", note: None, tag: [] }",
    );
    gives(
        &["p", "say", "x", "--item=-"],
        "p Say { text: \"x\", item: \"from\\nstdin\", note: None, tag: [] }",
    );
    refuses(&["p", "say", "-", "--item", "-"], "one '-' only");
}

#[test]
fn flags_are_given_once_unless_the_verb_says_otherwise() {
    refuses(&["p", "next", "--size", "9", "--size", "9"], "--size is given twice");
    let tagged = "p Say { text: \"x\", item: \"i\", note: None, tag: [\"a\", \"b\"] }";
    gives(&["p", "say", "x", "--item", "i", "--tag", "a", "--tag=b"], tagged);
}

#[test]
fn a_wrong_call_says_the_right_one() {
    refuses(&[], "room try PLACE verb");
    refuses(&["p"], "no verb");
    refuses(&["p", "plian"], "Did you mean plain?");
    refuses(&["p", "--", "plain"], "no verb '--'");
    refuses(&["p", "--help"], "--help stands alone or after a verb");
    refuses(&["p", "plain", "x"], "'x' is one too many");
    refuses(&["p", "next", "1", "2"], "'2' is one too many");
    refuses(&["p", "next", "--siez", "3"], "Did you mean --size?");
    refuses(&["p", "next", "--size"], "--size has no value");
    refuses(&["p", "next", "--whole=yes"], "--whole takes no value");
    refuses(&["p", "next", "+1"], "N '+1' must be a whole number from 1 on");
    refuses(&["p", "next", "--size", "0"], "--size '0' must be a whole number");
    refuses(&["p", "next", "-1"], "no flag '-1'");
    refuses(&["p", "plain", "-x"], "no flag '-x'");
}

#[test]
fn words_of_any_length_leave_room_for_the_right_call() {
    let long = "x".repeat(2_000);
    let flag = format!("--{long}");
    refuses(&["p", &long], "…'. Verbs: ");
    refuses(&["p", "plain", &long], "…' is one too many. Say: ");
    refuses(&["p", "next", &flag], "…'. Say: ");
    refuses(&["p", "next", &long], "…' must be a whole number");
}

#[test]
fn help_is_answered_and_never_refused() {
    let page = answer(&["--help"], "").unwrap();
    for verb in ["plain", "next [N] [--size SIZE] [--whole]", "say TEXT --item ITEM"] {
        assert!(page.contains(verb), "{page}");
    }
    assert!(answer(&["p", "next", "--help"], "").unwrap().starts_with("room try PLACE next [N]"));
    assert_eq!(answer(&["--version"], "").unwrap(), concat!("try ", env!("CARGO_PKG_VERSION"), "\n"));
}
