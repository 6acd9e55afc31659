/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
///
/// It gives the same numbers on every machine and in every version, for repeatable hash keys of positions, choices by a seed
/// and node counts.
///
/// ```
/// use tengen_game::SplitMix;
///
/// let mut random = SplitMix::new(0);
/// assert_eq!([random.next(), random.next()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
/// assert_eq!(SplitMix::mix(1), 0x6e78_9e6a_a1b9_65f4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Number `index`, from 0, of the generator with seed 0. It maps each number to a well mixed one, in place of a table of random
    /// numbers.
    pub const fn mix(index: u64) -> u64 {
        SplitMix(index.wrapping_mul(STEP)).next()
    }

    /// The next number.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator would need an `Option` that is never `None`"
    )]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` − 1, where `bound` is more than 0. The small bias of the remainder is accepted.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// An index of `length` items, of which there is at least one.
    pub const fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}
