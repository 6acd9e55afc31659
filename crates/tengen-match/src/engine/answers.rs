//! What follows from the answers of the engine service to requests for moves and hints, and from its failures.

use tengen_analysis::{MinimaxStatistics, SearchProgress};
use tengen_game::{Move, Point};

use super::{Engine, NO_TASK, Purpose, State, Task};
use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::front::{Effect, Event};
use crate::state::Thought;
use crate::{Account, Notice};

impl Engine {
    /// The service is ready.
    pub(crate) fn is_started(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        self.state = State::Ready;
        Vec::new()
    }

    /// The task of the service, if its number is this.
    pub(crate) fn task_of(&self, id: u32) -> Option<Task> {
        self.task.filter(|task| task.id == id)
    }

    /// A search has come this far.
    pub(crate) fn progressed(
        &mut self,
        id: u32,
        progress: SearchProgress,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        match self.task_of(id) {
            Some(task) => self.note(task, progress, false, context),
            None => Vec::new(),
        }
    }

    /// The search of the task has ended.
    pub(crate) fn ended(
        &mut self,
        task: Task,
        progress: SearchProgress,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let mut consequences = Vec::new();
        if progress.depth > 0 {
            consequences = self.note(task, progress, true, context);
        }
        self.recovery.stop_watching();
        consequences.push(Consequence::Effect(Effect::Announce(Event::Think(None))));
        consequences
    }

    /// A program has found its move.
    pub(crate) fn found_move(
        &mut self,
        found: Option<Point>,
        statistics: Option<MinimaxStatistics>,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        if let (Some(found), Some(statistics)) = (found, statistics) {
            let (game, moves) = (context.games, context.game.record().cursor());
            self.log.account.set(Some(Account { game, moves, found, statistics }));
        }
        self.play_after_pause(found.map_or(Move::Pass, Move::Place), context)
    }

    /// A request has failed, or the service itself if no request is named.
    pub(crate) fn failed(
        &mut self,
        id: Option<u32>,
        message: String,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let Some(id) = id else { return self.broke_down(message, context) };
        match self.task_of(id).map(|task| task.purpose) {
            Some(Purpose::Move) => {
                let refusal = Engine::refuse_answer(Notice::EngineRefused, message, context.game);
                in_order([Consequence::EndTask], refusal)
            }
            // The coach is no part of the game, which goes on without it.
            Some(Purpose::Coach) => vec![
                Consequence::TaskLost(Purpose::Coach),
                Consequence::EndTask,
                Consequence::Notice(Notice::EngineRefused(message)),
                Consequence::CallEngine,
            ],
            Some(purpose) => {
                let mut consequences = Vec::new();
                if purpose == Purpose::Review {
                    consequences.push(Consequence::TaskLost(purpose));
                }
                consequences.extend([
                    Consequence::EndTask,
                    Consequence::Effect(Effect::Announce(Event::Error(message.clone()))),
                    Consequence::Notice(Notice::EngineRefused(message)),
                ]);
                consequences
            }
            None if id == NO_TASK => vec![Consequence::Notice(Notice::EngineRefused(message))],
            None => Vec::new(),
        }
    }

    /// The service lacks its network for this request. A request that has been given up no longer matters: the network may come before
    /// the next.
    pub(crate) fn lacks_network(&mut self, id: u32) -> Vec<Consequence> {
        if self.task_of(id).is_some() {
            self.recovery.without_network.set(Some(id));
        }
        Vec::new()
    }

    /// Notes how far a search has come.
    fn note(
        &mut self,
        task: Task,
        progress: SearchProgress,
        is_last: bool,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let mut consequences = Vec::new();
        // A finding about a move that is not played is none about the position on the board.
        if matches!(task.purpose, Purpose::WhyNot | Purpose::Coach) {
            return consequences;
        }
        if task.purpose == Purpose::Analyse {
            consequences.push(Consequence::Line(progress.clone()));
        }
        let seat = context.game.seat_to_move();
        let is_rating = task.purpose == Purpose::Move && seat.is_some_and(|seat| !seat.judges_positions());
        if progress.line != 0 {
            return consequences;
        }
        let thinking = Event::Think(Some(progress.clone()));
        consequences.push(Consequence::Effect(Effect::Announce(thinking)));
        // How a program judges an offer of a draw is not shown.
        if !is_rating && task.purpose != Purpose::Judge {
            self.log.note(task, &progress, is_last, context.game);
            let side = context.game.side_to_move();
            consequences.push(Consequence::Thought(Some(Thought { side, progress })));
        }
        consequences
    }
}
