//! What the engine is asked, and what becomes of its answers.

use tengen_analysis::ClassicTuning;
use tengen_analysis::engine::{
    LimitsMessage, OpponentMessage, PointMessage, PositionMessage, Request, Response, SearchResponse,
    StatisticsMessage, Thinking,
};
use tengen_game::opening::Choice;
use tengen_game::{Move, Point};

use crate::review::Whole;
use crate::state::{Effect, Event, Match, Thought};
use crate::timing::Allowance;
use crate::{Notice, Seat};

/// Milliseconds for a hint.
const HINT_MS: u32 = 1_500;

/// What the engine does, and the number by which its answers are known from those to earlier requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The number of the request.
    pub id: u32,
    /// What it is for.
    pub purpose: Purpose,
}

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move to play.
    Move,
    /// A move to recommend.
    Hint,
    /// The best moves of the position on the board.
    Analyse,
    /// What the last move did.
    Explain,
    /// A forced win.
    Solve,
    /// A choice in the opening.
    Decide,
    /// Whether a draw suits the program that was offered one.
    Judge,
    /// Whether the move just played in a puzzle still wins, and the best defence.
    Check,
    /// A review of the game.
    Review,
}

/// The state of the engine service, as far as the match knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Absent,
    /// It has been started, and has not yet said that it listens.
    Starting,
    Ready,
}

/// What a program does after its pause.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pending {
    Play(Move),
    Choose(Choice),
    /// The engine was started again, and goes on unless it got another task meanwhile.
    Ask,
}

impl Match {
    /// What the engine is doing, if anything.
    pub fn purpose(&self) -> Option<Purpose> {
        self.task.map(|task| task.purpose)
    }

    /// Whether the engine does nothing but what it does unasked.
    pub fn is_free(&self) -> bool {
        matches!(self.purpose(), None | Some(Purpose::Analyse | Purpose::Explain))
    }

    /// Ends the engine's search: it moves at once, or gives the hint that it has.
    pub fn stop(&mut self) {
        if let Some(task) = *self.task {
            self.effects.push(Effect::Ask(Request::Stop { id: task.id }));
        }
    }

    /// Asks the engine for a good move for the person whose turn it is.
    pub fn ask_hint(&mut self) {
        if self.game.seat_to_move().is_some_and(Seat::is_person) && self.is_free() {
            self.stop_replay();
            self.notice.set(Notice::Nothing);
            self.search_ms(Purpose::Hint, HINT_MS);
        }
    }

    /// Asks for a move to recommend, or for one that `seat` plays, in place of what the engine does, on either side's turn. The number is
    /// that of the request; `None` when the game is over.
    pub fn ask_instead(&mut self, purpose: Purpose, seat: Seat) -> Option<u32> {
        if self.game.record().is_over() {
            return None;
        }
        if self.purpose() != Some(purpose) {
            self.cancel();
            if purpose == Purpose::Move {
                self.ask_move(seat);
            } else {
                self.search_ms(purpose, HINT_MS);
            }
        }
        self.task.map(|task| task.id)
    }

    /// Whatever the engine was asked does not matter any more.
    pub(crate) fn cancel(&mut self) {
        self.stop_replay();
        self.pending = None;
        self.stop();
        self.end_task();
    }

    /// The engine finds nothing more for its task, if it has one.
    pub(crate) fn end_task(&mut self) {
        if let Some(Task { id, .. }) = *self.task {
            self.effects.push(Effect::Found(id, None));
            self.effects.push(Effect::Announce(Event::Think(None)));
        }
        self.task.set(None);
    }

    /// Lets a program move whose turn it is, or else the engine look at the position if that is wanted.
    pub(crate) fn call_engine(&mut self) {
        if self.engine == Engine::Absent || !self.shows_game() || self.call_for_choice() || self.check_move()
        {
            return;
        }
        match self.game.seat_to_move().filter(|seat| !seat.is_person()) {
            Some(seat) if !*self.paused => self.ask_move(seat),
            _ => self.analyse(),
        }
    }

