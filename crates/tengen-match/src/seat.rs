use serde::{Deserialize, Serialize};
use tengen_analysis::{Classic, Grade, Level, OpponentKind};

/// The player of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Seat {
    /// A person at this board.
    Person,
    /// The engine at a level.
    Engine(Level),
    /// One of the classical programs.
    Classic(Classic),
    /// A player whose moves come from outside the engine service: a program that the front end runs, or a person at another board. It
    /// does not choose in openings, and no saved game has it, since its identity is not saved.
    External,
}

/// The text names no seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `person`, a level of the engine or the name of a classic, found `{0}`")]
pub struct ParseSeatError(String);

impl From<Seat> for &'static str {
    fn from(seat: Seat) -> &'static str {
        seat.name()
    }
}

impl TryFrom<String> for Seat {
    type Error = ParseSeatError;

    fn try_from(name: String) -> Result<Seat, ParseSeatError> {
        Seat::from_name(&name).ok_or(ParseSeatError(name))
    }
}

impl Seat {
    /// The classical programs.
    pub const CLASSICS: [Seat; 7] = [
        Seat::Classic(Classic::Tuple),
        Seat::Classic(Classic::Direction),
        Seat::Classic(Classic::Greedy),
        Seat::Classic(Classic::GameTree),
        Seat::Classic(Classic::Minimax(Grade::Easy)),
        Seat::Classic(Classic::Minimax(Grade::Normal)),
        Seat::Classic(Classic::Minimax(Grade::Hard)),
    ];

    /// The name in saved games and in scripts.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Engine(level) => level.name(),
            Seat::Classic(classic) => classic.name(),
            Seat::External => "external",
        }
    }

    /// The seat of a name that can be chosen: all but an external player's.
    pub fn from_name(name: &str) -> Option<Seat> {
        let others = [Seat::Person].into_iter().chain(Seat::CLASSICS).find(|seat| seat.name() == name);
        others.or_else(|| name.parse().ok().map(Seat::Engine))
    }

    /// The program of the engine service that plays in this seat; `None` for a person and for an external player.
    pub fn program(self) -> Option<OpponentKind> {
        match self {
            Seat::Person | Seat::External => None,
            Seat::Engine(_) => Some(OpponentKind::Tengen),
            Seat::Classic(classic) => Some(OpponentKind::Classic(classic)),
        }
    }

    /// The engine's level in this seat; `None` for all other players.
    pub fn level(self) -> Option<Level> {
        if let Seat::Engine(level) = self { Some(level) } else { None }
    }

    /// Whether the program's scores say which side is better. Programs that look one move ahead only rate
    /// their move, and the scores of an external player have an unknown unit.
    pub fn judges_positions(self) -> bool {
        matches!(self, Seat::Engine(_) | Seat::Classic(Classic::GameTree | Classic::Minimax(_)))
    }

    /// Whether a person plays this side.
    pub fn is_person(self) -> bool {
        self == Seat::Person
    }
}
