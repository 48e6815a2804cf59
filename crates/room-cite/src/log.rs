//! Where citations are logged: `<record>.queries.jsonl` beside the record, or in `CITE_LOG_DIR`.

use room_core::cli::Out;
use room_core::environment;
use room_core::log::{self, Entry};
use room_core::refusal::{Failure, why_line};
use room_core::text::Chars;
use room_corpus::record::Source;

use crate::CITE_ERROR;

/// The tool's name in its records.
const TOOL: &str = "cite";

/// A record of this tool.
pub(crate) fn entry(kind: &str, served: Chars) -> Entry {
    Entry::new(kind, TOOL).chars(served)
}

/// Logs an answer, then prints it.
pub(crate) fn answer(source: &Source, entry: Entry, line: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    append(source, entry)?;
    out.line(line)
}

/// The words of a refusal, as they are printed and as they are logged.
pub(crate) fn why(why: &str) -> String {
    why_line(CITE_ERROR, why)
}

/// Logs a refused citation, then refuses it in the same words.
pub(crate) fn refuse(source: &Source, entry: Entry, why: String) -> Result<(), Failure> {
    append(source, entry)?;
    Err(Failure::Refused { label: CITE_ERROR, why })
}

fn append(source: &Source, entry: Entry) -> Result<(), Failure> {
    let record = source.path();
    let mut name = record.file_name().unwrap_or_default().to_owned();
    name.push(".queries.jsonl");
    let path = match environment::cite_log_dir() {
        Some(folder) => folder.join(name),
        None => record.with_file_name(name),
    };
    let place = log::Place { path, durable: false, record: None };
    log::open(&place)?.append(&[entry])?;
    Ok(())
}
