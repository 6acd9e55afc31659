//! Commands in, actions out.
//!
//! This file holds the state and dispatches lines; its child modules carry out groups of commands.

mod answer;
mod blocks;
mod hash_files;
mod moves;
mod openings;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_analysis::Score;
use tengen_game::{BoardSize, Move, Position};

use crate::action::{Action, HashFileTask, Offers, Task};
use crate::command::{Argument, Command, NotOffered};
use crate::dialect::{Dialect, Order};
use crate::game::Game;
use crate::list::{StoneList, is_points, parts};
use crate::reply::{error, message, quoted, unknown};
use crate::report::{Audience, Reported};
use crate::settings::Settings;

use blocks::Blocks;

pub use answer::ProgramInfo;

/// The engine's side of a conversation with a manager.
///
/// Lines that arrive during a search are queued until it has ended, so that a conversation has the same outcome at any
/// speed. Only `END` and `STOP` take effect at once, and commands that begin another game end the search early.
///
/// Without a given [`Dialect`], a machine begins in Piskvork's. It changes to another one at the first command
/// that begins with `YX`, other than `YXSTOP`, or at the first key of `INFO` that only Yixin-Board and its
/// relatives send: to Rapfi's if a key of `INFO` came in capitals, else to Yixin's. The earlier lines are then read again, the rule
/// as well as the stones.
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
    /// Moves that searches leave out.
    blocks: Blocks,
    /// The program's last opinion about the game.
    opinion: Option<Score>,
    /// Whether the manager has received the remark that the program has no databases.
    told_of_databases: bool,
    /// The used part of the table of the search, in thousandths.
    hash_usage: u32,
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
    /// The lines after a command that is not offered are skipped.
    Skipping(Skipped),
    /// The next line is the name of a file for the table of the search.
    NamingHashFile(HashFileTask),
    Thinking(Box<Thinking>),
    Ended,
}

/// The lines that are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skipped {
    /// Points, up to `DONE`.
    Points,
    /// The line after a command that names a file.
    Path,
}

/// A search that runs.
#[derive(Clone, Debug)]
struct Thinking {
    task: Task,
    position: Position,
    /// The number of lines that are searched.
    lines: u32,
    form: Form,
    reported: Reported,
    /// The part of the game's time that the search takes, as far as it is known.
    spent: Duration,
}

