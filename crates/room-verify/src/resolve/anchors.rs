//! Which of many texts may stand in some bytes, told without reading what they mean.
//!
//! Each text has stretches that stand as they are wherever it does. The rarest of them is its anchor; all anchors are
//! looked for at once.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use room_corpus::corpus::CorpusError;
use room_corpus::record::Source;

use super::stretch::{After, Stretch};

/// Up to how many bytes of anchors the fastest automaton is built: it grows with them.
const FAST: usize = 1 << 14;
/// How many shares are looked into for how rare a stretch is, and how many items of each.
const SAMPLED: (usize, usize) = (32, 32);

/// The anchors of many texts.
#[derive(Debug)]
pub(super) struct Anchors {
    automaton: AhoCorasick,
    /// For each anchor, the texts it is the anchor of.
    texts: Vec<Vec<Anchored>>,
    /// The texts without an anchor: they may stand anywhere.
    anywhere: Vec<usize>,
}

/// A text at its anchor.
#[derive(Debug)]
struct Anchored {
    text: usize,
    /// What the stretch after the anchor begins with, where one follows: most places are told by it.
    next: Option<u8>,
    stretch: Stretch,
}

/// How often stretches occur in a sample of the record, inside of words too, letter case aside.
#[derive(Debug, Default)]
pub(super) struct Frequencies {
    counts: HashMap<String, usize>,
    /// About how many words the sample has.
    words: usize,
}

/// About how many bytes a word has, the space after it included.
const WORD: usize = 6;

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
        let (mut counts, mut bytes) = (vec![0; distinct.len()], 0);
        for share in source.shares(SAMPLED.0)? {
            for item in share.take(SAMPLED.1) {
                bytes += item.bytes().len();
                for hit in automaton.find_overlapping_iter(item.bytes()) {
                    counts[hit.pattern().as_usize()] += 1;
                }
            }
        }
        Ok(Self { counts: distinct.into_iter().zip(counts).collect(), words: bytes / WORD + 1 })
    }

    /// The rarer before the more frequent, the longer before the shorter: how often a stretch may stand before those
    /// that follow it, were words strewn at random, then how often it stands at all.
    pub(super) fn rank(&self, stretch: &Stretch) -> (usize, usize, usize) {
        let count = |text: &str| self.counts.get(&text.to_ascii_lowercase()).copied().unwrap_or(0);
        let of_all = |so_far: usize, next| so_far.saturating_mul(count(next)) / self.words;
        let whole = stretch.phrase().skip(1).fold(count(stretch.text()), of_all);
        (whole, count(stretch.text()), usize::MAX - stretch.text().len())
    }
}

/// Why an automaton can always be built.
const FEW: &str = "a brief holds far fewer words than an automaton has states";

impl Anchors {
    /// The anchors of texts, given in the order of their numbers; `None` for one that has none. `any_case` takes
    /// capitals for small letters.
    pub(super) fn new<'t>(anchors: impl Iterator<Item = Option<&'t Stretch>>, any_case: bool) -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let (mut patterns, mut texts, mut anywhere) = (Vec::new(), Vec::<Vec<_>>::new(), Vec::new());
        for (text, anchor) in anchors.enumerate() {
            let Some(stretch) = anchor.cloned() else {
                anywhere.push(text);
                continue;
            };
            let letters = stretch.text();
            let letters = if any_case { letters.to_ascii_lowercase() } else { letters.to_owned() };
            let number = *numbers.entry(letters.clone()).or_insert_with(|| {
                patterns.push(letters);
                texts.push(Vec::new());
                texts.len() - 1
            });
            let next = stretch.phrase().nth(1).and_then(|next| next.bytes().next());
            texts[number].push(Anchored { text, next, stretch });
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
            let after = After::of(bytes.get(hit.end()..).unwrap_or_default());
            let next = after.next();
            for Anchored { text, stretch, .. } in self.texts[hit.pattern().as_usize()]
                .iter()
                .filter(|anchored| anchored.next.is_none() || anchored.next == next)
            {
                if stretch.goes_on(&after) {
                    found(*text);
                }
            }
        }
    }
}
