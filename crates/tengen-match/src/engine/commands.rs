//! The commands of the engine service: requests to it, its breakdowns, and the actions that wait for their time.

use tengen_game::Move;
use tengen_game::opening::Choice;

use super::{Engine, ExternalAnswer, Pending, Purpose, State};
use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::front::{Effect, Event};
use crate::{Game, Notice, Seat};

/// Milliseconds before an engine that was started again gets its first task. They leave time to read what has happened.
const PAUSE_MS: u64 = 1_500;

impl Engine {
    /// Starts the service.
    pub(crate) fn start(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        vec![Consequence::Effect(self.start_effect())]
    }

    /// Ends the search: the engine moves at once, or gives the hint that it has.
    pub fn stop(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        self.stop_effect().map(Consequence::Effect).into_iter().collect()
    }

    /// Requests a good move for the person whose turn it is.
    pub fn ask_hint(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if !context.may_move(context.game) || !self.is_free() {
            return Vec::new();
        }
        let hint = context.search_ms(Purpose::Hint, context.habits.hint_ms);
        let before = [Consequence::EndReplay, Consequence::LeaveWhyNot, Consequence::Notice(Notice::Nothing)];
        in_order(before, hint)
    }

    /// Requests a move to recommend, or one that `seat` plays, in place of what the engine does, on either side's turn, unless the game
    /// is over.
    pub fn ask_instead(
        &mut self,
        purpose: Purpose,
        seat: Seat,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        if context.game.record().is_over() || self.purpose() == Some(purpose) {
            return Vec::new();
        }
        let request = if purpose == Purpose::Move {
            Engine::request_of_move(seat, context)
        } else {
            context.search_ms(purpose, context.habits.hint_ms)
        };
        in_order([Consequence::Cancel], request)
    }

    /// Lets the program in this seat move.
    pub(crate) fn ask_move(seat: Seat, context: &mut Context<'_>) -> Vec<Consequence> {
        Engine::request_of_move(seat, context).into_iter().collect()
    }

    fn request_of_move(seat: Seat, context: &mut Context<'_>) -> Option<Consequence> {
        let program = seat.program()?;
        let tuning = context.game.tuning()[context.game.side_to_move().index()];
        let seed = context.game.identity.seed().unwrap_or(context.game_seed);
        let limits = tuning.limits(seat, seed);
        let limits = match context.allowance(context.game) {
            Some(allowance) => allowance.limit(limits, seat.level().is_some()),
            None => limits,
        };
        context.search(Purpose::Move, limits, program, tuning.message(seat))
    }

    /// Lets the external player move whose turn it is.
    pub(crate) fn ask_external(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if self.purpose() == Some(Purpose::External) {
            return Vec::new();
        }
        let id = context.next_id();
        vec![Consequence::Ask(super::Task { id, purpose: Purpose::External }, Effect::AskExternal(id))]
    }

    /// Takes the answer of an external player to [`Effect::AskExternal`]. Answers to earlier questions are passed over.
    pub fn external_answered(
        &mut self,
        id: u32,
        answer: ExternalAnswer,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        if !self.is_task(id, Purpose::External) {
            return Vec::new();
        }
        match answer {
            ExternalAnswer::Play(played) => self.play_after_pause(played, context),
            ExternalAnswer::Resign => {
                let end = match context.game.change().resign_here() {
                    Ok(()) => Consequence::Ended,
                    Err(_) => Consequence::Pause(true),
                };
                vec![Consequence::EndTask, end]
            }
            ExternalAnswer::Fail(reason) => {
                let refusal = Engine::refuse_answer(Notice::InvalidAnswer, reason, context.game);
                in_order([Consequence::EndTask], refusal)
            }
        }
    }

    /// A program gave no usable answer. It waits until it is called again.
    pub(crate) fn refuse_answer(
        notice: fn(String) -> Notice,
        reason: String,
        game: &Game,
    ) -> [Consequence; 3] {
        [
            Consequence::Pause(game.is_programs_turn()),
            Consequence::Effect(Effect::Announce(Event::Error(reason.clone()))),
            Consequence::Notice(notice(reason)),
        ]
    }

    /// Plays the move of a program, but not before the program has taken as long as the habits say.
    pub(crate) fn play_after_pause(&mut self, played: Move, context: &mut Context<'_>) -> Vec<Consequence> {
        match context.habits.pause_ms {
            Some(pause_ms) => self.act_after_pause(pause_ms, Pending::Play(played), context),
            None => return vec![Consequence::PlayFound(played)],
        }
        Vec::new()
    }

