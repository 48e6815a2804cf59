//! The table of verbs.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueHint};
use room_core::cli::{Out, Tool, count, offset};
use room_core::refusal::Failure;
use serde_json::{Value, json};

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
        /// refuse unless the file has this SHA-256
        #[arg(long, value_name = "HEX")]
        expect_sha256: Option<String>,
        /// say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
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
        /// refuse unless the replaced file has this SHA-256
        #[arg(long, value_name = "HEX")]
        expect_sha256: Option<String>,
        /// say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
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
        /// refuse unless the replaced file has this SHA-256
        #[arg(long, value_name = "HEX")]
        expect_sha256: Option<String>,
        /// say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
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
        /// refuse unless it is a file with this SHA-256
        #[arg(long, value_name = "HEX")]
        expect_sha256: Option<String>,
        /// say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
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
        /// refuse unless it is a file with this SHA-256
        #[arg(long, value_name = "HEX")]
        expect_sha256: Option<String>,
        /// say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// how to answer
        #[command(flatten)]
        how: Shared,
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

impl Tool for Verb {
    const NAME: &'static str = "coder";
    const PLACE: &'static str = "ROOT";
    const ABOUT: &'static str =
        "files inside a jail: read, edited, made, moved and deleted below ROOT, and nowhere else.";
    const NOTES: &'static str = "Paths start at ROOT; `..`, links and globs never lead out of it or to what is denied (.env, *.pem, *.key, secrets/).\n\
        A refusal begins with its code: C210 the call is wrong, C211 not there or not to be touched, C213 too large,\n\
        C215 outside, C216 the system refused, C217 exists already.\n\
        A first session: coder . info; coder . tree src; echo '{\"query\":\"fn main\"}' | coder . call coder::search;\n\
        coder . read src/main.rs; coder . read src/main.rs:40-60; an edit, by coder . update; coder . read ../x, refused (C215).";

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
                let (function, payload, how) = other.payload()?;
                let coder = Coder::new(place, Config::find(how.config.as_deref())?)?;
                answer(&coder, function, payload, how.json, out)
            }
        }
    }
}

impl Verb {
    /// The function a verb calls, and what it asks of it.
    fn payload(self) -> Result<(&'static str, Value, Shared), CoderError> {
        Ok(match self {
            Verb::Info { how } => ("coder::info", json!({}), how),
            Verb::Read { path, truncation, display, max_lines, max_bytes, how } => {
                let payload = json!({
                    "path": path,
                    "truncation": truncation,
                    "display": display,
                    "maxSummaryLines": max_lines,
                    "maxSummaryBytes": max_bytes,
                });
                ("tool::read", payload, how)
            }
            Verb::Stat { path, how } => ("coder::read-file", json!({"path": path, "stat": true}), how),
            Verb::Edit { path, old, new, all, edits, expect_sha256, dry_run, how } => {
                let edits = edits.as_deref().map(serde_json::from_str::<Value>).transpose();
                let edits = edits.map_err(|error| CoderError::bad(format!("--edits is no JSON: {error}")))?;
                let payload = json!({
                    "path": path,
                    "old_text": old,
                    "new_text": new,
                    "all": all.then_some(true),
                    "edits": edits,
                    "expect_sha256": expect_sha256,
                    "dry_run": dry_run,
                });
                ("tool::edit", payload, how)
            }
            Verb::Write { path, content, expect_sha256, dry_run, how } => {
                // A whole file keeps its last newline: this is the one text that is not an argument of a sentence.
                let content = if content == "-" { all_of_standard_input()? } else { content };
                let payload = json!({"path": path, "content": content, "expect_sha256": expect_sha256, "dry_run": dry_run});
                ("tool::write", payload, how)
            }
            Verb::Create { path, content, mode, overwrite, no_parents, expect_sha256, dry_run, how } => {
                let file = json!({
                    "path": path,
                    "content": content,
                    "mode": mode,
                    "overwrite": overwrite,
                    "parents": !no_parents,
                    "expect_sha256": expect_sha256,
                });
                ("coder::create-file", json!({"files": [file], "dry_run": dry_run}), how)
            }
            Verb::Update { how } => {
                let text = all_of_standard_input()?;
                let payload = serde_json::from_str(&text)
                    .map_err(|error| CoderError::bad(format!("standard input is no JSON: {error}")))?;
                ("coder::update-file", payload, how)
            }
            Verb::Delete { path, recursive, expect_sha256, dry_run, how } => {
                let entry = json!({"path": path, "expect_sha256": expect_sha256});
                let payload = json!({"paths": [entry], "recursive": recursive, "dry_run": dry_run});
                ("coder::delete-file", payload, how)
            }
            Verb::Move { from, to, overwrite, no_parents, expect_sha256, dry_run, how } => {
                let entry = json!({
                    "from": from,
                    "to": to,
                    "overwrite": overwrite,
                    "parents": !no_parents,
                    "expect_sha256": expect_sha256,
                });
                ("coder::move", json!({"files": [entry], "dry_run": dry_run}), how)
            }
            Verb::List { path, page, page_size, how } => {
                let path = path.unwrap_or_else(|| ".".to_owned());
                ("coder::list-folder", json!({"path": path, "page": page, "page_size": page_size}), how)
            }
            Verb::Tree { path, depth, limit, all, how } => {
                let path = path.unwrap_or_else(|| ".".to_owned());
                let payload = json!({
                    "path": path,
                    "max_depth": depth,
                    "per_folder_limit": limit,
                    "use_default_excludes": !all,
                });
                ("coder::tree", payload, how)
            }
            Verb::Call { .. } => unreachable!("a call has its function and payload from its caller"),
        })
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
