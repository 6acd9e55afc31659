//! The requests of a match to the engine service, and what follows from the answers and from breakdowns.

use std::time::Duration;

use tengen_analysis::engine::{Request, Response, SearchResponse};
use tengen_analysis::{ClassicTuning, MinimaxStatistics, OpponentKind, SearchLimits, SearchProgress};
use tengen_game::{Move, Point};

use super::{ExternalAnswer, NO_TASK, Pending, Purpose, Task};
use crate::front::{Effect, Event};
use crate::review::Whole;
use crate::state::{Match, Thought};
use crate::timing::Allowance;
use crate::{Account, Mode, Notice, Seat};

/// Milliseconds before an engine that was started again gets its first task. They leave time to read what has happened.
const PAUSE_MS: u64 = 1_500;

impl Match {
    /// The purpose of the engine's task, if it has one.
    pub fn purpose(&self) -> Option<Purpose> {
        self.engine.purpose()
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub fn is_free(&self) -> bool {
        self.engine.is_free()
    }

    /// Ends the engine's search: it moves at once, or gives the hint that it has.
    pub fn stop(&mut self) {
        self.front.effects.extend(self.engine.stop());
    }

    /// Requests a good move for the person whose turn it is.
    pub fn ask_hint(&mut self) {
        if self.may_move() && self.is_free() {
            Mode::end_if(&mut self.mode, Mode::is_replay);
            self.leave_why_not();
            self.notice.set(Notice::Nothing);
            self.search_ms(Purpose::Hint, self.front.habits.hint_ms);
        }
    }

    /// Requests a move to recommend, or one that `seat` plays, in place of what the engine does, on either side's turn. The number is
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
                self.search_ms(purpose, self.front.habits.hint_ms);
            }
        }
        self.engine.task.map(|task| task.id)
    }

    /// The engine's task is obsolete.
    pub(crate) fn cancel(&mut self) {
        Mode::end_if(&mut self.mode, Mode::is_replay);
        self.cancel_search();
    }

    /// As [`Match::cancel`], while a replay goes on.
    pub(crate) fn cancel_search(&mut self) {
        self.engine.drop_pending();
        self.stop();
        self.end_task();
    }

    /// The engine finds nothing more for its task, if it has one.
    pub(crate) fn end_task(&mut self) {
        self.front.effects.extend(self.engine.drop_task());
        Mode::end_if(&mut self.mode, Mode::is_working);
    }

    /// Lets a program move if it is its turn, or else lets the engine analyse the position if that is turned on.
    pub(crate) fn call_engine(&mut self) {
        if !self.shows_game() || self.is_remote_running() {
            return;
        }
        if self.game.seat_to_move() == Some(Seat::External) && !*self.paused {
            return self.ask_external();
        }
        if !self.engine.is_there() || self.call_for_choice() || self.check_move() {
            return;
        }
        match self.game.seat_to_move().filter(|seat| !seat.is_person()) {
            Some(seat) if !*self.paused && !self.is_watching() => self.ask_move(seat),
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
        let limits = tuning.limits(seat, self.front.random());
        let limits = match self.allowance() {
            Some(allowance) => allowance.limit(limits, seat.level().is_some()),
            None => limits,
        };
        let time = limits.time;
        if self.search(Purpose::Move, limits, program, tuning.message(seat))
            && let (Some(time), Some(task)) = (time, *self.engine.task)
        {
            self.engine.recovery.watch_move(task.id, time, self.front.now);
        }
    }

    fn ask_external(&mut self) {
        if self.purpose() != Some(Purpose::External) {
            self.engine.note_call(self.front.now);
            self.front.effects.push(Effect::AskExternal(self.engine.begin_task(Purpose::External)));
        }
    }

    /// Takes the answer of an external player to [`Effect::AskExternal`]. Answers to earlier questions are passed over.
    pub fn external_answered(&mut self, id: u32, answer: ExternalAnswer) {
        if !self.engine.is_task(id, Purpose::External) {
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
        self.front.effects.push(Effect::Announce(Event::Error(reason.clone())));
        self.notice.set(notice(reason));
    }

    /// The time that the clock allows the side to move for this move.
    fn allowance(&self) -> Option<Allowance> {
        Allowance::of(
            self.game.clock(),
            self.game.record().position(),
            self.game.side_to_move(),
            self.front.now,
        )
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
        self.engine.note_call(self.front.now);
        let position = self.game.record().position().clone();
        self.ask(purpose, |id| Effect::Ask(Request::Search { id, position, limits, opponent, tuning }))
    }

    /// Gives the engine a task; `false`, and a notice, where there is no engine.
    pub(crate) fn ask(&mut self, purpose: Purpose, request: impl FnOnce(u32) -> Effect) -> bool {
        // Players of a remote game have no help.
        if self.is_remote_running() {
            return false;
        }
        if !self.engine.is_there() {
            self.notice.set(Notice::EngineOff);
            return false;
        }
        let id = self.engine.begin_task(purpose);
        self.front.effects.push(request(id));
        true
    }

    /// Takes an answer of the engine service. Answers to requests that no longer matter are passed over.
    pub fn on_response(&mut self, response: Response) {
        if let Response::Progress { id, .. }
        | Response::Finished { id, .. }
        | Response::ReviewedMove { id, .. }
        | Response::Decided { id, .. } = response
        {
            self.engine.recovery.evaluates(id);
        }
        match response {
            Response::Ready => self.engine.set_ready(),
            Response::Progress { id, progress } => self.progress(id, progress),
            Response::Finished { id, best_move, progress, stopped_by, .. }
                if self.engine.is_task(id, Purpose::WhyNot) =>
            {
                self.why_not_searched(best_move, progress, stopped_by);
            }
            Response::Finished { id, best_move, progress, statistics, .. } => {
                self.finished(id, best_move, progress, statistics);
            }
            Response::Decided { id, choice } if self.engine.is_task(id, Purpose::Decide) => {
                self.decided(&choice);
            }
            Response::Explained { id, explanation } if self.engine.is_task(id, Purpose::Explain) => {
                self.analysis.explanation.set(Some(explanation));
                self.engine.finish_task();
                self.call_engine();
            }
            Response::Explained { id, explanation } if self.engine.is_task(id, Purpose::ExplainHint) => {
                self.analysis.reason.set(Some(explanation));
                self.engine.finish_task();
                self.call_engine();
            }
            Response::Solved { id, verdict, .. } if self.engine.is_task(id, Purpose::WhyNot) => {
                self.why_not_solved(verdict);
            }
            Response::Solved { id, verdict, nodes, time } if self.engine.is_task(id, Purpose::Solve) => {
                self.solved(verdict, nodes, time);
            }
            Response::ReviewedMove { id, reviewed } => self.reviewed_move(id, reviewed),
            Response::Reviewed { id, sides, turning_points, is_complete } => {
                self.reviewed(id, Whole { sides, turning_points, is_complete });
            }
            Response::Threatened { id, threats } => self.analysis.threatened(id, threats),
            Response::Candidates { id, candidates } => self.engine.log.take_candidates(id, candidates),
            Response::Failed { id, message } => self.failed(id, message),
            // A request that has been given up no longer matters: the network may come before the next.
            Response::WithoutNetwork { id } if self.engine.task.is_some_and(|task| task.id == id) => {
                self.engine.recovery.without_network.set(Some(id));
            }
            Response::NetworkLoaded => self.use_network(),
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
        if let Some(task) = self.engine.task.filter(|task| task.id == id) {
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
        let Some(task) = self.engine.task.filter(|task| task.id == id) else { return };
        let score = progress.score;
        if progress.depth > 0 {
            self.note(task, progress, true);
        }
        self.engine.recovery.stop_watching();
        self.front.effects.push(Effect::Announce(Event::Think(None)));
        match (task.purpose, found) {
            (Purpose::Move, _) => {
                if let (Some(found), Some(statistics)) = (found, statistics) {
                    let (game, moves) = (*self.games, self.game.record().cursor());
                    self.engine.log.account.set(Some(Account { game, moves, found, statistics }));
                }
                self.play_after_pause(found.map_or(Move::Pass, Move::Place));
            }
            (Purpose::Hint, Some(point)) => {
                self.engine.finish_task();
                self.analysis.hint.set(Some(point));
                self.notice.set(Notice::Hint(point.on(self.game.record().size())));
                self.call_engine();
            }
            (Purpose::Judge, _) => self.judged(score),
            (Purpose::Check, _) => self.checked(found, score),
            _ => self.engine.finish_task(),
        }
        self.front.effects.push(Effect::Found(id, found));
    }

    fn failed(&mut self, id: Option<u32>, message: String) {
        match id {
            None => self.broke_down(message),
            Some(id) if self.engine.task.is_some_and(|task| task.id == id) => {
                let purpose = self.purpose();
                if purpose == Some(Purpose::Review) {
                    self.reviews.clear();
                }
                self.end_task();
                if purpose == Some(Purpose::Move) {
                    return self.refuse_answer(Notice::EngineRefused, message);
                }
                self.front.effects.push(Effect::Announce(Event::Error(message.clone())));
                self.notice.set(Notice::EngineRefused(message));
            }
            Some(NO_TASK) => self.notice.set(Notice::EngineRefused(message)),
            Some(_) => {}
        }
    }

    fn note(&mut self, task: Task, progress: SearchProgress, is_last: bool) {
        // A finding about a move that is not played is none about the position on the board.
        if task.purpose == Purpose::WhyNot {
            return;
        }
        if task.purpose == Purpose::Analyse {
            self.analysis.note_line(progress.clone(), &mut self.game);
        }
        let seat = self.game.seat_to_move();
        let is_rating = task.purpose == Purpose::Move && seat.is_some_and(|seat| !seat.judges_positions());
        if progress.line != 0 {
            return;
        }
        self.front.effects.push(Effect::Announce(Event::Think(Some(progress.clone()))));
        // How a program judges an offer of a draw is not shown.
        if !is_rating && task.purpose != Purpose::Judge {
            self.engine.log.note(task, &progress, is_last, &self.game);
            let side = self.game.side_to_move();
            self.analysis.thought.set(Some(Thought { side, progress }));
        }
    }

    fn play_after_pause(&mut self, played: Move) {
        match self.front.habits.pause_ms {
            Some(pause_ms) => self.after_pause(pause_ms, Pending::Play(played)),
            None => self.play_found(played),
        }
    }

    /// Lets a program act, but not before it has taken as long as the habits say, as far as the clock allows.
    pub(crate) fn after_pause(&mut self, pause_ms: u32, act: Pending) {
        let pause = u64::from(pause_ms);
        // With little time left, a program does not wait.
        let most = self.allowance().map_or(pause, |allowance| pause.min(allowance.target / 4));
        self.engine.act_after(most, act, self.front.now);
    }

    pub(crate) fn carry_out_pending(&mut self) {
        match self.engine.take_due(self.front.now) {
            Some(Pending::Play(played)) => self.play_found(played),
            Some(Pending::Choose(choice)) => {
                self.engine.finish_task();
                self.choose(choice);
            }
            Some(Pending::Ask) if self.engine.task.is_none() => self.call_engine(),
            Some(Pending::Ask) | None => {}
        }
    }

    /// Plays the move that a program has found.
    fn play_found(&mut self, played: Move) {
        self.engine.finish_task();
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
        let for_programs = self.front.habits.moves_for_programs && *self.paused;
        let is_playing = self.shows_game() && !self.is_watching();
        is_playing && self.game.seat_to_move().is_some_and(|seat| seat.is_person() || for_programs)
    }

    /// Whether a program is to move, or waits for its turn to be called.
    pub fn is_programs_turn(&self) -> bool {
        self.game.seat_to_move().is_some_and(|seat| !seat.is_person())
    }

    pub(crate) fn start_engine(&mut self) {
        self.front.effects.push(self.engine.start());
    }

    /// The engine service could not be started.
    pub fn engine_did_not_start(&mut self, reason: String) {
        self.drop_task();
        self.lose_engine(Notice::EngineFailed(reason));
    }

    /// The engine has broken down: another takes its place and gets the same task, unless that has happened too often.
    pub(crate) fn broke_down(&mut self, reason: String) {
        let was_ready = self.engine.is_ready();
        self.drop_task();
        if !self.front.habits.keeps_engine {
            self.front.effects.push(Effect::DropEngine);
            self.front.effects.push(Effect::Announce(Event::Error(reason.clone())));
            self.notice.set(Notice::EngineFailed(reason));
            // The next click on the board repeats the request.
            self.paused.set(self.is_programs_turn());
            return;
        }
        if !was_ready {
            return self.lose_engine(Notice::EngineFailed(reason));
        }
        if self.engine.recovery.add_breakdown(self.front.now) {
            return self.lose_engine(Notice::EngineGaveUp(reason));
        }
        self.start_engine();
        self.notice.set(Notice::EngineRestarted);
        self.engine.recovery.count_restart();
        if self.engine.task.is_none() {
            self.engine.ask_after(PAUSE_MS, self.front.now);
        }
    }

    /// Starts the engine at the user's request.
    pub fn restart_engine(&mut self) {
        self.engine.recovery.forget_breakdowns();
        self.notice.set(Notice::Nothing);
        self.start_engine();
        self.engine.recovery.count_restart();
        self.call_engine();
    }

    /// The network that was missing is there. An analysis that has begun without it begins again.
    pub(crate) fn use_network(&mut self) {
        if self.engine.recovery.without_network.is_some() {
            self.engine.recovery.without_network.set(None);
            self.analyse_again();
        }
    }

    /// The connection is back: an analysis whose network has not loaded requests it again.
    pub fn retry_network(&mut self) {
        if self.engine.recovery.without_network.is_some() {
            self.analyse_again();
        }
    }

    fn analyse_again(&mut self) {
        if self.purpose() == Some(Purpose::Analyse) {
            self.cancel();
            self.call_engine();
        }
    }

    fn lose_engine(&mut self, notice: Notice) {
        self.front.effects.push(self.engine.turn_off());
        self.notice.set(notice);
    }

    /// The engine no longer answers its task. An external player continues.
    fn drop_task(&mut self) {
        let purpose = self.purpose();
        if purpose == Some(Purpose::External) {
            return;
        }
        self.engine.recovery.stop_watching();
        self.engine.drop_pending();
        self.end_task();
        match purpose {
            Some(Purpose::Review) => self.reviews.clear(),
            // It may be offered once more.
            Some(Purpose::Judge) => self.ending.forget_offers(),
            _ => {}
        }
    }

    /// Takes an engine whose move is long overdue for broken.
    pub(crate) fn watch_engine(&mut self) {
        let is_ready = self.engine.is_ready();
        let Some((id, is_overdue)) = self.engine.recovery.count_second(is_ready, self.front.now) else {
            return;
        };
        if !self.engine.is_task(id, Purpose::Move) {
            self.engine.recovery.stop_watching();
        } else if is_overdue {
            self.broke_down("it did not answer".to_owned());
        }
    }
}
