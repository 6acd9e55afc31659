use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_analysis::OpponentError;
use tengen_game::{Color, DrawReason, EndReason, ForbiddenKind, GameResult, Outcome, PlayError};

/// The end of a game in an arena: its cause and the winner.
///
/// Beside the ends of any game there are faults of programs: crashes, illegal moves, too much memory or time. A fault
/// loses the game, and the tables count it. The text form (`Display`, `FromStr` and serde) names the winner and the
/// cause: `black:line`, `draw:board-full`, `white:crash`.
///
/// ```
/// use tengen_arena::{Ending, Fault};
/// use tengen_game::{Color, GameResult};
///
/// let ending = Ending::fault(Color::Black, Fault::Crash);
/// assert_eq!((ending.winner(), ending.to_string()), (Some(Color::White), "white:crash".to_owned()));
/// assert_eq!("white:crash".parse(), Ok(ending));
/// // Records know no crashes.
/// assert_eq!(ending.result(), None);
/// assert_eq!(Ending::resignation(Color::Black).result(), Some(GameResult::resignation(Color::Black)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ending {
    winner: Option<Color>,
    cause: Cause,
}

/// The cause of a game's end in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules, on the board or away from it, except a [fault](Fault).
    Game(EndReason),
    /// The loser failed.
    Fault(Fault),
    /// The arena judged that the game was decided.
    Adjudication,
}

/// A fault of a program, which loses its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// The program ended, or could not be started or reached.
    Crash,
    /// The program answered with an illegal move, or with no move at all.
    IllegalMove,
    /// The program took longer than its time limit.
    Timeout,
    /// The program used more memory than its limit.
    Memory,
}

impl Fault {
    /// All faults, in the order in which tables list them.
    pub const ALL: [Fault; 4] = [Fault::Crash, Fault::IllegalMove, Fault::Timeout, Fault::Memory];

    /// The fault in lower case with hyphens: `illegal-move`.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal-move",
            Fault::Timeout => "timeout",
            Fault::Memory => "memory",
        }
    }
}

impl Cause {
    /// The cause in lower case with hyphens: `line`, `double-three`, `crash`, `adjudication`.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Game(reason) => reason.name(),
            Cause::Fault(fault) => fault.name(),
            Cause::Adjudication => "adjudication",
        }
    }

    /// Every cause that there is. A loss on time is a fault, and nothing else.
    fn all() -> impl Iterator<Item = Cause> {
        let forbidden = ForbiddenKind::ALL.map(EndReason::Forbidden);
        let others = [
            EndReason::Line,
            EndReason::BoardFull,
            EndReason::BothPassed,
            EndReason::MoveLimit,
            EndReason::Resignation,
            EndReason::Agreement,
        ];
        let of_game = forbidden.into_iter().chain(others).map(Cause::Game);
        of_game.chain(Fault::ALL.map(Cause::Fault)).chain([Cause::Adjudication])
    }

    /// Whether a game with this winner can have this cause of its end.
    fn admits(self, winner: Option<Color>) -> bool {
        match self {
            Cause::Game(reason) => GameResult { winner, reason }.is_possible(),
            Cause::Fault(_) => winner.is_some(),
            Cause::Adjudication => true,
        }
    }
}

impl Ending {
    /// The end as the board shows it, a draw by the limit of moves among them.
    pub fn on_board(outcome: &Outcome) -> Ending {
        let GameResult { winner, reason } = GameResult::from(outcome);
        Ending { winner, cause: Cause::Game(reason) }
    }

    /// `loser` gave up.
    pub fn resignation(loser: Color) -> Ending {
        Ending { winner: Some(!loser), cause: Cause::Game(EndReason::Resignation) }
    }

    /// A draw by agreement of both sides.
    pub fn agreement() -> Ending {
        Ending { winner: None, cause: Cause::Game(EndReason::Agreement) }
    }

    /// `loser` failed.
    pub fn fault(loser: Color, fault: Fault) -> Ending {
        Ending { winner: Some(!loser), cause: Cause::Fault(fault) }
    }

    /// The arena ended the game, with this winner or as a draw.
    pub fn adjudication(winner: Option<Color>) -> Ending {
        Ending { winner, cause: Cause::Adjudication }
    }

    /// The arena ended the game after as many moves as it may have: a draw.
    pub fn move_limit() -> Ending {
        Ending::on_board(&Outcome::Draw(DrawReason::MoveLimit))
    }

    /// The end of the game after an error of the opponent of `side`, which was to move; `None` after a stop, when the game
    /// has not ended.
    ///
    /// A move that the rule forbids is no fault of the program: it loses by the rule.
    pub fn of_error(side: Color, error: &OpponentError) -> Option<Ending> {
        Some(match error {
            OpponentError::Stopped(_) => return None,
            OpponentError::Resigned(_) => Ending::resignation(side),
            // With the only point left forbidden, Black passes. The protocol has no pass, so the program neither wins nor loses.
            OpponentError::Unsupported { .. } => Ending::adjudication(None),
            OpponentError::Overrun { .. } => Ending::fault(side, Fault::Timeout),
            OpponentError::Exhausted { .. } => Ending::fault(side, Fault::Memory),
            OpponentError::Illegal { reason: PlayError::Forbidden { kind, .. }, .. } => {
                Ending { winner: Some(!side), cause: Cause::Game(EndReason::Forbidden(*kind)) }
            }
            OpponentError::Illegal { .. } | OpponentError::Unreadable { .. } => {
                Ending::fault(side, Fault::IllegalMove)
            }
            // Every other failure to answer counts as a crash.
            _ => Ending::fault(side, Fault::Crash),
        })
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        self.winner
    }

