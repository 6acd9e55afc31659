//! How much the static evaluation was wrong where the same threats were on the board.

use tengen_game::Color;

use crate::weights::THREAT_PAIRS;

/// The bound of the absolute value of an entry.
const LIMIT: i32 = 1 << 13;

/// A correction of the static evaluation, learned from the search ("correction history"): for each side to move and each pair
/// of threat sets.
#[derive(Clone, Debug)]
pub(crate) struct Corrections([Box<[i16; THREAT_PAIRS]>; 2]);

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections([Box::new([0; THREAT_PAIRS]), Box::new([0; THREAT_PAIRS])])
    }

    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(|of_color| of_color.fill(0));
    }

    /// The correction in engine units, for the side to move, at a weight in percent.
    pub(super) fn get(&self, side: Color, pair: usize, weight: i32) -> i32 {
        i32::from(self.0[side.index()][pair]) * weight / (32 * 100)
    }

    /// A search of `depth` plies found the evaluation wrong by `error` engine units.
    pub(super) fn add(&mut self, side: Color, pair: usize, error: i32, depth: i32) {
        let entry = &mut self.0[side.index()][pair];
        let bonus = (error * depth / 4).clamp(-LIMIT / 8, LIMIT / 8);
        let value = i32::from(*entry);
        *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_repeats_is_corrected_for_its_side_and_threats() {
        let mut corrections = Corrections::new();
        for _ in 0..1_000 {
            corrections.add(Color::Black, 5, 3_000, 10);
            corrections.add(Color::White, 5, -3_000, 10);
        }
        let most = LIMIT / 32;
        assert!((most / 2..=most).contains(&corrections.get(Color::Black, 5, 100)));
        assert!((most / 2..=most).contains(&-corrections.get(Color::White, 5, 100)));
        assert_eq!(corrections.get(Color::Black, 5, 0), 0);
        assert_eq!(corrections.get(Color::Black, 6, 100), 0);
        corrections.clear();
        assert_eq!(corrections.get(Color::Black, 5, 100), 0);
    }
}
