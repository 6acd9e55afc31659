//! Commands in, actions out.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_game::{BoardSize, Point, Position};

use super::command::Command;
use super::game::{Game, GameError};
use super::reply::{error, message, quoted, unknown};
use super::settings::{Change, Settings};
use super::stone_list::{ListKind, StoneList};
use super::time::time_for_move;

/// Who the program is, for `ABOUT`.
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

    fn line(&self) -> String {
        let mut line = format!("name=\"{}\", version=\"{}\"", self.name, self.version);
        if let Some(author) = &self.author {
            line.push_str(&format!(", author=\"{author}\""));
        }
        line
    }
}

/// What the program around the machine is to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send this line, and flush it.
    Reply(String),
    /// A game like this is about to be played: whatever takes time before a first move is best done now,
    /// before the next action. Managers do not count the time until the answer to `START`. The `time` of
    /// the request means nothing.
    Prepare(Box<ThinkRequest>),
    /// Search, and tell [`Machine::thought`] what was found.
    Think(Box<ThinkRequest>),
    /// End the running search at once. What it has found goes to [`Machine::thought`] as always.
    StopThinking,
    /// End the program. There is nothing more to come.
    Quit,
}

/// A move is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkRequest {
    /// The position, with the program to move.
    pub position: Position,
    /// How long to search; zero asks for a move at once.
    pub time: Duration,
    /// Bytes that the whole program may use, if the manager has set a limit.
    pub max_memory: Option<u64>,
}

/// One end of a conversation with a manager.
///
/// Lines that arrive while the program thinks wait until it has moved, so that a conversation has the
/// same outcome however fast it is typed. Only `END` is heard at once, and commands that begin another
/// game make the search end early.
#[derive(Clone, Debug)]
pub struct Machine {
    about: ProgramInfo,
    settings: Settings,
    game: Option<Game>,
    state: State,
    /// Lines that came while the program was thinking.
    waiting: VecDeque<String>,
    /// `END` has been heard.
    ending: bool,
}

#[derive(Clone, Debug)]
enum State {
    Idle,
    Listing(StoneList),
    Thinking,
    Ended,
}

/// A manager that sends this many lines without waiting for a move is out of its mind.
const MOST_WAITING: usize = 4_096;

impl Machine {
    /// A machine at the beginning of a conversation.
    pub fn new(about: ProgramInfo) -> Machine {
        Machine {
            about,
            settings: Settings::new(),
            game: None,
            state: State::Idle,
            waiting: VecDeque::new(),
            ending: false,
        }
    }

    /// Whether an [`Action::Think`] waits for [`Machine::thought`].
    pub fn is_thinking(&self) -> bool {
        matches!(self.state, State::Thinking)
    }

