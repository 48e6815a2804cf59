//! The one pass over all items for all quotations.

use std::collections::HashMap;

use room_corpus::corpus::CorpusError;
use room_corpus::matching::Folded;
use room_corpus::record::{Share, Source, Unread};

use super::anchors::{Anchors, Frequencies};
use super::over_all;
use super::readings::{Asked, Hit, LEVELS, Reading};
use super::stretch::Stretch;

/// How many items that hold a quotation are kept.
const KEPT: usize = 10;

/// The items that hold a quotation.
#[derive(Clone, Debug, Default)]
pub(super) struct Hits {
    pub(super) count: usize,
    /// The first ten.
    pub(super) items: Vec<String>,
    /// Where it stands in the first.
    pub(super) first: Option<Hit>,
}

/// What came of a quotation, by level: anywhere, and in the items it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    anywhere: [Hits; LEVELS],
    named: [Hits; LEVELS],
}

impl Tally {
    /// The hits that count: those at the best level at which there are any.
    pub(super) fn that_count(&self, named: bool) -> Option<&Hits> {
        let levels = if named { &self.named } else { &self.anywhere };
        levels.iter().find(|hits| hits.count > 0)
    }

    /// Adds what came of the items after these.
    fn append(&mut self, later: Self) {
        let pairs = self.anywhere.iter_mut().zip(later.anywhere);
        pairs.chain(self.named.iter_mut().zip(later.named)).for_each(|(hits, later)| hits.append(later));
    }
}

impl Hits {
    fn add(&mut self, item: &str, hit: &Hit) {
        self.count += 1;
        if self.items.len() < KEPT {
            self.items.push(item.to_owned());
        }
        self.first.get_or_insert_with(|| hit.clone());
    }

    fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = KEPT - self.items.len();
        self.items.extend(later.items.into_iter().take(room));
        if self.first.is_none() {
            self.first = later.first;
        }
    }
}

/// Looks for all quotations in all items; a tally each, in order.
pub(super) fn scan(asked: &mut [Asked<'_>], source: &Source) -> Result<Vec<Tally>, CorpusError> {
    let readings = asked.iter().flat_map(|asked| &asked.readings);
    let stretches = readings.flat_map(|reading| &reading.stretches).map(Stretch::text);
    let frequencies = Frequencies::sampled(stretches, source)?;
    asked.iter_mut().flat_map(|asked| &mut asked.readings).for_each(|reading| reading.sort(&frequencies));
    let asked = &*asked;
    let readings: Vec<(usize, usize, &Reading<'_>)> = asked
        .iter()
        .enumerate()
        .flat_map(|(quote, asked)| {
            asked.readings.iter().enumerate().map(move |(at, reading)| (quote, at, reading))
        })
        .collect();
    if readings.is_empty() {
        return Ok(vec![Tally::default(); asked.len()]);
    }
    let anchors = Anchors::new(readings.iter().map(|(_, _, reading)| reading.stretches.first()), false);
    let mut naming: HashMap<&str, Vec<usize>> = HashMap::new();
    for (quote, asked) in asked.iter().enumerate() {
        for item in asked.items.unwrap_or_default() {
            naming.entry(item).or_default().push(quote);
        }
    }
    let scan = Scan { asked, readings, anchors, naming };
    let mut tallies = vec![Tally::default(); asked.len()];
    for share in over_all(source, |share| scan.share(share))? {
        for (quote, tally) in share {
            tallies[quote].append(tally);
        }
    }
    Ok(tallies)
}

/// What all shares have in common.
struct Scan<'a, 'q> {
    asked: &'a [Asked<'q>],
    /// Each reading with its quotation and its number among that one's readings.
    readings: Vec<(usize, usize, &'a Reading<'q>)>,
    anchors: Anchors,
    /// The quotations that name an item.
    naming: HashMap<&'a str, Vec<usize>>,
}

impl Scan<'_, '_> {
    /// Looks through a share.
    fn share(&self, share: Share<'_>) -> Result<HashMap<usize, Tally>, CorpusError> {
        let mut tallies: HashMap<usize, Tally> = HashMap::new();
        let mut candidates: Vec<(usize, u8)> = Vec::new();
        for item in share {
            self.candidates(&item, &mut candidates);
            if candidates.is_empty() {
                continue;
            }
            let item = item.read()?;
            let body = Folded::new(&item.body);
            for (quote, may) in &candidates {
                let Some((level, hit)) = self.asked[*quote].stands(&body, |at| may & (1 << at) != 0) else {
                    continue;
                };
                let tally = tallies.entry(*quote).or_default();
                tally.anywhere[level].add(&item.item_id, &hit);
                if self.asked[*quote].items.is_some_and(|items| items.iter().any(|id| *id == item.item_id)) {
                    tally.named[level].add(&item.item_id, &hit);
                }
            }
        }
        Ok(tallies)
    }

    /// The quotations that may stand in an item, each with the readings in which it may, as bits.
    fn candidates(&self, item: &Unread<'_>, candidates: &mut Vec<(usize, u8)>) {
        candidates.clear();
        if item.may_be_spelled_otherwise() {
            candidates.extend((0..self.asked.len()).map(|quote| (quote, u8::MAX)));
            return;
        }
        let bytes = item.bytes();
        self.anchors.each_in(bytes, |text| {
            let (quote, at, reading) = self.readings[text];
            let bit = 1 << at;
            match candidates.iter_mut().find(|(other, _)| *other == quote) {
                Some((_, bits)) if *bits & bit != 0 => {}
                Some((_, bits)) => *bits |= if reading.may_stand_in(bytes) { bit } else { 0 },
                None if reading.may_stand_in(bytes) => candidates.push((quote, bit)),
                None => {}
            }
        });
        if !self.naming.is_empty()
            && let Some(quotes) = self.naming.get(&*item.id())
        {
            for quote in quotes {
                candidates.retain(|(other, _)| other != quote);
                candidates.push((*quote, u8::MAX));
            }
        }
    }
}
