//! New games, moves, and lists of stones.

use tengen_analysis::{Allowance, time_for_move};
use tengen_game::{BoardSize, Move, Position, Rule};

use super::{Action, Form, Machine, State, Thinking, reply};
use crate::action::{Swap2Phase, Task, ThinkRequest};
use crate::command::{Argument, Command, NotOffered, read_size};
use crate::dialect::PASS;
use crate::game::{Game, GameError};
use crate::list::{ListKind, StoneList};
use crate::reply::{error, message};
use crate::report::Reported;

impl Machine {
    pub(super) fn start(&mut self, text: &str) -> Vec<Action> {
        if let (None, Err(refusal)) = (&self.game, &self.settings.rule) {
            // This manager sets the rule before the board, so it will not correct it afterwards.
            return reply(error(refusal));
        }
        match read_size(text) {
            Ok(size) => self.new_game(size),
            Err(refusal) => reply(error(refusal)),
        }
    }

    pub(super) fn restart(&mut self) -> Vec<Action> {
        match self.game.as_ref().map(Game::size) {
            Some(size) => self.new_game(size),
            None => reply(error("expected START before RESTART")),
        }
    }

    fn new_game(&mut self, size: BoardSize) -> Vec<Action> {
        // An unsupported rule is reported when the manager requests a move: until then it may name
        // another one.
        let rule = self.settings.rule.clone().unwrap_or(Rule::FREESTYLE);
        self.game = Some(Game::new(rule, size, self.order()));
        self.settings.clock.new_game();
        self.opinion = None;
        let ready = Action::Reply("OK".to_owned());
        self.prepare_action(Action::Prepare).into_iter().chain([ready]).collect()
    }

    /// The action that lets the program prepare for the game with its present settings.
    pub(super) fn prepare_action(&self, action: fn(Box<ThinkRequest>) -> Action) -> Option<Action> {
        let (Some(game), Ok(rule)) = (&self.game, &self.settings.rule) else { return None };
        let position = Position::new(*rule, game.size());
        Some(action(Box::new(self.request(Task::Move, position, Allowance::NONE, 1))))
    }

    /// A request with the settings of `INFO`.
    pub(super) fn request(
        &self,
        task: Task,
        position: Position,
        allowance: Allowance,
        lines: u32,
    ) -> ThinkRequest {
        let settings = &self.settings;
        ThinkRequest {
            task,
            position,
            time: allowance.limit,
            target: allowance.target,
            depth: settings.depth,
            nodes: settings.nodes,
            lines,
            excluded: Vec::new(),
            resources: settings.resources,
            strength: settings.strength,
            level: settings.level,
            character: settings.character,
        }
    }
}

impl Machine {
    pub(super) fn begin(&mut self) -> Vec<Action> {
        self.think("BEGIN", Game::begin)
    }

    pub(super) fn turn(&mut self, text: &str) -> Vec<Action> {
        let played = match self.read_move("TURN", text) {
            Ok(played) => played,
            Err(refusal) => return refusal,
        };
        let mut remark = None;
        let mut actions = self.think("TURN", |game| {
            let name = game.name(played);
            let forbidden = game.opponent_plays(played)?;
            remark = forbidden
                .map(|kind| message(format_args!("{name} is forbidden to Black: {kind}; playing on")));
            Ok(())
        });
        actions.splice(0..0, remark.map(Action::Reply));
        actions
    }

    pub(super) fn take_back(&mut self, text: &str) -> Vec<Action> {
        let taken = match self.read_move("TAKEBACK", text) {
            Ok(taken) => taken,
            Err(refusal) => return refusal,
        };
        reply(match self.game.as_mut().map(|game| game.take_back(taken)) {
            Some(Ok(())) => "OK".to_owned(),
            Some(Err(refusal)) => error(refusal),
            None => error("expected START before TAKEBACK"),
        })
    }

    /// The manager decides which move the program makes; the answer is that move.
    pub(super) fn play(&mut self, text: &str) -> Vec<Action> {
        let played = match self.read_move("PLAY", text) {
            Ok(played) => played,
            Err(refusal) => return refusal,
        };
        let order = self.order();
        match self.change("PLAY", |game| game.play_own_move(played)) {
            Ok(_) => reply(order.write_move(played)),
            Err(refusal) => refusal,
        }
    }

    /// Changes the game and starts a search of it, unless that is impossible.
    pub(super) fn think(
        &mut self,
        command: &str,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Vec<Action> {
        let position = self.change(command, |game| {
            change(game)?;
            game.check_not_over()?;
            Ok(game.position_to_search())
        });
        match position {
            Ok(position) => {
                let task = self.task_in_opening(&position);
                self.begin_search(task, position, 1)
            }
            Err(refusal) => refusal,
        }
    }

    /// Changes the game under the manager's rule; the error is the reply.
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
        game.limit_moves(self.settings.max_moves);
        game.adopt_rule(*rule, is_continuous)
            .and_then(|()| change(game))
            .map_err(|refusal| reply(error(refusal)))
    }

    /// Requests an answer of the program around the machine.
    pub(super) fn begin_search(&mut self, task: Task, position: Position, lines: u32) -> Vec<Action> {
        self.search(task, position, lines, Form::Answer)
    }

