//! A search applied to one file after the other.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use globset::GlobSet;
use grep_searcher::Searcher;
use memchr::{memchr, memrchr};
use room_jail::{Folder, Listed};

use super::{ContentMatch, Search};
use crate::error::CoderError;
use crate::noise::compile_all;
use crate::searching::{Hit, Pattern, Scan, around, clipped};
use crate::worker::Coder;

/// The most lines of context on either side.
const MOST_CONTEXT: u64 = 10;

/// A request that is ready to be applied to files.
pub(super) struct Seeker<'c> {
    coder: &'c Coder,
    pattern: Pattern,
    include: Option<GlobSet>,
    exclude: GlobSet,
    /// Whether noise is passed over.
    pub(super) quiet: bool,
    pub(super) in_content: bool,
    pub(super) in_paths: bool,
    /// Matches of a kind that are returned.
    pub(super) most: usize,
    most_line_bytes: usize,
    before: usize,
    after: usize,
    cap: u64,
}

impl<'c> Seeker<'c> {
    /// Checks everything that can be checked before a path is touched.
    pub(super) fn new(coder: &'c Coder, request: &Search) -> Result<Self, CoderError> {
        let limits = coder.limits();
        let bad = |why: &str| Err(CoderError::bad(why));
        if request.query.is_empty() {
            return bad("query is empty; say what to look for");
        }
        if !request.search_content && !request.search_paths {
            return bad("search_content and search_paths are both false; there is nothing left to search");
        }
        for (field, lines) in [
            ("context_lines_before", request.context_lines_before),
            ("context_lines_after", request.context_lines_after),
        ] {
            if lines > MOST_CONTEXT {
                return bad(&format!("{field} is {lines}; at most {MOST_CONTEXT}"));
            }
        }
        if request.max_line_bytes == Some(0) {
            return bad("max_line_bytes is 0; at least 1");
        }
        let fits = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let include = if request.include_globs.is_empty() {
            None
        } else {
            Some(compile_all("include_globs", &request.include_globs)?)
        };
        Ok(Self {
            coder,
            pattern: Pattern::new(&request.query, request.regex, request.ignore_case)?,
            include,
            exclude: compile_all("exclude_globs", &request.exclude_globs)?,
            quiet: false,
            in_content: request.search_content,
            in_paths: request.search_paths,
            most: fits(request.max_matches.unwrap_or(limits.search_default_max_matches)),
            most_line_bytes: fits(request.max_line_bytes.unwrap_or(limits.search_default_max_line_bytes)),
            before: fits(request.context_lines_before),
            after: fits(request.context_lines_after),
            cap: limits.max_read_bytes,
        })
    }

    fn matched(&self, path: &Path, bytes: &[u8], hit: Hit) -> ContentMatch {
        let Hit { line, place, found } = hit;
        let column = found.start as u64 + 1;
        let (text, from) = around(&bytes[place.clone()], found, self.most_line_bytes);
        ContentMatch {
            path: path.display().to_string(),
            line,
            column,
            text,
            text_column: (from > 0).then_some(from as u64 + 1),
            before: self.lines_before(bytes, place.start),
            after: self.lines_after(bytes, place.end),
        }
    }

    fn lines_before(&self, bytes: &[u8], mut start: usize) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.before);
        while lines.len() < self.before && start > 0 {
            let end = start - 1;
            start = memrchr(b'\n', &bytes[..end]).map_or(0, |at| at + 1);
            lines.push(self.context(&bytes[start..end]));
        }
        lines.reverse();
        lines
    }

    fn lines_after(&self, bytes: &[u8], end: usize) -> Vec<String> {
        let mut rest = memchr(b'\n', &bytes[end..]).map_or(&[][..], |at| &bytes[end + at + 1..]);
        let mut lines = Vec::with_capacity(self.after);
        while lines.len() < self.after && !rest.is_empty() {
            let (line, tail) = match memchr(b'\n', rest) {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None => (rest, &[][..]),
            };
            lines.push(self.context(line));
            rest = tail;
        }
        lines
    }

    fn context(&self, line: &[u8]) -> String {
        clipped(line.strip_suffix(b"\r").unwrap_or(line), self.most_line_bytes)
    }
}

