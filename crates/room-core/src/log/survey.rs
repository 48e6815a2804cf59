//! A log looked through for all its faults, where other readers stop at the first.

use std::io::Read as _;

use super::chain::{Chain, Digest};
use super::{History, LogError, Place, file};

/// A log as it stands, sound or not.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Its whole lines, unchecked: a record that is none is an error where it is read.
    pub history: History,
    /// What does not hold of `seq`, `prev` and the first record, a message a broken line, in order.
    pub faults: Vec<String>,
}

/// Looks through a log. One that does not exist is empty; a torn last line is read past, since it was never answered.
/// Each line is checked against the line before it, so one changed line does not make the rest wrong.
pub fn survey(place: &Place) -> Result<Survey, LogError> {
    let mut bytes = Vec::new();
    if let Some(mut file) = file::to_read(place)? {
        file.read_to_end(&mut bytes).map_err(|why| LogError::unreadable(place, why))?;
    }
    bytes.truncate(memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1));
    let (text, mut faults) = match String::from_utf8(bytes) {
        Ok(text) => (text, Vec::new()),
        Err(error) => {
            let number =
                memchr::memchr_iter(b'\n', error.as_bytes().split_at(error.utf8_error().valid_up_to()).0);
            let fault = LogError::broken(place, number.count() as u64 + 1, "it is not UTF-8");
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), vec![fault.to_string()])
        }
    };
    let mut chain = Chain::start();
    for line in text.split_terminator('\n') {
        if let Err(fault) = chain.check(line, place) {
            faults.push(fault.to_string());
            chain.pass(line);
        }
    }
    Ok(Survey { history: History::unchecked(text, place, chain), faults })
}

impl Survey {
    /// The 64 hex digits of every line's hash, and first that of nothing: what a head was when the log ended there.
    pub fn heads(&self) -> impl Iterator<Item = String> {
        std::iter::once("").chain(self.history.lines()).map(|line| Digest::of(line.as_bytes()).hex())
    }
}
