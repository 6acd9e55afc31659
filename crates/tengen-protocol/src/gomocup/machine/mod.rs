//! Commands in, actions out.
//!
//! This file sorts lines and keeps what lasts; its children carry the commands out, one child for each
//! group of commands.

mod answer;
mod info;
mod lists;
mod moves;
mod start;
mod yixin;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_game::{Point, Position};

use super::command::Command;
use super::dialect::{Dialect, Order};
use super::game::Game;
use super::news::Told;
use super::reply::{error, message, quoted, unknown};
use super::request::{Action, Offers, Task};
use super::settings::Settings;
use super::stone_list::{ListKind, StoneList};

pub use info::ProgramInfo;

/// One end of a conversation with a manager.
///
/// Lines that arrive while the program thinks wait until it has answered, so that a conversation has the
/// same outcome however fast it is typed. Only `END` and `STOP` are heard at once, and commands that begin
/// another game make the search end early.
///
/// A machine that is not told a [`Dialect`] begins in Piskvork's. It goes on in Yixin's at the first command
/// that begins with `YX`, other than `YXSTOP`, or at the first key of `INFO` that only Yixin-Board and its
/// relatives send: what has been said before is then read anew, the rule as well as the stones.
#[derive(Clone, Debug)]
pub struct Machine {
    about: ProgramInfo,
    offers: Offers,
    /// The dialect was chosen, so that nothing the manager says changes it.
    chosen: bool,
    /// Moves are proposed by `SUGGEST`, and made by the manager's `PLAY`.
    suggests: bool,
    settings: Settings,
    game: Option<Game>,
    state: State,
    /// A search runs in the opponent's time.
    pondering: bool,
    /// Lines that came while the program was thinking.
    waiting: VecDeque<String>,
    /// `END` has been heard.
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
    told: Told,
    /// What the search costs of the time for the game, as far as is known.
    spent: Duration,
}

/// A manager that sends this many lines without waiting for a move is out of its mind.
const MOST_WAITING: usize = 4_096;

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
            waiting: VecDeque::new(),
            ending: false,
        }
    }

    /// Speaks this dialect, whatever the manager's words make one think.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Machine {
        Machine { chosen: true, settings: Settings::new(dialect), ..self }
    }

    /// With a program around it that can do this.
    #[must_use]
    pub fn with_offers(self, offers: Offers) -> Machine {
        Machine { offers, ..self }
    }

    /// Proposes its moves by `SUGGEST`, so that the manager decides by `PLAY`. Few managers know this.
    #[must_use]
    pub fn suggesting(self) -> Machine {
        Machine { suggests: true, ..self }
    }

    /// The dialect that is spoken.
    pub fn dialect(&self) -> Dialect {
        self.settings.dialect()
    }

    /// Whether an [`Action::Think`] waits for [`Machine::decided`].
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
            _ => self.obey(line),
        }
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
        if command == Command::Stop {
            return vec![Action::StopThinking];
        }
        if self.waiting.len() >= MOST_WAITING {
            return reply(error("expected no more commands before the move is made"));
        }
        self.waiting.push_back(line.to_owned());
        if command.begins_new_game() { vec![Action::StopThinking] } else { Vec::new() }
    }

    /// Carries out a command. The program is not thinking.
    fn obey(&mut self, line: &str) -> Vec<Action> {
        let command = Command::parse(line);
        let mut actions = Vec::new();
        if self.pondering && !command.leaves_pondering_alone() {
            self.pondering = false;
            actions.push(Action::StopPondering);
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
        actions.extend(self.carry_out(line, command));
        actions
    }

    fn carry_out(&mut self, line: &str, command: Command<'_>) -> Vec<Action> {
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
            // The search has ended on its own while the command was on its way. An answer to it would be
            // taken for the answer to the next command.
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