    /// Requests an answer of the program around the machine, which is then written in this form.
    pub(super) fn search(&mut self, task: Task, position: Position, lines: u32, form: Form) -> Vec<Action> {
        if position.legal_moves().next().is_none() {
            return self.pass(&task);
        }
        let (excluded, remark) = match task {
            Task::Move => self.blocks.excluded(&position),
            _ => (Vec::new(), None),
        };
        if !excluded.is_empty() && position.legal_moves().all(|point| excluded.contains(&point)) {
            return reply(error("every move is blocked; expected YXBLOCKRESET or YXBLOCKPATHRESET"));
        }
        let empty = position.size().area() - position.board().stones();
        let own_stones = position.board().count(position.side_to_move());
        let mut allowance = if self.is_superseded() {
            Allowance::NONE
        } else {
            time_for_move(self.settings.clock.clocks(), own_stones, empty)
        };
        if let Task::Opening(opening) = &task {
            allowance = Self::share_in_opening(opening, allowance);
        }
        let request = self.request(task.clone(), position.clone(), allowance, lines);
        let (reported, spent) = (Reported::default(), allowance.limit);
        self.state = State::Thinking(Box::new(Thinking { task, position, lines, form, reported, spent }));
        let think = Action::Think(Box::new(ThinkRequest { excluded, ..request }));
        remark.map(Action::Reply).into_iter().chain([think]).collect()
    }

    /// The program passes, where every point that is left is forbidden to it.
    fn pass(&mut self, task: &Task) -> Vec<Action> {
        let game = self.game.as_mut().filter(|_| *task == Task::Move);
        if !game.as_ref().is_some_and(|game| game.rule().allows_pass()) {
            return reply(error("no point is left that may be played"));
        }
        let remark = Action::Reply(message("every point that is left is forbidden to Black; passing"));
        if self.suggests {
            return vec![remark, Action::Reply(format!("SUGGEST {PASS}"))];
        }
        let passed = game.map_or(Ok(()), |game| game.own_move(Move::Pass));
        vec![remark, Action::Reply(passed.map_or_else(error, |()| PASS.to_owned()))]
    }

    /// Whether the game has ended or is replaced, so that the quality of the move does not matter.
    fn is_superseded(&self) -> bool {
        self.ending || self.queued.iter().any(|line| Command::parse(line).begins_new_game())
    }
}

impl Machine {
    pub(super) fn begin_list(&mut self, kind: ListKind) -> Vec<Action> {
        self.state = State::Listing(StoneList::new(kind));
        match kind {
            ListKind::Database => self.not_offered(NotOffered::Databases, Argument::None),
            _ => Vec::new(),
        }
    }

    pub(super) fn done(&mut self) -> Vec<Action> {
        let State::Listing(list) = std::mem::replace(&mut self.state, State::Idle) else {
            return reply(error("expected BOARD before DONE"));
        };
        if let Some(fault) = list.fault {
            return reply(error(fault));
        }
        match list.kind {
            ListKind::Board => {
                self.clear_impossible_stones();
                self.think("BOARD", |game| game.set_up(&list.stones, &list.marked))
            }
            // Yixin-Board waits for no answer, but shows a refusal.
            ListKind::YxBoard => {
                self.clear_impossible_stones();
                let set_up = self.change("YXBOARD", |game| game.set_up(&list.stones, &list.marked));
                set_up.err().unwrap_or_default()
            }
            ListKind::Swap2Board => self.swap2(&list),
            ListKind::Soosorv { step, fifths } => self.soosorv(step, fifths, &list.points()),
            ListKind::Block { undo } => self.blocks.change_points(&list.points(), undo),
            ListKind::BlockPath { undo } => self.blocks.change_path(list.points(), undo),
            ListKind::Database => Vec::new(),
        }
    }

    /// Takes the stones away if they are impossible under the rule that was set since, so that they do not refuse the list that replaces them.
    fn clear_impossible_stones(&mut self) {
        let is_continuous = self.settings.is_continuous();
        if let (Some(game), Ok(rule)) = (&mut self.game, &self.settings.rule)
            && game.adopt_rule(*rule, is_continuous).is_err()
        {
            *game = Game::new(*rule, game.size(), game.order());
        }
    }

    /// Requests a decision in a Swap2 opening. The game itself begins with the `BOARD` that follows it.
    fn swap2(&mut self, list: &StoneList) -> Vec<Action> {
        let phase = match list.stones.len() {
            0 => Swap2Phase::Open,
            3 => Swap2Phase::Choose,
            5 => Swap2Phase::Settle,
            stones => {
                return reply(error(format_args!(
                    "expected SWAP2BOARD with 0, 3 or 5 stones, found {stones}"
                )));
            }
        };
        self.clear_impossible_stones();
        let position = self.change("SWAP2BOARD", |game| {
            let position = game.after(&list.points())?;
            match position.outcome() {
                Some(outcome) => Err(GameError::over(outcome)),
                None => Ok(position),
            }
        });
        match position {
            Ok(position) => self.begin_search(Task::Swap2(phase), position, 1),
            Err(refusal) => refusal,
        }
    }
}
