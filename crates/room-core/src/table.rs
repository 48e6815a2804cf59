//! Keys to places, used where the bytes lie: of a table of any size only the bucket a key falls into is looked at.
//!
//! ```text
//! buckets u64 · entries u64 · checksum u64 · a slot a bucket: its first entry u64, its checksum u64 · the entries, sorted
//! ```
//!
//! An entry is 56 bits of its key's hash and 40 of a place. Each bucket is sealed with where it stands and with a seed
//! of the file it is in, so that a bucket that was moved, cut or taken from elsewhere is told from a sound one.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Bits of a place: a file of a terabyte has no index.
const PLACE: u32 = 40;
/// Bytes of an entry.
const ENTRY: usize = 12;
/// Bytes of a slot.
const SLOT: usize = 16;
/// Bytes before the slots.
const HEAD: usize = 24;
/// Entries a bucket has, about.
const FULL: usize = 16;

/// A key's hash and a place. Entries sort by hash, those of one key by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u128);

impl Entry {
    /// `None` for a place that is too far on.
    pub fn new(key: &[u8], place: u64) -> Option<Self> {
        (place >> PLACE == 0).then(|| Self((u128::from(hash(key)) << PLACE) | u128::from(place)))
    }

    fn place(self) -> u64 {
        let low = self.0 & ((1 << PLACE) - 1);
        u64::try_from(low).expect("40 bits fit 64")
    }

    fn hash(self) -> u64 {
        u64::try_from(self.0 >> PLACE).expect("56 bits fit 64")
    }

    fn push(self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes().iter().take(ENTRY));
    }

    fn read(bytes: &[u8]) -> Self {
        let mut all = [0; 16];
        all.iter_mut().zip(bytes.iter().take(ENTRY)).for_each(|(to, from)| *to = *from);
        Self(u128::from_le_bytes(all))
    }
}

/// The 56 bits of a key's hash that are kept.
fn hash(key: &[u8]) -> u64 {
    xxh3_64(key) >> 8
}

/// Whether two keys cannot be told apart by a table.
pub fn same_hash(a: &[u8], b: &[u8]) -> bool {
    hash(a) == hash(b)
}

/// The bucket of a hash: the order of buckets is the order of hashes.
fn bucket_of(hash: u64, buckets: u64) -> u64 {
    let bucket = (u128::from(hash) * u128::from(buckets)) >> 56;
    u64::try_from(bucket).expect("a bucket is less than their number")
}

/// The checksum of a bucket: of what is in it, where it stands, and the file.
fn seal(seed: u64, bucket: u64, first: u64, entries: &[u8]) -> u64 {
    let place = [seed.to_le_bytes(), bucket.to_le_bytes(), first.to_le_bytes()].concat();
    xxh3_64_with_seed(entries, xxh3_64(&place))
}

/// Sorts entries as [`build`] wants them, and says whether no two are of one hash.
pub fn sort(entries: &mut [Entry]) -> bool {
    entries.sort_unstable();
    entries.windows(2).all(|pair| pair[0].hash() != pair[1].hash())
}

/// How many buckets so many entries have.
fn buckets(entries: usize) -> usize {
    (entries / FULL).max(1)
}

/// How many bytes a table of these entries has.
pub fn size(entries: &[Entry]) -> u64 {
    (HEAD + SLOT * buckets(entries.len()) + ENTRY * entries.len()) as u64
}

/// Appends a table of these entries, which are [sorted](sort).
pub fn build(entries: &[Entry], seed: u64, out: &mut Vec<u8>) {
    let count = entries.len() as u64;
    let buckets = buckets(entries.len()) as u64;
    let head = [buckets.to_le_bytes(), count.to_le_bytes()].concat();
    out.extend(&head);
    out.extend(xxh3_64_with_seed(&head, seed).to_le_bytes());
    let mut rows = Vec::with_capacity(entries.len() * ENTRY);
    for entry in entries {
        entry.push(&mut rows);
    }
    let mut rest = entries;
    for bucket in 0..buckets {
        let len = rest.iter().take_while(|entry| bucket_of(entry.hash(), buckets) == bucket).count();
        let (these, others) = rest.split_at(len);
        let first = entries.len() - rest.len();
        let bytes = rows.get(first * ENTRY..(first + these.len()) * ENTRY).expect("a row was made of each");
        out.extend((first as u64).to_le_bytes());
        out.extend(seal(seed, bucket, first as u64, bytes).to_le_bytes());
        rest = others;
    }
    out.extend(rows);
}

/// A table that lies in bytes nobody has checked.
#[derive(Clone, Copy, Debug)]
pub struct Table<'b> {
    slots: &'b [u8],
    rows: &'b [u8],
    buckets: u64,
    seed: u64,
}

