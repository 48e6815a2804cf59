//! Which of many texts may stand in some bytes, told without reading what they mean.
//!
//! Each text has stretches that stand as they are wherever it does. The rarest of them is its anchor; all anchors are
//! looked for at once.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use room_core::corpus::CorpusError;
use room_core::record::Source;

/// Up to how many bytes of anchors the fastest automaton is built: it grows with them.
const FAST: usize = 1 << 14;
/// How many shares are looked into for how rare a stretch is, and how many items of each.
const SAMPLED: (usize, usize) = (32, 32);

/// The anchors of many texts.
#[derive(Debug)]
pub(super) struct Anchors {
    automaton: AhoCorasick,
    /// For each anchor, the texts it is the anchor of.
    texts: Vec<Vec<usize>>,
    /// The texts without an anchor: they may stand anywhere.
    anywhere: Vec<usize>,
}

/// How often stretches occur in a sample of the record, inside of words too, letter case aside.
#[derive(Debug, Default)]
pub(super) struct Frequencies(HashMap<String, usize>);

impl Frequencies {
    /// Counts these stretches in some items of all parts of the record.
    pub(super) fn sampled<'t>(
        stretches: impl Iterator<Item = &'t str>,
        source: &Source,
    ) -> Result<Self, CorpusError> {
        let mut distinct: Vec<String> = stretches.map(str::to_ascii_lowercase).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(&distinct);
        let automaton = automaton.expect(FEW);
        let mut counts = vec![0; distinct.len()];
        for share in source.shares(SAMPLED.0)? {
            for item in share.take(SAMPLED.1) {
                for hit in automaton.find_overlapping_iter(item.bytes()) {
                    counts[hit.pattern().as_usize()] += 1;
                }
            }
        }
        Ok(Self(distinct.into_iter().zip(counts).collect()))
    }

    /// The rarer before the more frequent, the longer before the shorter.
    pub(super) fn rank(&self, stretch: &str) -> (usize, usize) {
        let count = self.0.get(&stretch.to_ascii_lowercase()).copied().unwrap_or(0);
        (count, usize::MAX - stretch.len())
    }
}

/// Why an automaton can always be built.
const FEW: &str = "a brief holds far fewer words than an automaton has states";

impl Anchors {
    /// The anchors of texts, given in the order of their numbers; `None` for one that has none. `any_case` takes
    /// capitals for small letters.
    pub(super) fn new<'t>(anchors: impl Iterator<Item = Option<&'t str>>, any_case: bool) -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let (mut patterns, mut texts, mut anywhere) = (Vec::new(), Vec::<Vec<usize>>::new(), Vec::new());
        for (text, anchor) in anchors.enumerate() {
            let Some(anchor) = anchor else {
                anywhere.push(text);
                continue;
            };
            let anchor = if any_case { anchor.to_ascii_lowercase() } else { anchor.to_owned() };
            let number = *numbers.entry(anchor.clone()).or_insert_with(|| {
                patterns.push(anchor);
                texts.push(Vec::new());
                texts.len() - 1
            });
            texts[number].push(text);
        }
        let size: usize = patterns.iter().map(String::len).sum();
        let kind = (size <= FAST).then_some(AhoCorasickKind::DFA);
        let automaton = AhoCorasick::builder().ascii_case_insensitive(any_case).kind(kind).build(&patterns);
        let automaton = automaton.expect(FEW);
        Self { automaton, texts, anywhere }
    }

    /// Tells `found` every text that may stand in some bytes, perhaps more than once.
    pub(super) fn each_in(&self, bytes: &[u8], mut found: impl FnMut(usize)) {
        self.anywhere.iter().copied().for_each(&mut found);
        for hit in self.automaton.find_overlapping_iter(bytes) {
            self.texts[hit.pattern().as_usize()].iter().copied().for_each(&mut found);
        }
    }
}