    /// The cause of the end.
    pub fn cause(self) -> Cause {
        self.cause
    }

    /// The fault that cost the loser the game, if it was one.
    pub fn fault_of_loser(self) -> Option<Fault> {
        match self.cause {
            Cause::Fault(fault) => Some(fault),
            _ => None,
        }
    }

    /// Half points of `color`: 2 for a win, 1 for a draw, 0 for a loss.
    ///
    /// ```
    /// use tengen_arena::Ending;
    /// use tengen_game::Color::{Black, White};
    ///
    /// assert_eq!([Black, White].map(|color| Ending::resignation(Black).half_points(color)), [0, 2]);
    /// assert_eq!(Ending::agreement().half_points(White), 1);
    /// ```
    pub fn half_points(self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }

    /// The end as a record has it; `None` for causes that records lack: crashes, illegal moves, memory, adjudication.
    ///
    /// [`Record::end`](tengen_game::Record::end) takes those that are not on the board, and ends on the board come about
    /// by the moves.
    pub fn result(self) -> Option<GameResult> {
        let reason = match self.cause {
            Cause::Game(reason) => reason,
            Cause::Fault(Fault::Timeout) => EndReason::Timeout,
            Cause::Fault(_) | Cause::Adjudication => return None,
        };
        Some(GameResult { winner: self.winner, reason })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.winner.map_or("draw", Color::name), self.cause.name())
    }
}

/// The text names no end of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected how a game ended, such as `black:line`, `draw:board-full` or `white:crash`, found `{0}`")]
pub struct ParseEndingError(String);

impl FromStr for Ending {
    type Err = ParseEndingError;

    /// Reads what `Display` wrote.
    fn from_str(text: &str) -> Result<Ending, ParseEndingError> {
        let faulty = || ParseEndingError(text.to_owned());
        let (winner, cause) = text.split_once(':').ok_or_else(faulty)?;
        let winner = match winner {
            "draw" => None,
            color => Some(Color::BOTH.into_iter().find(|c| c.name() == color).ok_or_else(faulty)?),
        };
        let cause = Cause::all().find(|known| known.name() == cause).ok_or_else(faulty)?;
        if cause.admits(winner) { Ok(Ending { winner, cause }) } else { Err(faulty()) }
    }
}

impl TryFrom<String> for Ending {
    type Error = ParseEndingError;

    fn try_from(text: String) -> Result<Ending, ParseEndingError> {
        text.parse()
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> String {
        ending.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::{BoardSize, Move, Point};

    #[test]
    fn every_ending_survives_the_round_trip() {
        let winners = [None, Some(Color::Black), Some(Color::White)];
        let mut possible = 0;
        for cause in Cause::all() {
            for winner in winners {
                let ending = Ending { winner, cause };
                let parsed = ending.to_string().parse::<Ending>();
                assert_eq!(parsed.is_ok(), cause.admits(winner), "{ending}");
                if let Ok(parsed) = parsed {
                    possible += 1;
                    assert_eq!(parsed, ending);
                    let json = serde_json::to_string(&ending).unwrap();
                    assert_eq!(serde_json::from_str::<Ending>(&json).unwrap(), ending);
                    assert!(ending.result().is_none_or(GameResult::is_possible));
                }
            }
        }
        // Three forbidden moves, line and resignation for both, four draws, four faults for both, and adjudications.
        assert_eq!(possible, 3 + 2 * 2 + 4 + 4 * 2 + 3);
        for text in
            ["", "black", "nobody:line", "black:boredom", "black:overline", "draw:crash", "Draw:agreement"]
        {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }

    #[test]
    fn errors_cost_the_game_of_whose_they_are() {
        let name = "brain".to_owned();
        let at = Point::new(7, 7);
        let illegal = |reason| OpponentError::Illegal { played: Move::Place(at), reason };
        let place = at.on(BoardSize::FIFTEEN);
        let cases = [
            (OpponentError::Resigned(name.clone()), Some("white:resignation")),
            (OpponentError::Stopped(name.clone()), None),
            (OpponentError::Failed { name: name.clone(), reason: "exit 1".to_owned() }, Some("white:crash")),
            (
                OpponentError::Unsupported { name: name.clone(), reason: "a pass".to_owned() },
                Some("draw:adjudication"),
            ),
            (OpponentError::Exhausted { name: name.clone(), limit: 1, used: 2 }, Some("white:memory")),
            (OpponentError::Unreadable { name, text: "?".to_owned() }, Some("white:illegal-move")),
            (illegal(PlayError::Occupied(place)), Some("white:illegal-move")),
            (
                illegal(PlayError::Forbidden { at: place, kind: ForbiddenKind::Overline }),
                Some("white:overline"),
            ),
        ];
        for (error, expected) in cases {
            let found = Ending::of_error(Color::Black, &error).map(|ending| ending.to_string());
            assert_eq!(found.as_deref(), expected, "{error}");
        }
    }

    #[test]
    fn limits_and_time_are_known_to_records() {
        let limit = Ending::move_limit();
        assert_eq!((limit.winner(), limit.cause()), (None, Cause::Game(EndReason::MoveLimit)));
        let late = Ending::fault(Color::White, Fault::Timeout);
        assert_eq!(
            late.result(),
            Some(GameResult { winner: Some(Color::Black), reason: EndReason::Timeout })
        );
        assert_eq!(late.fault_of_loser(), Some(Fault::Timeout));
    }
}
