//! A game in the terminal that is played line by line.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use tengen_analysis::OpponentError;
use tengen_game::{BoardSize, Color, Move, Point, Record, diagram, moves};
use tengen_match::{Effect, Ending, Engine, Event, Match, Notice, Purpose};

use super::files::{self, Saved, SavedGame};
use super::players::{Table, start_programs};
use super::thinkers::{self, Task, Thinkers};
use crate::wording;

/// Plays until the user leaves, or until the game of two programs is over.
///
/// # Errors
/// When a program cannot be started, or gives no legal move.
pub(super) fn play(record: Record, table: Table, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    let programs = start_programs(&table.players, record.position())?;
    let saved = SavedGame::of(&record);
    let game = Match::new(table.game(record), Notice::Nothing, table.habits_in_lines(), table.seed);
    let thinkers = Thinkers::new(&table, programs);
    let interactive = io::stdin().is_terminal();
    let mut session = Session { game, table, thinkers, saved, start: Instant::now(), out };
    session.introduce()?;
    // The match requests a move of the program whose turn it is.
    session.command(|game| game.set_paused(false))?;
    let mut was_warned = false;
    while session.table.has_human() || !session.record().is_over() {
        let prompt = session.prompt();
        // On a terminal, Ctrl-D is the end of the input.
        let command = match read_line(input, &prompt, interactive, session.out)? {
            Some(line) => Command::read(&line, session.record().size()),
            None => Ok(Command::Quit),
        };
        let may_leave = was_warned || !interactive || session.saved.holds(session.record());
        was_warned = command == Ok(Command::Quit);
        match command {
            Ok(Command::Quit) if may_leave => return Ok(()),
            Ok(command) => session.carry_out(command)?,
            Err(fault) => writeln!(session.out, "{fault}")?,
        }
    }
    Ok(())
}

/// The next line of the input, or `None` at its end.
fn read_line(
    input: &mut dyn BufRead,
    prompt: &str,
    interactive: bool,
    out: &mut dyn Write,
) -> Result<Option<String>> {
    write!(out, "{prompt}> ")?;
    out.flush()?;
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes)?;
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    if read == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    if !interactive {
        // A terminal shows the typed text; input from a pipe would be missing in the output.
        writeln!(out, "{line}")?;
    }
    Ok(Some(line))
}

/// A command that the user typed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Command {
    Play(Move),
    Undo,
    Redo,
    Hint,
    Resign,
    Moves,
    Board,
    Help,
    /// Write the record to a file; an existing one only if `overwrite`.
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    Quit,
    /// An empty line.
    Nothing,
}

const HELP: &str = "\
\x20 h8        play on this point: column letter, then row number from the bottom
  pass      pass, if the rule allows it (renju)
  undo      take back your last move and the reply
  redo      redo the moves that were taken back
  hint      ask the engine for a move
  resign    resign the game
  moves     list the moves
  board     show the board
  save FILE save the game; the extension selects the format, and `save! FILE` overwrites
  quit      leave";

impl Command {
    /// Parses a line; the error is a text for the user.
    fn read(line: &str, size: BoardSize) -> Result<Command, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let overwrite = word.eq_ignore_ascii_case("save!");
        if overwrite || word.eq_ignore_ascii_case("save") {
            return match rest.trim() {
                "" => {
                    Err("expected a file name, such as `save game.sgf`; `help` lists the commands".to_owned())
                }
                name => Ok(Command::Save { path: name.into(), overwrite }),
            };
        }
        Ok(match line.to_ascii_lowercase().as_str() {
            "" => Command::Nothing,
            "pass" => Command::Play(Move::Pass),
            "undo" | "u" => Command::Undo,
            "redo" | "r" => Command::Redo,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "moves" => Command::Moves,
            "board" => Command::Board,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            point => Command::Play(Move::Place(
                Point::parse(point, size).map_err(|error| format!("{error}; `help` lists the commands"))?,
            )),
        })
    }
}

struct Session<'a> {
    game: Match,
    table: Table,
    thinkers: Thinkers,
    /// The part of the game that is in a file.
    saved: SavedGame,
    start: Instant,
    out: &'a mut dyn Write,
}