    /// Takes in one line of the manager. When its lines end, pass `END`.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim();
        let command = Command::parse(line);
        match &self.state {
            State::Ended => Vec::new(),
            _ if line.is_empty() => Vec::new(),
            State::Thinking => self.line_while_thinking(line, command),
            _ => self.obey(line),
        }
    }

    /// Takes in what the search found; `None` when it found no move.
    ///
    /// Does nothing unless a search was asked for.
    pub fn thought(&mut self, found: Option<Point>) -> Vec<Action> {
        let (State::Thinking, Some(game)) = (&self.state, &mut self.game) else { return Vec::new() };
        self.state = State::Idle;
        let reply = match found.map(|point| (point, game.own_move(point))) {
            Some((point, Ok(()))) => point.to_string(),
            Some((_, Err(refusal))) => error(refusal),
            None => error("the search found no move"),
        };
        let mut actions = vec![Action::Reply(reply)];
        while !self.is_thinking() {
            let Some(line) = self.waiting.pop_front() else { break };
            actions.extend(self.obey(&line));
        }
        if self.ending && !self.is_thinking() {
            actions.extend(self.quit());
        }
        actions
    }

    fn line_while_thinking(&mut self, line: &str, command: Command<'_>) -> Vec<Action> {
        if command == Command::End {
            // The search ends now. Its move, and the answers to lines that still wait, are sent all
            // the same: that costs no time, and whoever pipes a whole script in gets its answers.
            self.ending = true;
            return vec![Action::StopThinking];
        }
        if self.ending {
            return Vec::new();
        }
        if self.waiting.len() >= MOST_WAITING {
            return vec![Action::Reply(error("expected no more commands before the move is made"))];
        }
        self.waiting.push_back(line.to_owned());
        if command.begins_new_game() { vec![Action::StopThinking] } else { Vec::new() }
    }

    /// Carries out a command. The program is not thinking.
    fn obey(&mut self, line: &str) -> Vec<Action> {
        let command = Command::parse(line);
        let mut actions = Vec::new();
        if let State::Listing(list) = &mut self.state {
            match command {
                Command::Info(_) | Command::End | Command::Done => {}
                Command::Unknown => {
                    list.push(line, self.game.as_ref().map(Game::size));
                    return actions;
                }
                _ => {
                    // The list will never end. That is told without ERROR, which the manager would
                    // take for the answer to the command it has gone on with.
                    actions.push(Action::Reply(message(format_args!(
                        "the list of stones is dropped: expected DONE, found {}",
                        quoted(line)
                    ))));
                    self.state = State::Idle;
                }
            }
        }
        actions.extend(match command {
            Command::Start(size) => self.start(size),
            Command::RectStart => {
                reply(error("only square boards are supported; expected START with 3 to 22 lines"))
            }
            Command::Restart => self.restart(),
            Command::Begin => self.with_game("BEGIN", Game::begin),
            Command::Turn(point) => self.turn(point),
            Command::TakeBack(point) => self.take_back(point),
            Command::Board => self.begin_list(ListKind::Board),
            Command::Swap2Board => self.begin_list(ListKind::Swap2Board),
            Command::Done => self.done(),
            Command::Info(text) => self.info(text),
            Command::About => reply(self.about.line()),
            Command::End => self.quit(),
            Command::NotOffered | Command::Unknown => {
                reply(unknown(format_args!("command {} is not supported", quoted(line))))
            }
        });
        actions
    }

    fn start(&mut self, text: &str) -> Vec<Action> {
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

    fn restart(&mut self) -> Vec<Action> {
        match self.game.as_ref().map(Game::size) {
            Some(size) => self.new_game(size),
            None => reply(error("expected START before RESTART")),
        }
    }

    fn new_game(&mut self, size: BoardSize) -> Vec<Action> {
        // A rule that is not supported is reported when a move is asked for: the manager may still
        // name another one.
        let rule = self.settings.rule.clone().unwrap_or(tengen_game::Rule::FREESTYLE);
        self.game = Some(Game::new(rule, size));
        self.settings.new_game();
        let mut actions = self.prepare();
        actions.push(Action::Reply("OK".to_owned()));
        actions
    }

    fn turn(&mut self, text: &str) -> Vec<Action> {
        let point = match self.read_point("TURN", text) {
            Ok(point) => point,
            Err(refusal) => return refusal,
        };
        let mut remark = None;
        let mut actions = self.with_game("TURN", |game| {
            let size = game.size();
            let forbidden = game.opponent_plays(point)?;
            remark = forbidden.map(|kind| {
                message(format_args!(
                    "{point} ({}) is forbidden to Black: {kind}; playing on",
                    point.on(size)
                ))
            });
            Ok(())
        });
        actions.splice(0..0, remark.map(Action::Reply));
        actions
    }

    fn take_back(&mut self, text: &str) -> Vec<Action> {
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

    fn begin_list(&mut self, kind: ListKind) -> Vec<Action> {
        self.state = State::Listing(StoneList::new(kind));
        Vec::new()
    }

    fn done(&mut self) -> Vec<Action> {
        let State::Listing(list) = std::mem::replace(&mut self.state, State::Idle) else {
            return reply(error("expected BOARD before DONE"));
        };
        match list {
            StoneList { kind: ListKind::Swap2Board, .. } => {
                reply(unknown("command `SWAP2BOARD` is not supported"))
            }
            StoneList { fault: Some(fault), .. } => reply(error(fault)),
            StoneList { stones, marked, .. } => self.with_game("BOARD", |game| game.set_up(&stones, &marked)),
        }
    }

    fn info(&mut self, text: &str) -> Vec<Action> {
        match self.settings.read(text) {
            Change::Preparation => self.prepare(),
            Change::Nothing => Vec::new(),
        }
    }

    /// Changes the game and asks for a move in it, unless something is in the way.
    fn with_game(
        &mut self,
        command: &str,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Vec<Action> {
        let hurried = self.is_hurried();
        let Some(game) = &mut self.game else {
            return reply(error(format_args!("expected START before {command}")));
        };
        let rule = match &self.settings.rule {
            Ok(rule) => *rule,
            Err(refusal) => return reply(error(refusal)),
        };
        let changed = game.adopt_rule(rule).and_then(|()| change(game)).and_then(|()| game.check_not_over());
        if let Err(refusal) = changed {
            return reply(error(refusal));
        }
        let empty = game.size().area() - game.position().board().stones();
        let time = if hurried {
            Duration::ZERO
        } else {
            time_for_move(self.settings.clocks(), game.own_stones(), empty)
        };
        self.settings.spend(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        self.state = State::Thinking;
        let position = game.position().clone();
        vec![Action::Think(Box::new(ThinkRequest { position, time, max_memory: self.settings.max_memory }))]
    }

    /// Whether nobody waits for a good move any more.
    fn is_hurried(&self) -> bool {
        self.ending || self.waiting.iter().any(|line| Command::parse(line).begins_new_game())
    }

    fn prepare(&self) -> Vec<Action> {
        let (Some(game), Ok(rule)) = (&self.game, &self.settings.rule) else { return Vec::new() };
        let position = Position::new(*rule, game.size());
        let max_memory = self.settings.max_memory;
        vec![Action::Prepare(Box::new(ThinkRequest { position, time: Duration::ZERO, max_memory }))]
    }

    fn read_point(&self, command: &str, text: &str) -> Result<Point, Vec<Action>> {
        let Some(game) = &self.game else {
            return Err(reply(error(format_args!("expected START before {command}"))));
        };
        if text.is_empty() {
            return Err(reply(error(format_args!("expected {command} x,y, found no point"))));
        }
        Point::parse_xy(text, game.size()).map_err(|refusal| reply(error(refusal)))
    }

    fn quit(&mut self) -> Vec<Action> {
        self.state = State::Ended;
        vec![Action::Quit]
    }
}

fn reply(text: String) -> Vec<Action> {
    vec![Action::Reply(text)]
}
