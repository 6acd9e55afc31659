use tengen_game::{EndReason, GameResult, Move, Outcome, Point};

use super::{Fact, ForcedWin, Means, Shape};

/// What a fact consists of, the same for all kinds of facts: outputs tell it in their own form. What a kind does not have is
/// empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    /// How a win is forced.
    pub means: Option<Means>,
    /// How many moves the winner needs; 0 where nothing is won by force.
    pub moves: u32,
    /// A line that wins.
    pub line: &'a [Move],
    /// What is made, blocked or denied.
    pub shape: Option<Shape>,
    /// What makes a point forbidden, or why a game is a draw, in lower case with hyphens: `double-three`, `board-full`.
    pub reason: Option<&'static str>,
    /// The points of each row, or all points as if they were one row.
    pub rows: Vec<Vec<Point>>,
}

impl Fact {
    /// What the fact consists of, besides its [name](Fact::name).
    pub fn parts(&self) -> Parts<'_> {
        let none = Parts::default();
        match self {
            Fact::Forbidden(kind) => Parts { reason: Some(kind.name()), ..none },
            Fact::Wins { rows } => {
                Parts { rows: rows.iter().map(|row| row.points().collect()).collect(), ..none }
            }
            Fact::LosesToFive { at } | Fact::StopsWin { at } => Parts { rows: vec![at.clone()], ..none },
            Fact::MissesWin(win)
            | Fact::AllowsWin(win)
            | Fact::StartsWin(win)
            | Fact::PreventsWin(win)
            | Fact::ThreatensWin(win) => {
                let ForcedWin { means, moves, line } = win;
                Parts { means: Some(*means), moves: *moves, line, ..none }
            }
            Fact::Traps { at, kind } => Parts { rows: vec![vec![*at]], reason: Some(kind.name()), ..none },
            Fact::Makes { shape, cells } | Fact::Blocks { shape, cells } | Fact::Denies { shape, cells } => {
                Parts { shape: Some(*shape), rows: vec![cells.clone()], ..none }
            }
            Fact::Draws(reason) => {
                let reason: EndReason = GameResult::from(&Outcome::Draw(*reason)).reason;
                Parts { reason: Some(reason.name()), ..none }
            }
            Fact::Quiet { twos } => {
                Parts { rows: twos.iter().map(|two| two.cells.clone()).collect(), ..none }
            }
        }
    }
}
