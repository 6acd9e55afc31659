//! `tengen play`: a game in the terminal, on the whole screen or line by line.

mod even;
#[cfg(test)]
mod even_games;
mod files;
mod lines;
mod players;
mod screen;
mod thinkers;

use std::env;
use std::io::{self, BufRead, IsTerminal, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use tengen_analysis::{Character, Classic, Level};
use tengen_formats::any::Known;
use tengen_game::{BoardSize, Color, Position, Record, Rule};

use self::even::EvenGame;
use self::players::{Player, Table, TreeArguments};
use crate::input::{Source, read_game};
use crate::{options, output};

/// Play a game in the terminal.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// A game record to continue, in any format that `tengen convert` reads, or a board of `X`, `O` and `.`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// freestyle, standard, renju, caro, caro-exact, or free-N for N in a row [default: the record's, else freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Board size, 3 to 22 [default: the record's, else 15]
    #[arg(long, value_parser = options::board_size)]
    size: Option<BoardSize>,
    /// Move limit after which the game is a draw [default: none]
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    max_moves: Option<NonZeroU16>,
    /// Side to move on a board: black or white [default: by the number of stones]
    #[arg(long, value_name = "COLOR", requires = "file")]
    to_move: Option<Color>,
    /// Black's player: human, engine, a classic program, or cmd=COMMAND (see below)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    black: Player,
    /// White's player
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    white: Player,
    /// Strength of the engine
    #[arg(long, value_name = "1..20", value_parser = options::named::<Level>(&LEVELS), default_value_t = Level::NORMAL)]
    level: Level,
    /// The engine's manner of playing
    #[arg(long, value_name = "NAME", value_parser = options::named::<Character>(&CHARACTERS))]
    character: Option<Character>,
    /// Let the engine's level follow your results, which FILE keeps [default FILE: even.json in your folder for data]
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["level", "file"])]
    even: Option<Option<PathBuf>>,
    /// Time per move in seconds, for the engine, classic programs that search, and cmd=COMMAND
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = options::seconds)]
    time: Duration,
    /// Seed for the engine's choice among equal moves, to repeat a game
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    tree: TreeArguments,
    /// Play line by line instead of on the full screen
    #[arg(long)]
    plain: bool,
    /// Use only ASCII characters on the screen
    #[arg(long, conflicts_with = "plain")]
    ascii: bool,
}

const AFTER_HELP: &str = "\
On the full screen, play with the mouse or with the arrow keys and Enter:
  :  type a point      p  pass             u r  undo, redo
  h  hint              a  analysis         Esc .  the program moves now, or resumes
  n  new game          x  swap players     R R  resign
  [ ]  previous, next move (also the wheel; Home and End: first, last)
  Tab  next variation  v  promote the variation
  o s  open, save a game in any format by the file's extension, pictures too
  m  move numbers      c  coordinates      f  rotate the board
  ?  all keys          q  quit             a number repeats the next key: 5[
`q` and Ctrl-C ask once before they leave an unsaved game. Typing replaces a suggested file name; Ctrl-U deletes it, and the
usual editing keys of shells work.
Without a terminal, and with --plain, the game is played in lines: type a point such as `h8`, or `help`. Points
are a column letter (i included) and a row number that counts from the bottom. `save FILE` saves the game.

The classic programs are those that Tengen developed from: tuple, direction and greedy do not look ahead; game-tree,
minimax-easy, minimax-normal and minimax-hard search. cmd=COMMAND is any engine with the Gomocup
protocol; its settings (dialect=, memory=, threads= and others) are those of `tengen arena`.

Examples:
  tengen play
  tengen play --even
  tengen play --level 5 --character old-master
  tengen play game.sgf --black engine --white human
  tengen play --rule renju --black engine --white human --level hard --time 10
  tengen play --white 'cmd=./pbrain-other,dialect=yixin' --time 5
  tengen play --black engine --white game-tree --depth 8 --time 0.2
  echo 'h8 i9' | tr ' ' '\\n' | tengen play --white human

Exit codes: 0 the game ended or was left, 1 it could not be played, 2 wrong usage";

/// The levels that have names. Numbers from 1 to 20 are read as well.
const LEVELS: [&str; 3] = [Level::EASY.name(), Level::NORMAL.name(), Level::HARD.name()];

/// The names of the characters.
const CHARACTERS: [&str; 6] = [
    Character::Attacker.name(),
    Character::Defender.name(),
    Character::CounterPuncher.name(),
    Character::Builder.name(),
    Character::Gambler.name(),
    Character::OldMaster.name(),
];

pub(crate) fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    // Without a given seed, a level plays a different game every time.
    let seed = arguments
        .seed
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()));
    let players = [arguments.black.clone(), arguments.white.clone()];
    if arguments.tree.are_given() && !players.contains(&Player::Classic(Classic::GameTree)) {
        bail!("--depth, --breadth and --ignore-forbidden are for game-tree, which plays neither side");
    }
    let even = match &arguments.even {
        Some(path) => {
            let path = path.clone().map_or_else(EvenGame::usual_path, Ok)?;
            Some(EvenGame::open(&path)?)
        }
        None => None,
    };
    if even.is_some() && !(players.contains(&Player::Human) && players.contains(&Player::Engine)) {
        bail!("--even is for a game of a human against the engine");
    }
    let table = Table {
        players,
        tree: arguments.tree.options()?,
        level: even.as_ref().map_or(arguments.level, EvenGame::level),
        character: arguments.character,
        even,
        time: arguments.time,
        seed,
        max_moves: arguments.max_moves,
    };
    let record = match &arguments.file {
        // Standard input has the commands of the game, so that the record comes from a file.
        Some(path) => {
            let known = Known {
                rule: arguments.rule,
                size: arguments.size,
                to_move: arguments.to_move,
                ..Known::default()
            };
            let game = read_game(&Source::File(path.clone()), None, known)?;
            output::print_notes(&game.notes, options::ProgressOption::default())?;
            if game.of > 1 {
                output::note(&format!("{} has {} games; this is the first", path.display(), game.of))?;
            }
            game.record
        }
        None => {
            let rule = arguments.rule.unwrap_or(Rule::FREESTYLE);
            let start = Position::new(rule, arguments.size.unwrap_or(BoardSize::FIFTEEN));
            Record::from_position(start.with_max_moves(arguments.max_moves))
        }
    };
    if has_screen(arguments.plain) {
        return screen::run(record, table, arguments.file.clone(), arguments.ascii);
    }
    lines::play(record, table, input, out)
}

/// Whether the full screen can be used: input and output are a terminal that can move its cursor.
fn has_screen(plain: bool) -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|name| name == "dumb");
    !plain && !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}
