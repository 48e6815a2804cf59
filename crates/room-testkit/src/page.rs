//! The table of a page: what is between its marks is written anew, the rest is people's.
#![expect(clippy::disallowed_methods, reason = "a page of the documentation is no file of a room")]

use std::fs;
use std::io;
use std::path::Path;

const BEGIN: &str = "<!-- the last run -->\n";
const END: &str = "<!-- end of the last run -->\n";

/// Puts a table between the marks of a page. A page without them is an error, and stays as it is.
pub fn put_between_marks(page: &Path, table: &str) -> io::Result<()> {
    let stands = fs::read_to_string(page)?;
    let around = stands.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = around.ok_or_else(|| io::Error::other("the page has no marks for the table"))?;
    fs::write(page, format!("{before}{BEGIN}{table}{END}{after}"))
}
