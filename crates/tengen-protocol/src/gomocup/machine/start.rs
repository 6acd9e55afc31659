//! `START`, `RECTSTART` and `RESTART`: a new game.

use tengen_game::{BoardSize, Position, Rule};

use super::super::game::Game;
use super::super::reply::{error, quoted};
use super::super::request::{Task, ThinkRequest};
use super::super::time::Allowance;
use super::{Action, Machine, reply};

impl Machine {
    pub(super) fn start(&mut self, text: &str) -> Vec<Action> {
        if let (None, Err(refusal)) = (&self.game, &self.settings.rule) {
            // This manager names the rule before the board, so it will not correct it afterwards.
            return reply(error(refusal));
        }
        match text.parse().map_err(|_| ()).and_then(|lines| BoardSize::new(lines).map_err(|_| ())) {
            Ok(size) => self.new_game(size),
            Err(()) => {
                reply(error(format_args!("expected START with 3 to 22 lines, found {}", quoted(text))))
            }
        }
    }

    /// A rectangle is welcome where it is a square.
    pub(super) fn rect_start(&mut self, text: &str) -> Vec<Action> {
        match text.split_once(',').map(|(width, height)| (width.trim(), height.trim())) {
            Some((width, height)) if width == height => self.start(width),
            _ => reply(error("only square boards are supported; expected START with 3 to 22 lines")),
        }
    }

    pub(super) fn restart(&mut self) -> Vec<Action> {
        match self.game.as_ref().map(Game::size) {
            Some(size) => self.new_game(size),
            None => reply(error("expected START before RESTART")),
        }
    }

    fn new_game(&mut self, size: BoardSize) -> Vec<Action> {
        // A rule that is not supported is reported when a move is asked for: the manager may still
        // name another one.
        let rule = self.settings.rule.clone().unwrap_or(Rule::FREESTYLE);
        self.game = Some(Game::new(rule, size, self.order()));
        self.settings.clock.new_game();
        let ready = Action::Reply("OK".to_owned());
        self.getting_ready(Action::Prepare).into_iter().chain([ready]).collect()
    }

    /// Lets the program get ready for the game as it is set up now.
    pub(super) fn getting_ready(&self, action: fn(Box<ThinkRequest>) -> Action) -> Option<Action> {
        let (Some(game), Ok(rule)) = (&self.game, &self.settings.rule) else { return None };
        let position = Position::new(*rule, game.size());
        Some(action(Box::new(self.request(Task::Move, position, Allowance::NONE, 1))))
    }

    /// A request with all that `INFO` has said about it.
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
            resources: settings.resources,
            strength: settings.strength,
        }
    }
}
