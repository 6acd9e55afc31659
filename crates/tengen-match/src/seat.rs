use serde::{Deserialize, Serialize};
use tengen_analysis::{Classic, Level, OpponentKind};

/// Who plays one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A person at this board.
    Person,
    /// The engine, for beginners.
    Easy,
    /// The engine, for occasional players.
    Normal,
    /// The engine at full strength.
    Hard,
    /// A classical program that looks one move ahead, by tuples.
    Tuple,
    /// A classical program that looks one move ahead, by directions.
    Direction,
    /// A classical program that looks one move ahead, greedily.
    Greedy,
    /// A classical program that searches a game tree.
    GameTree,
    /// A classical program that searches by minimax.
    MinimaxEasy,
    /// The same with a deeper search.
    MinimaxNormal,
    /// The same with the deepest search.
    MinimaxHard,
    /// A player whose moves come from outside the engine service: a program that the front end runs, or a person at another board.
    External,
}

impl Seat {
    /// A person, and the engine in its strengths.
    pub const USUAL: [Seat; 4] = [Seat::Person, Seat::Easy, Seat::Normal, Seat::Hard];

    /// The classical programs.
    pub const CLASSICS: [Seat; 7] = [
        Seat::Tuple,
        Seat::Direction,
        Seat::Greedy,
        Seat::GameTree,
        Seat::MinimaxEasy,
        Seat::MinimaxNormal,
        Seat::MinimaxHard,
    ];

    /// The name in saved games and in scripts.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Easy => "easy",
            Seat::Normal => "normal",
            Seat::Hard => "hard",
            Seat::Tuple => "tuple",
            Seat::Direction => "direction",
            Seat::Greedy => "greedy",
            Seat::GameTree => "game-tree",
            Seat::MinimaxEasy => "minimax-easy",
            Seat::MinimaxNormal => "minimax-normal",
            Seat::MinimaxHard => "minimax-hard",
            Seat::External => "external",
        }
    }

    /// The seat of a name that can be chosen: all but an external player's.
    pub fn from_name(name: &str) -> Option<Seat> {
        Seat::USUAL.into_iter().chain(Seat::CLASSICS).find(|seat| seat.name() == name)
    }

    /// The program of the engine service that plays in this seat; `None` for a person and for an external player.
    pub fn program(self) -> Option<OpponentKind> {
        let classic = match self {
            Seat::Person | Seat::External => return None,
            Seat::Easy | Seat::Normal | Seat::Hard => return Some(OpponentKind::Tengen),
            Seat::Tuple => Classic::Tuple,
            Seat::Direction => Classic::Direction,
            Seat::Greedy => Classic::Greedy,
            Seat::GameTree => Classic::GameTree,
            Seat::MinimaxEasy => Classic::Minimax(Level::Easy),
            Seat::MinimaxNormal => Classic::Minimax(Level::Normal),
            Seat::MinimaxHard => Classic::Minimax(Level::Hard),
        };
        Some(OpponentKind::Classic(classic))
    }

    /// The engine's strength in this seat; `None` for all other players.
    pub fn level(self) -> Option<Level> {
        match self {
            Seat::Easy => Some(Level::Easy),
            Seat::Normal => Some(Level::Normal),
            Seat::Hard => Some(Level::Hard),
            _ => None,
        }
    }

    /// Whether the program's scores say which side stands better. Programs that look one move ahead only rate
    /// their move, and the scores of an external player have an unknown unit.
    pub fn judges_positions(self) -> bool {
        !matches!(self, Seat::Person | Seat::Tuple | Seat::Direction | Seat::Greedy | Seat::External)
    }

    /// Whether a person plays this side.
    pub fn is_person(self) -> bool {
        self == Seat::Person
    }
}
