//! The table of verbs.

mod asked;

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueHint};
use room_core::cli::{Out, Tool, count, offset};
use room_core::refusal::Failure;

use crate::call::{self, answer};
use crate::config::Config;
use crate::error::CoderError;
use crate::worker::Coder;

/// What `coder` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// The allowed roots, the limits and the globs
    ///
    /// Keys: `base_paths, primary_root, non_accessible_globs, default_exclude_globs, deny_hard_links`, the limits,
    /// `version`.
    Info {
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// A file or folder, as far as it helps: a source without its bodies, a text by its lines, a folder as a list
    ///
    /// A path may end in a selector: `a.rs:50` (from line 50 on), `:50-200`, `:50+150`, `:5-16,960-973`, `:raw`, `:2-9:raw`,
    /// `:conflicts`. At most 20,000 lines and 51,200 bytes are shown; what is not is named with the call that shows it.
    ///
    /// It may go on inside a file: `k.zip:src/a.rs:5-9`, `t.db:users`, `t.db:users:7`, `t.db:users?where=age>26&limit=20`,
    /// `t.db?q=SELECT …`. Documents (PDF, Word, Excel, PowerPoint, `OpenDocument`, EPUB) and notebooks come as text.
    Read {
        /// what, with its selector
        #[arg(value_name = "PATH[:SELECTOR]")]
        path: String,
        /// which end is kept where not all fits: head, tail or both (head)
        #[arg(long, value_name = "END")]
        truncation: Option<String>,
        /// number, anchor or plain (number)
        #[arg(long, value_name = "HOW")]
        display: Option<String>,
        /// lines that are shown at most
        #[arg(long, value_name = "N", value_parser = count)]
        max_lines: Option<usize>,
        /// bytes that are shown at most
        #[arg(long, value_name = "N", value_parser = count)]
        max_bytes: Option<usize>,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// Size, lines, mode, time and hash of a file, no content
    Stat {
        /// the file
        path: String,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// Lines that match a regular expression, with the lines around them, by path
    ///
    /// Hidden files are searched; what ignore rules leave out, .git and `node_modules` are not, unless named. `--path` takes
    /// files, folders and globs: *.rs at any depth, src/*.rs just there. 20 files a page, 20 matches a file.
    Search {
        /// what to look for
        #[arg(value_name = "REGEX", allow_hyphen_values = true)]
        pattern: String,
        /// take the pattern as it stands
        #[arg(long)]
        literal: bool,
        /// take upper and lower case for the same
        #[arg(short)]
        i: bool,
        /// where: a file, a folder, a glob; may be given again (ROOT)
        #[arg(long = "path", value_name = "P")]
        paths: Vec<String>,
        /// files of a type (rust) or extension (rs) alone
        #[arg(long = "type", value_name = "T")]
        file_type: Option<String>,
        /// not these files or folders; may be given again
        #[arg(long, value_name = "G")]
        exclude: Vec<String>,
        /// lines to show before and after a match (2)
        #[arg(long, value_name = "N", value_parser = offset)]
        context: Option<usize>,
        /// matches to show (2000)
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
        /// matching files to pass by (0)
        #[arg(long, value_name = "N", value_parser = offset)]
        skip: Option<usize>,
        /// which matches are kept where not all fit: head, tail or both (head)
        #[arg(long, value_name = "END")]
        truncation: Option<String>,
        /// number, anchor or plain (number)
        #[arg(long, value_name = "HOW")]
        display: Option<String>,
        /// pass by names that begin with a dot
        #[arg(long)]
        no_hidden: bool,
        /// look into what ignore rules leave out
        #[arg(long)]
        no_ignore: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// Files by glob, the newest first
    ///
    /// *.rs at any depth, src/*.rs just there, src for all that is in it, a name by itself wherever it stands. What ignore
    /// rules leave out, .git and `node_modules` are passed by, unless named.
    Find {
        /// which: a glob, a folder, a name
        #[arg(value_name = "GLOB")]
        paths: String,
        /// pass by names that begin with a dot
        #[arg(long)]
        no_hidden: bool,
        /// list what ignore rules leave out
        #[arg(long)]
        no_ignore: bool,
        /// files to list (1000)
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
        /// seconds to take at most, 0.5 to 60 (5)
        #[arg(long, value_name = "S")]
        timeout: Option<f64>,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// Exact text replaced in a file: all edits or none
    ///
    /// The text must stand there once, to the letter, unless --all is given; LF and CRLF are taken for one another where it
    /// stands nowhere as it is. --edits takes a JSON list, [{"old_text": …, "new_text": …, "all": …}], done in its order.
    /// Prints what changed as ` N|`, `-N|` and `+N|` lines. A miss names the nearest lines and what differs in them.
    Edit {
        /// the file
        path: String,
        /// the text that goes
        #[arg(long, value_name = "T", allow_hyphen_values = true)]
        old: Option<String>,
        /// the text that comes
        #[arg(long, value_name = "T", allow_hyphen_values = true)]
        new: Option<String>,
        /// replace every place
        #[arg(long)]
        all: bool,
        /// several edits, as JSON
        #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
        edits: Option<String>,
        /// on what conditions, and how to answer
        #[command(flatten)]
        change: Change,
    },
    /// A whole file, made or replaced; folders that are missing are made
    ///
    /// `--content -` takes standard input to its last byte. What of the old file's form is lost (a byte order mark, CRLF) is said.
    Write {
        /// where
        path: String,
        /// what it holds
        #[arg(long, value_name = "T", allow_hyphen_values = true, value_hint = ValueHint::FilePath)]
        content: String,
        /// on what conditions, and how to answer
        #[command(flatten)]
        change: Change,
    },
    /// A new file, whole or not at all
    ///
    /// An existing file is refused (C217) unless --overwrite is given; then its mode, owner and attributes are kept.
    Create {
        /// where; missing folders are made
        path: String,
        /// what it holds
        #[arg(long, value_name = "T", allow_hyphen_values = true)]
        content: String,
        /// permission bits in octal digits (0644)
        #[arg(long, value_name = "BITS")]
        mode: Option<String>,
        /// replace a file that is there
        #[arg(long)]
        overwrite: bool,
        /// refuse where a folder is missing
        #[arg(long)]
        no_parents: bool,
        /// on what conditions, and how to answer
        #[command(flatten)]
        change: Change,
    },
    /// Lines inserted, removed, replaced, and patterns replaced: the JSON payload of `coder::update-file` on standard input
    ///
    /// {"files": [{"path": …, "ops": […]}]}, with ops insert {`at_line`, content}, remove {`from_line`, `to_line`}, `update_lines`
    /// {`from_line`, `to_line`, content}, replace {pattern, replacement}. Prints what was changed as ` N|text` lines.
    Update {
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// A file, link or folder taken away; a link itself, never its target
    Delete {
        /// which
        path: String,
        /// a folder with all that is in it
        #[arg(long)]
        recursive: bool,
        /// on what conditions, and how to answer
        #[command(flatten)]
        change: Change,
    },
    /// A file, link or folder moved or renamed
    Move {
        /// what
        from: String,
        /// to where, its new name included
        #[arg(long, value_name = "PATH")]
        to: String,
        /// replace a file, or an empty folder, that is there
        #[arg(long)]
        overwrite: bool,
        /// refuse where a folder is missing
        #[arg(long)]
        no_parents: bool,
        /// on what conditions, and how to answer
        #[command(flatten)]
        change: Change,
    },
    /// What is in a folder, a page at a time
    List {
        /// the folder (ROOT)
        path: Option<String>,
        /// the page, from 1
        #[arg(long, value_name = "N", value_parser = count)]
        page: Option<usize>,
        /// entries a page has
        #[arg(long, value_name = "N", value_parser = count)]
        page_size: Option<usize>,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// A folder and what is below it
    Tree {
        /// the folder (ROOT)
        path: Option<String>,
        /// levels to go down
        #[arg(long, value_name = "N", value_parser = offset)]
        depth: Option<usize>,
        /// children of a folder to show
        #[arg(long, value_name = "N", value_parser = count)]
        limit: Option<usize>,
        /// look into .git, target and other noise too
        #[arg(long)]
        all: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
    },
    /// Any function, by its name: its JSON payload on standard input, its answer one line of JSON
    ///
    /// Without a name standard input is a stream of calls, one a line: {"function": …, "payload": …}. An answer is
    /// {"ok": …} or {"error": {"code": …, "message": …}}, and comes before the next call is read.
    Call {
        /// the function, such as `coder::read-file`
        function: Option<String>,
        /// the configuration (`CODER_CONFIG`, else the defaults)
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        config: Option<PathBuf>,
    },
}

/// Flags of every verb that prints for a reader.
#[derive(Args, Debug)]
pub struct Shared {
    /// the function's answer as one line of JSON
    #[arg(long)]
    json: bool,
    /// the configuration (`CODER_CONFIG`, else the defaults)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
}

/// Flags of every verb that changes a file.
#[derive(Args, Debug)]
pub struct Change {
    /// refuse unless what stands there is a file with this SHA-256
    #[arg(long, value_name = "HEX")]
    expect_sha256: Option<String>,
    /// say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// how to answer
    #[command(flatten)]
    how: Shared,
}

impl Tool for Verb {
    const NAME: &'static str = "coder";
    const PLACE: &'static str = "ROOT";
    const ABOUT: &'static str =
        "files inside a jail: read, edited, made, moved and deleted below ROOT, and nowhere else.";
    const NOTES: &'static str = "Paths start at ROOT; `..`, links and globs never lead out of it or to what is denied (.env, *.pem, *.key, secrets/).\n\
        A refusal begins with its code: C210 the call is wrong, C211 not there or not to be touched, C213 too large,\n\
        C215 outside, C216 the system refused, C217 exists already.\n\
        A first session: coder . info; coder . tree src; coder . search 'fn main'; coder . find '*.toml'; coder . read src/main.rs;\n\
        coder . read src/main.rs:40-60; coder . edit src/main.rs --old 'run()' --new 'run(args)'; coder . read ../x, refused (C215).";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        match self {
            Verb::Call { function, config } => {
                let coder = Coder::new(place, Config::find(config.as_deref())?)?;
                match function {
                    None => call::stream(&coder, &mut standard_input()?, out),
                    Some(function) => call::once(&coder, &function, &all_of_standard_input()?, out),
                }
            }
            other => {
                let (function, payload, how) = other.asked()?;
                let coder = Coder::new(place, Config::find(how.config.as_deref())?)?;
                answer(&coder, function, payload, how.json, out)
            }
        }
    }
}

/// Standard input by a descriptor of our own: the process's is held by whoever called us.
fn standard_input() -> Result<BufReader<File>, CoderError> {
    let copy = rustix::io::dup(rustix::stdio::stdin());
    let copy = copy.map_err(|error| CoderError::bad(format!("standard input: {error}")))?;
    Ok(BufReader::with_capacity(1 << 16, File::from(copy)))
}

fn all_of_standard_input() -> Result<String, CoderError> {
    let mut text = String::new();
    let read = standard_input()?.read_to_string(&mut text);
    read.map_err(|error| CoderError::bad(format!("standard input: {error}")))?;
    Ok(text)
}