    /// A program has chosen in the opening.
    pub(crate) fn decided(&mut self, choice: &str, context: &mut Context<'_>) -> Vec<Consequence> {
        match Choice::parse(choice, context.game.record().size()) {
            Ok(choice) => {
                let pause_ms = context.habits.pause_ms.unwrap_or_default();
                self.act_after_pause(pause_ms, Pending::Choose(choice), context);
                Vec::new()
            }
            Err(reason) => vec![Consequence::Notice(Notice::InvalidAnswer(reason.to_string()))],
        }
    }

    /// Lets a program act, but not before it has taken this long, as far as the clock allows.
    fn act_after_pause(&mut self, pause_ms: u32, act: Pending, context: &Context<'_>) {
        let pause = u64::from(pause_ms);
        // With little time left, a program does not wait.
        let allowance = context.allowance(context.game);
        let most = allowance.map_or(pause, |allowance| pause.min(allowance.target / 4));
        self.act_after(most, act, context.now);
    }

    /// The service could not be started.
    pub fn did_not_start(&mut self, reason: String) -> Vec<Consequence> {
        let mut consequences = self.lose_task();
        consequences.extend(self.lose(Notice::EngineFailed(reason)));
        consequences
    }

    /// The service has broken down: another takes its place and gets the same task, unless that has happened too often.
    pub(crate) fn broke_down(&mut self, reason: String, context: &mut Context<'_>) -> Vec<Consequence> {
        let was_ready = self.is_ready();
        let mut consequences = self.lose_task();
        if !context.habits.keeps_engine {
            consequences.extend([
                Consequence::Effect(Effect::DropEngine),
                Consequence::Effect(Effect::Announce(Event::Error(reason.clone()))),
                Consequence::Notice(Notice::EngineFailed(reason)),
                // The next click on the board repeats the request.
                Consequence::Pause(context.game.is_programs_turn()),
            ]);
        } else if !was_ready {
            consequences.extend(self.lose(Notice::EngineFailed(reason)));
        } else if self.recovery.add_breakdown(context.now) {
            consequences.extend(self.lose(Notice::EngineGaveUp(reason)));
        } else {
            consequences.push(Consequence::Effect(self.start_effect()));
            consequences.push(Consequence::Notice(Notice::EngineRestarted));
            self.recovery.count_restart();
            // An external player continues.
            if self.purpose() != Some(Purpose::External) {
                self.ask_after(PAUSE_MS, context.now);
            }
        }
        consequences
    }

    /// Starts the service at the user's request.
    pub fn restart(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        self.recovery.forget_breakdowns();
        self.recovery.count_restart();
        vec![
            Consequence::Notice(Notice::Nothing),
            Consequence::Effect(self.start_effect()),
            Consequence::CallEngine,
        ]
    }

    /// The network that was missing is there. An analysis that has begun without it begins again.
    pub(crate) fn use_network(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let consequences = self.retry_network(context);
        if self.recovery.without_network.is_some() {
            self.recovery.without_network.set(None);
        }
        consequences
    }

    /// The connection is back: an analysis whose network has not loaded requests it again.
    pub fn retry_network(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        if self.recovery.without_network.is_some() && self.purpose() == Some(Purpose::Analyse) {
            return vec![Consequence::Cancel, Consequence::CallEngine];
        }
        Vec::new()
    }

    fn lose(&mut self, notice: Notice) -> [Consequence; 2] {
        [Consequence::Effect(self.turn_off()), Consequence::Notice(notice)]
    }

    /// The service no longer answers its task. An external player continues.
    fn lose_task(&mut self) -> Vec<Consequence> {
        let purpose = self.purpose();
        if purpose == Some(Purpose::External) {
            return Vec::new();
        }
        self.recovery.stop_watching();
        self.drop_pending();
        in_order([Consequence::EndTask], purpose.map(Consequence::TaskLost))
    }

    /// Takes an engine whose move is long overdue for broken.
    pub(crate) fn watch(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let Some((id, is_overdue)) = self.recovery.count_second(self.state == State::Ready, context.now)
        else {
            return Vec::new();
        };
        if !self.is_task(id, Purpose::Move) && !self.is_task(id, Purpose::Coach) {
            self.recovery.stop_watching();
        } else if is_overdue {
            return self.broke_down("it did not answer".to_owned(), context);
        }
        Vec::new()
    }
}
