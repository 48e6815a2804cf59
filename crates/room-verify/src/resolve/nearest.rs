//! The nearest places of quotations that no item holds: how far the record agrees, and how it goes on.

use memchr::memmem;
use room_core::corpus::CorpusError;
use room_core::matching::{Folded, Nearest, Quote};
use room_core::record::{Cited, Share, Source};
use room_core::text::{Bytes, Chars, before, byte_of, chars, from};

use super::anchors::{Anchors, Frequencies};
use super::readings::{Asked, stretches};
use super::scan::Hits;
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

    /// What an item has instead of a quotation; `None` where that is not nearer than `best`.
    fn of(quote: &Quote<'_>, item: &Cited<'_>, body: &Folded<'_>, best: Option<&Self>) -> Option<Self> {
        let near = |start: Chars, matched: Chars, how, whole| Self {
            item_id: item.item_id.clone().into_owned(),
            start: start.0,
            matched: matched.0,
            how,
            whole,
        };
        if best.is_none_or(|best| !best.whole)
            && may_be_loosened(quote, &item.body)
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
    let missed: Vec<(usize, &Quote<'_>)> = asked
        .iter()
        .zip(resolved.iter())
        .enumerate()
        .filter(|(_, (_, resolved))| resolved.status == Status::NotFound && resolved.nearest.is_none())
        .filter_map(|(at, (asked, _))| Some((at, &asked.readings.last()?.whole)))
        .collect();
    if missed.is_empty() {
        return Ok(());
    }
    let frequencies = Frequencies::sampled(source)?;
    let begin = missed.iter().map(|(_, quote)| frequencies.rarest(stretches(beginning(quote.folded()))));
    let search = Search { anchors: Anchors::new(begin, true), missed: &missed };
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
    for ((at, _), near) in missed.iter().zip(best) {
        resolved[*at].nearest = near;
    }
    Ok(())
}

struct Search<'a, 'q> {
    anchors: Anchors,
    missed: &'a [(usize, &'a Quote<'q>)],
}

impl Search<'_, '_> {
    /// The nearest place of each in a share.
    fn share(&self, share: Share<'_>) -> Result<Vec<Option<Near>>, CorpusError> {
        let mut best: Vec<Option<Near>> = vec![None; self.missed.len()];
        let mut candidates: Vec<usize> = Vec::new();
        for item in share {
            candidates.clear();
            if item.may_be_spelled_otherwise() {
                candidates.extend(0..self.missed.len());
            } else {
                self.anchors.each_in(item.bytes(), |text| candidates.push(text));
                candidates.sort_unstable();
                candidates.dedup();
            }
            if candidates.is_empty() {
                continue;
            }
            let item = item.read()?;
            let body = Folded::new(&item.body);
            for at in &candidates {
                let (_, quote) = self.missed[*at];
                if let Some(near) = Near::of(quote, &item, &body, best[*at].as_ref()) {
                    best[*at] = Some(near);
                }
            }
        }
        Ok(best)
    }
}

/// The shortest beginning of a folded quotation that is worth finding.
fn beginning(folded: &str) -> &str {
    let words = folded.match_indices(' ').nth(WORDS - 1).map_or(folded.len(), |(at, _)| at);
    let length = chars(folded).0;
    let few = byte_of(folded, Chars(CHARS.min(length.div_ceil(2).max(1)))).map_or(folded.len(), |at| at.0);
    before(folded, Bytes(words.min(few)))
}

/// Whether a body holds all stretches of a quotation, letter case aside: else nothing makes it stand there.
fn may_be_loosened(quote: &Quote<'_>, body: &str) -> bool {
    let body = body.to_ascii_lowercase();
    let mut stretches = stretches(quote.folded());
    stretches.all(|stretch| {
        // What an entity stands for is spelled with letters on one side alone.
        matches!(stretch, "amp" | "gt" | "lt" | "quot" | "nbsp" | "apos" | "39")
            || memmem::find(body.as_bytes(), stretch.to_ascii_lowercase().as_bytes()).is_some()
    })
}

/// As much of a text as a quotation can agree with, and some more.
fn within<'t>(text: &'t str, quote: &Quote<'_>) -> &'t str {
    let most = 2 * chars(quote.typed()).0 + SHOWN;
    byte_of(text, Chars(most)).map_or(text, |end| before(text, end))
}