    fn ask_move(&mut self, seat: Seat) {
        let Some(program) = seat.program() else { return };
        let tuning = self.game.tuning()[self.game.side_to_move().index()];
        let limits = tuning.limits(seat, self.random());
        let limits = match self.allowance() {
            Some(allowance) => allowance.limit(limits, seat.level().is_some()),
            None => limits,
        };
        let time_ms = limits.time_ms;
        if self.search(Purpose::Move, limits, program, tuning.message(seat))
            && let (Some(time_ms), Some(task)) = (time_ms, *self.task)
        {
            self.watch_move(task.id, time_ms);
        }
    }

    /// What the clock allows the side to move for this move.
    fn allowance(&self) -> Option<Allowance> {
        Allowance::of(self.game.clock(), self.game.record().position(), self.game.side_to_move(), self.now)
    }

    pub(crate) fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    /// The position on the board, as a message.
    pub(crate) fn position_message(&self) -> PositionMessage {
        PositionMessage::from(self.game.record().position())
    }

    /// Has the engine at full strength search the position for so many milliseconds; whether there is one.
    pub(crate) fn search_ms(&mut self, purpose: Purpose, time_ms: u32) -> bool {
        let limits = LimitsMessage { time_ms: Some(time_ms), ..LimitsMessage::default() };
        self.search(purpose, limits, OpponentMessage::Tengen, ClassicTuning::default())
    }

    pub(crate) fn search(
        &mut self,
        purpose: Purpose,
        limits: LimitsMessage,
        opponent: OpponentMessage,
        tuning: ClassicTuning,
    ) -> bool {
        self.asked_at = self.now;
        let position = self.position_message();
        self.ask(purpose, |id| Effect::Ask(Request::Search { id, position, limits, opponent, tuning }))
    }

    /// Gives the engine a task; `false`, and a notice, where there is no engine.
    pub(crate) fn ask(&mut self, purpose: Purpose, request: impl FnOnce(u32) -> Effect) -> bool {
        if self.engine == Engine::Absent {
            self.notice.set(Notice::EngineOff);
            return false;
        }
        let id = self.next_id();
        self.effects.push(request(id));
        self.task.set(Some(Task { id, purpose }));
        true
    }

    fn is_task(&self, id: u32, purpose: Purpose) -> bool {
        *self.task == Some(Task { id, purpose })
    }

    /// Takes an answer of the engine service. Answers to requests that no longer matter are passed over.
    pub fn on_response(&mut self, response: Response) {
        match response {
            Response::Ready => self.engine = Engine::Ready,
            Response::Progress { id, thinking } => self.progress(id, thinking),
            Response::Finished { id, best_move, thinking, statistics, .. } => {
                self.finished(id, best_move, thinking, statistics);
            }
            Response::Decided { id, choice } if self.is_task(id, Purpose::Decide) => self.decided(&choice),
            Response::Explained { id, explanation } if self.is_task(id, Purpose::Explain) => {
                self.analysis.explanation.set(Some(explanation));
                self.task.set(None);
                self.call_engine();
            }
            Response::Solved { id, verdict, nodes, time_ms, proof } if self.is_task(id, Purpose::Solve) => {
                self.solved(verdict, nodes, time_ms, proof);
            }
            Response::ReviewedMove { id, reviewed } => self.reviewed_move(id, reviewed),
            Response::Reviewed { id, sides, turning_points, is_complete } => {
                self.reviewed(id, Whole { sides, turning_points, is_complete });
            }
            Response::Threatened { id, threats } => self.analysis.threatened(id, threats),
            Response::Candidates { id, candidates } => self.log.take_candidates(id, candidates),
            Response::Failed { id, message } => self.failed(id, message),
            _ => {}
        }
    }

    /// Takes an answer of the engine service as [`Match::on_response`] does, for front ends that do nothing but search.
    pub fn on_search_response(&mut self, response: SearchResponse) {
        match response {
            SearchResponse::Progress { id, thinking } => self.progress(id, thinking),
            SearchResponse::Finished { id, best_move, thinking, .. } => {
                self.finished(id, best_move, thinking, None);
            }
            SearchResponse::Failed { id, message } => self.failed(id, message),
            _ => {}
        }
    }

    fn progress(&mut self, id: u32, thinking: Thinking) {
        if let Some(task) = self.task.filter(|task| task.id == id) {
            self.note(task, thinking, false);
        }
    }

