//! The answers of the engine service, and the calls to those who act next.

use tengen_analysis::engine::{Request, Response, SearchResponse};
use tengen_analysis::{MinimaxStatistics, PuzzleVerdict, SearchProgress};
use tengen_game::Point;

use crate::analysis::Analysis;
#[cfg(feature = "coach")]
use crate::coach::Coach;
use crate::context::Call;
use crate::draw::Ending;
use crate::engine::{Engine, Pending, Purpose};
use crate::front::Effect;
use crate::mode::{Mode, WhyNot};
use crate::opening::Choosing;
use crate::puzzle::Puzzle;
use crate::review::{Reviews, Whole};
use crate::state::Match;

impl Match {
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
            Response::Ready => self.give(Engine::is_started),
            Response::Progress { id, progress } => self.progressed(id, progress),
            Response::Finished { id, best_move, progress, stopped_by, .. }
                if self.engine.is_task(id, Purpose::WhyNot) =>
            {
                let known = self.analysis.lines.first().cloned();
                self.give(|mode, context| {
                    WhyNot::searched(mode, known, best_move, progress, stopped_by, context)
                });
            }
            #[cfg(feature = "coach")]
            Response::Finished { id, best_move, progress, .. } if self.engine.is_task(id, Purpose::Coach) => {
                self.give(|coach, context| Coach::searched(coach, best_move, &progress, context));
            }
            Response::Finished { id, best_move, progress, statistics, .. } => {
                self.finished(id, best_move, progress, statistics);
            }
            Response::Decided { id, choice } if self.engine.is_task(id, Purpose::Decide) => {
                self.give(|engine, context| Engine::decided(engine, &choice, context));
            }
            Response::Explained { id, explanation } => {
                self.give(|analysis, context| Analysis::explained(analysis, id, explanation, context));
            }
            Response::Solved { id, verdict, .. } if self.engine.is_task(id, Purpose::WhyNot) => {
                self.give(|mode, context| WhyNot::solved(mode, verdict, context));
            }
            #[cfg(feature = "coach")]
            Response::Solved { id, verdict, .. } if self.engine.is_task(id, Purpose::Coach) => {
                self.give(|coach, context| Coach::solved(coach, verdict, context));
            }
            Response::Solved { id, verdict, nodes, time } if self.engine.is_task(id, Purpose::Solve) => {
                self.give(|analysis, context| Analysis::solved(analysis, verdict, nodes, time, context));
            }
            Response::ReviewedMove { id, reviewed } => {
                self.give(|reviews, context| Reviews::reviewed_move(reviews, id, reviewed, context));
            }
            Response::Reviewed { id, sides, turning_points, is_complete } => {
                let whole = Whole { sides, turning_points, is_complete };
                self.give(|reviews, context| Reviews::ended(reviews, id, whole, context));
            }
            Response::Threatened { id, threats } => self.analysis.threatened(id, threats),
            Response::Candidates { id, candidates } => self.engine.log.take_candidates(id, candidates),
            Response::Failed { id, message } => self.failed(id, message),
            Response::WithoutNetwork { id } => self.give(|engine, _| Engine::lacks_network(engine, id)),
            Response::NetworkLoaded => self.give(Engine::use_network),
            _ => {}
        }
    }

    /// Takes the judgement about the move just played of a puzzle's solver, if it was to be checked.
    pub fn on_verdict(&mut self, verdict: PuzzleVerdict) {
        if self.engine.purpose() == Some(Purpose::Check) {
            self.carry_out(Puzzle::judged(&self.game, verdict));
        }
    }

    /// Takes an answer of the engine service as [`Match::on_response`] does, for front ends that only search.
    pub fn on_search_response(&mut self, response: SearchResponse) {
        match response {
            SearchResponse::Progress { id, progress } => self.progressed(id, progress),
            SearchResponse::Finished { id, best_move, progress, .. } => {
                self.finished(id, best_move, progress, None);
            }
            SearchResponse::Failed { id, message } => self.failed(id, message),
            _ => {}
        }
    }

    fn progressed(&mut self, id: u32, progress: SearchProgress) {
        self.give(|engine, context| Engine::progressed(engine, id, progress, context));
    }

    fn failed(&mut self, id: Option<u32>, message: String) {
        self.give(|engine, context| Engine::failed(engine, id, message, context));
    }

    fn finished(
        &mut self,
        id: u32,
        found: Option<Point>,
        progress: SearchProgress,
        statistics: Option<MinimaxStatistics>,
    ) {
        let Some(task) = self.engine.task_of(id) else { return };
        let score = progress.score;
        self.give(|engine, context| Engine::ended(engine, task, progress, context));
        match (task.purpose, found) {
            (Purpose::Move, _) => {
                self.give(|engine, context| Engine::found_move(engine, found, statistics, context));
            }
            (Purpose::Hint, Some(point)) => {
                self.give(|analysis, context| Analysis::found_hint(analysis, point, context));
            }
            (Purpose::Judge, _) => self.give(|_: &mut Ending, context| Ending::judged(score, context)),
            (Purpose::Check, _) => self.carry_out(Puzzle::checked(&self.game, found, score)),
            _ => self.engine.finish_task(),
        }
        self.front.effects.push(Effect::Found(id, found));
    }

    /// Lets a program move if it is its turn, or else lets the engine analyse the position if that is turned on.
    pub(crate) fn call_engine(&mut self) {
        match self.situation().call(&self.game) {
            Call::Nobody => {}
            Call::External => self.give(Engine::ask_external),
            Call::Choice => self.give(Choosing::call),
            #[cfg(feature = "coach")]
            Call::Coach => self.give(Coach::begin),
            Call::Check => self.give(|_: &mut Engine, context| Puzzle::check_move(context)),
            Call::Move(seat) => self.give(|_: &mut Engine, context| Engine::ask_move(seat, context)),
            Call::Analysis => self.give(Analysis::go_on),
        }
    }

    /// Lets a program act whose pause is over.
    pub(crate) fn act_if_due(&mut self) {
        match self.engine.take_due(self.front.now) {
            Some(Pending::Play(played)) => self.play_found(played),
            Some(Pending::Choose(choice)) => {
                self.engine.finish_task();
                self.give(|choosing, context| Choosing::choose(choosing, choice, context));
            }
            Some(Pending::Ask) if self.engine.task.is_none() => self.call_engine(),
            Some(Pending::Ask) | None => {}
        }
    }

    /// The engine's task is obsolete.
    pub(crate) fn cancel(&mut self) {
        Mode::end_if(&mut self.mode, Mode::is_replay);
        self.cancel_search();
    }

    /// As [`Match::cancel`], while a replay goes on.
    pub(crate) fn cancel_search(&mut self) {
        self.engine.drop_pending();
        self.front.effects.extend(self.engine.stop_effect());
        self.end_task();
    }

    /// The engine finds nothing more for its task, if it has one.
    pub(crate) fn end_task(&mut self) {
        self.front.effects.extend(self.engine.drop_task());
        Mode::end_if(&mut self.mode, Mode::is_working);
    }

    /// The request of this number to the engine service, to choose in the opening; `None` where no program has to.
    pub fn choice_request(&mut self, id: u32) -> Option<Request> {
        self.choosing.request(id, &self.game, &mut self.front.random)
    }
}