/// The form in which the result of a search is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// An answer to a question of Piskvork's: points, or `SWAP`.
    Answer,
    /// `MESSAGE SWAP2 …`.
    Swap2Step,
    /// `MESSAGE SOOSORV …`.
    Soosorv,
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
            blocks: Blocks::default(),
            opinion: None,
            told_of_databases: false,
            hash_usage: 0,
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

    /// Sets the abilities of the program around the machine.
    #[must_use]
    pub fn with_offers(self, offers: Offers) -> Machine {
        Machine { offers, ..self }
    }

    /// Makes the machine propose its moves by `SUGGEST`, so that the manager decides by `PLAY`. Few managers support
    /// this.
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

    /// Carries out a line while no search runs.
    fn execute(&mut self, line: &str) -> Vec<Action> {
        let in_list = matches!(self.state, State::Listing(_));
        let mut actions = Vec::new();
        for part in parts(line, in_list) {
            // Input after the end of a list waits for the list's answer.
            actions.extend(if self.is_thinking() { self.line(&part) } else { self.execute_part(&part) });
        }
        actions
    }

    /// Carries out a command, or takes in one line of a list.
    fn execute_part(&mut self, line: &str) -> Vec<Action> {
        let command = Command::parse(line);
        if self.skips(line, command) {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if let State::NamingHashFile(task) = self.state {
            self.state = State::Idle;
            if command == Command::Unknown {
                return self.hash_file_at(task, line);
            }
            actions.extend(hash_files::without_name(task, line));
        }
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

    /// Whether the line belongs to a command that is not offered. Any other command ends the skipping.
    fn skips(&mut self, line: &str, command: Command<'_>) -> bool {
        let State::Skipping(skipped) = self.state else { return false };
        let is_of_list = command == Command::Unknown && is_points(line);
        match skipped {
            Skipped::Points if is_of_list => return true,
            Skipped::Points => {}
            Skipped::Path => {
                self.state = State::Idle;
                return command == Command::Unknown;
            }
        }
        if !matches!(command, Command::Info(_) | Command::Stop) {
            self.state = State::Idle;
        }
        command == Command::Done
    }

    fn dispatch(&mut self, line: &str, command: Command<'_>) -> Vec<Action> {
        match command {
            Command::Start(size) => self.start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(),
            Command::Turn(point) => self.turn(point),
            Command::TakeBack(point) => self.take_back(point),
            Command::Play(point) => self.play(point),
            Command::List(kind) => self.begin_list(kind),
            Command::Done => self.done(),
            Command::Info(text) => self.info(text),
            Command::About => reply(self.about.line()),
            Command::YxNBest(lines) => self.n_best(lines),
            Command::YxSearchDefend => self.search_defend(),
            Command::YxBalance(stones, bias) => self.balance(stones, bias),
            Command::YxSwap2(step) => self.swap2_step(step),
            Command::YxSoosorvOpen => self.soosorv(1, None, &[]),
            Command::YxBlockReset => self.blocks.reset_points(),
            Command::YxBlockPathReset => self.blocks.reset_paths(),
            Command::YxShowForbid => self.show_forbidden(),
            Command::YxShowInfo => self.show_info(),
            Command::YxHashClear => vec![Action::ClearHash],
            Command::YxShowHashUsage => self.show_hash_usage(),
            Command::YxHashFile(task, path) => self.hash_file(task, path),
            Command::YxDraw => self.answer_draw(),
            // The manager ends the game.
            Command::YxResign => Vec::new(),
            Command::NotOffered { what, argument } => self.not_offered(what, argument),
            // The search has ended before the command arrived. The manager would take an answer to it
            // for the answer to the next command.
            Command::Stop => Vec::new(),
            Command::End => self.quit(),
            Command::Unknown => self.unknown(line),
        }
    }

    fn unknown(&mut self, line: &str) -> Vec<Action> {
        if line.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")) {
            // A list may follow a command that another manager brought in.
            self.state = State::Skipping(Skipped::Points);
        }
        reply(unknown(format_args!("command {} is not supported", quoted(line))))
    }

    /// Refuses a command. Yixin-Board requests the database at every position, so the refusal of databases is sent only
    /// once.
    fn not_offered(&mut self, what: NotOffered, argument: Argument) -> Vec<Action> {
        if argument == Argument::Path {
            self.state = State::Skipping(Skipped::Path);
        }
        match what {
            NotOffered::Databases if std::mem::replace(&mut self.told_of_databases, true) => Vec::new(),
            NotOffered::Databases => reply(message("databases are not supported")),
        }
    }

    fn quit(&mut self) -> Vec<Action> {
        self.state = State::Ended;
        vec![Action::Quit]
    }

    fn order(&self) -> Order {
        self.settings.dialect().order()
    }

    /// The form of the reports about a search of this many lines.
    fn audience(&self, lines: u32) -> Audience {
        let size = self.game.as_ref().map_or(BoardSize::MAX, Game::size);
        Audience { dialect: self.dialect(), detail: self.settings.detail, size, lines }
    }

    /// A point, or a pass.
    fn read_move(&self, command: &str, text: &str) -> Result<Move, Vec<Action>> {
        let Some(game) = &self.game else {
            return Err(reply(error(format_args!("expected START before {command}"))));
        };
        if text.is_empty() {
            return Err(reply(error(format_args!("expected {command} x,y, found no point"))));
        }
        self.order().parse_move(text, game.size()).map_err(|refusal| reply(error(refusal)))
    }
}

fn reply(text: String) -> Vec<Action> {
    vec![Action::Reply(text)]
}
