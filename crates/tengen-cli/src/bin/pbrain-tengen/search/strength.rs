//! Play with less than full strength, which managers request by `INFO level`, `INFO strength` and `INFO character`.

use tengen_analysis::{Character, Level, SearchLimits};

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
///
/// A level that the manager has set has priority over the percentage.
pub(super) fn weaken(
    limits: SearchLimits,
    level: Option<Level>,
    percent: u8,
    character: Option<Character>,
    seed: u64,
) -> SearchLimits {
    let of_percent = || Level::new(percent / PERCENT_OF_A_LEVEL + 1).filter(|_| percent < FULL_STRENGTH);
    let level = level.or_else(of_percent);
    if level.is_none() && character.is_none() {
        return limits;
    }
    SearchLimits { level, character, seed, ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_five_percent_are_a_level() {
        let level =
            |percent| weaken(SearchLimits::default(), None, percent, None, 7).level.map(Level::number);
        assert_eq!([0, 4, 5, 50, 99, 100].map(level), [Some(1), Some(1), Some(2), Some(11), Some(20), None]);
    }

    #[test]
    fn a_level_has_priority_over_the_percentage_and_a_character_needs_none() {
        let set = |level, percent, character| {
            let limits = weaken(SearchLimits::default(), level, percent, character, 7);
            (limits.level.map(Level::number), limits.character)
        };
        let attacker = Some(Character::Attacker);
        assert_eq!(set(Level::new(7), 50, attacker), (Some(7), attacker));
        assert_eq!(set(None, 100, attacker), (None, attacker));
    }

    #[test]
    fn the_managers_limits_hold() {
        let asked = SearchLimits { depth: Some(3), nodes: Some(100), ..SearchLimits::default() };
        for percent in 0..=100 {
            let limits = weaken(asked.clone(), None, percent, None, 0);
            assert_eq!((limits.depth, limits.nodes), (Some(3), Some(100)), "{percent}");
        }
    }
}
