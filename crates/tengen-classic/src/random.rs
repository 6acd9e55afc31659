use tengen_game::Point;

use crate::field::index;

/// A well mixed number for each number: one step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Where a point stands among equals: a random order of all points for each seed.
pub(crate) fn tie_key(seed: u64, point: Point) -> u64 {
    mix(mix(seed) ^ index(point) as u64)
}
