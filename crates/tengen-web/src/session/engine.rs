//! What the engine is asked, and what becomes of its answers.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_game::{Move, Point};
use tengen_protocol::worker::{
    LimitsMessage, OpponentMessage, PositionMessage, Request, Response, Thinking, TuningMessage,
};

use super::review::Whole;
use super::{Notice, Session, Thought};
use crate::game::{Game, Seat};
use crate::timing::{Allowance, now};

/// Time for a hint.
const HINT_MS: u32 = 1_500;

/// What the engine is busy with. The number tells its answers from those to earlier requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Idle,
    Move(u32),
    Hint(u32),
    /// It looks at the position until it is told to stop.
    Analyse(u32),
    /// It finds out what the last move did.
    Explain(u32),
    /// It looks for a forced win.
    Solve(u32),
    /// It chooses in an opening.
    Decide(u32),
    /// It looks whether a draw suits it.
    Judge(u32),
    /// It goes through the game.
    Review(u32),
}

impl Task {
    pub(super) fn id(self) -> Option<u32> {
        match self {
            Task::Idle => None,
            Task::Move(id)
            | Task::Hint(id)
            | Task::Analyse(id)
            | Task::Explain(id)
            | Task::Solve(id)
            | Task::Decide(id)
            | Task::Judge(id)
            | Task::Review(id) => Some(id),
        }
    }

    /// Whether the engine is doing nothing but what it does unasked.
    pub(crate) fn is_free(self) -> bool {
        matches!(self, Task::Idle | Task::Analyse(_) | Task::Explain(_))
    }
}

impl Session {
    /// Ends the engine's thinking: it moves at once, or gives the hint it has.
    pub(crate) fn stop(self) {
        if let Some(id) = self.task.get_untracked().id() {
            self.send(Request::Stop { id });
        }
    }

    /// Asks the engine for a good move for the person whose turn it is.
    pub(crate) fn ask_hint(self) {
        let person = self.game.with_untracked(|game| game.seat_to_move().is_some_and(Seat::is_person));
        if person && self.task.get_untracked().is_free() {
            self.replay.stop();
            let limits = LimitsMessage { time_ms: Some(HINT_MS), ..LimitsMessage::default() };
            self.notice.set(Notice::Nothing);
            let id = self.search(limits, OpponentMessage::Tengen, TuningMessage::default());
            self.task.set(Task::Hint(id));
        }
    }

    /// Whatever the engine was asked does not matter any more.
    pub(super) fn cancel(self) {
        self.replay.stop();
        self.pending_move.set_value(None);
        self.stop();
        self.task.set(Task::Idle);
    }

    /// Lets a program move whose turn it is, or else the engine look at the position if somebody wants that.
    pub(super) fn call_engine(self) {
        if self.engine.with_value(Option::is_none) || !untrack(|| self.shows_game()) {
            return;
        }
        if self.call_for_choice() {
            return;
        }
        let seat = self.game.with_untracked(Game::seat_to_move);
        match seat.and_then(|seat| Some((seat, seat.program()?))) {
            Some((seat, program)) if !self.paused.get_untracked() => {
                let tuning = self.game.with_untracked(|game| game.tuning()[game.side_to_move().index()]);
                // Any number that changes will do.
                let limits = tuning.limits(seat, now());
                let limits = match self.allowance() {
                    Some(allowance) => allowance.limit(limits, seat.level().is_some()),
                    None => limits,
                };
                let time_ms = limits.time_ms;
                let id = self.search(limits, program, tuning.message(seat));
                self.task.set(Task::Move(id));
                if let Some(time_ms) = time_ms {
                    self.watch_move(id, time_ms);
                }
            }
            _ => self.analyse(),
        }
    }

    /// What the clock allows the side to move for this move.
    fn allowance(self) -> Option<Allowance> {
        self.game.with_untracked(|game| Allowance::of(game.clock(), game.side_to_move(), now()))
    }

    pub(super) fn next_id(self) -> u32 {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        id
    }

    /// The position on the board, as the engine is told of it.
    pub(super) fn position_message(self) -> PositionMessage {
        self.game.with_untracked(|game| PositionMessage::from(game.record().position()))
    }

    pub(super) fn search(
        self,
        limits: LimitsMessage,
        opponent: OpponentMessage,
        tuning: TuningMessage,
    ) -> u32 {
        let id = self.next_id();
        self.note_question();
        let position = self.position_message();
        self.send(Request::Search { id, position, limits, opponent, tuning });
        id
    }

