use crate::{Color, ForbiddenKind, Line, Point};

/// How a game ended on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `winner` has enough in a row.
    Win {
        /// Who won.
        winner: Color,
        /// The winning rows; more than one when a single stone completed several.
        lines: Vec<Line>,
    },
    /// Black placed a stone where the rule forbids it, and lost.
    ForbiddenLoss {
        /// Where the stone was placed.
        point: Point,
        /// What makes the point forbidden.
        kind: ForbiddenKind,
    },
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a game on the board ended with no winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// Every point bears a stone.
    BoardFull,
    /// Both sides passed, one after the other.
    BothPassed,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(*winner),
            Outcome::ForbiddenLoss { .. } => Some(Color::White),
            Outcome::Draw(_) => None,
        }
    }

    /// The rows that won; empty unless somebody won by a row.
    pub fn winning_lines(&self) -> &[Line] {
        match self {
            Outcome::Win { lines, .. } => lines,
            _ => &[],
        }
    }
}

/// The result of a whole game, which can also end away from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: EndReason,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The winner made enough in a row.
    Line,
    /// Black made a forbidden move.
    Forbidden(ForbiddenKind),
    /// The board is full.
    BoardFull,
    /// Both sides passed, one after the other.
    BothPassed,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Timeout,
    /// The players agreed on a draw.
    Agreement,
}

impl EndReason {
    /// The reason in lower case with hyphens, as our own formats write it: `line`, `double-three`, `resignation`.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Line => "line",
            EndReason::Forbidden(kind) => kind.name(),
            EndReason::BoardFull => "board-full",
            EndReason::BothPassed => "both-passed",
            EndReason::Resignation => "resignation",
            EndReason::Timeout => "timeout",
            EndReason::Agreement => "agreement",
        }
    }

    /// Whether the board itself shows the end, rather than something that happened beside it.
    pub const fn is_on_board(self) -> bool {
        !matches!(self, EndReason::Resignation | EndReason::Timeout | EndReason::Agreement)
    }
}

impl GameResult {
    /// The result when `loser` gives up.
    pub fn resignation(loser: Color) -> GameResult {
        GameResult { winner: Some(!loser), reason: EndReason::Resignation }
    }
}

impl From<&Outcome> for GameResult {
    fn from(outcome: &Outcome) -> GameResult {
        let reason = match outcome {
            Outcome::Win { .. } => EndReason::Line,
            Outcome::ForbiddenLoss { kind, .. } => EndReason::Forbidden(*kind),
            Outcome::Draw(DrawReason::BoardFull) => EndReason::BoardFull,
            Outcome::Draw(DrawReason::BothPassed) => EndReason::BothPassed,
        };
        GameResult { winner: outcome.winner(), reason }
    }
}
