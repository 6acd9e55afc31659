//! `tengen play`: a game in the terminal, one line a command.

mod order;
mod session;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use tengen_engine::{Level, SearchLimits};
use tengen_game::{BoardSize, Record, Rule};

use self::order::Order;
use self::session::{Session, Turn};
use crate::options;

/// Play a game in the terminal.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// freestyle, standard, renju, or free-N for N in a row
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Lines of the board, 3 to 22
    #[arg(long, default_value = "15", value_parser = options::board_size)]
    size: BoardSize,
    /// Who plays Black
    #[arg(long, value_enum, default_value_t = Player::Human)]
    black: Player,
    /// Who plays White
    #[arg(long, value_enum, default_value_t = Player::Engine)]
    white: Player,
    /// How well the engine plays
    #[arg(long, value_enum, default_value_t = Strength::Normal)]
    level: Strength,
    /// Seconds that the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = options::seconds)]
    time: Duration,
    /// Makes the engine choose among equal moves in the same way again
    #[arg(long)]
    seed: Option<u64>,
}

const AFTER_HELP: &str = "\
During the game type a point such as `h8`, or `help`. Points are a column letter (i included) and a row
number that counts from the bottom.

Examples:
  tengen play
  tengen play --rule renju --black engine --white human --level hard --time 10
  tengen play --black engine --white engine --time 0.2
  echo 'h8 i9' | tr ' ' '\\n' | tengen play --white human

Exit codes: 0 the game was left or has ended, 1 it could not be played, 2 wrong usage";

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Player {
    Human,
    Engine,
}

/// How well the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Strength {
    /// For beginners
    Easy,
    /// For occasional players
    Normal,
    /// As well as it can
    Hard,
}

impl From<Strength> for Level {
    fn from(strength: Strength) -> Level {
        match strength {
            Strength::Easy => Level::Easy,
            Strength::Normal => Level::Normal,
            Strength::Hard => Level::Hard,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    // A level is only good company if it does not play the same game every time.
    let seed = arguments
        .seed
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()));
    let limits = SearchLimits {
        time: Some(arguments.time),
        level: Some(arguments.level.into()),
        seed,
        ..SearchLimits::default()
    };
    let record = Record::new(arguments.rule, arguments.size);
    let mut session = Session::new(record, [arguments.black, arguments.white], limits);
    session.introduce(out)?;
    let mut prompt = Prompt { input, interactive: io::stdin().is_terminal() };
    loop {
        match session.turn() {
            Turn::Engine => session.engine_moves(out)?,
            Turn::Over if !session.has_human() => return Ok(()),
            Turn::Human | Turn::Over => {
                let Some(line) = prompt.ask(&session.prompt(), out)? else { return Ok(()) };
                match Order::read(&line, session.size()) {
                    Ok(Order::Quit) => return Ok(()),
                    Ok(Order::Nothing) => {}
                    Ok(order) => session.obey(order, out)?,
                    Err(fault) => writeln!(out, "{fault}")?,
                }
            }
        }
    }
}

/// Where a person's lines come from.
struct Prompt<'a> {
    input: &'a mut dyn BufRead,
    interactive: bool,
}

impl Prompt<'_> {
    /// The next line, or `None` when there are no more.
    fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Option<String>> {
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes)?;
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if read == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        if !self.interactive {
            // A terminal shows what is typed; from a pipe it would be missing in what is written.
            writeln!(out, "{line}")?;
        }
        Ok(Some(line))
    }
}
