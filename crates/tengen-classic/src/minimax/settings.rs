use std::time::Duration;

use tengen_analysis::Grade;
use tengen_game::BoardSize;

/// The settings of the search; each [level](Grade) has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The board of the level; any other will do.
    pub board: BoardSize,
    /// Plies of the search, 1 to 24.
    pub depth: u32,
    /// Most time for a move.
    pub time: Duration,
    /// Whether the search deepens from one ply on, instead of starting at its full depth.
    pub deepens: bool,
    /// Whether killer moves and history order the moves.
    pub heuristics: bool,
    /// The largest distance of candidates from the stones, in rows and columns: 1 to 7.
    pub reach: u8,
    /// Most moves tried in each position, at least 1.
    pub candidates: usize,
    /// Weight of the shapes of own stones, in tenths: 0 to 50.
    pub attack_tenths: i32,
    /// Weight of the shapes that the opponent's stone would make, in tenths: 0 to 50.
    pub defence_tenths: i32,
}

impl Settings {
    /// The settings of a level.
    pub fn of(level: Grade) -> Settings {
        let board = |lines| BoardSize::new(lines).unwrap_or(BoardSize::FIFTEEN);
        match level {
            Grade::Easy => Settings {
                board: board(9),
                depth: 3,
                time: Duration::from_secs(3),
                deepens: false,
                heuristics: false,
                reach: 2,
                candidates: 15,
                attack_tenths: 12,
                defence_tenths: 10,
            },
            Grade::Normal => Settings {
                board: board(13),
                depth: 6,
                time: Duration::from_secs(4),
                deepens: false,
                heuristics: true,
                reach: 3,
                candidates: 25,
                attack_tenths: 12,
                defence_tenths: 7,
            },
            Grade::Hard => Settings {
                board: board(15),
                depth: 12,
                time: Duration::from_secs(8),
                deepens: true,
                heuristics: true,
                reach: 4,
                candidates: 35,
                attack_tenths: 11,
                defence_tenths: 6,
            },
        }
    }

    /// The nearest settings that the search is made for.
    pub(super) fn within_bounds(self) -> Settings {
        Settings {
            depth: self.depth.clamp(1, 24),
            reach: self.reach.clamp(1, 7),
            candidates: self.candidates.max(1),
            attack_tenths: self.attack_tenths.clamp(0, 50),
            defence_tenths: self.defence_tenths.clamp(0, 50),
            ..self
        }
    }
}
