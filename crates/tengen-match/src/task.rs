//! What the engine is asked, and what becomes of its answers.

use std::time::Duration;

use tengen_analysis::engine::{Request, Response, SearchResponse};
use tengen_analysis::{ClassicTuning, MinimaxStatistics, OpponentKind, SearchLimits, SearchProgress};
use tengen_game::opening::Choice;
use tengen_game::{Move, Point};

use crate::review::Whole;
use crate::state::{Effect, Event, Match, Thought};
use crate::timing::Allowance;
use crate::{Notice, Seat};

/// What the engine does, and the number by which its answers are known from those to earlier requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The number of the request.
    pub id: u32,
    /// What it is for.
    pub purpose: Purpose,
}

/// A request to the engine.
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
    /// What the recommended move does.
    ExplainHint,
    /// A forced win.
    Solve,
    /// What speaks against a move.
    WhyNot,
    /// A choice in the opening.
    Decide,
    /// Whether a draw suits the program that was offered one.
    Judge,
    /// Whether the move just played in a puzzle still wins, and the best defence.
    Check,
    /// A review of the game.
    Review,
    /// A move of an external player, which is requested in place of the engine's.
    External,
}

/// The answer of an external player to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalAnswer {
    /// It plays this move.
    Play(Move),
    /// It resigns.
    Resign,
    /// It has no answer, for this reason, in English.
    Fail(String),
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
    /// The engine was started again, and continues unless it got another task meanwhile.
    Ask,
}

/// The number of messages to the engine that are no task, such as its settings; tasks are numbered from 1.
pub const NO_TASK: u32 = 0;

impl Match {
    /// What the engine is doing, if anything.
    pub fn purpose(&self) -> Option<Purpose> {
        self.task.map(|task| task.purpose)
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub fn is_free(&self) -> bool {
        matches!(self.purpose(), None | Some(Purpose::Analyse | Purpose::Explain | Purpose::ExplainHint))
    }

    /// Ends the engine's search: it moves at once, or gives the hint that it has.
    pub fn stop(&mut self) {
        if let Some(Task { id, purpose }) = *self.task {
            let is_external = purpose == Purpose::External;
            let stop = if is_external { Effect::StopExternal(id) } else { Effect::Ask(Request::Stop { id }) };
            self.effects.push(stop);
        }
    }

    /// Asks the engine for a good move for the person whose turn it is.
    pub fn ask_hint(&mut self) {
        if self.may_move() && self.is_free() {
            self.stop_replay();
            self.leave_why_not();
            self.notice.set(Notice::Nothing);
            self.search_ms(Purpose::Hint, self.habits.hint_ms);
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
                self.search_ms(purpose, self.habits.hint_ms);
            }
        }
        self.task.map(|task| task.id)
    }

