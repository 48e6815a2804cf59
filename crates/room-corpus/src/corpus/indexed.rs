//! A corpus and its index: what goes in, and answers that are checked against the lines that stand there.

use memchr::memmem;

use super::lookup::Search;
use super::{Corpus, header_end};
use crate::id::{self, Kind};
use crate::index::{Index, Of, Parts};
use room_core::table::{Entry, same_hash};

/// The lines that open something, as they begin.
pub(super) const OPENERS: [&[u8]; 3] = [b"@thread ", b"@post ", b"@comment "];

/// What the index of a corpus is made of; `None` where its places are too far on.
pub(crate) fn parts_of(file: &[u8]) -> Option<Parts> {
    let mut parts = Parts { of: Of::Corpus, items: 0, entries: Vec::new(), threads: Vec::new() };
    // Every opener stands after a newline, the first after the header's last.
    let start = header_end(file).saturating_sub(1);
    for found in memmem::find_iter(file.get(start..)?, b"\n@") {
        let at = start + found + 1;
        let Some((opener, id)) = opened(file, at) else { continue };
        if opener == OPENERS[0] {
            parts.threads.push(at as u64);
        } else {
            parts.items += 1;
        }
        if let Some(id) = id {
            parts.entries.push(Entry::new(id::bare(id).as_bytes(), at as u64)?);
        }
    }
    Some(parts)
}

/// Which opener stands at a byte, and the id after it if that is a whole word of an id's characters.
pub(super) fn opened(file: &[u8], at: usize) -> Option<(&'static [u8], Option<&str>)> {
    let line = file.get(at..)?;
    let opener = *OPENERS.iter().find(|opener| line.starts_with(opener))?;
    let rest = line.get(opener.len()..)?;
    let length = rest.iter().take_while(|byte| (b'!'..=b'~').contains(*byte)).count();
    let (id, after) = rest.split_at(length);
    let id = std::str::from_utf8(id).ok().filter(|id| !id.is_empty() && after.starts_with(b" "));
    Some((opener, id))
}

impl Corpus {
    /// [`Corpus::scan`]'s answer by the index. `None` wherever that is no line it checked: where there is no index, where
    /// it is damaged or has no such id, where a bare id means two. The scan then says.
    pub(super) fn indexed(&self, typed: &str, opens: &[(&[u8], Kind)]) -> Option<usize> {
        let index = self.index()?;
        let mut search = Search::new(typed);
        for bare in search.bare_ids() {
            for at in index.places(&bare)? {
                let (opener, id) = self.opener(at)?;
                let id = id?;
                if id::bare(id) != bare {
                    // Another id of the same hash; any other line shows that the index is of another file.
                    same_hash(id::bare(id).as_bytes(), bare.as_bytes()).then_some(())?;
                    continue;
                }
                let kind = opens.iter().find(|(line, _)| line.ends_with(opener)).map(|(_, kind)| *kind);
                let Some(rank) = kind.and_then(|kind| search.rank(id, kind)) else { continue };
                search.meet(rank, at);
                if rank == 0 {
                    return search.choose().ok()?;
                }
            }
        }
        search.choose().ok()?
    }

    /// The place of the n-th thread as the index has it, and its number; of a thread past the last, the last.
    pub(super) fn ordinal(&self, n: usize) -> Option<(usize, usize)> {
        let index = self.index()?;
        let n = n.min(index.threads().checked_sub(1)?);
        let at = index.thread(n)?;
        let (opener, _) = self.opener(at)?;
        let last = n + 1 == index.threads();
        // The next thread, or the end, must be where the index has it.
        let end = if last { self.map.len() } else { index.thread(n + 1)? };
        (opener == OPENERS[0] && self.thread_end(at) == end).then_some((at, n))
    }

    /// The opener that begins at a byte of the blocks, if a line begins there.
    fn opener(&self, at: usize) -> Option<(&'static [u8], Option<&str>)> {
        let begins = at >= self.body && self.map.get(at.checked_sub(1)?) == Some(&b'\n');
        if begins { opened(&self.map, at) } else { None }
    }

    pub(super) fn index(&self) -> Option<&Index> {
        let index = || Index::beside(&self.path, &self.map).filter(|index| index.of() == Of::Corpus);
        self.index.get_or_init(index).as_ref()
    }
}
