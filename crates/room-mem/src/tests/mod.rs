//! The store's rules, one call after another in roots of made-up files.

mod evidence;
mod many;
mod notes;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use room_core::cli::{self, Out};
use room_core::refusal::Failure;
use room_testkit::{Outcome, records};
use serde_json::Value;
use tempfile::TempDir;

use crate::Verb;

/// One call on the root in this folder.
fn call(root: &Path, words: &[&str]) -> Outcome {
    let words =
        std::iter::once(root.as_os_str().to_owned()).chain(words.iter().map(OsString::from)).collect();
    let mut stdout = Vec::new();
    let mut stdin = "from\nstandard input\n".as_bytes();
    let failure = cli::call::<Verb>(words, &mut stdin, &mut Out::new(&mut stdout, false)).err();
    Outcome {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: failure.as_ref().and_then(Failure::line).map_or(String::new(), |line| line + "\n"),
        code: failure.map_or(0, |failure| failure.code().into()),
    }
}

/// A root in a folder of its own.
struct Root(TempDir);

impl Root {
    fn new(files: &[(&str, &str)]) -> Self {
        let root = Self(tempfile::tempdir().unwrap());
        for (file, text) in files {
            root.write(file, text);
        }
        root
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    #[expect(clippy::disallowed_methods, reason = "what a test makes up need not last")]
    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn call(&self, words: &[&str]) -> Outcome {
        call(self.0.path(), words)
    }

    /// What was printed by a call that went well.
    #[track_caller]
    fn prints(&self, words: &[&str], expected: &str) {
        assert_eq!(self.call(words).answer(), expected);
    }

    /// A call that is refused with these words in its line, and leaves the log as it was.
    #[track_caller]
    fn refuses(&self, words: &[&str], with: &str) {
        let before = self.log_text();
        let outcome = self.call(words);
        let line = outcome.refusal();
        assert!(line.contains(with), "{line}");
        assert_eq!(self.log_text(), before);
    }

    fn log_text(&self) -> String {
        fs::read_to_string(self.path("out/_mem.jsonl")).unwrap_or_default()
    }

    /// The records of the log, which must be sound.
    #[track_caller]
    fn log(&self) -> Vec<Value> {
        records(&self.log_text())
    }
}
