//! Which words in brackets are items of the record.

use std::collections::{HashMap, HashSet};

use room_corpus::corpus::CorpusError;
use room_corpus::id::{Kind, readings};
use room_corpus::record::Source;

use super::over_all;

/// The stored ids that each name stands for: several where a post and a comment share what was typed.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<String, Vec<String>>);

impl Names {
    /// The items a name stands for; none where there is no such item.
    pub(crate) fn items(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether there is an item of this name.
    pub(crate) fn is_item(&self, name: &str) -> bool {
        !self.items(name).is_empty()
    }
}

/// Looks the names up, all in one pass over the ids.
pub(crate) fn named(names: &HashSet<&str>, source: &Source) -> Result<Names, CorpusError> {
    if names.is_empty() {
        return Ok(Names::default());
    }
    let mut wanted: HashMap<String, Vec<Reading<'_>>> = HashMap::new();
    for name in names {
        for (rank, (stored, kind)) in readings(name).into_iter().enumerate() {
            wanted.entry(stored).or_default().push(Reading { name, rank, kind });
        }
    }
    let met = over_all(source, |share| {
        let mut met = Vec::new();
        for item in share {
            let id = item.id();
            let Some(readings) = wanted.get(&*id) else { continue };
            let id = id.into_owned();
            let kind = item.read()?.kind;
            let fitting = readings.iter().filter(|reading| reading.kind.is_none_or(|wanted| wanted == kind));
            met.extend(fitting.map(|reading| (reading.name, reading.rank, id.clone())));
        }
        Ok(met)
    })?;
    let mut best: HashMap<String, (usize, Vec<String>)> = HashMap::new();
    for (name, rank, id) in met.into_iter().flatten() {
        let (least, ids) = best.entry(name.to_owned()).or_insert((rank, Vec::new()));
        // A bare id that a post and a comment share is stored with a prefix each; it may mean either.
        let rank = if name.starts_with("t1_") || name.starts_with("t3_") { rank } else { rank.min(1) };
        if rank < *least {
            ids.clear();
        }
        if rank <= *least && !ids.contains(&id) {
            *least = rank;
            ids.push(id);
        }
    }
    Ok(Names(best.into_iter().map(|(name, (_, ids))| (name, ids)).collect()))
}

/// One way to read a name.
struct Reading<'n> {
    name: &'n str,
    /// 0 is the likeliest.
    rank: usize,
    kind: Option<Kind>,
}
