//! The front end of a match: its habits, the time and the entropy that it gives, and the effects that it carries out.

use tengen_analysis::SearchProgress;
use tengen_analysis::engine::Request;
use tengen_game::{Color, GameResult, Move, Point, SplitMix};

use crate::remote::RemoteAction;
use crate::{Game, Sound};

/// The differences between the front ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Milliseconds that a program takes at least before its move is on the board; `None` plays it at once, without a timer.
    pub pause_ms: Option<u32>,
    /// Whether a program that is to move waits after the user has looked at an earlier position, also back at the end of the game.
    pub waits_after_looking_back: bool,
    /// Whether the match starts the engine itself and starts it again after a breakdown. Otherwise the front end starts it with the
    /// first request after each breakdown.
    pub keeps_engine: bool,
    /// Whether the analysis explains the last move.
    pub explains: bool,
    /// Milliseconds after which an analysis of a position ends; `None` for no limit.
    pub analysis_ms: Option<u32>,
    /// Whether moves never replace the main line, but are variations beside it.
    pub explores: bool,
    /// Milliseconds for a hint.
    pub hint_ms: u32,
    /// Whether the user may move for a program that waits, which then continues to wait, and ask for a hint in its place.
    pub moves_for_programs: bool,
}

impl Habits {
    /// The habits of a program with the whole screen.
    pub const APPLICATION: Habits = Habits {
        pause_ms: Some(0),
        waits_after_looking_back: true,
        keeps_engine: true,
        explains: true,
        analysis_ms: None,
        explores: false,
        hint_ms: 1_500,
        moves_for_programs: false,
    };
}

/// Something that the front end does outside the match.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "effects are carried out at once, and not stored")]
pub enum Effect {
    /// Send this to the engine service.
    Ask(Request),
    /// Ask the engine service to choose in the opening, with the request that
    /// [`Match::choice_request`](crate::Match::choice_request) returns for this number. The front end makes the request, so that one
    /// without openings does not link how they are written.
    AskForChoice(u32),
    /// Ask the external player whose turn it is for a move.
    /// [`Engine::external_answered`](crate::Engine::external_answered) takes the answer with this number.
    AskExternal(u32),
    /// The move of this number should come at once, or is no longer needed, if the engine's task is another one.
    StopExternal(u32),
    /// Send this action of the user to the server that decides the game on the board.
    Remote(RemoteAction),
    /// The user has chosen this point in the puzzle or the lesson on the board.
    Exercise(Point),
    /// Start an engine service, in place of the present one, if any.
    StartEngine,
    /// End the engine service.
    DropEngine,
    /// Play a sound.
    Sound(Sound),
    /// The game has continued. The front end saves it in the library if it belongs there.
    Archive,
    /// The game is saved for the next visit.
    Save,
    /// Another game replaces this one, which is saved as the previous game.
    Replaced(Box<Game>),
    /// An event for the program around the front end.
    Announce(Event),
    /// The engine has found this point for the request of this number, or none.
    Found(u32, Option<Point>),
}

/// Something that happened in the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Another game is on the board.
    GameStart,
    /// A move was played.
    Move {
        /// The side that played it.
        color: Color,
        /// The move.
        played: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The game has ended.
    GameEnd(GameResult),
    /// The engine searches, with this result so far; `None` when the search has ended.
    Think(Option<SearchProgress>),
    /// Something failed, in English.
    Error(String),
}

/// The exchange of a match with its front end.
#[derive(Debug)]
pub(crate) struct FrontEnd {
    pub(crate) habits: Habits,
    /// The time of the present command: milliseconds since 1970, or since any other time if the front end has no clock.
    pub(crate) now: u64,
    /// The number from which every game gets its own seed.
    pub(crate) seed: u64,
    /// Varies the ids of games and the choices in openings.
    pub(crate) random: SplitMix,
    /// The number of the last request to the engine service. Tasks are numbered from 1.
    pub(crate) last_id: u32,
    /// The effects that the front end has not taken yet.
    pub(crate) effects: Vec<Effect>,
}

impl FrontEnd {
    pub(crate) fn new(habits: Habits, seed: u64) -> FrontEnd {
        FrontEnd { habits, now: 0, seed, random: SplitMix::new(seed), last_id: 0, effects: Vec::new() }
    }

    pub(crate) fn sound(&mut self, sound: Sound) {
        self.effects.push(Effect::Sound(sound));
    }
}
