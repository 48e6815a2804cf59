//! The table of verbs.

use std::ffi::OsString;
use std::path::Path;

use clap::Subcommand;
use room_core::cli::{Out, Tool, UsageError, count, offset};
use room_core::refusal::Failure;
use room_corpus::record::Source;

use crate::{find, quote, span};

/// What `cite` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// The place of a quotation in an item, cut from the record: `{"item_id","start","end","text"}`
    ///
    /// Exact first; then with quotation marks, dashes, white space and composition taken as equal. Refused where the
    /// words are not there, or stand there more than once (extend them). The short form is `cite RECORD ITEM_ID QUOTE`.
    /// Logs `kind: cite`, refused ones too: `item_id, quote, found, start, end, matched, error`.
    Quote {
        /// the words you believe are there; `-` reads them from standard input
        #[arg(allow_hyphen_values = true)]
        quote: String,
        /// the item's id, with or without t1_ or t3_
        #[arg(long, value_name = "ITEM_ID")]
        item: String,
    },
    /// The first match of a pattern in each item: `{"truncated","limit","scanned","not_scanned","hits"}`
    ///
    /// Rust regex syntax, Unicode. `truncated` says whether items were left unscanned when the limit was reached. The
    /// older form is `cite RECORD --find REGEX [N]`. Logs `kind: find`: `pattern, n_items_matched, limit,
    /// items_scanned, items_not_scanned, truncated`.
    Find {
        /// the pattern
        #[arg(allow_hyphen_values = true)]
        regex: String,
        /// hits at most (200)
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
    },
    /// The citation at these offsets, to check one made elsewhere
    ///
    /// Logs `kind: span`, refused ones too: `item_id, start, end, found, error`.
    Span {
        /// the item's id, with or without t1_ or t3_
        item_id: String,
        /// the first code point of the place, from 0
        #[arg(long, value_name = "N", value_parser = offset)]
        start: usize,
        /// the code point after its last
        #[arg(long, value_name = "N", value_parser = offset)]
        end: usize,
    },
}

impl Tool for Verb {
    const NAME: &'static str = "cite";
    const PLACE: &'static str = "RECORD";
    const ABOUT: &'static str = "the exact words, or nothing";
    const NOTES: &'static str = "RECORD is a record.jsonl, raw lines, or a rendered corpus. Offsets count code points of an item's body\n\
        (a post's body is its title, an empty line, its text).\n\
        The short form: room cite RECORD ITEM_ID 'QUOTE'";

    fn seed(mut words: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
        let Some(first) = words.first() else { return Ok(words) };
        let text = first.to_string_lossy().into_owned();
        if ["quote", "find", "span"].contains(&text.as_str()) {
            return Ok(words);
        }
        if text == "--find" || text.starts_with("--find=") {
            return Ok(old_find(words));
        }
        if text.starts_with('-') {
            return Ok(words);
        }
        if words.get(1).is_some_and(|word| word == "--") {
            words.remove(1);
        }
        match <[OsString; 2]>::try_from(words) {
            Ok([item, quote]) => {
                let mut flag = OsString::from("--item=");
                flag.push(item);
                Ok(vec!["quote".into(), flag, "--".into(), quote])
            }
            Err(words) => {
                let why = match words.len() {
                    1 => "no verb, and no quotation after it if it is an item's id",
                    _ => {
                        "no verb, and more than one quotation after it if it is an item's id: put it in quotes"
                    }
                };
                Err(UsageError::new(format!(
                    "'{text}' is {why}. Say: room cite RECORD ITEM_ID 'QUOTE'. Verbs: quote, find, span"
                )))
            }
        }
    }

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let source = Source::open(place)?;
        match self {
            Verb::Quote { quote, item } => quote::quote(&source, &item, &quote, out),
            Verb::Find { regex, limit } => find::find(&source, &regex, limit, out),
            Verb::Span { item_id, start, end } => span::span(&source, &item_id, start, end, out),
        }
    }
}

/// `--find REGEX [N]`, the older spelling of `find REGEX --limit N`.
fn old_find(words: Vec<OsString>) -> Vec<OsString> {
    let mut words = words.into_iter();
    let first = words.next().unwrap_or_default().to_string_lossy().into_owned();
    let inline = first.strip_prefix("--find=").map(OsString::from);
    let pattern = inline.or_else(|| words.next());
    let mut sorted = vec![OsString::from("find")];
    let mut rest: Vec<_> = words.collect();
    let is_limit = rest.first().is_some_and(|word| !word.to_string_lossy().starts_with("--"));
    if is_limit {
        let mut limit = OsString::from("--limit=");
        limit.push(rest.remove(0));
        sorted.push(limit);
    }
    sorted.extend(rest);
    sorted.extend(pattern.map(|pattern| [OsString::from("--"), pattern]).into_iter().flatten());
    sorted
}
