//! The limits of a program's search, if the user sets them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_analysis::{Character, Classic, ClassicTuning, Level, SearchLimits};

use crate::Seat;

/// What a person has set about a program. What is not set is as the program itself has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Tuning {
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Milliseconds for each move.
    pub time_ms: Option<u32>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Moves tried in each position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breadth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Visited nodes for each move.
    pub nodes: Option<u64>,
    /// Whether the search of the game tree considers forbidden points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden_moves: Option<bool>,
    /// The manner in which a level plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<Character>,
    /// Whether a level makes no two threats at once, as a handicap.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_double_threats: bool,
}

/// The values that a form offers for one setting; the first, nothing, is the program's own.
pub struct Offered {
    /// Milliseconds for each move.
    pub times_ms: &'static [u32],
    /// Plies.
    pub depths: &'static [u32],
    /// Moves tried in each position.
    pub breadths: &'static [u32],
    /// Visited nodes for each move.
    pub nodes: &'static [u64],
    /// Whether it can be set that forbidden points are avoided.
    pub forbidden_moves: bool,
    /// Whether a character can be chosen.
    pub characters: bool,
}

const TIMES_TO_TEN: &[u32] =
    &[100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 8_000, 10_000];
const TIMES_TO_SIXTY: &[u32] = &[
    100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 8_000, 10_000, 15_000, 20_000,
    30_000, 45_000, 60_000,
];
/// The time of a move at a level that is limited by nodes. It needs a fraction of it on a slow phone.
const LEVEL_BOUND_MS: u32 = 10_000;

const DEPTHS: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30];
const DEPTHS_OF_GAME_TREE: &[u32] = &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const DEPTHS_OF_MINIMAX: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16];
const BREADTHS_OF_GAME_TREE: &[u32] = &[2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24];
const BREADTHS_OF_MINIMAX: &[u32] = &[2, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 50];
const NODES: &[u64] =
    &[100, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000, 20_000_000];

impl Offered {
    /// What can be set for a seat; `None` for people, for programs that do not search, and for external players.
    pub fn to(seat: Seat) -> Option<Offered> {
        match seat {
            Seat::Engine(level) if level.is_full() => Some(Offered {
                times_ms: TIMES_TO_SIXTY,
                depths: DEPTHS,
                breadths: &[],
                nodes: NODES,
                forbidden_moves: false,
                characters: true,
            }),
            // The limits of the other levels are their strength.
            Seat::Engine(_) => Some(Offered {
                times_ms: &[],
                depths: &[],
                breadths: &[],
                nodes: &[],
                forbidden_moves: false,
                characters: true,
            }),
            Seat::Classic(Classic::GameTree) => Some(Offered {
                times_ms: TIMES_TO_TEN,
                depths: DEPTHS_OF_GAME_TREE,
                breadths: BREADTHS_OF_GAME_TREE,
                nodes: &[],
                forbidden_moves: true,
                characters: false,
            }),
            Seat::Classic(Classic::Minimax(_)) => Some(Offered {
                times_ms: TIMES_TO_TEN,
                depths: DEPTHS_OF_MINIMAX,
                breadths: BREADTHS_OF_MINIMAX,
                nodes: &[],
                forbidden_moves: false,
                characters: false,
            }),
            Seat::Person
            | Seat::Classic(Classic::Tuple)
            | Seat::Classic(Classic::Direction)
            | Seat::Classic(Classic::Greedy)
            | Seat::External => None,
        }
    }
}

impl Tuning {
    /// The same without what cannot be set about the program in this seat.
    pub fn of_seat(self, seat: Seat) -> Tuning {
        let Some(offered) = Offered::to(seat) else { return Tuning::default() };
        Tuning {
            time_ms: self.time_ms.filter(|time| offered.times_ms.contains(time)),
            depth: self.depth.filter(|depth| offered.depths.contains(depth)),
            breadth: self.breadth.filter(|breadth| offered.breadths.contains(breadth)),
            nodes: self.nodes.filter(|nodes| offered.nodes.contains(nodes)),
            forbidden_moves: self.forbidden_moves.filter(|_| offered.forbidden_moves),
            character: self.character.filter(|_| offered.characters),
            no_double_threats: self.no_double_threats && offered.characters,
        }
    }