impl Session<'_> {
    fn record(&self) -> &Record {
        self.game.game.record()
    }

    /// The prompt before the user's input.
    fn prompt(&self) -> String {
        if self.record().is_over() {
            "game over".to_owned()
        } else {
            self.game.game.side_to_move().to_string()
        }
    }

    fn introduce(&mut self) -> Result<()> {
        let (rule, size) = (self.record().rule(), self.record().size());
        writeln!(self.out, "Rule: {}, on {} {size} board", wording::rule(rule), size.article())?;
        for color in Color::BOTH {
            writeln!(self.out, "{}: {}", wording::color(color), self.table.title(color))?;
        }
        if self.table.has_human() {
            writeln!(self.out, "Type a point such as {}, or `help`.", size.center().on(size))?;
        }
        writeln!(self.out)?;
        self.show_board()?;
        // The game of a record may already have ended.
        self.announce_result()
    }

    /// Gives the match a command, and carries out its effects until it is a human's turn.
    fn command<T>(&mut self, command: impl FnOnce(&mut Match) -> T) -> Result<T> {
        let answer = self.at_once(command);
        loop {
            let effects = self.game.take_effects();
            if effects.is_empty() {
                return Ok(answer);
            }
            for effect in effects {
                if let Some(task) = Task::of(&effect, &self.game, &self.table) {
                    self.think(task)?;
                } else if let Effect::Announce(Event::Move { color, played, .. }) = effect {
                    self.tell_move(color, played)?;
                } else if let Effect::Announce(Event::GameEnd(_)) = effect
                    && let Some(sentence) = self.table.count(&self.game)
                {
                    writeln!(self.out, "{sentence}")?;
                }
            }
        }
    }

    fn at_once<T>(&mut self, command: impl FnOnce(&mut Match) -> T) -> T {
        let now = self.start.elapsed().as_millis() as u64;
        self.game.at(now, command)
    }

    /// Lets a program search, and passes its answer to the match.
    fn think(&mut self, task: Task) -> Result<()> {
        let (id, mover) = (task.id, task.position.side_to_move());
        let is_hint = self.game.engine.purpose() == Some(Purpose::Hint);
        let result = self.thinkers.choose(task);
        if let (true, Ok(report)) = (is_hint, &result) {
            let played = report.best_move.map_or(Move::Pass, Move::Place).on(self.record().size());
            writeln!(self.out, "hint: {played}; {}", wording::score(report.score, mover))?;
        }
        let has_resigned = matches!(result, Err(OpponentError::Resigned(_)));
        self.at_once(|game| thinkers::answer(game, id, result));
        if has_resigned {
            self.announce_result()?;
        }
        if let Notice::EngineRefused(reason) | Notice::InvalidAnswer(reason) = &*self.game.notice {
            bail!("{reason}");
        }
        Ok(())
    }

    fn carry_out(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Play(played) => {
                if let Err(refusal) = self.command(|game| game.play(played, Notice::Nothing))? {
                    writeln!(self.out, "{refusal}")?;
                }
            }
            Command::Undo => {
                let is_possible = self.game.base.undo_target(&self.game.game).is_some();
                self.go(is_possible, "there is no move of yours to take back", Match::undo)?;
            }
            Command::Redo => {
                let is_possible = self.game.game.redo_target().is_some();
                self.go(is_possible, "no move has been taken back", Match::redo)?;
            }
            Command::Hint if self.record().is_over() => writeln!(self.out, "the game is over")?,
            Command::Hint => self.command(|table| table.give(Engine::ask_hint))?,
            Command::Resign if self.game.game.has_ended() => writeln!(self.out, "the game is over")?,
            // Between two people the side to move at the end of the game resigns, which is not always that of the prompt.
            Command::Resign
                if self.game.game.sole_person().is_none() && self.game.game.redo_target().is_some() =>
            {
                writeln!(self.out, "moves were taken back: `redo` them before you resign")?;
            }
            Command::Resign => {
                self.command(|table| table.give(Ending::resign))?;
                self.announce_result()?;
            }
            Command::Moves => {
                let record = self.record();
                let text = moves::write(record.position().moves(), record.size());
                writeln!(self.out, "{}", if text.is_empty() { "no moves yet" } else { &text })?;
            }
            Command::Board => self.show_board()?,
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Save { path, overwrite } => self.save(&path, overwrite)?,
            Command::Quit => {
                writeln!(self.out, "The game is not saved: `save FILE` saves it, `quit` again leaves.")?;
            }
            Command::Nothing => {}
        }
        Ok(())
    }

    /// Moves back or forth in the game, if that is possible.
    fn go(&mut self, is_possible: bool, refusal: &str, step: fn(&mut Match)) -> Result<()> {
        if !is_possible {
            return Ok(writeln!(self.out, "{refusal}")?);
        }
        self.command(step)?;
        self.show_board()?;
        self.announce_result()
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> Result<()> {
        match files::save(self.game.game.record(), path, overwrite) {
            Saved::Done { path, message } => {
                if files::holds_record(&path) {
                    self.saved = SavedGame::of(self.game.game.record());
                }
                writeln!(self.out, "{message}")?;
            }
            Saved::Exists(path) => {
                let path = path.display();
                writeln!(self.out, "not saved: {path} exists; `save! {path}` replaces it")?;
            }
            Saved::Failed(why) => writeln!(self.out, "{why}")?,
        }
        Ok(())
    }

    fn tell_move(&mut self, color: Color, played: Move) -> Result<()> {
        if !self.table.is_human(color) {
            let played = played.on(self.record().size());
            writeln!(self.out, "{} plays {played}", wording::color(color))?;
        }
        // A program is to move, so that the user decides nothing and needs no board.
        if !self.game.game.is_programs_turn() {
            self.show_board()?;
        }
        self.announce_result()
    }

    fn announce_result(&mut self) -> Result<()> {
        let record = self.record();
        let words = match (record.position().outcome(), record.result()) {
            (Some(outcome), _) => wording::outcome(outcome, record.size()),
            (None, Some(result)) if record.is_over() => wording::result(result),
            _ => return Ok(()),
        };
        writeln!(self.out, "The game is over: {words}.")?;
        if self.table.has_human() {
            writeln!(self.out, "`undo` takes a move back, `quit` leaves.")?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        let board = diagram::write(self.record().position().board());
        Ok(writeln!(self.out, "{board}")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_faults_point_to_the_help() {
        let size = BoardSize::FIFTEEN;
        assert_eq!(Command::read("H8", size), Ok(Command::Play(Point::new(7, 7).into())));
        assert_eq!(Command::read("pass", size), Ok(Command::Play(Move::Pass)));
        assert_eq!(Command::read("Undo", size), Ok(Command::Undo));
        assert_eq!(Command::read("", size), Ok(Command::Nothing));
        let save = |name: &str, overwrite| Ok(Command::Save { path: name.into(), overwrite });
        assert_eq!(Command::read("save My game.sgf", size), save("My game.sgf", false));
        assert_eq!(Command::read("SAVE!  a.psq", size), save("a.psq", true));
        assert!(Command::read("save", size).unwrap_err().starts_with("expected a file name"));
        for line in ["h16", "fly", "h8 i9", "7,7"] {
            let fault = Command::read(line, size).unwrap_err();
            assert!(fault.ends_with("; `help` lists the commands"), "{fault}");
        }
    }
}
