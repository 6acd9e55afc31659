//! Commands in, actions out.
//!
//! This file holds the state and dispatches lines; its child modules carry out groups of commands.

mod answer;
mod moves;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_game::{Point, Position};

use crate::action::{Action, Offers, Task};
use crate::command::{Command, ListKind, StoneList};
use crate::dialect::{Dialect, Order};
use crate::game::Game;
use crate::reply::{Reported, error, message, quoted, unknown};
use crate::settings::Settings;

pub use answer::ProgramInfo;

/// The engine's side of a conversation with a manager.
///
/// Lines that arrive during a search are queued until it has ended, so that a conversation has the same outcome at any
/// speed. Only `END` and `STOP` take effect at once, and commands that begin another game end the search early.
///
/// Without a given [`Dialect`], a machine begins in Piskvork's. It changes to Yixin's at the first command
/// that begins with `YX`, other than `YXSTOP`, or at the first key of `INFO` that only Yixin-Board and its
/// relatives send: the earlier lines are then read again, the rule as well as the stones.
#[derive(Clone, Debug)]
pub struct Machine {
    about: ProgramInfo,
    offers: Offers,
    /// The dialect was chosen, so that no command of the manager changes it.
    chosen: bool,
    /// Moves are proposed by `SUGGEST`, and made by the manager's `PLAY`.
    suggests: bool,
    settings: Settings,
    game: Option<Game>,
    state: State,
    /// A search runs in the opponent's time.
    pondering: bool,
    /// Lines that came while the program was thinking.
    queued: VecDeque<String>,
    /// `END` has been received.
    ending: bool,
}

#[derive(Clone, Debug)]
enum State {
    Idle,
    Listing(StoneList),
    Thinking(Box<Thinking>),
    Ended,
}

/// A search that runs.
#[derive(Clone, Debug)]
struct Thinking {
    task: Task,
    position: Position,
    /// How many lines are searched.
    lines: u32,
    reported: Reported,
    /// The time that the search costs of the time for the game, as far as it is known.
    spent: Duration,
}

/// The most lines that are queued during a search.
const MAX_QUEUED: usize = 4_096;

impl Machine {
    /// A machine at the beginning of a conversation.
    pub fn new(about: ProgramInfo) -> Machine {
        Machine {
            about,
            offers: Offers::default(),
            chosen: false,
            suggests: false,
            settings: Settings::new(Dialect::default()),
            game: None,
            state: State::Idle,
            pondering: false,
            queued: VecDeque::new(),
            ending: false,
        }
    }

    /// Uses this dialect and does not detect it from the manager's commands.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Machine {
        Machine { chosen: true, settings: Settings::new(dialect), ..self }
    }

    /// With what the program around it can do.
    #[must_use]
    pub fn with_offers(self, offers: Offers) -> Machine {
        Machine { offers, ..self }
    }

    /// Proposes its moves by `SUGGEST`, so that the manager decides by `PLAY`. Few managers know this.
    #[must_use]
    pub fn suggesting(self) -> Machine {
        Machine { suggests: true, ..self }
    }

    /// The dialect in use.
    pub fn dialect(&self) -> Dialect {
        self.settings.dialect()
    }

    /// Whether an [`Action::Think`] waits for [`Machine::finish_search`].
    pub fn is_thinking(&self) -> bool {
        matches!(self.state, State::Thinking(_))
    }

    /// Takes in one line of the manager. When its lines end, pass `END`.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim();
        match &self.state {
            State::Ended => Vec::new(),
            _ if line.is_empty() => Vec::new(),
            State::Thinking(_) => self.line_while_thinking(line, Command::parse(line)),
            _ => self.execute(line),
        }
    }

    fn line_while_thinking(&mut self, line: &str, command: Command<'_>) -> Vec<Action> {
        if command == Command::End {
            // The search ends now. Its move, and the answers to lines that still wait, are sent all
            // the same: that costs no time, and a whole script in a pipe gets its answers.
            self.ending = true;
            return vec![Action::StopThinking];
        }
        if self.ending {
            return Vec::new();
        }
        if command == Command::Stop {
            return vec![Action::StopThinking];
        }
        if self.queued.len() >= MAX_QUEUED {
            return reply(error("expected no more commands before the move is made"));
        }
        self.queued.push_back(line.to_owned());
        if command.begins_new_game() { vec![Action::StopThinking] } else { Vec::new() }
    }

    /// Carries out a command while no search runs.
    fn execute(&mut self, line: &str) -> Vec<Action> {
        let command = Command::parse(line);
        let mut actions = Vec::new();
        if !command.leaves_pondering_alone() {
            actions.extend(self.stop_pondering());
        }
        actions.extend(self.detect_dialect(line, command));
        let order = self.order();
        if let State::Listing(list) = &mut self.state {
            match command {
                Command::Info(_) | Command::Stop | Command::End | Command::Done => {}
                Command::Unknown => {
                    list.push(line, self.game.as_ref().map(Game::size), order);
                    return actions;
                }
                _ => {
                    // The list will never end. This is no ERROR, which the manager would take for the answer to its
                    // next command.
                    actions.push(Action::Reply(message(format_args!(
                        "the list of stones is dropped: expected DONE, found {}",
                        quoted(line)
                    ))));
                    self.state = State::Idle;
                }
            }
        }
        actions.extend(self.dispatch(line, command));
        actions
    }

    fn dispatch(&mut self, line: &str, command: Command<'_>) -> Vec<Action> {
        match command {
            Command::Start(size) => self.start(size),
            Command::RectStart(size) => self.rect_start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(),
            Command::Turn(point) => self.turn(point),
            Command::TakeBack(point) => self.take_back(point),
            Command::Play(point) => self.play(point),
            Command::Board => self.begin_list(ListKind::Board),
            Command::YxBoard => self.begin_list(ListKind::YxBoard),
            Command::Swap2Board => self.begin_list(ListKind::Swap2Board),
            Command::ListNotOffered => self.begin_list(ListKind::NotOffered(line.to_owned())),
            Command::Done => self.done(),
            Command::Info(text) => self.info(text),
            Command::About => reply(self.about.line()),
            Command::YxNBest(lines) => self.n_best(lines),
            Command::YxBalance(stones, bias) => self.balance(stones, bias),
            Command::YxShowForbid => self.show_forbidden(),
            Command::YxShowInfo => self.show_info(),
            Command::YxHashClear => vec![Action::ClearHash],
            // The search has ended before the command arrived. The manager would take an answer to it
            // for the answer to the next command.
            Command::Stop => Vec::new(),
            Command::End => self.quit(),
            Command::Unknown => reply(unknown(format_args!("command {} is not supported", quoted(line)))),
        }
    }

    fn quit(&mut self) -> Vec<Action> {
        self.state = State::Ended;
        vec![Action::Quit]
    }

    fn order(&self) -> Order {
        self.settings.dialect().order()
    }

    fn read_point(&self, command: &str, text: &str) -> Result<Point, Vec<Action>> {
        let Some(game) = &self.game else {
            return Err(reply(error(format_args!("expected START before {command}"))));
        };
        if text.is_empty() {
            return Err(reply(error(format_args!("expected {command} x,y, found no point"))));
        }
        self.order().parse(text, game.size()).map_err(|refusal| reply(error(refusal)))
    }
}

fn reply(text: String) -> Vec<Action> {
    vec![Action::Reply(text)]
}
