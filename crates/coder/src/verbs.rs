//! The table of verbs.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use room_core::cli::{Out, Tool};
use room_core::refusal::Failure;

use crate::call;
use crate::config::Config;
use crate::error::CoderError;
use crate::worker::Coder;

/// What `coder` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Any function, by its name: its JSON payload on standard input, its answer one line of JSON
    ///
    /// Without a name standard input is a stream of calls, one a line: {"function": …, "payload": …}. An answer is
    /// {"ok": …} or {"error": {"code": …, "message": …}}, and comes before the next call is read.
    Call {
        /// the function, such as `coder::read-file`
        function: Option<String>,
        /// the configuration; else `CODER_CONFIG` names it, else the defaults hold
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        config: Option<PathBuf>,
    },
}

impl Tool for Verb {
    const NAME: &'static str = "coder";
    const PLACE: &'static str = "ROOT";
    const ABOUT: &'static str =
        "files inside a jail: read, searched, edited, made, moved and deleted below ROOT.";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let Verb::Call { function, config } = self;
        let coder = Coder::new(place, Config::find(config.as_deref())?)?;
        match function {
            None => call::stream(&coder, &mut standard_input()?, out),
            Some(function) => {
                let mut payload = String::new();
                let read = standard_input()?.read_to_string(&mut payload);
                read.map_err(|error| CoderError::bad(format!("standard input: {error}")))?;
                call::once(&coder, &function, &payload, out)
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