    /// The engine's task is obsolete.
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
        self.why_not.drop_question();
        self.task.set(None);
    }

    /// Lets a program move if it is its turn, or else lets the engine analyse the position if that is turned on.
    pub(crate) fn call_engine(&mut self) {
        if !self.shows_game() || self.is_remote_running() {
            return;
        }
        if self.game.seat_to_move() == Some(Seat::External) && !*self.paused {
            return self.ask_external();
        }
        if self.engine == Engine::Absent || self.call_for_choice() || self.check_move() {
            return;
        }
        match self.game.seat_to_move().filter(|seat| !seat.is_person()) {
            Some(seat) if !*self.paused => self.ask_move(seat),
            _ => {
                if !self.explain_hint() {
                    self.analyse();
                }
            }
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
        let time = limits.time;
        if self.search(Purpose::Move, limits, program, tuning.message(seat))
            && let (Some(time), Some(task)) = (time, *self.task)
        {
            self.watch_move(task.id, time);
        }
    }

    fn ask_external(&mut self) {
        if self.purpose() != Some(Purpose::External) {
            let id = self.next_id();
            self.asked_at = self.now;
            self.effects.push(Effect::AskExternal(id));
            self.task.set(Some(Task { id, purpose: Purpose::External }));
        }
    }

    /// Takes the answer of an external player to [`Effect::AskExternal`]. Answers to earlier questions are passed over.
    pub fn external_answered(&mut self, id: u32, answer: ExternalAnswer) {
        if !self.is_task(id, Purpose::External) {
            return;
        }
        match answer {
            ExternalAnswer::Play(played) => self.play_after_pause(played),
            ExternalAnswer::Resign => {
                self.end_task();
                match self.game.change().resign_here() {
                    Ok(()) => self.ended(),
                    Err(_) => self.paused.set(true),
                }
            }
            ExternalAnswer::Fail(reason) => {
                self.end_task();
                self.refuse_answer(Notice::InvalidAnswer, reason);
            }
        }
    }

    /// A program gave no usable answer. It waits until it is called again.
    fn refuse_answer(&mut self, notice: fn(String) -> Notice, reason: String) {
        self.paused.set(self.is_programs_turn());
        self.effects.push(Effect::Announce(Event::Error(reason.clone())));
        self.notice.set(notice(reason));
    }

    /// What the clock allows the side to move for this move.
    fn allowance(&self) -> Option<Allowance> {
        Allowance::of(self.game.clock(), self.game.record().position(), self.game.side_to_move(), self.now)
    }

    pub(crate) fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    /// Has the engine at full strength search the position for this many milliseconds; whether there is one.
    pub(crate) fn search_ms(&mut self, purpose: Purpose, time_ms: u32) -> bool {
        let limits = SearchLimits::time(Duration::from_millis(time_ms.into()));
        self.search(purpose, limits, OpponentKind::Tengen, ClassicTuning::default())
    }

    pub(crate) fn search(
        &mut self,
        purpose: Purpose,
        limits: SearchLimits,
        opponent: OpponentKind,
        tuning: ClassicTuning,
    ) -> bool {
        self.asked_at = self.now;
        let position = self.game.record().position().clone();
        self.ask(purpose, |id| Effect::Ask(Request::Search { id, position, limits, opponent, tuning }))
    }

    /// Gives the engine a task; `false`, and a notice, where there is no engine.
    pub(crate) fn ask(&mut self, purpose: Purpose, request: impl FnOnce(u32) -> Effect) -> bool {
        // Players of a remote game have no help.
        if self.is_remote_running() {
            return false;
        }
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
        if let Response::Progress { id, .. }
        | Response::Finished { id, .. }
        | Response::ReviewedMove { id, .. }
        | Response::Decided { id, .. } = response
        {
            self.recovery.evaluates(id);
        }
        match response {
            Response::Ready => self.engine = Engine::Ready,
            Response::Progress { id, progress } => self.progress(id, progress),
            Response::Finished { id, best_move, progress, stopped_by, .. }
                if self.is_task(id, Purpose::WhyNot) =>
            {
                self.why_not_searched(best_move, progress, stopped_by);
            }
            Response::Finished { id, best_move, progress, statistics, .. } => {
                self.finished(id, best_move, progress, statistics);
            }
            Response::Decided { id, choice } if self.is_task(id, Purpose::Decide) => self.decided(&choice),
            Response::Explained { id, explanation } if self.is_task(id, Purpose::Explain) => {
                self.analysis.explanation.set(Some(explanation));
                self.task.set(None);
                self.call_engine();
            }
            Response::Explained { id, explanation } if self.is_task(id, Purpose::ExplainHint) => {
                self.analysis.reason.set(Some(explanation));
                self.task.set(None);
                self.call_engine();
            }
            Response::Solved { id, verdict, .. } if self.is_task(id, Purpose::WhyNot) => {
                self.why_not_solved(verdict);
            }
            Response::Solved { id, verdict, nodes, time } if self.is_task(id, Purpose::Solve) => {
                self.solved(verdict, nodes, time);
            }
            Response::ReviewedMove { id, reviewed } => self.reviewed_move(id, reviewed),
            Response::Reviewed { id, sides, turning_points, is_complete } => {
                self.reviewed(id, Whole { sides, turning_points, is_complete });
            }
            Response::Threatened { id, threats } => self.analysis.threatened(id, threats),
            Response::Candidates { id, candidates } => self.log.take_candidates(id, candidates),
            Response::Failed { id, message } => self.failed(id, message),
            Response::WithoutNetwork { id } => self.recovery.without_network.set(Some(id)),
            _ => {}
        }
    }

    /// Takes an answer of the engine service as [`Match::on_response`] does, for front ends that only search.
    pub fn on_search_response(&mut self, response: SearchResponse) {
        match response {
            SearchResponse::Progress { id, progress } => self.progress(id, progress),
            SearchResponse::Finished { id, best_move, progress, .. } => {
                self.finished(id, best_move, progress, None);
            }
            SearchResponse::Failed { id, message } => self.failed(id, message),
            _ => {}
        }
    }

    fn progress(&mut self, id: u32, progress: SearchProgress) {
        if let Some(task) = self.task.filter(|task| task.id == id) {
            self.note(task, progress, false);
        }
    }

    fn finished(
        &mut self,
        id: u32,
        found: Option<Point>,
        progress: SearchProgress,
        statistics: Option<MinimaxStatistics>,
    ) {
        let Some(task) = self.task.filter(|task| task.id == id) else { return };
        let score = progress.score;
        if progress.depth > 0 {
            self.note(task, progress, true);
        }
        self.recovery.stop_watching();
        self.effects.push(Effect::Announce(Event::Think(None)));
        match (task.purpose, found) {
            (Purpose::Move, _) => {
                self.log_account(found, statistics);
                self.play_after_pause(found.map_or(Move::Pass, Move::Place));
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
                let purpose = self.purpose();
                if purpose == Some(Purpose::Review) {
                    self.drop_review();
                }
                self.end_task();
                if purpose == Some(Purpose::Move) {
                    return self.refuse_answer(Notice::EngineRefused, message);
                }
                self.effects.push(Effect::Announce(Event::Error(message.clone())));
                self.notice.set(Notice::EngineRefused(message));
            }
            Some(NO_TASK) => self.notice.set(Notice::EngineRefused(message)),
            Some(_) => {}
        }
    }

    fn note(&mut self, task: Task, progress: SearchProgress, is_last: bool) {
        // What is found about a move that is not played is no thought about the position on the board.
        if task.purpose == Purpose::WhyNot {
            return;
        }
        if task.purpose == Purpose::Analyse {
            self.note_line(progress.clone());
        }
        let seat = self.game.seat_to_move();
        let is_rating = task.purpose == Purpose::Move && seat.is_some_and(|seat| !seat.judges_positions());
        if progress.line != 0 {
            return;
        }
        self.effects.push(Effect::Announce(Event::Think(Some(progress.clone()))));
        // How a program judges an offer of a draw is not shown.
        if !is_rating && task.purpose != Purpose::Judge {
            self.log(task, &progress, is_last);
            let side = self.game.side_to_move();
            self.thought.set(Some(Thought { side, progress }));
        }
    }

    fn play_after_pause(&mut self, played: Move) {
        match self.habits.pause_ms {
            Some(pause_ms) => self.after_pause(pause_ms, Pending::Play(played)),
            None => self.play_found(played),
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
        if let Err(refusal) = self.play(played, notice)
            && self.is_programs_turn()
        {
            self.refuse_answer(Notice::InvalidAnswer, format!("an illegal move: {refusal}"));
        }
    }

    /// Whether the user may move for the side to move: for themselves, or for a program that waits.
    pub(crate) fn may_move(&self) -> bool {
        let for_programs = self.habits.moves_for_programs && *self.paused;
        self.game.seat_to_move().is_some_and(|seat| seat.is_person() || for_programs)
    }

    /// Whether a program is to move, or waits for its turn to be called.
    pub fn is_programs_turn(&self) -> bool {
        self.game.seat_to_move().is_some_and(|seat| !seat.is_person())
    }
}
