//! Results of the search on their way to the manager.
//!
//! `INFO`, `ABOUT`, and the questions of Yixin-Board.

use std::time::Duration;

use tengen_analysis::{Allowance, Score, SearchProgress};
use tengen_game::Point;

use super::{Action, Form, Machine, State, Thinking, reply};
use crate::action::{Decision, Swap2Phase, Task};
use crate::command::Command;
use crate::dialect::Dialect;
use crate::game::Game;
use crate::reply::{error, forbidden, message, quoted};
use crate::settings::Settings;

impl Machine {
    /// Takes a report of the running search. The manager gets the parts of it that it has requested.
    ///
    /// Does nothing without a requested search.
    pub fn progress(&mut self, progress: &SearchProgress) -> Vec<Action> {
        let State::Thinking(thinking) = &self.state else { return Vec::new() };
        let audience = self.audience(thinking.lines);
        self.hash_usage = progress.hash_per_mille;
        let State::Thinking(thinking) = &mut self.state else { return Vec::new() };
        thinking.reported.lines_of(progress, audience).into_iter().map(Action::Reply).collect()
    }

    /// Takes the time of the search that [`Machine::finish_search`] ends next, for managers that send the game's clock once
    /// or never. Without it, the search counts as one that used its whole limit.
    ///
    /// Does nothing without a requested search.
    pub fn search_took(&mut self, time: Duration) {
        if let State::Thinking(thinking) = &mut self.state {
            thinking.spent = time;
        }
    }

    /// Takes the move that the search found; `None` when it found no move.
    ///
    /// Does nothing without a requested search.
    pub fn found_move(&mut self, found: Option<Point>) -> Vec<Action> {
        self.finish_search(found.map_or(Decision::Nothing, |point| Decision::Points(vec![point])))
    }

    /// Takes the result of the search. An illegal move is never sent to the manager.
    ///
    /// Does nothing without a requested search.
    pub fn finish_search(&mut self, decision: Decision) -> Vec<Action> {
        if !self.is_thinking() {
            return Vec::new();
        }
        let State::Thinking(mut thinking) = std::mem::replace(&mut self.state, State::Idle) else {
            return Vec::new();
        };
        self.settings.clock.spend(i64::try_from(thinking.spent.as_millis()).unwrap_or(i64::MAX));
        let summary = thinking.reported.summary(self.audience(thinking.lines));
        let mut actions: Vec<Action> = summary.into_iter().map(Action::Reply).collect();
        let answer = match thinking.form {
            Form::Answer => self.answer(&thinking, &decision).map(reply),
            Form::Swap2Step => self.swap2_answer(&thinking, &decision),
            Form::Soosorv => self.soosorv_answer(&thinking, &decision),
        };
        let moved = answer.is_ok() && thinking.task == Task::Move && !self.suggests;
        if moved {
            self.opinion = thinking.reported.last().map(|progress| progress.score);
        }
        actions.extend(answer.unwrap_or_else(|refusal| reply(error(refusal))));
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
        match (&thinking.task, decision) {
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
            (Task::Swap2(Swap2Phase::Choose | Swap2Phase::Settle), Decision::Swap) => {
                if let Some(game) = self.game.as_mut().filter(|game| *game.position() == thinking.position) {
                    game.swap_sides();
                }
                Ok("SWAP".to_owned())
            }
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

    pub(super) fn stop_pondering(&mut self) -> Option<Action> {
        std::mem::take(&mut self.pondering).then_some(Action::StopPondering)
    }

    /// Uses the opponent's time, if both the manager and the program support that.
    fn ponder(&mut self) -> Option<Action> {
        let can_move =
            |game: &&Game| game.check_not_over().is_ok() && game.position().legal_moves().next().is_some();
        let game = self.game.as_ref().filter(can_move)?;
        if !self.settings.pondering {
            return None;
        }
        let unlimited = Allowance { limit: Duration::MAX, target: None };
        let request = self.request(Task::Move, game.position_to_search(), unlimited, 1);
        self.pondering = true;
        Some(Action::Ponder(Box::new(request)))
    }
}

/// Whether this number of stones answers a task.
fn places(task: &Task, stones: usize) -> bool {
    match task {
        Task::Move => stones == 1,
        Task::Opening(_) => false,
        Task::Swap2(Swap2Phase::Open) => stones == 3,
        Task::Swap2(Swap2Phase::Choose) => stones == 1 || stones == 2,
        Task::Swap2(Swap2Phase::Settle) => stones == 1,
        Task::Balance { stones: asked, .. } => stones == *asked,
    }
}

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

    /// Adds the name of the author.
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
        if !self.settings.pondering {
            actions.extend(self.stop_pondering());
        }
        actions
    }

    /// Changes to Yixin's dialect, or Rapfi's, when the manager uses it.
    pub(super) fn detect_dialect(&mut self, line: &str, command: Command<'_>) -> Option<Action> {
        if let Command::Info(text) = command {
            self.settings.look_at_key(text);
        }
        let betrays = match command {
            Command::Info(text) => Settings::implies_yixin(text),
            Command::Stop => false,
            _ => line.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")),
        };
        if self.chosen || !betrays || self.dialect() != Dialect::default() {
            return None;
        }
        let (rule, before) = (self.settings.rule.clone(), self.order());
        self.settings.switch_dialect(self.settings.dialect_of_extensions());
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
        let task = self.task_in_opening(&position);
        let lines = asked.min(self.offers.lines.max(1));
        let remark = message(format_args!("{asked} lines are not supported; searching for {lines}"));
        let mut actions = if lines < asked { reply(remark) } else { Vec::new() };
        actions.extend(self.begin_search(task, position, lines));
        actions
    }

    /// `YXSEARCHDEFEND`: as many lines as there are moves, or as the program can search.
    pub(super) fn search_defend(&mut self) -> Vec<Action> {
        let position = match self.position_to_search("YXSEARCHDEFEND") {
            Ok(position) => position,
            Err(refusal) => return refusal,
        };
        let moves = u32::try_from(position.legal_moves().count()).unwrap_or(u32::MAX);
        self.begin_search(Task::Move, position, moves.clamp(1, self.offers.lines.max(1)))
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
            Ok(game.position_to_search())
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

    /// `YXSHOWINFO`: what Yixin-Board may set. The size of the table is a power of two, in KiB.
    pub(super) fn show_info(&self) -> Vec<Action> {
        let mut actions = reply(message(format_args!("INFO MAX_THREAD_NUM {}", self.offers.threads.max(1))));
        if let Some(exponent) = (self.offers.hash_bytes / 1024).checked_ilog2() {
            actions.extend(reply(message(format_args!("INFO MAX_HASH_SIZE {exponent}"))));
        }
        actions
    }

    /// `YXSHOWHASHUSAGE`: how full the table of the search was when it last reported.
    pub(super) fn show_hash_usage(&self) -> Vec<Action> {
        let (percent, tenths) = (self.hash_usage / 10, self.hash_usage % 10);
        reply(message(format_args!("the table of the search is {percent}.{tenths}% full")))
    }

    /// `YXDRAW`: the program agrees if it was not better than even when it moved last.
    pub(super) fn answer_draw(&self) -> Vec<Action> {
        let agrees = match self.opinion {
            Some(Score::Value(value)) => value <= 0,
            Some(Score::Mate(plies)) => plies < 0,
            None => false,
        };
        reply(message(if agrees { "DRAW ACCEPT" } else { "DRAW REJECT" }))
    }
}
