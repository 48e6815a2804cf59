//! A dump's lines, sorted by the community each belongs to.

use std::collections::HashMap;

use room_corpus::record::{Gathering, Line};

use crate::progress::Step;
use crate::raw::Raw;
use crate::spill::Spill;
use crate::stream::each_line;
use crate::{Options, RenderError};

/// The lines of one community, its name spelled as first met or as it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Community {
    pub(crate) name: Option<String>,
    pub(crate) lines: Gathering,
}

/// A community whose lines were set aside.
#[derive(Debug)]
pub(crate) struct SetAside {
    pub(crate) name: Option<String>,
    /// The number of its pile.
    pub(crate) pile: usize,
}

/// A community's name for comparing: without case.
pub(crate) fn key(name: &str) -> String {
    // Letter by letter: the lower case of a whole word would end in another sigma than that of its letters.
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Reads the lines of one community and those that name none. Where none is asked for the dump may name only one.
/// Gives the number of bad lines, too.
pub(crate) fn one(
    raw: &Raw,
    options: &Options,
    progress: &mut dyn FnMut(Step),
) -> Result<(Community, u64), RenderError> {
    let asked = options.community.as_deref();
    let mut community = Community { name: asked.map(str::to_owned), ..Community::default() };
    let skipped = each_line(raw, options, progress, |line| {
        if let Some(name) = &line.community {
            match &community.name {
                None => community.name = Some(name.clone()),
                Some(ours) if ours == name || key(ours) == key(name) => {}
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

/// Reads the lines of every community and sets them aside. Lines that name none are a community of their own, unless
/// one was asked for. They come in the order of their names, without case; gives the number of bad lines, too.
pub(crate) fn all(
    raw: &Raw,
    options: &Options,
    spill: &mut Spill,
    progress: &mut dyn FnMut(Step),
) -> Result<(Vec<SetAside>, u64), RenderError> {
    let mut piles = Piles::new(options.community.as_deref(), spill);
    let skipped = each_line(raw, options, progress, |line| piles.add(&line))?;
    let Piles { unnamed, mut by_key, .. } = piles;
    let mut communities: Vec<_> = by_key.drain().collect();
    communities.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let mut communities: Vec<_> = communities.into_iter().map(|(_, community)| community).collect();
    // Those that name none come last, so that a community called `unknown` keeps its folder.
    if options.community.is_none() {
        communities.extend(unnamed.map(|pile| SetAside { name: None, pile }));
    }
    Ok((communities, skipped))
}

/// Which pile each community's lines go to.
struct Piles<'s> {
    spill: &'s mut Spill,
    asked: bool,
    /// The pile of the lines that name none.
    unnamed: Option<usize>,
    by_key: HashMap<String, SetAside>,
    /// The pile of each spelling that was met; `None` where it is not the community asked for.
    by_spelling: HashMap<String, Option<usize>>,
}

impl<'s> Piles<'s> {
    fn new(asked: Option<&str>, spill: &'s mut Spill) -> Self {
        let mut piles = Self {
            spill,
            asked: asked.is_some(),
            unnamed: None,
            by_key: HashMap::new(),
            by_spelling: HashMap::new(),
        };
        if let Some(name) = asked {
            let pile = piles.spill.begin();
            piles.by_key.insert(key(name), SetAside { name: Some(name.to_owned()), pile });
            piles.unnamed = Some(pile);
        }
        piles
    }

    fn add(&mut self, line: &Line) -> Result<(), RenderError> {
        let pile = match &line.community {
            None => Some(*self.unnamed.get_or_insert_with(|| self.spill.begin())),
            Some(name) => match self.by_spelling.get(name) {
                Some(pile) => *pile,
                None => self.meet(name),
            },
        };
        let Some(pile) = pile else { return Ok(()) };
        self.spill.add(pile, line).map_err(RenderError::writing(self.spill.folder()))
    }

    /// The pile of a spelling that was not met before.
    fn meet(&mut self, name: &str) -> Option<usize> {
        let key = key(name);
        let pile = match self.by_key.get(&key) {
            Some(community) => Some(community.pile),
            None if self.asked => None,
            None => {
                let pile = self.spill.begin();
                self.by_key.insert(key, SetAside { name: Some(name.to_owned()), pile });
                Some(pile)
            }
        };
        self.by_spelling.insert(name.to_owned(), pile);
        pile
    }
}
