use tengen_analysis::{Fact, ForcedWin, Means, Shape};

use super::solvers::Win;

/// The win that a solver has found.
pub(super) fn forced_win(means: Means, win: Win) -> ForcedWin {
    ForcedWin { means, moves: win.plies.div_ceil(2), line: win.line }
}

/// The place among other facts; what matters most is the least.
pub(super) fn rank(fact: &Fact) -> u32 {
    match fact {
        Fact::Forbidden(_) => 0,
        Fact::Wins { .. } => 1,
        Fact::LosesToFive { .. } => 2,
        Fact::MissesWin(_) => 3,
        Fact::AllowsWin(_) => 4,
        Fact::StartsWin(_) => 5,
        Fact::Traps { .. } => 6,
        Fact::StopsWin { .. } => 7,
        Fact::Makes { shape, .. } if shape.is_decisive() => 8,
        Fact::PreventsWin(_) => 9,
        Fact::Blocks { shape: Shape::OpenThree, .. } => 10,
        Fact::Denies { .. } => 11,
        Fact::Makes { .. } => 12,
        Fact::Blocks { .. } => 13,
        Fact::ThreatensWin(_) => 14,
        Fact::Draws(_) => 15,
        Fact::Quiet { .. } => 16,
    }
}
