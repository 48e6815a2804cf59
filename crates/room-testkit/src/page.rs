//! The table of a page: what is between its marks is written anew, the rest is people's.
#![expect(clippy::disallowed_methods, reason = "a page of the documentation is no file of a room")]

use std::fs;
use std::io;
use std::path::Path;

/// Puts a table between the marks of a page, `<!-- MARK -->` and `<!-- end of MARK -->`, each on a line of its own. A page
/// without them is an error, and stays as it is.
pub fn put_between_marks(page: &Path, mark: &str, table: &str) -> io::Result<()> {
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
    let stands = fs::read_to_string(page)?;
    let around =
        stands.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) =
        around.ok_or_else(|| io::Error::other(format!("the page has no marks for {mark}")))?;
    fs::write(page, format!("{before}{begin}{table}{end}{after}"))
}
