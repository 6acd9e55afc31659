use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_game::{Color, ForbiddenKind, PlayError, PointName};
use tengen_protocol::studio::Fault;

use super::Session;

/// A refusal of a click is shown for so long. It is about that click, not about the game.
const REFUSAL_MS: u32 = 6_000;

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
    LinkRefused(Fault),
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

impl Notice {
    /// Whether it answers a click that changed nothing.
    fn is_refusal(&self) -> bool {
        matches!(
            self,
            Notice::Occupied(_)
                | Notice::Forbidden(..)
                | Notice::NotYourTurn
                | Notice::GameOver
                | Notice::OutsideZone(_)
                | Notice::SameFifthMove(_)
                | Notice::NotOffered(_)
        )
    }
}

impl Session {
    /// Takes refusals back after a while, so that the page says again whose turn it is.
    pub(super) fn follow_notice(self) {
        Effect::new(move |_: Option<Option<Timeout>>| {
            let notice = self.notice.get();
            let take_back = move || self.notice.set(Notice::Nothing);
            // The effect keeps the timer, and drops it when there is something else to say.
            notice.is_refusal().then(|| Timeout::new(REFUSAL_MS, take_back))
        });
    }
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
