//! `BEGIN`, `TURN`, `TAKEBACK` and `PLAY`: one move after the other.

use tengen_game::Position;

use super::super::command::Command;
use super::super::game::{Game, GameError};
use super::super::news::Told;
use super::super::reply::{error, message};
use super::super::request::Task;
use super::super::time::{Allowance, time_for_move};
use super::{Action, Machine, State, Thinking, reply};

impl Machine {
    pub(super) fn begin(&mut self) -> Vec<Action> {
        self.think("BEGIN", Game::begin)
    }

    pub(super) fn turn(&mut self, text: &str) -> Vec<Action> {
        let point = match self.read_point("TURN", text) {
            Ok(point) => point,
            Err(refusal) => return refusal,
        };
        let mut remark = None;
        let mut actions = self.think("TURN", |game| {
            let name = game.name(point);
            let forbidden = game.opponent_plays(point)?;
            remark = forbidden
                .map(|kind| message(format_args!("{name} is forbidden to Black: {kind}; playing on")));
            Ok(())
        });
        actions.splice(0..0, remark.map(Action::Reply));
        actions
    }

    pub(super) fn take_back(&mut self, text: &str) -> Vec<Action> {
        let point = match self.read_point("TAKEBACK", text) {
            Ok(point) => point,
            Err(refusal) => return refusal,
        };
        reply(match self.game.as_mut().map(|game| game.take_back(point)) {
            Some(Ok(())) => "OK".to_owned(),
            Some(Err(refusal)) => error(refusal),
            None => error("expected START before TAKEBACK"),
        })
    }

    /// The manager decides which move the program makes; the answer is that move.
    pub(super) fn play(&mut self, text: &str) -> Vec<Action> {
        let point = match self.read_point("PLAY", text) {
            Ok(point) => point,
            Err(refusal) => return refusal,
        };
        let order = self.order();
        match self.change("PLAY", |game| game.told_to_play(point)) {
            Ok(_) => reply(order.write(point)),
            Err(refusal) => refusal,
        }
    }

    /// Changes the game and asks for a move in it, unless something is in the way.
    pub(super) fn think(
        &mut self,
        command: &str,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Vec<Action> {
        let position = self.change(command, |game| {
            change(game)?;
            game.check_not_over()?;
            Ok(game.position().clone())
        });
        match position {
            Ok(position) => self.begin_search(Task::Move, position, 1),
            Err(refusal) => refusal,
        }
    }

    /// Changes the game under the rule of the manager, or says what is in the way.
    pub(super) fn change<T>(
        &mut self,
        command: &str,
        change: impl FnOnce(&mut Game) -> Result<T, GameError>,
    ) -> Result<T, Vec<Action>> {
        let Some(game) = &mut self.game else {
            return Err(reply(error(format_args!("expected START before {command}"))));
        };
        let rule = self.settings.rule.as_ref().map_err(|refusal| reply(error(refusal)))?;
        let is_continuous = self.settings.is_continuous();
        game.adopt_rule(*rule, is_continuous)
            .and_then(|()| change(game))
            .map_err(|refusal| reply(error(refusal)))
    }

    /// Asks the program around the machine for an answer.
    pub(super) fn begin_search(&mut self, task: Task, position: Position, lines: u32) -> Vec<Action> {
        let empty = position.size().area() - position.board().stones();
        let own_stones = position.board().count(position.side_to_move());
        let allowance = if self.is_hurried() {
            Allowance::NONE
        } else {
            time_for_move(self.settings.clock.clocks(), own_stones, empty)
        };
        let request = self.request(task, position.clone(), allowance, lines);
        let (told, spent) = (Told::default(), allowance.limit);
        self.state = State::Thinking(Box::new(Thinking { task, position, told, spent }));
        vec![Action::Think(Box::new(request))]
    }

    /// Whether nobody waits for a good move any more.
    fn is_hurried(&self) -> bool {
        self.ending || self.waiting.iter().any(|line| Command::parse(line).begins_new_game())
    }
}
