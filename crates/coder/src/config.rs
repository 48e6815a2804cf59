//! The operator's file: roots, globs, limits. YAML, with `${NAME}` taken from the environment before it is read.
//!
//! It is never found by looking inside a root. What cannot be read, has an unknown key or a value out of range refuses
//! to start: nothing falls back to a weaker jail.

use std::path::{Path, PathBuf};

use room_core::environment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CoderError;
use crate::request::parse;

/// The deny globs of a configuration that does not speak of any, and of none at all.
pub const DENIED: [&str; 5] = ["**/.env", "**/.env.*", "**/*.pem", "**/*.key", "**/secrets/**"];

/// The noise globs of a configuration that does not speak of any.
pub const NOISE: [&str; 6] =
    ["**/.git/**", "**/node_modules/**", "**/target/**", "**/dist/**", "**/.venv/**", "**/__pycache__/**"];

/// The largest number any limit may have: 2^50, a pebibyte.
const MOST: u64 = 1 << 50;

/// What a worker is configured with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The allowed roots as written; empty where the configuration names none.
    pub base_paths: Vec<PathBuf>,
    /// Globs nothing may touch.
    pub non_accessible_globs: Vec<String>,
    /// Globs `tree` and `search` pass over.
    pub default_exclude_globs: Vec<String>,
    /// Whether files with several names are refused.
    pub deny_hard_links: bool,
    /// The numbers; they may change while a server runs.
    pub limits: Limits,
    /// What is odd but not wrong, for whoever asks `coder::info`.
    pub warnings: Vec<String>,
}

