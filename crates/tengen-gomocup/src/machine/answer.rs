//! Results of the search on their way to the manager.

use std::time::Duration;

use tengen_analysis::{Allowance, SearchProgress};
use tengen_game::Point;

use super::{Action, Machine, State, Thinking};
use crate::action::{Decision, Swap2Phase, Task};
use crate::reply::error;

impl Machine {
    /// Takes in a report of the running search. The manager gets as much of it as it has asked for.
    ///
    /// Does nothing unless a search was asked for.
    pub fn progress(&mut self, progress: &SearchProgress) -> Vec<Action> {
        let (detail, order) = (self.settings.detail, self.order());
        let State::Thinking(thinking) = &mut self.state else { return Vec::new() };
        let lines = thinking.reported.lines_of(progress, thinking.lines, detail, order);
        lines.into_iter().map(Action::Reply).collect()
    }

    /// Takes in the time of the search that [`Machine::finish_search`] ends next, for managers that send the game's clock once
    /// or never. Without it, the search counts as one that took all the time it had.
    ///
    /// Does nothing unless a search was asked for.
    pub fn search_took(&mut self, time: Duration) {
        if let State::Thinking(thinking) = &mut self.state {
            thinking.spent = time;
        }
    }

    /// Takes in the move that the search found; `None` when it found no move.
    ///
    /// Does nothing unless a search was asked for.
    pub fn found_move(&mut self, found: Option<Point>) -> Vec<Action> {
        self.finish_search(found.map_or(Decision::Nothing, |point| Decision::Points(vec![point])))
    }

    /// Takes in the result of the search. An illegal move is never sent to the manager.
    ///
    /// Does nothing unless a search was asked for.
    pub fn finish_search(&mut self, decision: Decision) -> Vec<Action> {
        if !self.is_thinking() {
            return Vec::new();
        }
        let State::Thinking(thinking) = std::mem::replace(&mut self.state, State::Idle) else {
            return Vec::new();
        };
        self.settings.clock.spend(i64::try_from(thinking.spent.as_millis()).unwrap_or(i64::MAX));
        let summary = thinking.reported.summary(self.settings.detail, self.order());
        let mut actions: Vec<Action> = summary.map(Action::Reply).into_iter().collect();
        let answer = self.answer(&thinking, &decision);
        let moved = answer.is_ok() && thinking.task == Task::Move && !self.suggests;
        actions.push(Action::Reply(answer.unwrap_or_else(error)));
        if moved && self.queued.is_empty() && !self.ending {
            actions.extend(self.ponder());
        }
        while !self.is_thinking() {
            let Some(line) = self.queued.pop_front() else { break };
            actions.extend(self.execute(&line));
        }
        if self.ending && !self.is_thinking() {
            actions.extend(self.quit());
        }
        actions
    }

    fn answer(&mut self, thinking: &Thinking, decision: &Decision) -> Result<String, String> {
        let order = self.order();
        match (thinking.task, decision) {
            (_, Decision::Nothing) => Err("the search found no move".to_owned()),
            (Task::Move, Decision::Points(points)) if points.len() == 1 => {
                self.make_move(thinking, points[0])
            }
            (task, Decision::Points(points)) if places(task, points.len()) => {
                let mut position = thinking.position.clone();
                for &point in points {
                    position.play(point).map_err(|refusal| {
                        format!(
                            "the search proposed {}, which cannot be played: {refusal}",
                            order.write(point)
                        )
                    })?;
                }
                Ok(order.write_all(points))
            }
            (Task::Swap2(Swap2Phase::Choose | Swap2Phase::Settle), Decision::Swap) => Ok("SWAP".to_owned()),
            _ => Err("the search has answered another question".to_owned()),
        }
    }

    fn make_move(&mut self, thinking: &Thinking, point: Point) -> Result<String, String> {
        let order = self.order();
        if self.suggests {
            return match thinking.position.check(point) {
                Ok(()) => Ok(format!("SUGGEST {}", order.write(point))),
                Err(refusal) => Err(format!(
                    "the search proposed {}, which cannot be played: {refusal}",
                    order.write(point)
                )),
            };
        }
        let game = self.game.as_mut().ok_or("there is no game")?;
        game.own_move(point).map_err(|refusal| refusal.to_string())?;
        Ok(order.write(point))
    }

    /// Uses the opponent's time, if both the manager and the program support that.
    fn ponder(&mut self) -> Option<Action> {
        let game = self.game.as_ref().filter(|game| game.check_not_over().is_ok())?;
        if !self.settings.pondering {
            return None;
        }
        let unlimited = Allowance { limit: Duration::MAX, target: None };
        let request = self.request(Task::Move, game.position().clone(), unlimited, 1);
        self.pondering = true;
        Some(Action::Ponder(Box::new(request)))
    }
}

/// Whether a task can be answered by this number of stones.
fn places(task: Task, stones: usize) -> bool {
    match task {
        Task::Move => stones == 1,
        Task::Swap2(Swap2Phase::Open) => stones == 3,
        Task::Swap2(Swap2Phase::Choose) => stones == 1 || stones == 2,
        Task::Swap2(Swap2Phase::Settle) => stones == 1,
        Task::Balance { stones: asked, .. } => stones == asked,
    }
}
