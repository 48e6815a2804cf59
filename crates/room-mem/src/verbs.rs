//! The table of verbs.

use std::path::Path;

use clap::{Subcommand, ValueHint};
use room_core::cli::{Out, Tool, count, offset};
use room_core::refusal::Failure;

use crate::desk::Desk;
use crate::put::Draft;

/// What `mem` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Keeps a new version of a note: `{"key","version","seq"}`
    ///
    /// Every version is kept. Each citation is verified, or the note refused. Logs `kind: put`: `key, version, text,
    /// tags, cites`.
    Put {
        /// its name: 1 to 200 of A-Z a-z 0-9 / . _ -
        key: String,
        /// what is to be known; `-` reads it from standard input
        #[arg(long, value_name = "T", allow_hyphen_values = true)]
        text: String,
        /// one word to find it by; may be given several times
        #[arg(long = "tag", value_name = "T")]
        tags: Vec<String>,
        /// what cite-case or cite printed; may be given several times
        #[arg(long = "cite", value_name = "JSON")]
        cites: Vec<String>,
        /// the record that items were cited from, where it is none of the cases' own; kept as it is given
        #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
        record: Option<String>,
        /// the version that must stand, 0 for none: refused if someone else wrote in between
        #[arg(long, value_name = "N", value_parser = offset)]
        expect_version: Option<usize>,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// A note's text, verbatim
    ///
    /// With `--links` a line `@link REL KEY` follows for each link from it. Logs nothing.
    Get {
        /// its name
        key: String,
        /// another version than the one that stands
        #[arg(long, value_name = "N", value_parser = count)]
        version: Option<usize>,
        /// its links too
        #[arg(long)]
        links: bool,
    },
    /// The notes, a line each: `KEY vN chars N tags a,b FIRST WORDS`
    ///
    /// Those that stand, by key; `tags -` where there are none. Logs nothing.
    List {
        /// only keys that begin so
        prefix: Option<String>,
    },
    /// The first match of a pattern in each note: `{"truncated","limit","scanned","not_scanned","hits"}`
    ///
    /// In the versions that stand, by key. Rust regex syntax, Unicode. Logs nothing.
    Find {
        /// the pattern
        #[arg(allow_hyphen_values = true)]
        regex: String,
        /// only notes with this tag
        #[arg(long, value_name = "T")]
        tag: Option<String>,
        /// hits at most (200)
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
    },
    /// Every version of a note, a JSON line each
    ///
    /// Keys: `version, t, stage, chars, tags, cites, dropped`. Logs nothing.
    History {
        /// its name
        key: String,
    },
    /// Takes a note out of list, get and find; its history stays: `{"key","version","seq"}`
    ///
    /// A later put goes on counting. Logs `kind: drop`: `key, version, why`.
    Drop {
        /// its name
        key: String,
        /// why
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        why: String,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// Links a note to another: `{"key","version","seq"}`
    ///
    /// Both must stand. The link goes when either is dropped. Logs `kind: link`: `key, to, as`.
    Link {
        /// the note it leads from
        key: String,
        /// the note it leads to
        #[arg(long, value_name = "KEY")]
        to: String,
        /// its name, one word
        #[arg(long = "as", value_name = "REL")]
        rel: String,
        /// the stage of the work (CASE_STAGE)
        #[arg(long, value_name = "NN")]
        stage: Option<String>,
    },
    /// Verifies all evidence of the notes that stand again: `ok`, or a line a fault and exit 1
    ///
    /// A fault is `KEY vN cite N: why`. Logs nothing.
    Check,
    /// What stands in the store, as one JSON object
    ///
    /// Keys: `tool, root, keys, versions, chars, last_stage, log`. Logs nothing.
    State,
}

impl Tool for Verb {
    const NAME: &'static str = "mem";
    const PLACE: &'static str = "ROOT";
    const ABOUT: &'static str = "what one stage learned and the next needs";
    const NOTES: &'static str = "ROOT holds a folder a case, as for cite-case. Evidence is what cite-case or cite printed, unchanged:\n\
        room cite-case ROOT cite 'QUOTE' --case CASE --section NAME | room mem ROOT put KEY --text 'TEXT' --cite -";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let desk = |stage| Desk::open(place, stage);
        match self {
            Verb::Put { key, text, tags, cites, record, expect_version, stage } => {
                let (record, expected) = (record.as_deref(), expect_version.map(|version| version as u64));
                let (key, text, tags, cites) = (&*key, &*text, &*tags, &*cites);
                desk(stage)?.put(&Draft { key, text, tags, cites, record, expected }, out)
            }
            Verb::Get { key, version, links } => {
                desk(None)?.get(&key, version.map(|version| version as u64), links, out)
            }
            Verb::List { prefix } => desk(None)?.list(prefix.as_deref().unwrap_or_default(), out),
            Verb::Find { regex, tag, limit } => desk(None)?.find(&regex, tag.as_deref(), limit, out),
            Verb::History { key } => desk(None)?.versions(&key, out),
            Verb::Drop { key, why, stage } => desk(stage)?.drop(&key, &why, out),
            Verb::Link { key, to, rel, stage } => desk(stage)?.link(&key, &to, &rel, out),
            Verb::Check => desk(None)?.check(out),
            Verb::State => desk(None)?.state(out),
        }
    }
}
