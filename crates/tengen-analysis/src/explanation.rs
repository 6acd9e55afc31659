//! The effects of a move, in typed terms.

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Direction, DrawReason, ForbiddenKind, Line, Move, Point};

use crate::{Shape, SolveStop};

/// The effects of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The side that plays the move.
    pub mover: Color,
    /// The move.
    pub played: Point,
    /// The effects of the move, the most important first; at least one fact.
    pub facts: Vec<Fact>,
    /// The questions that the solvers could not decide. Facts that depend on them are missing.
    pub undecided: Vec<Undecided>,
    /// Nodes that the solvers visited.
    pub nodes: u64,
}

/// An effect of a move.
///
/// The mover is the side that plays the move, the opponent the other one. Points come in board order, from the top
/// left row by row. The kinds are in the order of their importance, which is that of
/// [`Explanation::facts`], except that [`Fact::Makes`] comes further down for shapes that do
/// not win by themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The rule forbids the mover this point: the move is illegal, and playing it loses. No other fact is given of such
    /// a move.
    Forbidden(ForbiddenKind),
    /// The move completes these winning rows, and the game is won.
    Wins {
        /// The rows, each as long as it is on the board.
        rows: Vec<Line>,
    },
    /// The opponent can complete a winning row with its next move: the mover neither wins nor stops that.
    LosesToFive {
        /// The points at which the opponent can win.
        at: Vec<Point>,
    },
    /// The mover had a forced win and gives it away: after the move there is no win by threats any more.
    MissesWin(ForcedWin),
    /// After the move the opponent, whose turn it is, has a forced win. Every other move may have allowed one too.
    /// Wins with the next move are [`Fact::LosesToFive`].
    AllowsWin(ForcedWin),
    /// The move is the first of a forced win: the mover wins against every answer. The win's line begins with
    /// the move itself, and its moves count it.
    StartsWin(ForcedWin),
    /// White makes a four that Black could stop on one point alone, which the rule forbids to Black.
    Traps {
        /// The forbidden point, on which White wins next.
        at: Point,
        /// The reason for which the point is forbidden.
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
        /// The shape that the stones make.
        shape: Shape,
        /// The stones of the shape, the move's included.
        cells: Vec<Point>,
    },
    /// Given the turn instead of the mover, the opponent would have had a forced win, which takes more than one move;
    /// after the move it has no forced win that was found, by fours or by threats.
    PreventsWin(ForcedWin),
    /// The move blocks a three of the opponent: an open three becomes closed or dead, a
    /// closed three dead. Rows of one direction are reported together.
    Blocks {
        /// [`Shape::OpenThree`] or [`Shape::Three`].
        shape: Shape,
        /// The opponent's stones.
        cells: Vec<Point>,
    },
    /// The move takes the point on which the opponent would have made this shape: a double one, or an open four where
    /// no [blocked](Fact::Blocks) three implies that.
    Denies {
        /// The shape that the opponent would have made.
        shape: Shape,
        /// The stones of the shape, without the one that did not come to be.
        cells: Vec<Point>,
    },
    /// The move threatens a forced win by fours, which the opponent can still stop as far as is known: with another
    /// turn, the mover would have it. It takes more than one move, and is not reported if it is only an open
    /// three that becomes an open four.
    ThreatensWin(ForcedWin),
    /// The move ends the game in a draw.
    Draws(DrawReason),
    /// The move has none of these effects.
    Quiet {
        /// The twos that the move makes, in the order of [`Direction::ALL`].
        twos: Vec<Two>,
    },
}

/// A two: a row that needs two more stones to become a four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Two {
    /// The direction of the row.
    pub direction: Direction,
    /// Whether one more stone makes the two an open three.
    pub is_open: bool,
    /// The stones, the move's included.
    pub cells: Vec<Point>,
}

/// A win that the other side cannot prevent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedWin {
    /// The means of the win.
    pub means: Means,
    /// The most moves that the winner needs, the winning one included. The plies are one fewer than twice as many.
    pub moves: u32,
    /// A line of both sides in which the loser holds out that long. It begins and ends with moves of the winner's.
    ///
    /// Where the limits were reached, and by threats in any case, a shorter win may exist.
    pub line: Vec<Move>,
}