    /// The limits of a search by the program in this seat. The seed varies openings and the moves of the lower levels.
    pub fn limits(self, seat: Seat, seed: u64) -> SearchLimits {
        let level = seat.level();
        let own_time = level.and_then(Level::time_ms);
        // The levels below full strength are limited by nodes, so that they have the same strength everywhere. Their bound of time only shows
        // that an engine hangs.
        // Where only a depth or a number of nodes is set, the search may take the longest time to reach it.
        let is_bounded = self.depth.is_some() || self.nodes.is_some();
        let longest =
            TIMES_TO_SIXTY.last().copied().filter(|_| is_bounded && level.is_some_and(Level::is_full));
        let bound = level.map(|_| LEVEL_BOUND_MS);
        let time_ms = self.time_ms.or(longest).or(own_time).or(bound);
        SearchLimits {
            time: time_ms.map(|time_ms| Duration::from_millis(time_ms.into())),
            // A classic's own depth is part of its tuning.
            depth: self.depth.filter(|_| level.is_some()),
            nodes: self.nodes,
            level,
            character: self.character.filter(|_| level.is_some()),
            no_double_threats: self.no_double_threats && level.is_some(),
            seed,
            ..SearchLimits::default()
        }
    }

    /// What is set about a classic.
    pub fn message(self, seat: Seat) -> ClassicTuning {
        if seat.level().is_some() {
            return ClassicTuning::default();
        }
        ClassicTuning { depth: self.depth, breadth: self.breadth, forbidden_moves: self.forbidden_moves }
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Grade;

    use super::*;

    #[test]
    fn what_a_program_does_not_have_is_dropped() {
        let tuning = Tuning {
            time_ms: Some(30_000),
            depth: Some(12),
            breadth: Some(24),
            nodes: Some(1_000),
            forbidden_moves: Some(false),
            character: Some(Character::Gambler),
            no_double_threats: true,
        };
        assert_eq!(tuning.of_seat(Seat::Person), Tuning::default());
        let of_character =
            Tuning { character: Some(Character::Gambler), no_double_threats: true, ..Tuning::default() };
        assert_eq!(tuning.of_seat(Seat::Engine(Level::EASY)), of_character);
        assert_eq!(
            tuning.of_seat(Seat::Engine(Level::HARD)),
            Tuning { breadth: None, forbidden_moves: None, ..tuning }
        );
        assert_eq!(
            tuning.of_seat(Seat::Classic(Classic::GameTree)),
            Tuning { time_ms: None, nodes: None, character: None, no_double_threats: false, ..tuning }
        );
        let of_minimax = tuning.of_seat(Seat::Classic(Classic::Minimax(Grade::Hard)));
        assert_eq!(of_minimax, Tuning { depth: Some(12), ..Tuning::default() });
    }

    #[test]
    fn limits_are_the_levels_unless_something_is_set() {
        let limits = |tuning: Tuning, seat| {
            let limits = tuning.limits(seat, 1);
            (limits.time.map(|time| time.as_millis()), limits.depth, limits.nodes)
        };
        assert_eq!(limits(Tuning::default(), Seat::Engine(Level::HARD)), (Some(3_000), None, None));
        assert_eq!(limits(Tuning::default(), Seat::Engine(Level::NORMAL)), (Some(10_000), None, None));
        assert_eq!(limits(Tuning::default(), Seat::Classic(Classic::GameTree)), (None, None, None));
        let deep = Tuning { depth: Some(8), ..Tuning::default() };
        assert_eq!(limits(deep, Seat::Engine(Level::HARD)), (Some(60_000), Some(8), None));
        assert_eq!(limits(deep, Seat::Classic(Classic::Minimax(Grade::Easy))), (None, None, None));
        assert_eq!(deep.message(Seat::Classic(Classic::Minimax(Grade::Easy))).depth, Some(8));
        let quick = Tuning { time_ms: Some(200), depth: Some(8), ..Tuning::default() };
        assert_eq!(limits(quick, Seat::Engine(Level::HARD)), (Some(200), Some(8), None));
    }
}
