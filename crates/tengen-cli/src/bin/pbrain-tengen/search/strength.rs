//! Play with less than full strength, which managers request by `INFO strength`.

use tengen_analysis::{Level, SearchLimits};

/// Full strength.
pub(super) const FULL_STRENGTH: u8 = 100;

/// Below this percentage the engine plays without any search, and overlooks threats.
const FIRST_WITH_SEARCH: u8 = 20;

/// The percentage from which on the engine plays its best move after a number of nodes: [`FEWEST_NODES`] at this percentage.
const FIRST_WITHOUT_LEVEL: u8 = 50;
const FEWEST_NODES: f64 = 5_000.0;

/// The step in percent that doubles the number of nodes.
const DOUBLED_EVERY: f64 = 5.0;

/// The limits of a search at a percentage of full strength.
///
/// | percent | play |
/// |---|---|
/// | 0 to 19 | the level `Easy` |
/// | 20 to 49 | the level `Normal`, with one ply more for every ten percent: two at 20, four from 40 on |
/// | 50 to 99 | full strength with a limit of nodes: 5,000 at 50, twice as many for every five percent more |
/// | 100 | full strength |
pub(super) fn weaken(limits: SearchLimits, percent: u8, seed: u64) -> SearchLimits {
    if percent >= FULL_STRENGTH {
        return limits;
    }
    let (level, depth, nodes) = if percent < FIRST_WITH_SEARCH {
        (Some(Level::Easy), None, None)
    } else if percent < FIRST_WITHOUT_LEVEL {
        (Some(Level::Normal), Some(u32::from(percent / 10)), None)
    } else {
        let doublings = f64::from(percent - FIRST_WITHOUT_LEVEL) / DOUBLED_EVERY;
        (None, None, Some((FEWEST_NODES * doublings.exp2()) as u64))
    };
    SearchLimits {
        level,
        seed,
        depth: least(limits.depth, depth),
        nodes: least(limits.nodes, nodes),
        ..limits
    }
}

/// The narrower of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weakened(percent: u8) -> (Option<Level>, Option<u32>, Option<u64>) {
        let limits = weaken(SearchLimits::default(), percent, 7);
        (limits.level, limits.depth, limits.nodes)
    }

    #[test]
    fn percentages_are_levels_and_nodes() {
        assert_eq!(weakened(0), (Some(Level::Easy), None, None));
        assert_eq!(weakened(19), (Some(Level::Easy), None, None));
        assert_eq!(weakened(20), (Some(Level::Normal), Some(2), None));
        assert_eq!(weakened(49), (Some(Level::Normal), Some(4), None));
        assert_eq!(weakened(50), (None, None, Some(5_000)));
        assert_eq!(weakened(60), (None, None, Some(20_000)));
        assert_eq!(weakened(100), (None, None, None));
        assert!((50..99).all(|percent| weakened(percent).2 < weakened(percent + 1).2));
    }

    #[test]
    fn the_managers_limits_hold() {
        let asked = SearchLimits { depth: Some(3), nodes: Some(100), ..SearchLimits::default() };
        for percent in 0..=100 {
            let limits = weaken(asked.clone(), percent, 0);
            assert!(limits.depth <= Some(3) && limits.nodes <= Some(100), "{percent}");
            assert!(limits.depth.is_some() && limits.nodes.is_some(), "{percent}");
        }
    }
}
