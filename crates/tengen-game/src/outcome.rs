#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Color, ForbiddenKind, Line, Point};

/// The end of a game on the board. A [`GameResult`] can also be an end away from it.
///
/// ```
/// use tengen_game::{BoardSize, Color, Direction, Line, Outcome, Point, Position, Rule, WinLength};
///
/// // Three in a row on 3×3.
/// let mut game = Position::new(Rule::Free(WinLength::new(3)?), BoardSize::MIN);
/// for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
///     game.play(Point::new(x, y))?;
/// }
/// let row = Line::new(Point::new(0, 0), Direction::Horizontal, 3);
/// assert_eq!(game.outcome(), Some(&Outcome::Win { winner: Color::Black, lines: vec![row] }));
/// assert_eq!(game.outcome().and_then(Outcome::winner), Some(Color::Black));
/// assert_eq!(game.outcome().map(Outcome::winning_lines), Some(&[row][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `winner` has enough stones in a row.
    Win {
        /// The winner.
        winner: Color,
        /// The winning rows, each as long as it is on the board; more than one when a single stone completed
        /// several, or when the board was set up with several.
        lines: Vec<Line>,
    },
    /// Black placed a stone where the rule forbids it, and lost.
    ForbiddenLoss {
        /// The point of the stone.
        point: Point,
        /// The kind of the forbidden move.
        kind: ForbiddenKind,
    },
    /// A draw.
    Draw(DrawReason),
}

/// The reason for which a game on the board ended with no winner.
///
/// ```
/// use tengen_game::{BoardSize, DrawReason, Move, Outcome, Position, Rule};
///
/// let mut game = Position::new(Rule::Renju, BoardSize::FIFTEEN);
/// game.play(Move::Pass)?;
/// game.play(Move::Pass)?;
/// assert_eq!(game.outcome(), Some(&Outcome::Draw(DrawReason::BothPassed)));
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DrawReason {
    /// Every point bears a stone.
    BoardFull,
    /// Both sides passed, one after the other.
    BothPassed,
    /// The game has as many moves as it may have; see [`Position::with_max_moves`](crate::Position::with_max_moves).
    MoveLimit,
}

impl Outcome {
    /// The winner; `None` for a draw. A forbidden move wins for White.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(*winner),
            Outcome::ForbiddenLoss { .. } => Some(Color::White),
            Outcome::Draw(_) => None,
        }
    }

    /// The rows that won; empty unless the game was won by a row.
    pub fn winning_lines(&self) -> &[Line] {
        match self {
            Outcome::Win { lines, .. } => lines,
            _ => &[],
        }
    }
}

/// The result of a whole game, which can also end away from the board.
///
/// An [`Outcome`] becomes a result by `GameResult::from`. [`Record::end`](crate::Record::end) takes a result
/// away from the board, if it is a [possible](GameResult::is_possible) one.
///
/// ```
/// use tengen_game::{Color, DrawReason, EndReason, GameResult, Outcome};
///
/// let full = GameResult::from(&Outcome::Draw(DrawReason::BoardFull));
/// assert_eq!(full, GameResult { winner: None, reason: EndReason::BoardFull });
/// assert_eq!(GameResult::resignation(Color::White).winner, Some(Color::Black));
/// let late = GameResult { winner: Some(Color::White), reason: EndReason::Timeout };
/// assert!(!late.reason.is_on_board());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason for the end.
    pub reason: EndReason,
}

/// The reason for the end of a game.
///
/// ```
/// use tengen_game::{EndReason, ForbiddenKind};
///
/// assert_eq!(EndReason::Forbidden(ForbiddenKind::DoubleThree).name(), "double-three");
/// assert_eq!(EndReason::from_name("timeout"), Some(EndReason::Timeout));
/// assert!(EndReason::MoveLimit.is_on_board() && !EndReason::Agreement.is_on_board());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The winner made enough stones in a row.
    Line,
    /// Black made a forbidden move.
    Forbidden(ForbiddenKind),
    /// The board is full.
    BoardFull,
    /// Both sides passed, one after the other.
    BothPassed,
    /// The game has as many moves as it may have.
    MoveLimit,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Timeout,
    /// The players agreed on a draw.
    Agreement,
}

impl EndReason {
    /// The reason in lower case with hyphens, as Tengen's formats write it: `line`, `double-three`, `resignation`.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Line => "line",
            EndReason::Forbidden(kind) => kind.name(),
            EndReason::BoardFull => "board-full",
            EndReason::BothPassed => "both-passed",
            EndReason::MoveLimit => "move-limit",
            EndReason::Resignation => "resignation",
            EndReason::Timeout => "timeout",
            EndReason::Agreement => "agreement",
        }
    }

    /// The reason with this [`EndReason::name`].
    pub fn from_name(name: &str) -> Option<EndReason> {
        let plain = [
            EndReason::Line,
            EndReason::BoardFull,
            EndReason::BothPassed,
            EndReason::MoveLimit,
            EndReason::Resignation,
            EndReason::Timeout,
            EndReason::Agreement,
        ];
        let forbidden = ForbiddenKind::ALL.map(EndReason::Forbidden);
        plain.into_iter().chain(forbidden).find(|&reason| reason.name() == name)
    }

    /// Whether the board itself shows the end, unlike a resignation or a lapse of time.
    pub const fn is_on_board(self) -> bool {
        !matches!(self, EndReason::Resignation | EndReason::Timeout | EndReason::Agreement)
    }
}

impl GameResult {
    /// Whether a game can have this result: the reason decides whether there is a winner, and for a forbidden move
    /// which side it is.
    ///
    /// ```
    /// use tengen_game::{Color, EndReason, GameResult};
    ///
    /// assert!(GameResult::resignation(Color::Black).is_possible());
    /// assert!(!GameResult { winner: None, reason: EndReason::Resignation }.is_possible());
    /// ```
    pub fn is_possible(self) -> bool {
        match self.reason {
            EndReason::Line | EndReason::Resignation | EndReason::Timeout => self.winner.is_some(),
            EndReason::Forbidden(_) => self.winner == Some(Color::White),
            EndReason::BoardFull | EndReason::BothPassed | EndReason::MoveLimit | EndReason::Agreement => {
                self.winner.is_none()
            }
        }
    }

    /// The result when `loser` resigns.
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
            Outcome::Draw(DrawReason::MoveLimit) => EndReason::MoveLimit,
        };
        GameResult { winner: outcome.winner(), reason }
    }
}
