//! The questions that Yixin-Board asks.

use super::super::game::Game;
use super::super::reply::{error, forbidden, message, quoted};
use super::super::request::Task;
use super::{Action, Machine, reply};

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

    /// `YXBALANCEONE bias` and `YXBALANCETWO bias`: moves after which nobody is better off than by the bias.
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
