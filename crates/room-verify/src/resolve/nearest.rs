//! The nearest places of quotations that no item holds: how far the record agrees, and how it goes on.

use room_core::text::{Bytes, Chars, before, byte_of, chars, from};
use room_corpus::corpus::CorpusError;
use room_corpus::matching::{Folded, Nearest, Quote};
use room_corpus::record::{Cited, Share, Source, Unread};

use super::anchors::{Anchors, Frequencies};
use super::readings::Asked;
use super::scan::Hits;
use super::stretch::{Stretch, stretches};
use super::{Resolved, Status, over_all};
use crate::brief::Quotation;

/// The least beginning that is looked for: this many words, this many code points, or half of the quotation.
const WORDS: usize = 3;
const CHARS: usize = 12;
/// Code points of the record that are shown where it goes on otherwise.
const SHOWN: usize = 40;

/// Where the record comes nearest to a quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) item_id: String,
    /// The first code point of the place.
    pub(crate) start: usize,
    /// How many code points of the quotation, from its first, agree there.
    pub(crate) matched: usize,
    /// What the difference is, in words.
    pub(crate) how: String,
    /// Whether the whole stands there but for a difference no match overlooks.
    whole: bool,
}

impl Near {
    /// The place of a quotation that stands, but not in the item it names.
    pub(super) fn elsewhere(quote: &Quotation, hits: &Hits) -> Option<Self> {
        let (item_id, first) = (hits.items.first()?.clone(), hits.first.as_ref()?);
        let named = quote.named.as_deref().unwrap_or_default();
        let how = format!("it stands there, not in {named}");
        let (start, matched) = (first.span.start.0, chars(&quote.written).0);
        Some(Self { item_id, start, matched, how, whole: true })
    }

    /// What an item has instead of a quotation; `None` where that is not nearer than `best`. `loose` is whether the
    /// whole may stand there but for one difference.
    fn of(
        quote: &Quote<'_>,
        item: &Cited<'_>,
        body: &Folded<'_>,
        best: Option<&Self>,
        loose: bool,
    ) -> Option<Self> {
        let near = |start: Chars, matched: Chars, how, whole| Self {
            item_id: item.item_id.clone().into_owned(),
            start: start.0,
            matched: matched.0,
            how,
            whole,
        };
        if loose
            && best.is_none_or(|best| !best.whole)
            && let Some(Nearest::But { how, at, words }) = Nearest::loosened(body, quote)
        {
            let place = byte_of(&item.body, at).unwrap_or(Bytes(0));
            let matched = quote.agrees(within(from(&item.body, place), quote));
            return Some(near(
                at,
                matched,
                format!("it stands there but for {}: \"{words}\"", how.words()),
                true,
            ));
        }
        match Nearest::beginning(body, quote)? {
            Nearest::Beginning { matched, at, goes_on }
                if best.is_none_or(|best| !best.whole && best.matched < matched.0) =>
            {
                let how = if goes_on.is_empty() {
                    format!("the record ends after its first {matched} characters")
                } else {
                    format!("the record goes on \"{goes_on}\" after its first {matched} characters")
                };
                Some(near(at, matched, how, false))
            }
            _ => None,
        }
    }

    /// Whether this is nearer than another place, which comes before it.
    fn is_nearer_than(&self, other: &Self) -> bool {
        (self.whole, self.matched) > (other.whole, other.matched) && !other.whole
    }
}

