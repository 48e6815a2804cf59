//! The only place that looks at the clock and the environment.
#![expect(clippy::disallowed_methods, reason = "this is the module the lint points to")]

use std::path::PathBuf;

/// Now, in UTC, as every log writes it: RFC 3339 with milliseconds, `2026-01-31T09:08:07.123Z`.
pub fn now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    let second = crate::text::rfc3339_seconds(seconds).unwrap_or_else(|| "9999-12-31T23:59:59Z".to_owned());
    format!("{}.{:03}Z", second.trim_end_matches('Z'), since.subsec_millis())
}

/// A variable of the environment as text; unset, empty and not UTF-8 are all `None`.
fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A variable of the environment that names a file or folder.
fn path(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// `ROOM_RUN`: the scheduler's name for this try at a job, kept on every record of every log.
pub fn run() -> Option<String> {
    text("ROOM_RUN")
}

/// `READ_LOG_DIR`: where `_read.jsonl` lies instead of `out/` beside the corpus. The scheduler's, never the agent's.
pub fn read_log_dir() -> Option<PathBuf> {
    path("READ_LOG_DIR")
}

/// `CITE_LOG_DIR`: where `cite` logs, for records that lie where nobody may write.
pub fn cite_log_dir() -> Option<PathBuf> {
    path("CITE_LOG_DIR")
}

/// `EMIT_STAGE`: the stage of journal records where `--stage` is not given.
pub fn emit_stage() -> Option<String> {
    text("EMIT_STAGE")
}

/// `CASE_STAGE`: the stage of the aggregator's records where `--stage` is not given.
pub fn case_stage() -> Option<String> {
    text("CASE_STAGE")
}

/// `CODER_CONFIG`: the operator's configuration of `coder`, where `--config` is not given.
pub fn coder_config() -> Option<PathBuf> {
    path("CODER_CONFIG")
}

/// `CODER_LOG_DIR`: where `coder` keeps `_coder.jsonl`; unset, it logs nothing.
pub fn coder_log_dir() -> Option<PathBuf> {
    path("CODER_LOG_DIR")
}

/// A variable that `coder`'s configuration names itself, as `${NAME}`; set but empty is an empty text.
pub fn variable(name: &str) -> Option<String> {
    let can_be_one = !name.is_empty() && !name.contains(['=', '\0']);
    if can_be_one { std::env::var(name).ok() } else { None }
}

/// Whether `NO_COLOR` asks for plain text.
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
