use tengen_game::{Direction, DrawReason, ForbiddenKind, Line, Move, Point};

use super::Shape;
use super::solvers::Win;

/// Something that a move does.
///
/// The mover is the side that plays the move, the opponent the other one. Points come in board order, from the top
/// left row by row. The kinds stand in the order of their importance, which is that of
/// [`Explanation::facts`](super::Explanation::facts), except that [`Fact::Makes`] comes further down for shapes that do
/// not win by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The rule forbids the mover this point: the move is illegal, and who carries it out has lost. Nothing else is
    /// said of such a move.
    Forbidden(ForbiddenKind),
    /// The move completes these winning rows, and the game is won.
    Wins {
        /// The rows, each as long as it is on the board.
        rows: Vec<Line>,
    },
    /// The opponent can complete a winning row with its next move: the mover neither wins nor stops that.
    LosesToFive {
        /// All points at which it can.
        at: Vec<Point>,
    },
    /// The mover had a forced win and gives it away: after the move there is no win by threats any more.
    MissesWin(ForcedWin),
    /// After the move the opponent, whose turn it is, has a forced win. It may have had one all the same, whatever was
    /// played. Wins with the next move are [`Fact::LosesToFive`].
    AllowsWin(ForcedWin),
    /// The move is the first of a forced win: whatever the opponent answers, the mover wins. The win's line begins with
    /// the move itself, and its moves count it.
    StartsWin(ForcedWin),
    /// White makes a four that Black could stop on one point alone, which the rule forbids to Black.
    Traps {
        /// The forbidden point, on which White wins next.
        at: Point,
        /// What makes it forbidden.
        kind: ForbiddenKind,
    },
    /// The opponent threatened to complete a winning row with its next move and cannot do so any more; not on these
    /// points at least ([`Fact::LosesToFive`] names those that are left).
    StopsWin {
        /// The points on which the opponent would have won.
        at: Vec<Point>,
    },
    /// The mover's stones make this shape together with the move.
    Makes {
        /// What they make.
        shape: Shape,
        /// The stones of the shape, the move's included.
        cells: Vec<Point>,
    },
    /// Given the turn instead of the mover, the opponent would have had a forced win, which takes more than one move;
    /// after the move it has no forced win that was found, by fours or by threats.
    PreventsWin(ForcedWin),
    /// The move takes from one row of the opponent's what made it a three: an open three becomes closed or dead, a
    /// closed three dead. Rows of one direction are told together.
    Blocks {
        /// [`Shape::OpenThree`] or [`Shape::Three`].
        shape: Shape,
        /// The opponent's stones.
        cells: Vec<Point>,
    },
    /// The move takes the point on which the opponent would have made this shape: a double one, or an open four where no
    /// [blocked](Fact::Blocks) three tells so.
    Denies {
        /// What the opponent would have made.
        shape: Shape,
        /// The stones of the shape, without the one that did not come to be.
        cells: Vec<Point>,
    },
    /// The move threatens a forced win by fours, which the opponent still can stop as far as is known: given another
    /// turn, the mover would have it. It takes more than one move, and is not told where it is no more than an open
    /// three that becomes an open four.
    ThreatensWin(ForcedWin),
    /// The move ends the game in a draw.
    Draws(DrawReason),
    /// The move does nothing of all that.
    Quiet {
        /// The twos that it makes, in the order of [`Direction::ALL`].
        twos: Vec<Two>,
    },
}

/// A two: it needs two more stones to become a four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Two {
    /// The direction of the row.
    pub direction: Direction,
    /// Whether one more stone makes it an open three.
    pub is_open: bool,
    /// The stones, the move's included.
    pub cells: Vec<Point>,
}

/// A win that the other side cannot prevent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// With which moves.
    pub means: Means,
    /// How many moves the winner needs at most, the winning one included. The plies are one fewer than twice as many.
    pub moves: u32,
    /// A line of both sides in which the loser holds out that long. It begins and ends with moves of the winner's.
    ///
    /// Where the limits were reached, and by threats in any case, a shorter win may exist.
    pub line: Vec<Move>,
}

/// How a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Means {
    /// By continuous fours: [`vcf`](crate::solve::vcf).
    Fours,
    /// By continuous threats, fours and threes: [`vct`](crate::solve::vct).
    Threats,
}

impl Means {
    /// The usual abbreviation in lower case: `vcf` or `vct`.
    pub const fn name(self) -> &'static str {
        match self {
            Means::Fours => "vcf",
            Means::Threats => "vct",
        }
    }
}

impl ForcedWin {
    pub(super) fn new(means: Means, win: Win) -> ForcedWin {
        ForcedWin { means, moves: win.plies.div_ceil(2), line: win.line }
    }

    /// Plies up to the win: odd, and 1 for a win with the next move.
    pub const fn plies(&self) -> u32 {
        2 * self.moves - 1
    }
}

impl Fact {
    /// The kind of the fact in lower case with hyphens: `starts-win`.
    pub const fn name(&self) -> &'static str {
        match self {
            Fact::Forbidden(_) => "forbidden",
            Fact::Wins { .. } => "wins",
            Fact::LosesToFive { .. } => "loses-to-five",
            Fact::MissesWin(_) => "misses-win",
            Fact::AllowsWin(_) => "allows-win",
            Fact::StartsWin(_) => "starts-win",
            Fact::Traps { .. } => "traps",
            Fact::StopsWin { .. } => "stops-win",
            Fact::Makes { .. } => "makes",
            Fact::PreventsWin(_) => "prevents-win",
            Fact::Blocks { .. } => "blocks",
            Fact::Denies { .. } => "denies",
            Fact::ThreatensWin(_) => "threatens-win",
            Fact::Draws(_) => "draws",
            Fact::Quiet { .. } => "quiet",
        }
    }

    /// The place among other facts; what matters most is the least.
    pub(super) fn rank(&self) -> u32 {
        match self {
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
}