macro_rules! limits {
    ($($(#[$doc:meta])* $key:ident: $least:literal.. = $default:literal,)*) => {
        /// The numbers of a configuration: bytes, lines, entries.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        pub struct Limits { $($(#[$doc])* pub $key: u64,)* }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }

        /// The file as it is written. A key that is absent, or null, has its default.
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            base_path: Option<String>,
            base_paths: Option<Vec<String>>,
            non_accessible_globs: Option<Vec<String>>,
            default_exclude_globs: Option<Vec<String>>,
            deny_hard_links: Option<bool>,
            $($key: Option<u64>,)*
        }

        impl Written {
            fn limits(&self) -> Result<Limits, CoderError> {
                Ok(Limits { $($key: in_range(stringify!($key), self.$key, $least, $default)?,)* })
            }
        }
    };
}

limits! {
    /// Bytes a file may have to be read whole, and a window may return.
    max_read_bytes: 1.. = 10_485_760,
    /// Bytes a file may have that is made or changed.
    max_write_bytes: 1.. = 10_485_760,
    /// Levels `tree` goes down.
    tree_default_depth: 0.. = 4,
    /// Children of a folder `tree` shows.
    tree_per_folder_limit: 1.. = 50,
    /// Nodes of a whole `tree`.
    tree_max_nodes: 1.. = 10_000,
    /// Entries a page of `list-folder` has.
    list_default_page_size: 1.. = 100,
    /// Entries a page may have at most.
    list_max_page_size: 1.. = 1_000,
    /// Matches `search` gives, of contents and of paths each.
    search_default_max_matches: 1.. = 1_000,
    /// Bytes of a line `search` shows.
    search_default_max_line_bytes: 1.. = 4_096,
    /// Bytes of paths and text one `search` returns.
    search_response_budget_bytes: 1.. = 262_144,
    /// Bytes of content a batch of reads returns.
    batch_read_budget_bytes: 1.. = 1_048_576,
    /// Bytes of content a whole read returns.
    max_output_bytes: 1.. = 131_072,
}

fn in_range(key: &str, written: Option<u64>, least: u64, default: u64) -> Result<u64, CoderError> {
    let value = written.unwrap_or(default);
    if (least..=MOST).contains(&value) {
        return Ok(value);
    }
    Err(CoderError::bad(format!("configuration: {key} is {value}; it must be from {least} to {MOST}")))
}

impl Default for Config {
    fn default() -> Self {
        Self {
            base_paths: Vec::new(),
            non_accessible_globs: DENIED.map(str::to_owned).into(),
            default_exclude_globs: NOISE.map(str::to_owned).into(),
            deny_hard_links: false,
            limits: Limits::default(),
            warnings: Vec::new(),
        }
    }
}

impl Config {
    /// Reads the file named on the command line or, failing that, by `CODER_CONFIG`; without either, the defaults.
    pub fn find(named: Option<&Path>) -> Result<Self, CoderError> {
        match named.map(Path::to_owned).or_else(environment::coder_config) {
            Some(path) => Self::read(&path),
            None => Ok(Self::default()),
        }
    }

    /// Reads a file.
    #[expect(clippy::disallowed_methods, reason = "the operator's own file, read before there is a jail")]
    pub fn read(path: &Path) -> Result<Self, CoderError> {
        let refused = |why: String| CoderError::bad(format!("configuration {}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
        let mut warnings = Vec::new();
        let text = expanded(&text, &mut |name| {
            let value = environment::variable(name);
            if value.is_none() {
                warnings
                    .push(format!("the configuration uses ${{{name}}}, which is not set: taken as empty"));
            }
            value.unwrap_or_default()
        });
        let mut config = Self::parse(&text).map_err(|error| refused(error.message))?;
        config.warnings = warnings;
        Ok(config)
    }

    /// Reads a configuration's text; variables in it are not expanded.
    pub fn parse(text: &str) -> Result<Self, CoderError> {
        let value: Value = serde_saphyr::from_str(text)
            .map_err(|error| CoderError::bad(format!("no YAML: {}", one_line(&error.to_string()))))?;
        let value = if value.is_null() { Value::Object(serde_json::Map::new()) } else { value };
        let written: Written = parse("configuration", value)?;
        let limits = written.limits()?;
        let base_paths = match (written.base_path, written.base_paths.unwrap_or_default()) {
            (Some(_), several) if !several.is_empty() => {
                return Err(CoderError::bad(
                    "configuration: base_path and base_paths are both set; keep base_paths",
                ));
            }
            (Some(one), _) => vec![one],
            (None, several) => several,
        };
        let defaults = Self::default();
        Ok(Self {
            base_paths: base_paths.into_iter().map(PathBuf::from).collect(),
            non_accessible_globs: written.non_accessible_globs.unwrap_or(defaults.non_accessible_globs),
            default_exclude_globs: written.default_exclude_globs.unwrap_or(defaults.default_exclude_globs),
            deny_hard_links: written.deny_hard_links.unwrap_or(false),
            limits,
            warnings: Vec::new(),
        })
    }
}

/// Replaces every `${NAME}`. A `${` that is never closed stays.
fn expanded(text: &str, value: &mut dyn FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, tail)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(&value(name));
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// A parser's message without its picture of the place.
fn one_line(message: &str) -> String {
    message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("unreadable").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Config::parse(text).unwrap_err().message
    }

    #[test]
    fn what_is_absent_has_its_default_and_an_empty_list_is_a_choice() {
        let config = Config::parse("# nothing\n").unwrap();
        assert_eq!(config.non_accessible_globs, DENIED);
        assert_eq!(config.limits, Limits::default());
        assert!(Config::parse("non_accessible_globs: []").unwrap().non_accessible_globs.is_empty());
        let config = Config::parse("base_path: /srv\nmax_read_bytes: 7\n").unwrap();
        assert_eq!((config.base_paths, config.limits.max_read_bytes), (vec!["/srv".into()], 7));
    }

    #[test]
    fn what_is_wrong_is_refused_by_name() {
        for (text, wanted) in [
            ("max_read_byte: 1", "Did you mean 'max_read_bytes'?"),
            ("max_read_bytes: many", "max_read_bytes"),
            ("max_read_bytes: 0", "max_read_bytes is 0; it must be from 1"),
            ("max_read_bytes: -1", "max_read_bytes"),
            ("max_write_bytes: 99999999999999999", "max_write_bytes"),
            ("base_path: /a\nbase_paths: [/b]", "base_path and base_paths"),
            ("base_paths: /a", "base_paths"),
            ("[1", "no YAML"),
            ("- a", "takes a JSON object"),
            ("max_read_bytes: 1\nmax_read_bytes: 2", "max_read_bytes"),
        ] {
            assert!(refusal(text).contains(wanted), "{text}: {}", refusal(text));
        }
    }

    #[test]
    fn variables_are_text_before_anything_is_parsed() {
        let mut asked = Vec::new();
        let text = expanded("a: ${X}/b ${A:b} $Y ${open", &mut |name| {
            asked.push(name.to_owned());
            name.to_lowercase()
        });
        assert_eq!(text, "a: x/b a:b $Y ${open");
        assert_eq!(asked, ["X", "A:b"]);
    }
}
