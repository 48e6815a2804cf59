//! A dump's lines, one after the other, and the community each belongs to.

use std::collections::HashMap;

use room_core::corpus::{CorpusError, file_name};
use room_core::record::{Gathering, Line, Lines};

use crate::RenderError;
use crate::raw::{self, Raw};

/// How many lines are read between two looks at the progress.
const STEP: u64 = 1 << 14;

/// Reads every line of a dump and hands it on. Gives the number of bad lines, of which `skip_bad` may be let go.
pub(crate) fn each_line(
    raw: &Raw,
    skip_bad: u64,
    progress: &mut dyn FnMut(u64),
    mut take: impl FnMut(Line) -> Result<(), RenderError>,
) -> Result<u64, RenderError> {
    let (mut skipped, mut read) = (0, 0);
    for file in &raw.files {
        let mut lines = Lines::new(raw::open(file)?);
        while let Some((number, line)) = lines.read().map_err(|error| CorpusError::from_io(file, error))? {
            read += 1;
            if read % STEP == 0 {
                progress(read);
            }
            match line.and_then(|line| Line::read(line, &raw.titles)) {
                Ok(line) => take(line)?,
                Err(_) if skipped < skip_bad => skipped += 1,
                Err(bad) => return Err(RenderError::BadLine { file: file_name(file), line: number, bad }),
            }
        }
    }
    Ok(skipped)
}

/// The lines of one community, its name spelled as first met or as it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Community {
    pub(crate) name: Option<String>,
    pub(crate) lines: Gathering,
}

/// A community's name for comparing: without case.
pub(crate) fn key(name: &str) -> String {
    // Letter by letter: the lower case of a whole word would end in another sigma than that of its letters.
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Reads the lines of one community and those that name none. Where none is asked for the dump may name only one.
pub(crate) fn one(
    raw: &Raw,
    asked: Option<&str>,
    skip_bad: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<(Community, u64), RenderError> {
    let mut community = Community { name: asked.map(str::to_owned), ..Community::default() };
    let skipped = each_line(raw, skip_bad, progress, |line| {
        if let Some(name) = &line.community {
            match &community.name {
                None => community.name = Some(name.clone()),
                Some(ours) if key(ours) == key(name) => {}
                Some(_) if asked.is_some() => return Ok(()),
                Some(ours) => {
                    return Err(RenderError::Several { first: ours.clone(), second: name.clone() });
                }
            }
        }
        community.lines.add(line);
        Ok(())
    })?;
    Ok((community, skipped))
}

/// Reads the lines of every community. Lines that name none are a community of their own, unless one was asked for.
pub(crate) fn all(
    raw: &Raw,
    asked: Option<&str>,
    skip_bad: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<(Vec<Community>, u64), RenderError> {
    if asked.is_some() {
        let (community, skipped) = one(raw, asked, skip_bad, progress)?;
        return Ok((vec![community], skipped));
    }
    let mut communities: HashMap<Option<String>, Community> = HashMap::new();
    let skipped = each_line(raw, skip_bad, progress, |line| {
        let community = communities.entry(line.community.as_deref().map(key)).or_default();
        if community.name.is_none() {
            community.name.clone_from(&line.community);
        }
        community.lines.add(line);
        Ok(())
    })?;
    let mut communities: Vec<_> = communities.into_iter().collect();
    // Those that name none come last, so that a community called `unknown` keeps its folder.
    communities.sort_unstable_by(|(a, _), (b, _)| (a.is_none(), a).cmp(&(b.is_none(), b)));
    Ok((communities.into_iter().map(|(_, community)| community).collect(), skipped))
}