impl<'b> Table<'b> {
    /// `None` where the bytes are no table of this seed.
    pub fn of(bytes: &'b [u8], seed: u64) -> Option<Self> {
        let head = bytes.get(..16)?;
        let (buckets, entries) = (number(bytes, 0)?, number(bytes, 8)?);
        if buckets == 0 || number(bytes, 16)? != xxh3_64_with_seed(head, seed) {
            return None;
        }
        let slots = usize::try_from(buckets).ok()?.checked_mul(SLOT)?;
        let rows = usize::try_from(entries).ok()?.checked_mul(ENTRY)?;
        let (slots, rest) = bytes.get(HEAD..)?.split_at_checked(slots)?;
        (rest.len() == rows).then_some(Self { slots, rows: rest, buckets, seed })
    }

    /// The places of a key, in order, of another key with its hash too. `None` where the bucket is not sound.
    pub fn places(&self, key: &[u8]) -> Option<Vec<u64>> {
        let hash = hash(key);
        let bucket = self.bucket(bucket_of(hash, self.buckets))?;
        let entries = bucket.chunks_exact(ENTRY).map(Entry::read);
        Some(entries.filter(|entry| entry.hash() == hash).map(Entry::place).collect())
    }

    /// Every entry, if all buckets are sound.
    pub fn entries(&self) -> Option<Vec<Entry>> {
        let mut entries = Vec::with_capacity(self.rows.len() / ENTRY);
        for bucket in 0..self.buckets {
            entries.extend(self.bucket(bucket)?.chunks_exact(ENTRY).map(Entry::read));
        }
        Some(entries)
    }

    /// The entries of a bucket, if it is sound.
    fn bucket(&self, bucket: u64) -> Option<&'b [u8]> {
        let slot = usize::try_from(bucket).ok()?.checked_mul(SLOT)?;
        let first = number(self.slots, slot)?;
        let start = usize::try_from(first).ok()?.checked_mul(ENTRY)?;
        let end = match number(self.slots, slot + SLOT) {
            Some(next) => usize::try_from(next).ok()?.checked_mul(ENTRY)?,
            None => self.rows.len(),
        };
        let rows = self.rows.get(start..end)?;
        (number(self.slots, slot + 8)? == seal(self.seed, bucket, first, rows)).then_some(rows)
    }
}

/// The number that stands at a byte.
pub fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(keys: &[u16]) -> Vec<u8> {
        let entries = keys.iter().zip(0..).map(|(key, place)| Entry::new(&key.to_le_bytes(), place).unwrap());
        let mut entries: Vec<_> = entries.collect();
        sort(&mut entries);
        let mut bytes = Vec::new();
        build(&entries, 7, &mut bytes);
        assert_eq!(bytes.len() as u64, size(&entries));
        bytes
    }

    proptest! {
        #[test]
        fn a_key_has_the_places_it_was_given(keys in proptest::collection::vec(0..300_u16, 0..900)) {
            let bytes = table(&keys);
            let table = Table::of(&bytes, 7).unwrap();
            for key in 0..301_u16 {
                let want: Vec<u64> =
                    keys.iter().zip(0..).filter(|(other, _)| **other == key).map(|(_, place)| place).collect();
                prop_assert_eq!(table.places(&key.to_le_bytes()), Some(want));
            }
            prop_assert_eq!(table.entries().unwrap().len(), keys.len());
            prop_assert!(Table::of(&bytes, 8).is_none());
        }

        #[test]
        fn a_changed_byte_is_told_where_it_matters(
            keys in proptest::collection::vec(0..60_u16, 1..200),
            at in any::<proptest::sample::Index>(),
            mask in 1..=u8::MAX,
        ) {
            let sound = table(&keys);
            let mut bytes = sound.clone();
            bytes[at.index(sound.len())] ^= mask;
            let answers = |bytes: &[u8], key: u16| Table::of(bytes, 7)?.places(&key.to_le_bytes());
            let mut told = 0;
            for key in 0..60 {
                let answer = answers(&bytes, key);
                prop_assert!(answer.is_none() || answer == answers(&sound, key));
                told += usize::from(answer.is_none());
            }
            prop_assert!(Table::of(&bytes, 7).and_then(|table| table.entries()).is_none(), "{}", told);
        }
    }

    #[test]
    fn a_place_past_a_terabyte_has_no_entry() {
        assert_eq!(Entry::new(b"a", (1 << PLACE) - 1).unwrap().place(), (1 << PLACE) - 1);
        assert!(Entry::new(b"a", 1 << PLACE).is_none());
    }
}
