//! Verbs as a tool's own help lists them, so that sweeps reach each new verb and flag by themselves.

use room_testkit::Program;

use crate::programs::demo;

/// A verb, read from its line of help: `thread ID [--size N] [--after ITEM]`.
#[derive(Debug)]
pub(crate) struct Verb {
    pub(crate) name: String,
    pub(crate) argument: Option<Word>,
    pub(crate) flags: Vec<Flag>,
}

/// What stands for a value in help, and whether it must be given.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) stands_for: String,
    pub(crate) required: bool,
}

/// A flag of a verb.
#[derive(Debug)]
pub(crate) struct Flag {
    pub(crate) name: String,
    pub(crate) required: bool,
    pub(crate) repeats: bool,
    /// What stands for its value, if it takes one.
    pub(crate) value: Option<String>,
}

/// The page of `TOOL --help`.
pub(crate) fn help(program: &Program) -> String {
    let room = demo();
    room.run(room.program(program.name, ["--help"]), "").answer().to_owned()
}

/// The verbs on that page.
pub(crate) fn verbs(program: &Program) -> Vec<Verb> {
    let page = help(program);
    let (_, table) = page.split_once("\nverbs\n").expect("a page of help has a table of verbs");
    let (table, _) = table.split_once("\n\n").expect("the table ends in an empty line");
    let signatures =
        table.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let verbs: Vec<_> = signatures.map(Verb::read).collect();
    assert!(!verbs.is_empty(), "{}: {page}", program.name);
    verbs
}

impl Verb {
    fn read(signature: &str) -> Self {
        let mut words = signature.split(' ').peekable();
        let name = words.next().expect("a line has a first word").to_owned();
        let mut verb = Verb { name, argument: None, flags: Vec::new() };
        while let Some(word) = words.next() {
            let required = !word.starts_with('[');
            match word.trim_start_matches('[').strip_prefix("--") {
                None => verb.argument = Some(Word { stands_for: bare(word), required }),
                Some(flag) => {
                    let value = if word.ends_with([']', '…']) {
                        None
                    } else {
                        words.next_if(|next| !next.trim_start_matches('[').starts_with("--"))
                    };
                    let repeats = value.unwrap_or(word).ends_with('…');
                    verb.flags.push(Flag { name: bare(flag), required, repeats, value: value.map(bare) });
                }
            }
        }
        verb
    }

    /// The words of a call with everything that must be given, of a kind that the grammar takes. What they name need
    /// not exist.
    pub(crate) fn least(&self) -> Vec<String> {
        let mut words = vec![self.name.clone()];
        words.extend(self.argument.iter().filter(|word| word.required).map(|word| sample(&word.stands_for)));
        for flag in self.flags.iter().filter(|flag| flag.required) {
            words.extend(flag.given());
        }
        words
    }
}

impl Flag {
    /// The flag as it is typed.
    pub(crate) fn typed(&self) -> String {
        format!("--{}", self.name)
    }

    /// The flag with a value, if it takes one.
    pub(crate) fn given(&self) -> Vec<String> {
        std::iter::once(self.typed()).chain(self.value.as_deref().map(sample)).collect()
    }
}

fn bare(word: &str) -> String {
    word.trim_end_matches('…').trim_matches(['[', ']']).to_owned()
}

/// A value of the kind that this stands for.
fn sample(stands_for: &str) -> String {
    match stands_for {
        "N" | "SEQ" => "1".to_owned(),
        "K/N" => "1/1".to_owned(),
        "T" | "D" => "2017-04-01".to_owned(),
        "HEX" => "0123456789abcdef".repeat(4),
        choices => choices.split('/').next().expect("a split has a first part").to_owned(),
    }
}

#[test]
fn a_line_of_help_is_read_as_it_is_meant() {
    let verb = Verb::read("put KEY --text T [--tag T]… --as in/out [--force] [--cite JSON]…");
    assert_eq!(
        verb.argument.as_ref().map(|word| (word.stands_for.as_str(), word.required)),
        Some(("KEY", true))
    );
    let flags: Vec<_> =
        verb.flags.iter().map(|flag| (flag.name.as_str(), flag.required, flag.repeats)).collect();
    let expected = [
        ("text", true, false),
        ("tag", false, true),
        ("as", true, false),
        ("force", false, false),
        ("cite", false, true),
    ];
    assert_eq!(flags, expected);
    assert_eq!(verb.least(), ["put", "KEY", "--text", "2017-04-01", "--as", "in"]);
    assert_eq!(verb.flags[3].value, None);
}