/// What came of looking at a file.
pub(super) enum Looked {
    /// It was read; whether its path matches, and the lines that do.
    Read { in_path: bool, matches: Vec<ContentMatch> },
    /// Only its path was looked at.
    Passed { in_path: bool, why: Why },
}

/// Why a file was not looked into.
pub(super) enum Why {
    Binary,
    TooLarge,
    Unreadable,
    /// It is not to be touched, or went away: as if it had not been there.
    Hidden,
}

impl Scan for Seeker<'_> {
    type Found = Looked;
    type Known = ();

    fn enter(&self, _: &Folder<'_>, _: &[Listed], (): &()) {}

    fn goes_into(&self, (): &(), path: &Path) -> bool {
        !(self.quiet && self.coder.noise().hides_folder(self.coder.jail.from_root(path)))
    }

    fn takes(&self, (): &(), path: &Path) -> bool {
        let path = self.coder.jail.from_root(path);
        !(self.quiet && self.coder.noise().hides_file(path))
            && self.include.as_ref().is_none_or(|include| include.is_match(path))
            && !self.exclude.is_match(path)
    }

    fn look(&self, folder: &Folder<'_>, name: &OsStr, searcher: &mut Searcher) -> Looked {
        let path = folder.path().join(name);
        let in_path =
            self.in_paths && self.pattern.is_in_path(self.coder.jail.from_root(&path).as_os_str().as_bytes());
        let passed = |why| Looked::Passed { in_path, why };
        if !self.in_content {
            let hidden = folder.meta(name).map_or(true, |meta| folder.denies(name, Some(&meta)));
            return Looked::Read { in_path: in_path && !hidden, matches: Vec::new() };
        }
        let opened = match folder.file(name) {
            Ok(opened) => opened,
            Err(room_jail::JailError::Missing) => return Looked::Passed { in_path: false, why: Why::Hidden },
            Err(_) => return passed(Why::Unreadable),
        };
        if opened.meta.size > self.cap {
            return passed(Why::TooLarge);
        }
        let bytes = match contents(&opened.file, opened.meta.size, self.cap) {
            Ok(bytes) if bytes.len() as u64 > self.cap => return passed(Why::TooLarge),
            Ok(bytes) => bytes,
            Err(_) => return passed(Why::Unreadable),
        };
        if memchr(0, &bytes).is_some() {
            return passed(Why::Binary);
        }
        // One more than may be returned shows that there is more.
        let hits = self.pattern.hits(searcher, &bytes, self.most.saturating_add(1));
        let matches = hits.into_iter().map(|hit| self.matched(&path, &bytes, hit)).collect();
        Looked::Read { in_path, matches }
    }
}

/// A file's bytes, but no more than one over the cap. A file that has the size it was seen with takes two reads.
fn contents(mut file: &File, size: u64, cap: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0) + 1];
    let mut filled = 0;
    while let Some(room) = bytes.get_mut(filled..).filter(|room| !room.is_empty()) {
        match file.read(room) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let grew = filled == bytes.len();
    bytes.truncate(filled);
    if grew {
        file.take((cap + 1).saturating_sub(filled as u64)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};

    use super::*;

    #[test]
    fn a_file_is_read_to_its_end_or_one_byte_over_the_cap_whatever_its_size_was_said_to_be() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdef").unwrap();
        for (said, cap, wanted) in [
            (6, 9, "abcdef"),
            (2, 9, "abcdef"),
            (0, 9, "abcdef"),
            (8, 9, "abcdef"),
            (2, 3, "abcd"),
            (2, 2, "abc"),
        ] {
            file.rewind().unwrap();
            let read = contents(&file, said, cap).unwrap();
            assert_eq!(String::from_utf8(read).unwrap(), wanted, "said to have {said}, cap {cap}");
        }
    }
}
