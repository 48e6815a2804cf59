//! The places of threads by their number: eight bytes each, in blocks of 63 that a checksum leads.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use room_core::table::number;

/// Places in a block.
const BLOCK: usize = 63;
/// Bytes of a whole block.
const SIZE: usize = 8 * (BLOCK + 1);

/// Appends these places.
pub(super) fn build(places: &[u64], seed: u64, out: &mut Vec<u8>) {
    for (at, block) in places.chunks(BLOCK).enumerate() {
        let bytes: Vec<u8> = block.iter().flat_map(|place| place.to_le_bytes()).collect();
        out.extend(seal(seed, at, &bytes).to_le_bytes());
        out.extend(bytes);
    }
}

/// The n-th place, from 0; `None` where there is none or its block is not sound.
pub(super) fn place(bytes: &[u8], seed: u64, n: usize) -> Option<u64> {
    let (at, within) = (n / BLOCK, n % BLOCK);
    let start = at.checked_mul(SIZE)?;
    let block = bytes.get(start..)?;
    let block = block.get(..SIZE).unwrap_or(block);
    let (sum, places) = block.split_at_checked(8)?;
    if number(sum, 0)? != seal(seed, at, places) {
        return None;
    }
    number(places, 8 * within)
}

/// The checksum of a block, bound to where it stands and to the file.
fn seal(seed: u64, block: usize, places: &[u8]) -> u64 {
    xxh3_64_with_seed(places, seed.rotate_left(17) ^ block as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_comes_back_and_a_changed_one_does_not() {
        let places: Vec<u64> = (0..200).map(|n| n * n).collect();
        let mut bytes = Vec::new();
        build(&places, 3, &mut bytes);
        for (n, want) in places.iter().enumerate() {
            assert_eq!(place(&bytes, 3, n), Some(*want));
            assert_eq!(place(&bytes, 4, n), None);
        }
        assert_eq!(place(&bytes, 3, 200), None);
        bytes[SIZE + 20] ^= 1;
        assert_eq!((place(&bytes, 3, 62), place(&bytes, 3, 63)), (Some(62 * 62), None));
        bytes.truncate(SIZE + 16);
        assert_eq!((place(&bytes, 3, 62), place(&bytes, 3, 63)), (Some(62 * 62), None));
    }
}
