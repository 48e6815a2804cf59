//! What a call did, as one text.

use std::fmt;
use std::process::Output;

/// Everything a caller sees of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code; -1 for a process that a signal ended.
    pub code: i32,
}

impl Outcome {
    /// The outcome of a process that has ended.
    ///
    /// # Panics
    /// Where it printed what is not UTF-8: everything the tools print is.
    pub fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("answers are UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("refusals are UTF-8"),
            code: output.status.code().unwrap_or(-1),
        }
    }

    /// Standard output of a call that must have gone well.
    ///
    /// # Panics
    /// Where it did not.
    #[track_caller]
    pub fn answer(&self) -> &str {
        assert!(self.code == 0 && self.stderr.is_empty(), "the call should have gone well:\n{self}");
        &self.stdout
    }

    /// The answer of a call that prints one JSON value.
    ///
    /// # Panics
    /// Where it did not go well or prints something else.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.answer()).expect("the answer is one JSON value")
    }

    /// The line of a call that must have been refused: nothing on standard output, one short line on standard error,
    /// exit 2.
    ///
    /// # Panics
    /// Where it was not, or not so.
    #[track_caller]
    pub fn refusal(&self) -> &str {
        assert_eq!(self.code, 2, "the call should have been refused:\n{self}");
        assert_eq!(self.stdout, "", "a refusal prints nothing on standard output:\n{self}");
        self.complaint()
    }

    /// The one line on standard error, whatever the exit code.
    ///
    /// # Panics
    /// Where there is none, more than one, one too long, without its label, or with anything a terminal would obey.
    #[track_caller]
    pub fn complaint(&self) -> &str {
        self.told().unwrap_or_else(|fault| panic!("{fault}:\n{self}"))
    }

    /// The same for whoever goes on after a fault.
    pub fn told(&self) -> Result<&str, &'static str> {
        let line = self.stderr.strip_suffix('\n').unwrap_or_default();
        let (label, why) = line.split_once(": ").unwrap_or_default();
        let named = label.len() > "Error".len() && label.ends_with("Error");
        let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        if !named || !label.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Err("no label opens the line")
        } else if why.trim().is_empty() {
            Err("the line does not say why")
        } else if line.contains(breaks) {
            Err("more than one line, or something a terminal obeys")
        } else if line.chars().count() > 500 {
            Err("more than 500 code points")
        } else {
            Ok(line)
        }
    }

    /// This outcome with what differs from run to run taken out: times, and hashes of lines that hold times.
    #[must_use]
    pub fn redacted(&self) -> Self {
        Self { stdout: redacted(&self.stdout), stderr: redacted(&self.stderr), code: self.code }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.stdout)?;
        if !self.stdout.is_empty() && !self.stdout.ends_with('\n') {
            f.write_str("(no line break)\n")?;
        }
        f.write_str(&self.stderr)?;
        if self.code == 0 { Ok(()) } else { writeln!(f, "(exit {})", self.code) }
    }
}

/// A text with the values of `t`, `prev` and `head` in its JSON replaced by `…`.
pub fn redacted(text: &str) -> String {
    let mut text = text.to_owned();
    for key in [r#""t":""#, r#""prev":""#, r#""head":""#] {
        let mut pieces = text.split(key);
        let mut kept = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let after = piece.split_once('"').map_or("", |(_, after)| after);
            kept.push_str(key);
            kept.push_str("…\"");
            kept.push_str(after);
        }
        text = kept;
    }
    text
}
