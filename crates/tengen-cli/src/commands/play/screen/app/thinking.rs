//! What is thought about, and when.

use std::time::Duration;

use tengen_analysis::{SearchLimits, SearchProgress};
use tengen_game::{Color, Position};

use super::{App, Effect};
use crate::commands::play::player::Player;
use crate::commands::play::screen::task::{Task, Thinker};

/// How soon after a program's move another program begins to think, where nobody else plays.
const PACE: Duration = Duration::from_millis(300);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Purpose {
    /// The program whose turn it is moves.
    Move,
    /// The person wants advice.
    Hint,
    /// The panel shows what the engine finds, for as long as the position stays.
    Analysis,
}

/// A search that runs.
#[derive(Clone, Debug)]
pub(in super::super) struct Thinking {
    pub(in super::super) id: u64,
    pub(in super::super) purpose: Purpose,
    pub(in super::super) since: Duration,
    thinker: Thinker,
    position: Position,
    /// Whether it was told to come to an end.
    pub(in super::super) is_stopped: bool,
}

/// What was found about the position on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Thought {
    /// Who thought it.
    pub(in super::super) by: String,
    /// Whether its figures are engine units; every classic has its own.
    pub(in super::super) in_engine_units: bool,
    /// Whose view its score takes.
    pub(in super::super) mover: Color,
    pub(in super::super) progress: SearchProgress,
}

impl App {
    /// Makes what is thought about fit what is on the board.
    pub(super) fn settle(&mut self) {
        let wanted = self.wanted();
        let fits = |thinking: &Thinking| {
            wanted.is_some_and(|purpose| {
                purpose == thinking.purpose && self.thinker(purpose) == thinking.thinker
            }) && thinking.position == *self.record.position()
        };
        if self.thinking.as_ref().is_some_and(fits) {
            return;
        }
        if self.thinking.take().is_some() {
            self.effects.push(Effect::Abandon);
        }
        if let Some(purpose) = wanted {
            self.think(purpose);
        }
    }

    fn wanted(&self) -> Option<Purpose> {
        if self.record.is_over() {
            None
        } else if self.is_programs_turn() && !self.paused {
            (self.now >= self.next_move_at).then_some(Purpose::Move)
        } else if self.wants_hint {
            Some(Purpose::Hint)
        } else {
            (self.analysis && !self.is_analysed).then_some(Purpose::Analysis)
        }
    }

    /// Who thinks for a purpose in the position on the board.
    fn thinker(&self, purpose: Purpose) -> Thinker {
        let side = self.record.position().side_to_move();
        match purpose {
            Purpose::Move => Thinker::Seat(side, self.table.player(side), self.table.tree),
            Purpose::Hint | Purpose::Analysis => Thinker::Analyst,
        }
    }

    fn think(&mut self, purpose: Purpose) {
        let position = self.record.position().clone();
        let thinker = self.thinker(purpose);
        let limits = match purpose {
            Purpose::Move => self.table.limits(self.record.cursor()),
            Purpose::Hint => self.table.limits_of_hints(),
            Purpose::Analysis => SearchLimits::default(),
        };
        self.last_task += 1;
        let id = self.last_task;
        let task = Task { id, thinker: thinker.clone(), position: position.clone(), limits };
        let since = self.now;
        self.thinking = Some(Thinking { id, purpose, since, thinker, position, is_stopped: false });
        self.effects.push(Effect::Think(Box::new(task)));
    }

    /// Whether something will happen without any key.
    pub(in super::super) fn is_busy(&self) -> bool {
        self.thinking.is_some() || (self.is_programs_turn() && !self.paused)
    }

    /// A program has moved.
    pub(super) fn begin_pause(&mut self) {
        self.next_move_at = if self.table.has_human() { self.now } else { self.now + PACE };
    }

    /// Takes down what was found about the position on the board.
    pub(super) fn note(&mut self, purpose: Purpose, progress: SearchProgress) {
        let mover = self.record.position().side_to_move();
        let (by, in_engine_units) = match purpose {
            Purpose::Move => (self.table.title(mover), self.table.player(mover) == Player::Engine),
            Purpose::Hint | Purpose::Analysis => ("engine".to_owned(), true),
        };
        self.thought = Some(Thought { by, in_engine_units, mover, progress });
    }

    /// Lets the program that thinks move now, or one that waits go on.
    pub(super) fn hurry(&mut self) {
        let waits = self.is_programs_turn() && self.paused;
        match &mut self.thinking {
            Some(Thinking { purpose: Purpose::Move | Purpose::Hint, is_stopped: true, .. }) => {}
            Some(thinking) if thinking.purpose != Purpose::Analysis => {
                thinking.is_stopped = true;
                self.effects.push(Effect::Stop);
            }
            _ if waits => self.paused = false,
            _ => {}
        }
    }

    pub(super) fn ask_for_hint(&mut self) {
        if self.record.is_over() {
            self.warn("the game is over");
        } else if self.is_programs_turn() && !self.paused {
            let side = self.record.position().side_to_move();
            self.warn(format!("it is {side}'s turn, and {} thinks", self.table.player(side).title()));
        } else {
            self.hint = None;
            self.wants_hint = true;
        }
    }
}
