//! Where answers go: standard output, byte for byte, or made safe where it is a terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::json;
use crate::refusal::Failure;

/// The answer of one call. Everything a tool prints goes through here, after it has been logged.
pub struct Out<'w> {
    sink: &'w mut dyn Write,
    terminal: bool,
}

impl std::fmt::Debug for Out<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Out").field("terminal", &self.terminal).finish_non_exhaustive()
    }
}

impl<'w> Out<'w> {
    /// An answer into `sink`; where that is a terminal, control characters are shown as pictures.
    pub fn new(sink: &'w mut dyn Write, terminal: bool) -> Self {
        Self { sink, terminal }
    }

    /// Whether a person is looking on.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Prints text as it stands.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        let shown = if self.terminal { pictured(text) } else { Cow::Borrowed(text) };
        self.sink.write_all(shown.as_bytes()).map_err(|error| failed(&error))
    }

    /// Prints text and a newline.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.text(text)?;
        self.text("\n")
    }

    /// Prints text, and a newline where it ends in none, so that what is printed next stands apart.
    pub fn ended(&mut self, text: &str) -> Result<(), Failure> {
        if text.ends_with('\n') { self.text(text) } else { self.line(text) }
    }

    /// Prints a value as one line of JSON.
    pub fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        self.line(&json::line(value))
    }

    /// Hands everything printed so far to the system.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush().map_err(|error| failed(&error))
    }
}

/// A closed pipe is a quiet end. Anything else is told: the answer was recorded and perhaps not seen.
fn failed(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::HungUp;
    }
    let why =
        format!("standard output: {error}. What this call logged stands; look at state before trying again");
    Failure::AfterTheRecord { label: "OutputError", why }
}

/// Text with its control characters as pictures, so that a corpus cannot drive a terminal. Line feeds and tabs stay.
fn pictured(text: &str) -> Cow<'_, str> {
    if !text.contains(drives_a_terminal) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(Picture).map(|picture| picture.to_string()).collect())
}

/// One character as a terminal may have it.
struct Picture(char);

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = u32::from(self.0);
        match self.0 {
            c if !drives_a_terminal(c) => write!(f, "{c}"),
            '\u{7f}' => f.write_str("\u{2421}"),
            '\0'..='\u{1f}' => write!(f, "{}", char::from_u32(0x2400 + code).expect("each has a picture")),
            _ => write!(f, "‹{code:04X}›"),
        }
    }
}

/// Controls, and the marks that turn the direction of a line.
fn drives_a_terminal(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_sees_pictures_and_a_pipe_the_bytes() {
        let text = "a\u{1b}[2J\tb\u{9b}c\u{202e}d\u{7f}\n";
        assert_eq!(pictured(text), "a␛[2J\tb‹009B›c‹202E›d␡\n");
        let mut piped = Vec::new();
        Out::new(&mut piped, false).text(text).unwrap();
        assert_eq!(piped, text.as_bytes());
    }
}
