//! The message below the board, and the time for which it is shown.

use std::ops::Deref;

use tengen_analysis::files::{Fault, Note};
use tengen_game::{Color, PlayError, PointName};

use crate::Tracked;

/// How long a refusal is shown, in milliseconds. It is about one click, not about the game.
const REFUSAL_MS: u64 = 6_000;

/// The message below the board, besides whose turn it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Notice {
    /// No message.
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
    /// The game on the board came by a link, and is only looked at.
    Watching,
    /// The file of the game on the board had to be interpreted, or lacks something.
    Interpreted(Vec<Note>),
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
    /// In a puzzle, the first of these moves is wrong, and the others refute it.
    Refuted(Vec<PointName>),
    /// In a puzzle, the move wins.
    Good,
    /// The puzzle is solved.
    Solved,
    /// A setting of the front end is not as it should be.
    Wrong(String),
}

impl Notice {
    /// Milliseconds for which it is shown, where it answers a command that changed nothing.
    fn lasts_ms(&self) -> Option<u64> {
        let is_refusal = matches!(
            self,
            Notice::Refused(_)
                | Notice::NotYourTurn
                | Notice::Watching
                | Notice::OutsideZone(_)
                | Notice::SameFifthMove(_)
                | Notice::NotOffered(_)
        );
        is_refusal.then_some(REFUSAL_MS)
    }
}

/// The notice that is shown. Some notices are taken back after a while.
#[derive(Debug)]
pub struct Notices {
    /// The notice, for a view.
    pub shown: Tracked<Notice>,
    /// The revision of the notice whose expiry is set.
    timed: u32,
    /// The time at which the notice is taken back, in milliseconds.
    until: Option<u64>,
}

impl Notices {
    pub(crate) fn new(notice: Notice) -> Notices {
        Notices { shown: Tracked::new(notice), timed: 0, until: None }
    }

    pub(crate) fn set(&mut self, notice: Notice) {
        self.shown.set(notice);
    }

    /// The number of changes so far, modulo 2³².
    pub fn revision(&self) -> u32 {
        self.shown.revision()
    }

    /// Takes the notice back if its time is over.
    pub(crate) fn expire(&mut self, now: u64) {
        if self.until.is_some_and(|until| until <= now) {
            self.shown.set(Notice::Nothing);
        }
    }

    /// Sets the expiry of a notice that is new.
    pub(crate) fn set_expiry(&mut self, now: u64) {
        if self.shown.revision() != self.timed {
            self.timed = self.shown.revision();
            self.until = self.shown.lasts_ms().map(|ms| now + ms);
        }
    }

    pub(crate) fn wake_at(&self) -> Option<u64> {
        self.until
    }
}

impl Deref for Notices {
    type Target = Notice;

    fn deref(&self) -> &Notice {
        &self.shown
    }
}