/// Adds the nearest places of all that were not found, in one pass over the items.
pub(super) fn complete(
    asked: &[Asked<'_>],
    resolved: &mut [Resolved],
    source: &Source,
) -> Result<(), CorpusError> {
    let mut missed: Vec<Missed<'_, '_>> = asked
        .iter()
        .zip(resolved.iter())
        .enumerate()
        .filter(|(_, (_, resolved))| resolved.status == Status::NotFound && resolved.nearest.is_none())
        .filter_map(|(at, (asked, _))| Some(Missed::of(at, &asked.readings.last()?.whole)))
        .collect();
    if missed.is_empty() {
        return Ok(());
    }
    let all = missed.iter().flat_map(|missed| missed.whole.iter().chain(&missed.begins));
    let frequencies = Frequencies::sampled(all.map(Stretch::text), source)?;
    for missed in &mut missed {
        missed.sort(&frequencies);
    }
    let begins = missed.iter().map(|missed| missed.begins.first());
    let whole = missed.iter().map(|missed| missed.whole.first());
    let anchors = Anchors::new(begins.chain(whole), true);
    let search = Search { anchors, missed: &missed };
    let mut best: Vec<Option<Near>> = vec![None; missed.len()];
    for share in over_all(source, |share| search.share(share))? {
        for (best, near) in best.iter_mut().zip(share) {
            if let Some(near) = near
                && best.as_ref().is_none_or(|best| near.is_nearer_than(best))
            {
                *best = Some(near);
            }
        }
    }
    for (missed, near) in missed.iter().zip(best) {
        resolved[missed.number].nearest = near;
    }
    Ok(())
}

/// A quotation that no item holds.
pub(super) struct Missed<'a, 'q> {
    /// Its number among the quotations.
    number: usize,
    quote: &'a Quote<'q>,
    /// The code points of its least beginning.
    least: usize,
    /// The stretches of that.
    begins: Vec<Stretch>,
    /// The stretches of all of it, in small letters.
    whole: Vec<Stretch>,
    /// The same in their order.
    in_order: Vec<Stretch>,
}

impl<'a, 'q> Missed<'a, 'q> {
    pub(super) fn of(number: usize, quote: &'a Quote<'q>) -> Self {
        let beginning = beginning(quote.folded());
        // What an entity stands for is spelled with letters on one side alone.
        let is_entity = |stretch: &Stretch| {
            matches!(stretch.text(), "amp" | "gt" | "lt" | "quot" | "nbsp" | "apos" | "39")
        };
        let whole: Vec<_> = stretches(quote.folded())
            .iter()
            .filter(|stretch| !is_entity(stretch))
            .map(Stretch::loosened)
            .collect();
        Self {
            number,
            quote,
            least: quote.typed_chars(beginning.len()).0,
            begins: stretches(beginning),
            in_order: whole.clone(),
            whole,
        }
    }

    /// Where an item is nearer to it than `best`: the whole but for one difference, or its least beginning and more.
    pub(super) fn near(
        &self,
        item: &Cited<'_>,
        body: &Folded<'_>,
        best: Option<&Near>,
        loose: bool,
    ) -> Option<Near> {
        let near = Near::of(self.quote, item, body, best, loose)?;
        (near.whole || near.matched >= self.least).then_some(near)
    }

    /// Whether all of it may stand in some bytes in small letters, with marks between.
    fn may_be_spelled_in(&self, small: &[u8]) -> bool {
        self.whole.iter().all(|stretch| stretch.stands_in(small))
            && self.in_order.iter().try_fold(0, |from, stretch| stretch.end_in(small, from)).is_some()
    }

    /// Puts the rarest stretches first.
    fn sort(&mut self, frequencies: &Frequencies) {
        for stretches in [&mut self.begins, &mut self.whole] {
            stretches.sort_by_key(|stretch| frequencies.rank(stretch));
        }
    }

    /// The stretches of whatever is nearer than a place where so many of its code points agree; `None` where that
    /// cannot be told.
    fn beyond(&self, matched: usize) -> Option<Vec<Stretch>> {
        let folded = self.quote.folded();
        let same_length = chars(folded) == chars(self.quote.typed());
        let end = byte_of(folded, Chars(matched + 1)).filter(|_| same_length)?;
        let mut longer = stretches(before(folded, end));
        // The last words are those that are not there yet.
        longer.reverse();
        Some(longer)
    }
}

struct Search<'a, 'q> {
    anchors: Anchors,
    missed: &'a [Missed<'a, 'q>],
}

/// The nearest place of a quotation so far, and the stretches of whatever is nearer.
#[derive(Clone, Default)]
struct Best {
    near: Option<Near>,
    needs: Option<Vec<Stretch>>,
}

impl Search<'_, '_> {
    /// The nearest place of each in a share.
    fn share(&self, share: Share<'_>) -> Result<Vec<Option<Near>>, CorpusError> {
        let mut best: Vec<Best> = vec![Best::default(); self.missed.len()];
        let mut candidates: Vec<(usize, bool)> = Vec::new();
        for item in share {
            self.candidates(&item, &best, &mut candidates);
            if candidates.is_empty() {
                continue;
            }
            let item = item.read()?;
            let body = Folded::new(&item.body);
            for (at, loose) in &candidates {
                let (missed, best) = (&self.missed[*at], &mut best[*at]);
                if let Some(near) = missed.near(&item, &body, best.near.as_ref(), *loose) {
                    best.needs = missed.beyond(near.matched).or_else(|| best.needs.take());
                    best.near = Some(near);
                }
            }
        }
        Ok(best.into_iter().map(|best| best.near).collect())
    }

    /// The quotations to which an item may be nearer than all before it, each with whether the whole may stand there
    /// but for one difference.
    fn candidates(&self, item: &Unread<'_>, best: &[Best], candidates: &mut Vec<(usize, bool)>) {
        candidates.clear();
        if item.may_be_spelled_otherwise() {
            candidates.extend((0..self.missed.len()).map(|at| (at, true)));
            return;
        }
        let (bytes, mut small) = (item.bytes(), None);
        self.anchors.each_in(bytes, |text| {
            // First come the anchors of the beginnings, then those of the whole.
            let (at, loose) = (text % self.missed.len(), text >= self.missed.len());
            let (missed, best) = (&self.missed[at], &best[at]);
            let seen = candidates.last().is_some_and(|last| *last == (at, loose));
            if seen || best.near.as_ref().is_some_and(|near| near.whole) {
                return;
            }
            let may = if loose {
                let small = small.get_or_insert_with(|| bytes.to_ascii_lowercase());
                missed.may_be_spelled_in(small)
            } else {
                let begins = best.needs.as_ref().unwrap_or(&missed.begins);
                begins.iter().all(|stretch| stretch.stands_in(bytes))
            };
            if may {
                candidates.push((at, loose));
            }
        });
        // Of two reasons for one quotation the wider comes first and stays.
        candidates.sort_unstable();
        candidates.reverse();
        candidates.dedup_by_key(|(at, _)| *at);
    }
}

/// The shortest beginning of a folded quotation that is worth finding.
fn beginning(folded: &str) -> &str {
    let words = folded.match_indices(' ').nth(WORDS - 1).map_or(folded.len(), |(at, _)| at);
    let length = chars(folded).0;
    let few = byte_of(folded, Chars(CHARS.min(length.div_ceil(2).max(1)))).map_or(folded.len(), |at| at.0);
    before(folded, Bytes(words.min(few)))
}

/// As much of a text as a quotation can agree with, and some more.
fn within<'t>(text: &'t str, quote: &Quote<'_>) -> &'t str {
    let most = 2 * chars(quote.typed()).0 + SHOWN;
    byte_of(text, Chars(most)).map_or(text, |end| before(text, end))
}