    /// Takes down when a program was asked.
    pub(super) fn note_question(self) {
        self.asked_at.set_value(now());
    }

    pub(super) fn hear(self, response: Response) {
        let task = self.task.get_untracked();
        match response {
            Response::Finished { id, thinking, .. } if task == Task::Judge(id) => self.judged(thinking.score),
            Response::Decided { id, choice } if task == Task::Decide(id) => self.decided(&choice),
            Response::Progress { id, thinking } if task.id() == Some(id) => self.note(task, thinking, false),
            Response::Finished { id, best_move, thinking, statistics, .. } if task.id() == Some(id) => {
                if thinking.depth > 0 {
                    self.note(task, thinking, true);
                }
                let best_move = best_move.map(|(x, y)| Point::new(x, y));
                self.log_account(task, best_move, statistics);
                self.finished(task, best_move);
            }
            Response::Explained { id, explanation } if task == Task::Explain(id) => {
                self.analysis.explanation.set(Some(explanation));
                self.task.set(Task::Idle);
                self.call_engine();
            }
            Response::Solved { id, verdict, nodes, time_ms, proof } if task == Task::Solve(id) => {
                self.solved(verdict, nodes, time_ms, proof);
            }
            Response::ReviewedMove { id, reviewed } => self.reviewed_move(id, reviewed),
            Response::Reviewed { id, sides, turning_points, is_complete } => {
                self.reviewed(id, Whole { sides, turning_points, is_complete });
            }
            Response::Threatened { id, threats } => self.analysis.threatened(id, threats),
            Response::Candidates { id, candidates } => self.log.candidates_told(id, candidates),
            Response::Failed { id: Some(id), message } if task.id() == Some(id) => {
                if matches!(task, Task::Review(_)) {
                    self.drop_review();
                }
                self.task.set(Task::Idle);
                self.notice.set(Notice::EngineRefused(message));
            }
            Response::Failed { id: None, message } => self.heal_engine(message),
            // An answer to a request that no longer matters, or to none of the page's.
            _ => {}
        }
    }

    fn finished(self, task: Task, best_move: Option<Point>) {
        self.healing.stop_watching();
        match (task, best_move) {
            (Task::Move(_), found) => self.play_soon(found.map_or(Move::Pass, Move::Place)),
            (Task::Hint(_), Some(point)) => {
                let size = self.game.with_untracked(|game| game.record().size());
                self.task.set(Task::Idle);
                self.hint.set(Some(point));
                self.notice.set(Notice::Hint(point.on(size)));
                self.call_engine();
            }
            _ => self.task.set(Task::Idle),
        }
    }

    fn note(self, task: Task, thinking: Thinking, is_last: bool) {
        if matches!(task, Task::Analyse(_)) {
            self.note_line(thinking.clone());
        }
        let seat = self.game.with_untracked(Game::seat_to_move);
        let is_of_program =
            matches!(task, Task::Move(_)) && seat.is_some_and(|seat| !seat.judges_positions());
        // Whoever decides about a draw does not show what it looks at.
        if thinking.line == 0 && !is_of_program && !matches!(task, Task::Judge(_)) {
            self.log(task, &thinking, is_last);
            let side = self.game.with_untracked(Game::side_to_move);
            self.thought.set(Some(Thought { side, thinking }));
        }
    }

    /// Plays the engine's move, but not before the person has seen their own.
    fn play_soon(self, played: Move) {
        self.after_pause(move || {
            let notice = self.game.with_untracked(|game| match played {
                _ if game.sole_person().is_none() => Notice::Nothing,
                Move::Place(point) => Notice::EnginePlayed(point.on(game.record().size())),
                Move::Pass => Notice::EnginePassed,
            });
            self.play(played, notice);
        });
    }

    /// Lets a program act, but not before it has thought as long as the preferences say, as far as the clock allows.
    pub(super) fn after_pause(self, act: impl FnOnce() + 'static) {
        let passed = now().saturating_sub(self.asked_at.get_value());
        // A person sees the stone fall before the answer comes.
        let pause = self.preferences.with_untracked(|preferences| u64::from(preferences.pause_ms));
        // Who has little time does not sit about.
        let most = self.allowance().map_or(pause, |allowance| pause.min(allowance.target / 4));
        let timeout = Timeout::new(most.saturating_sub(passed) as u32, move || {
            self.task.set(Task::Idle);
            act();
        });
        self.pending_move.set_value(Some(timeout));
    }
}
