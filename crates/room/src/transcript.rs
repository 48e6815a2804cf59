//! Calls run in this process and printed as a shell would show them: the command, then its answer.

use std::ffi::OsString;

use room_core::cli::{self, Out, Tool};
use room_core::refusal::Failure;

/// Runs a call and prints it with its answer, a refusal as the line and the exit code it ends with. Returns what it
/// printed, so that the next call can take it on standard input.
pub(crate) fn call<T: Tool>(words: &[&str], out: &mut Out<'_>) -> Result<String, Failure> {
    out.line(&format!("$ {}", command::<T>(words)))?;
    answer::<T>(words, "", out)
}

/// The same for `first | second -`.
pub(crate) fn pipe<A: Tool, B: Tool>(
    first: &[&str],
    second: &[&str],
    out: &mut Out<'_>,
) -> Result<(), Failure> {
    out.line(&format!("$ {} |\n    {}", command::<A>(first), command::<B>(second)))?;
    let mut taken = Vec::new();
    match cli::call::<A>(owned(first), &mut std::io::empty(), &mut Out::new(&mut taken, false)) {
        Ok(()) => answer::<B>(second, &String::from_utf8_lossy(&taken), out).map(drop),
        Err(failure) => refused(&failure, out),
    }
}

fn answer<T: Tool>(words: &[&str], stdin: &str, out: &mut Out<'_>) -> Result<String, Failure> {
    let mut taken = Vec::new();
    let ended = cli::call::<T>(owned(words), &mut stdin.as_bytes(), &mut Out::new(&mut taken, false));
    let text = String::from_utf8_lossy(&taken).into_owned();
    out.text(&text)?;
    if let Err(failure) = ended {
        refused(&failure, out)?;
    }
    out.line("")?;
    Ok(text)
}

fn refused(failure: &Failure, out: &mut Out<'_>) -> Result<(), Failure> {
    if let Some(line) = failure.line() {
        out.line(&line)?;
    }
    out.line(&format!("(exit {})", failure.code()))
}

fn owned(words: &[&str]) -> Vec<OsString> {
    words.iter().map(Into::into).collect()
}

/// A call as it would be typed in any shell.
fn command<T: Tool>(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    format!("room {} {}", T::NAME, words.join(" "))
}

/// A word in single quotes where a shell would not take it as it is.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_as_every_shell_reads_them() {
        assert_eq!(super::quoted("a/b.txt"), "a/b.txt");
        assert_eq!(super::quoted("It's"), r"'It'\''s'");
        assert_eq!(super::quoted(""), "''");
    }
}