/// The means by which a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Means {
    /// Continuous fours (VCF).
    Vcf,
    /// Continuous threats, fours and threes (VCT).
    Vct,
}

impl Means {
    /// The usual abbreviation in lower case: `vcf` or `vct`.
    pub const fn name(self) -> &'static str {
        match self {
            Means::Vcf => "vcf",
            Means::Vct => "vct",
        }
    }
}

impl ForcedWin {
    /// Plies up to the win: odd, and 1 for a win with the next move.
    pub const fn plies(&self) -> u32 {
        2 * self.moves - 1
    }

    /// The points at which the winner plays in the line.
    fn points(&self) -> Vec<Point> {
        self.line.iter().step_by(2).filter_map(|played| played.point()).collect()
    }
}

impl Explanation {
    /// The other points that the most important fact is about, each once.
    pub fn highlights(&self) -> Vec<Point> {
        let mut points = self.facts.first().map(Fact::points).unwrap_or_default();
        points.sort_by_key(|point| (point.y(), point.x()));
        points.dedup();
        points.retain(|&point| point != self.played);
        points
    }
}

impl Fact {
    /// The points that the fact is about: the stones of rows and shapes, the points at which a side wins, and of a forced
    /// win those at which the winner plays.
    pub fn points(&self) -> Vec<Point> {
        match self {
            Fact::Wins { rows } => rows.iter().flat_map(Line::points).collect(),
            Fact::LosesToFive { at } | Fact::StopsWin { at } => at.clone(),
            Fact::Traps { at, .. } => vec![*at],
            Fact::MissesWin(win)
            | Fact::AllowsWin(win)
            | Fact::StartsWin(win)
            | Fact::PreventsWin(win)
            | Fact::ThreatensWin(win) => win.points(),
            Fact::Makes { cells, .. } | Fact::Blocks { cells, .. } | Fact::Denies { cells, .. } => {
                cells.clone()
            }
            Fact::Quiet { twos } => twos.iter().flat_map(|two| two.cells.iter().copied()).collect(),
            Fact::Forbidden(_) | Fact::Draws(_) => Vec::new(),
        }
    }

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
}

/// A question that a solver could not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undecided {
    /// The question.
    pub question: Question,
    /// Whether the win was to be by fours or by threats.
    pub means: Means,
    /// The reason for which the question has no answer.
    pub stop: SolveStop,
}

/// A question about forced wins. Each question is that of a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Whether the move is the first of a forced win; if it is not, whether it misses one is undecided, too.
    StartsWin,
    /// Whether the mover had a forced win; the move begins none.
    MissesWin,
    /// Whether the opponent has a forced win after the move.
    AllowsWin,
    /// Whether the opponent would have had a forced win without the move.
    PreventsWin,
    /// Whether the move threatens a forced win.
    ThreatensWin,
}

impl Question {
    /// The name in lower case with hyphens, as that of the [fact](Fact::name): `starts-win`.
    pub const fn name(self) -> &'static str {
        match self {
            Question::StartsWin => "starts-win",
            Question::MissesWin => "misses-win",
            Question::AllowsWin => "allows-win",
            Question::PreventsWin => "prevents-win",
            Question::ThreatensWin => "threatens-win",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_about_its_stones_or_about_the_points_of_the_winner() {
        let [a, b, c] = [0, 1, 2].map(|x| Point::new(x, x));
        let line = vec![Move::Place(a), Move::Place(b), Move::Place(c)];
        let win = ForcedWin { means: Means::Vcf, moves: 2, line };
        assert_eq!(Fact::StartsWin(win).points(), [a, c]);
        let makes = Fact::Makes { shape: Shape::Four, cells: vec![a, b] };
        assert_eq!(makes.points(), [a, b]);
        let facts = vec![makes, Fact::StopsWin { at: vec![c] }];
        let explanation =
            Explanation { mover: Color::Black, played: a, facts, undecided: Vec::new(), nodes: 0 };
        assert_eq!(explanation.highlights(), [b]);
        let two = |cells| Two { direction: Direction::ALL[0], is_open: true, cells };
        assert_eq!(Fact::Quiet { twos: vec![two(vec![a, b]), two(vec![c])] }.points(), [a, b, c]);
        assert_eq!(Fact::Forbidden(ForbiddenKind::Overline).points(), []);
    }
}
