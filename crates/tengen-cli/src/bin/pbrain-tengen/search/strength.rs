//! Play with less than full strength, which managers request by `INFO strength`.

use tengen_analysis::{Level, SearchLimits};

/// Full strength.
pub(super) const FULL_STRENGTH: u8 = 100;

const PERCENT_OF_A_LEVEL: u8 = 5;

/// The limits of a search at a percentage of full strength: a level of the ladder for every five percent, and the full strength from
/// [`FULL_STRENGTH`] on.
///
/// | percent | play |
/// |---|---|
/// | 0 to 4 | level 1 |
/// | 5 to 9 | level 2 |
/// | 95 to 99 | level 20 |
/// | 100 | full strength, without any variation of the opening |
pub(super) fn weaken(limits: SearchLimits, percent: u8, seed: u64) -> SearchLimits {
    if percent >= FULL_STRENGTH {
        return limits;
    }
    SearchLimits { level: Level::new(percent / PERCENT_OF_A_LEVEL + 1), seed, ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_five_percent_are_a_level() {
        let level = |percent| weaken(SearchLimits::default(), percent, 7).level.map(Level::number);
        assert_eq!([0, 4, 5, 50, 99, 100].map(level), [Some(1), Some(1), Some(2), Some(11), Some(20), None]);
    }

    #[test]
    fn the_managers_limits_hold() {
        let asked = SearchLimits { depth: Some(3), nodes: Some(100), ..SearchLimits::default() };
        for percent in 0..=100 {
            let limits = weaken(asked.clone(), percent, 0);
            assert_eq!((limits.depth, limits.nodes), (Some(3), Some(100)), "{percent}");
        }
    }
}
