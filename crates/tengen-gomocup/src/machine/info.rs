//! `INFO`, `ABOUT`, and the questions of Yixin-Board.

use super::{Action, Machine, State, reply};
use crate::action::Task;
use crate::command::Command;
use crate::dialect::Dialect;
use crate::game::Game;
use crate::reply::{error, forbidden, message, quoted};
use crate::settings::Settings;

/// The program's name, version and author, for `ABOUT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramInfo {
    name: String,
    version: String,
    author: Option<String>,
}

impl ProgramInfo {
    /// A program's name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> ProgramInfo {
        ProgramInfo { name: name.into(), version: version.into(), author: None }
    }

    /// With the name of its author.
    #[must_use]
    pub fn author(self, author: impl Into<String>) -> ProgramInfo {
        ProgramInfo { author: Some(author.into()), ..self }
    }

    pub(super) fn line(&self) -> String {
        let mut line = format!("name=\"{}\", version=\"{}\"", self.name, self.version);
        if let Some(author) = &self.author {
            line.push_str(&format!(", author=\"{author}\""));
        }
        line
    }
}

impl Machine {
    pub(super) fn info(&mut self, text: &str) -> Vec<Action> {
        let effect = self.settings.read(text, self.offers);
        let mut actions: Vec<Action> = effect.remark.map(Action::Reply).into_iter().collect();
        if effect.adapt {
            actions.extend(self.prepare_action(Action::Adapt));
        }
        actions
    }

    /// Changes to Yixin's dialect when the manager uses it.
    pub(super) fn detect_dialect(&mut self, line: &str, command: Command<'_>) -> Option<Action> {
        let betrays = match command {
            Command::Info(text) => Settings::implies_yixin(text),
            Command::Stop => false,
            _ => line.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")),
        };
        if self.chosen || !betrays || self.dialect() != Dialect::default() {
            return None;
        }
        let (rule, before) = (self.settings.rule.clone(), self.order());
        self.settings.switch_dialect(Dialect::Yixin);
        let order = self.order();
        if let Some(game) = &mut self.game {
            game.adopt_order(order);
        }
        if let State::Listing(list) = &mut self.state {
            list.adopt_order(before, order);
        }
        // The rule's code may have got another meaning.
        if self.settings.rule == rule { None } else { self.prepare_action(Action::Adapt) }
    }
}

impl Machine {
    /// `YXNBEST n`: the best move of the position, with the `n` best lines on the way to it.
    pub(super) fn n_best(&mut self, text: &str) -> Vec<Action> {
        let Some(asked) = text.parse::<u32>().ok().filter(|&lines| lines > 0) else {
            return reply(error(format_args!(
                "expected YXNBEST with a number from 1, found {}",
                quoted(text)
            )));
        };
        let position = match self.position_to_search("YXNBEST") {
            Ok(position) => position,
            Err(refusal) => return refusal,
        };
        let lines = asked.min(self.offers.lines.max(1));
        let remark = message(format_args!("{asked} lines are not supported; searching for {lines}"));
        let mut actions = if lines < asked { reply(remark) } else { Vec::new() };
        actions.extend(self.begin_search(Task::Move, position, lines));
        actions
    }

    /// `YXBALANCEONE bias` and `YXBALANCETWO bias`: moves after which neither side is ahead by more than the bias.
    pub(super) fn balance(&mut self, stones: usize, text: &str) -> Vec<Action> {
        let bias = if text.is_empty() { Ok(0) } else { text.parse::<i32>() };
        let Ok(bias) = bias else {
            return reply(error(format_args!("expected the bias as a number, found {}", quoted(text))));
        };
        if !self.offers.balance {
            return reply(error("moves that balance a position are not supported"));
        }
        match self.position_to_search("YXBALANCE") {
            Ok(position) => self.begin_search(Task::Balance { stones, bias }, position, 1),
            Err(refusal) => refusal,
        }
    }

    fn position_to_search(&mut self, command: &str) -> Result<tengen_game::Position, Vec<Action>> {
        self.change(command, |game| {
            game.check_not_over()?;
            game.take_side_to_move();
            Ok(game.position().clone())
        })
    }

    /// `YXSHOWFORBID`: each point that is forbidden to Black.
    pub(super) fn show_forbidden(&mut self) -> Vec<Action> {
        let order = self.order();
        let points = self.change("YXSHOWFORBID", |game: &mut Game| Ok(game.position().forbidden_points()));
        match points {
            Ok(points) => reply(forbidden(order, points.into_iter().map(|(point, _)| point))),
            Err(refusal) => refusal,
        }
    }

    /// `YXSHOWINFO`: what Yixin-Board may set.
    pub(super) fn show_info(&self) -> Vec<Action> {
        reply(message(format_args!("INFO MAX_THREAD_NUM {}", self.offers.threads.max(1))))
    }
}
