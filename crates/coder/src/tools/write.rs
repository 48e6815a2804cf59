//! `tool::write`: a whole file, made or replaced. The content is written as it is given.

use std::io::Read as _;
use std::path::Path;

use memchr::memmem;
use serde::{Deserialize, Serialize};

use crate::error::CoderError;
use crate::functions::{CreateFile, NewFile};
use crate::worker::Coder;

/// How much of a file that is replaced is looked at.
const LOOKED_AT: u64 = 64 << 10;

/// Which file, and what it shall hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteTool {
    path: String,
    content: String,
    expect_sha256: Option<String>,
    #[serde(default)]
    dry_run: bool,
}

/// What was done.
#[derive(Debug, Serialize)]
pub struct ToolWrite {
    /// The file.
    pub file: FileWritten,
    /// What a reader of the old file may miss.
    pub notices: Vec<String>,
    /// The SHA-256 of the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// What the verb prints.
    pub text: String,
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub struct FileWritten {
    /// Canonical.
    pub path: String,
    /// Bytes written.
    pub bytes: u64,
    /// Whether it is new.
    pub created: bool,
}

impl Coder {
    /// `tool::write`.
    pub fn tool_write(&self, request: &WriteTool) -> Result<ToolWrite, CoderError> {
        let WriteTool { path, content, expect_sha256, dry_run } = request.clone();
        let old = self.start_of(&path);
        let mut notices = old.as_deref().map(|old| dropped(old, content.as_bytes())).unwrap_or_default();
        if old.is_none() && super::read::has_selector(&path) {
            notices.push(format!("[the file is named '{path}', with what looks like a selector of read]"));
        }
        let file = NewFile {
            path: path.clone(),
            content,
            mode: None,
            parents: true,
            overwrite: true,
            expect_sha256,
        };
        let mut done = self.create_file(&CreateFile { files: vec![file], atomic: false, dry_run })?.results;
        let done = done.pop().expect("one entry, one result");
        if let Some(error) = done.error {
            return Err(error);
        }
        let created = old.is_none();
        let how = match (dry_run, created) {
            (true, _) => "would write",
            (false, true) => "made",
            (false, false) => "replaced",
        };
        let mut text = format!("{how} {path}: {} bytes\n", done.bytes_written);
        for notice in &notices {
            text.push_str(notice);
            text.push('\n');
        }
        let file = FileWritten { path: done.path, bytes: done.bytes_written, created };
        Ok(ToolWrite { file, notices, sha256: done.sha256, text })
    }

    /// The start of a file that is there and may be read.
    fn start_of(&self, path: &str) -> Option<Vec<u8>> {
        let (_, opened) = self.jail.read(Path::new(path)).ok()?;
        let mut start = Vec::new();
        opened.file.take(LOOKED_AT).read_to_end(&mut start).ok()?;
        Some(start)
    }
}

/// What of the old file's form the new content does not have.
fn dropped(old: &[u8], new: &[u8]) -> Vec<String> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut dropped = Vec::new();
    if old.starts_with(MARK) && !new.starts_with(MARK) {
        dropped.push("[the old file began with a byte order mark; the new one does not]".to_owned());
    }
    let crlf = |bytes: &[u8]| memmem::find(bytes, b"\r\n").is_some();
    if crlf(old) && !crlf(new) && new.contains(&b'\n') {
        dropped
            .push("[the lines of the old file ended with CRLF; those of the new one end with LF]".to_owned());
    }
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_is_said() {
        assert_eq!(dropped(b"\xef\xbb\xbfa\r\n", b"a\n").len(), 2);
        assert_eq!(dropped(b"\xef\xbb\xbfa\r\n", b"\xef\xbb\xbfb\r\n"), [""; 0]);
        assert_eq!(dropped(b"a\r\n", b"a"), [""; 0]);
    }
}
