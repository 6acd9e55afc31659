//! What the engine is asked for.

use tengen_protocol::worker::{
    LevelMessage, LimitsMessage, OpponentMessage, PositionMessage, SearchRequest, TuningMessage,
};

use super::{Effect, Event, Purpose, Table, Task};
use crate::options::{Mode, Player};

/// Time for a hint, in milliseconds.
const HINT_MS: u32 = 1_500;
/// Time to see whether a move of a puzzle wins.
const JUDGE_MS: u32 = 4_000;
/// Time after which the engine lets a position rest that somebody looks at.
const ANALYSIS_MS: u32 = 20_000;
/// How many of the best moves an analysis shows.
const LINES: u32 = 3;

impl Table {
    /// Has the engine do what the position calls for.
    pub(super) fn follow(&mut self) {
        if self.record.is_over() || self.task.is_some() {
            return;
        }
        let side = self.record.position().side_to_move();
        match self.options.mode {
            Mode::View => {}
            Mode::Play if self.options.side.is_some_and(|own| own != side) && self.is_at_end() => {
                self.ask(Purpose::Move);
            }
            Mode::Play => {}
            Mode::Analyse => {
                self.ask(Purpose::Analyse);
            }
            Mode::Puzzle if side != self.solver() => {
                self.ask(Purpose::Judge);
            }
            Mode::Puzzle => {}
        }
    }

    /// Has whoever is to move do so, also where somebody looks back.
    pub(super) fn call(&mut self) {
        match self.options.mode {
            Mode::Play if self.task.is_none() => {
                self.ask(Purpose::Move);
            }
            _ => self.follow(),
        }
    }

    /// Whoever looks back does not want the game to go another way at once.
    fn is_at_end(&self) -> bool {
        self.record.cursor() == self.record.line_nodes().len()
    }

    /// Asks for a good move to recommend, and gives the number under which it will be found; `None` when the game is over.
    pub(crate) fn ask_hint(&mut self) -> Option<u32> {
        self.ask_instead(Purpose::Hint)
    }

    /// Has the program play for the side to move.
    pub(crate) fn ask_move(&mut self) -> Option<u32> {
        self.ask_instead(Purpose::Move)
    }

    fn ask_instead(&mut self, purpose: Purpose) -> Option<u32> {
        if self.record.is_over() {
            return None;
        }
        if let Some(task) = self.task.filter(|task| task.purpose == purpose) {
            return Some(task.id);
        }
        self.cancel();
        Some(self.ask(purpose))
    }

    fn ask(&mut self, purpose: Purpose) -> u32 {
        let id = self.last_id.wrapping_add(1);
        self.last_id = id;
        self.seed = self.seed.wrapping_add(1);
        self.task = Some(Task { id, purpose });
        let limit = |time_ms| LimitsMessage { time_ms: Some(time_ms), ..LimitsMessage::default() };
        let (limits, opponent) = match (purpose, self.options.level) {
            (Purpose::Move, Player::Engine(level)) => (limits_of(level), OpponentMessage::Tengen),
            (Purpose::Move, Player::Classic(classic)) => (LimitsMessage::default(), classic),
            (Purpose::Hint, _) => (limit(HINT_MS), OpponentMessage::Tengen),
            (Purpose::Judge, _) => (limit(JUDGE_MS), OpponentMessage::Tengen),
            (Purpose::Analyse, _) => {
                (LimitsMessage { lines: LINES, ..limit(ANALYSIS_MS) }, OpponentMessage::Tengen)
            }
        };
        let limits = LimitsMessage { seed: self.seed, ..limits };
        let position = PositionMessage::from(self.record.position());
        let tuning = TuningMessage::default();
        self.effects.push(Effect::Ask(SearchRequest::Search { id, position, limits, opponent, tuning }));
        id
    }

    /// What the engine does is of no use any more.
    pub(super) fn cancel(&mut self) {
        if let Some(Task { id, .. }) = self.task {
            self.effects.push(Effect::Ask(SearchRequest::Stop { id }));
        }
        self.drop_task();
    }

    /// The engine finds nothing more for its task, if it has one.
    pub(super) fn drop_task(&mut self) {
        if let Some(Task { id, .. }) = self.task.take() {
            self.effects.push(Effect::Found(id, None));
            self.effects.push(Effect::Tell(Event::Think(None)));
        }
    }
}

fn limits_of(level: LevelMessage) -> LimitsMessage {
    LimitsMessage { time_ms: Some(level.time_ms()), level: Some(level), ..LimitsMessage::default() }
}
