use tengen_game::{Color, ForbiddenKind, PlayError, PointName};

/// What the page has to say beyond whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Nothing,
    FirstStone,
    EnginePlayed(PointName),
    EnginePassed,
    Hint(PointName),
    Occupied(PointName),
    Forbidden(PointName, ForbiddenKind),
    NotYourTurn,
    GameOver,
    EngineFailed(String),
    /// It broke down, and another has taken its place.
    EngineRestarted,
    /// It broke down again and again.
    EngineGaveUp(String),
    /// It was asked something, and there is none.
    EngineOff,
    EngineRefused(String),
    GameLost,
    SettingUp,
    LinkRefused(String),
    /// The part of the page that reads links could not be loaded.
    ReaderMissing,
    /// A program does not agree on a draw before so many moves.
    DrawTooEarly(usize),
    DrawDeclined,
    /// One of two people does not agree on a draw.
    DrawDeclinedBy(Color),
    /// The opening wants its stone elsewhere.
    OutsideZone(PointName),
    /// The same fifth move is on offer already, turned or mirrored.
    SameFifthMove(PointName),
    /// This fifth move is not on offer.
    NotOffered(PointName),
}

/// What the page says of a move that cannot be played.
pub(super) fn refusal(error: PlayError) -> Notice {
    match error {
        PlayError::Occupied(at) => Notice::Occupied(at),
        PlayError::Forbidden { at, kind } => Notice::Forbidden(at, kind),
        PlayError::NotYourTurn { .. } => Notice::NotYourTurn,
        PlayError::GameOver => Notice::GameOver,
        // The page offers neither points off the board nor passes where there are none.
        PlayError::OffBoard { .. } | PlayError::PassNotAllowed(_) => Notice::Nothing,
    }
}