    fn finished(
        &mut self,
        id: u32,
        best_move: Option<PointMessage>,
        thinking: Thinking,
        statistics: Option<StatisticsMessage>,
    ) {
        let Some(task) = self.task.filter(|task| task.id == id) else { return };
        let found = best_move.map(|(x, y)| Point::new(x, y));
        let score = thinking.score;
        if thinking.depth > 0 {
            self.note(task, thinking, true);
        }
        self.recovery.stop_watching();
        self.effects.push(Effect::Announce(Event::Think(None)));
        match (task.purpose, found) {
            (Purpose::Move, _) => {
                self.log_account(found, statistics);
                let played = found.map_or(Move::Pass, Move::Place);
                match self.habits.pause_ms {
                    Some(pause_ms) => self.after_pause(pause_ms, Pending::Play(played)),
                    None => self.play_found(played),
                }
            }
            (Purpose::Hint, Some(point)) => {
                self.task.set(None);
                self.hint.set(Some(point));
                self.notice.set(Notice::Hint(point.on(self.game.record().size())));
                self.call_engine();
            }
            (Purpose::Judge, _) => self.judged(score),
            (Purpose::Check, _) => self.checked(found, score),
            _ => self.task.set(None),
        }
        self.effects.push(Effect::Found(id, found));
    }

    fn failed(&mut self, id: Option<u32>, message: String) {
        match id {
            None => self.broke_down(message),
            Some(id) if self.task.is_some_and(|task| task.id == id) => {
                if self.purpose() == Some(Purpose::Review) {
                    self.drop_review();
                }
                self.end_task();
                self.effects.push(Effect::Announce(Event::Error(message.clone())));
                self.notice.set(Notice::EngineRefused(message));
            }
            Some(_) => {}
        }
    }

    fn note(&mut self, task: Task, thinking: Thinking, is_last: bool) {
        if task.purpose == Purpose::Analyse {
            self.note_line(thinking.clone());
        }
        let seat = self.game.seat_to_move();
        let is_rating = task.purpose == Purpose::Move && seat.is_some_and(|seat| !seat.judges_positions());
        if thinking.line != 0 {
            return;
        }
        self.effects.push(Effect::Announce(Event::Think(Some(thinking.clone()))));
        // How a program judges an offer of a draw is not shown.
        if !is_rating && task.purpose != Purpose::Judge {
            self.log(task, &thinking, is_last);
            let side = self.game.side_to_move();
            self.thought.set(Some(Thought { side, thinking }));
        }
    }

    /// Lets a program act, but not before it has taken as long as the habits say, as far as the clock allows.
    pub(crate) fn after_pause(&mut self, pause_ms: u32, act: Pending) {
        let passed = self.now.saturating_sub(self.asked_at);
        let pause = u64::from(pause_ms);
        // With little time left, a program does not wait.
        let most = self.allowance().map_or(pause, |allowance| pause.min(allowance.target / 4));
        self.pending = Some((self.now + most.saturating_sub(passed), act));
    }

    pub(crate) fn carry_out_pending(&mut self) {
        let due = self.pending.take_if(|(at, _)| *at <= self.now);
        match due.map(|(_, act)| act) {
            Some(Pending::Play(played)) => self.play_found(played),
            Some(Pending::Choose(choice)) => {
                self.task.set(None);
                self.choose(choice);
            }
            Some(Pending::Ask) if self.task.is_none() => self.call_engine(),
            Some(Pending::Ask) | None => {}
        }
    }

    /// Plays the move that a program has found.
    fn play_found(&mut self, played: Move) {
        self.task.set(None);
        let notice = match played {
            _ if self.game.sole_person().is_none() => Notice::Nothing,
            Move::Place(point) => Notice::EnginePlayed(point.on(self.game.record().size())),
            Move::Pass => Notice::EnginePassed,
        };
        // A move that is refused has its own notice.
        let _ = self.play(played, notice);
    }

    /// Whether a program is to move, or waits for its turn to be called.
    pub fn is_programs_turn(&self) -> bool {
        self.game.seat_to_move().is_some_and(|seat| !seat.is_person())
    }
}
