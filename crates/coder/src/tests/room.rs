//! A folder with a worker in it.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::config::Config;
use crate::{Code, Coder, CoderError};

pub(super) struct Room {
    top: tempfile::TempDir,
    pub(super) coder: Coder,
}

impl Room {
    /// A room with these files; a name that ends in a slash is a folder.
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        Self::with("", files)
    }

    /// The same with a configuration.
    pub(super) fn with(config: &str, files: &[(&str, &str)]) -> Self {
        let top = tempfile::tempdir().unwrap();
        let root = top.path().join("root");
        fs::create_dir(&root).unwrap();
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if path.to_str().unwrap().ends_with('/') {
                fs::create_dir_all(&path).unwrap();
            } else {
                fs::write(&path, content).unwrap();
            }
        }
        let coder = Coder::new(&root, Config::parse(config).unwrap()).unwrap();
        Self { top, coder }
    }

    pub(super) fn root(&self) -> PathBuf {
        self.top.path().canonicalize().unwrap().join("root")
    }

    pub(super) fn path(&self, path: &str) -> String {
        self.root().join(path).to_str().unwrap().to_owned()
    }

    pub(super) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// All names below the root, folders with a slash.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut todo = vec![self.root()];
        while let Some(folder) = todo.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(self.root()).unwrap().to_str().unwrap().to_owned();
                if path.is_dir() && !path.is_symlink() {
                    names.push(format!("{name}/"));
                    todo.push(path);
                } else {
                    names.push(name);
                }
            }
        }
        names.sort();
        names
    }

    pub(super) fn call(&self, function: &str, payload: Value) -> Result<Value, CoderError> {
        self.coder.call(&format!("coder::{function}"), payload)
    }

    pub(super) fn ok(&self, function: &str, payload: Value) -> Value {
        self.call(function, payload).unwrap()
    }

    pub(super) fn refused(&self, function: &str, payload: Value) -> (Code, String) {
        let error = self.call(function, payload).unwrap_err();
        (error.code, error.message)
    }
}

/// The codes of a batch's results, `ok` for those that went well.
pub(super) fn codes(answer: &Value) -> Vec<String> {
    let results = answer["results"].as_array().unwrap();
    results.iter().map(|result| result["error"]["code"].as_str().unwrap_or("ok").to_owned()).collect()
}

pub(super) fn files(entries: impl Into<Value>) -> Value {
    json!({ "files": entries.into() })
}
