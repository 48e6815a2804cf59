//! The hash by which a caller says which contents it has read.

use std::fs::File;
use std::io;

use sha2::{Digest as _, Sha256};

use crate::error::CoderError;

/// The SHA-256 of bytes, in hex.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The SHA-256 of a file from where it stands, read in parts.
pub(crate) fn of_file(mut file: &File) -> io::Result<String> {
    let mut hasher = Hasher(Sha256::new());
    io::copy(&mut file, &mut hasher)?;
    Ok(hex(&hasher.0.finalize()))
}

/// Whether `expected` can be a SHA-256 at all; known before any file is touched.
pub(crate) fn check(expected: Option<&str>) -> Result<(), CoderError> {
    match expected {
        Some(text) if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            Err(CoderError::bad(format!("expect_sha256 '{text}' is not the 64 hex digits of a SHA-256")))
        }
        _ => Ok(()),
    }
}

/// Refuses where the file is not the one the caller has read.
pub(crate) fn compare(asked: &str, expected: Option<&str>, actual: &str) -> Result<(), CoderError> {
    match expected {
        Some(expected) if !expected.eq_ignore_ascii_case(actual) => Err(CoderError::bad(format!(
            "'{asked}' is not the file that was read: its SHA-256 is {actual}, expect_sha256 is {expected}. \
             Read it again"
        ))),
        _ => Ok(()),
    }
}

struct Hasher(Sha256);

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(64), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a String takes every write");
        out
    })
}
