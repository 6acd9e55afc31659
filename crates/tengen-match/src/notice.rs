use tengen_analysis::files::Fault;
use tengen_game::{Color, PlayError, PointName};

/// How long a refusal is shown, in milliseconds. It is about one click, not about the game.
const REFUSAL_MS: u64 = 6_000;

/// What there is to say besides whose turn it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Notice {
    /// Only whose turn it is.
    #[default]
    Nothing,
    /// The game begins with the user's stone.
    FirstStone,
    /// The engine has played.
    EnginePlayed(PointName),
    /// The engine has passed.
    EnginePassed,
    /// The engine recommends this point.
    Hint(PointName),
    /// A move was refused.
    Refused(PlayError),
    /// This move is played as soon as it is the user's turn.
    Premove(PointName),
    /// It is a program's turn.
    NotYourTurn,
    /// The engine could not be started, for this reason, in English.
    EngineFailed(String),
    /// The engine broke down, and another has taken its place.
    EngineRestarted,
    /// The engine broke down again and again, at last for this reason.
    EngineGaveUp(String),
    /// There is no engine to ask.
    EngineOff,
    /// The engine refused a request, for this reason.
    EngineRefused(String),
    /// The player to move gave no valid move or opening choice, for this reason, in English.
    InvalidAnswer(String),
    /// The saved game could not be read.
    GameLost,
    /// A position is being set up.
    SettingUp,
    /// An address holds no game.
    LinkRefused(Fault),
    /// The part of the program that reads links could not be loaded.
    ReaderMissing,
    /// A program does not agree on a draw before this many moves.
    DrawTooEarly(usize),
    /// The program does not agree on a draw.
    DrawDeclined,
    /// One of two people does not agree on a draw.
    DrawDeclinedBy(Color),
    /// The opening requires the stone in another zone.
    OutsideZone(PointName),
    /// The same fifth move is on offer already, turned or mirrored.
    SameFifthMove(PointName),
    /// This fifth move is not on offer.
    NotOffered(PointName),
    /// A finger has chosen this point, and has still to confirm it.
    Aim(PointName),
    /// So many moves of the analysis board come after the end of the game, and cannot be variations of it.
    VariationsRefused(usize),
    /// In a puzzle, this move does not win.
    Miss(PointName),
    /// In a puzzle, the move wins.
    Good,
    /// A setting of the front end is not as it should be.
    Wrong(String),
}

impl Notice {
    /// Milliseconds for which it is shown, where it answers a command that changed nothing.
    pub(crate) fn lasts_ms(&self) -> Option<u64> {
        let is_refusal = matches!(
            self,
            Notice::Refused(_)
                | Notice::NotYourTurn
                | Notice::OutsideZone(_)
                | Notice::SameFifthMove(_)
                | Notice::NotOffered(_)
        );
        is_refusal.then_some(REFUSAL_MS)
    }
}
