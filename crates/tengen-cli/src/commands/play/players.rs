//! The players of a game in the terminal, and the settings of their programs.

use std::num::NonZeroU16;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tengen_analysis::{Character, Classic, Level, Opponent, SearchLimits};
use tengen_arena::runner::game_tree_options;
use tengen_classic::{GameTreeOptions, Options};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Players, Position, Record, Rule};
use tengen_gomocup::process::{Program, ProgramOptions};
use tengen_match::{Game, Habits, Match, Seat, Tuning};

use super::even::EvenGame;
use crate::commands::arena::{ControlArguments, ParticipantArgument};

/// The pause between the moves of two programs, in which users can follow the game.
const PACE_MS: u32 = 300;

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Human,
    Engine,
    Classic(Classic),
    /// A Gomocup engine in a separate process.
    Program(Arc<ProgramOptions>),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        if text.trim_start().starts_with("cmd=") {
            return program(text);
        }
        match text.trim().to_ascii_lowercase().as_str() {
            "human" => Ok(Player::Human),
            "engine" | "tengen" => Ok(Player::Engine),
            name => name.parse().map(Player::Classic).map_err(|_| {
                let classics: Vec<&str> = Classic::ALL.into_iter().map(Classic::name).collect();
                format!(
                    "expected human, engine, cmd=COMMAND, or one of the classics: {}",
                    classics.join(", ")
                )
            }),
        }
    }
}

/// Reads `cmd=COMMAND[,KEY=VALUE…]`, as `tengen arena` does.
fn program(text: &str) -> Result<Player, String> {
    let ParticipantArgument { name, kind, control } = text.parse()?;
    if control != ControlArguments::default() {
        return Err("expected no limits of its own for a program; --time is for both sides".to_owned());
    }
    let options = kind.program_options(&name).ok_or_else(|| "expected cmd=COMMAND".to_owned())?;
    Ok(Player::Program(Arc::new(options)))
}

impl Player {
    /// The players that a user can choose during a game, in the order in which the dialog shows them.
    pub(super) fn offered() -> Vec<Player> {
        let classics = Classic::ALL.into_iter().map(Player::Classic);
        [Player::Human, Player::Engine].into_iter().chain(classics).collect()
    }

    /// The name of the player in a sentence.
    pub(super) fn title(&self) -> &str {
        match self {
            Player::Human => "you",
            Player::Engine => "the engine",
            Player::Classic(classic) => classic.name(),
            Player::Program(options) => options.name.as_deref().unwrap_or("the program"),
        }
    }

    /// The program of this player; `None` for a human.
    pub(super) fn opponent(&self, tree: &GameTreeOptions) -> Option<Box<dyn Opponent + Send>> {
        Some(match self {
            Player::Human => return None,
            Player::Engine => Box::new(Engine::new(EngineOptions::default())),
            Player::Classic(classic) => Options { game_tree: tree.clone() }.opponent(*classic),
            Player::Program(options) => Box::new(Program::new((**options).clone())),
        })
    }
}

/// Starts the programs among the players for a game that begins with this position, so that faults appear before the first move.
///
/// # Errors
/// When a program cannot be started, or refuses such a game.
pub(super) fn start_programs(players: &[Player; 2], start: &Position) -> Result<[Option<Program>; 2]> {
    let ready = |player: &Player| -> Result<Option<Program>> {
        let Player::Program(options) = player else { return Ok(None) };
        let mut program = Program::new((**options).clone());
        program.prepare(start).with_context(|| format!("{} cannot play this game", player.title()))?;
        Ok(Some(program))
    };
    Ok([ready(&players[0])?, ready(&players[1])?])
}

/// The options of *game-tree*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct TreeArguments {
    /// game-tree: maximum depth in plies, 2 to 12 [default: 6]
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// game-tree: candidate moves per position, 2 to 24 [default: 10]
    #[arg(long, value_name = "MOVES")]
    breadth: Option<usize>,
    /// game-tree: ignore forbidden moves in the search
    #[arg(long)]
    ignore_forbidden: bool,
}

impl TreeArguments {
    /// Whether an option was given.
    pub(super) fn are_given(&self) -> bool {
        *self != TreeArguments::default()
    }

    /// # Errors
    /// When a value is out of range; the error has the range.
    pub(super) fn options(&self) -> Result<GameTreeOptions> {
        Ok(game_tree_options(self.depth, self.breadth, None, self.ignore_forbidden)?)
    }
}

/// The players of a game with the settings of their programs.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The players of Black and White.
    pub(super) players: [Player; 2],
    pub(super) tree: GameTreeOptions,
    /// The engine's strength.
    pub(super) level: Level,
    /// The engine's manner of playing.
    pub(super) character: Option<Character>,
    /// The even game, whose results set the level.
    pub(super) even: Option<EvenGame>,
    /// The time for each move of a program.
    pub(super) time: Duration,
    pub(super) seed: u64,
    /// The move limit of new games.
    pub(super) max_moves: Option<NonZeroU16>,
}

impl Table {
    /// Counts a game that has ended in the even game, and takes the level of the next one. Returns a sentence for the person, also about a
    /// file that cannot be written.
    pub(super) fn count(&mut self, game: &Match) -> Option<String> {
        let even = self.even.as_mut()?;
        match even.count(*game.games, &game.game) {
            Ok(sentence) => {
                self.level = even.level();
                sentence
            }
            Err(error) => Some(format!("The result is not kept: {error:#}")),
        }
    }

    pub(super) fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        *self.player(color) == Player::Human
    }

    pub(super) fn has_human(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// The game that continues at the cursor of a record.
    pub(super) fn game(&self, record: Record) -> Game {
        let seat = |color| match self.player(color) {
            Player::Human => Seat::Person,
            Player::Engine => Seat::Engine(self.level),
            Player::Classic(_) | Player::Program(_) => Seat::External,
        };
        let tuning = Tuning { time_ms: Some(self.time_ms()), character: self.character, ..Tuning::default() };
        Game::from_record(record, Color::BOTH.map(seat)).with_tuning([tuning; 2])
    }

    /// The habits of a match on the full screen; `explores` sets whether moves never replace the main line.
    pub(super) fn habits_on_screen(&self, explores: bool) -> Habits {
        Habits {
            pause_ms: (!self.has_human()).then_some(PACE_MS),
            waits_after_looking_back: true,
            explores,
            moves_for_programs: true,
            ..self.habits_in_lines()
        }
    }

    /// The habits of a match that is played line by line.
    pub(super) fn habits_in_lines(&self) -> Habits {
        Habits {
            pause_ms: None,
            waits_after_looking_back: false,
            keeps_engine: false,
            explains: false,
            analysis_ms: None,
            explores: false,
            hint_ms: self.time_ms(),
            moves_for_programs: false,
        }
    }

    fn time_ms(&self) -> u32 {
        u32::try_from(self.time.as_millis()).unwrap_or(u32::MAX)
    }

    /// The limits of an external program for a move after this number of moves.
    pub(super) fn limits(&self, moves: usize) -> SearchLimits {
        let seed = self.seed.wrapping_add(moves as u64);
        SearchLimits { time: Some(self.time), level: Some(self.level), seed, ..SearchLimits::default() }
    }

    /// A record without moves, with the programs' names.
    pub(super) fn new_record(&self, rule: Rule, size: BoardSize) -> Record {
        let mut record = Record::from_position(Position::new(rule, size).with_max_moves(self.max_moves));
        record.players = self.names();
        record
    }

    /// The name of the player in the panel.
    pub(super) fn title(&self, color: Color) -> String {
        match self.player(color) {
            Player::Engine => match self.character {
                Some(character) => format!("engine, {}, {character}", self.level),
                None => format!("engine, {}", self.level),
            },
            other => other.title().to_owned(),
        }
    }

    /// The names of the players in a record.
    pub(super) fn names(&self) -> Players {
        let [black, white] = Color::BOTH.map(|color| self.name(color));
        Players { black, white }
    }

    /// The name of the player in a record; empty for a human, whose name is unknown.
    pub(super) fn name(&self, color: Color) -> String {
        match self.player(color) {
            Player::Human => String::new(),
            Player::Engine => "Tengen".to_owned(),
            other @ (Player::Classic(_) | Player::Program(_)) => other.title().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_by_their_names() {
        assert_eq!("Human".parse(), Ok(Player::Human));
        assert_eq!("engine".parse(), Ok(Player::Engine));
        for classic in Classic::ALL {
            assert_eq!(classic.name().parse(), Ok(Player::Classic(classic)));
        }
        let program: Player = "cmd=./pbrain-x --fast,dialect=yixin".parse().unwrap();
        assert_eq!(program.title(), "x");
        assert!(program.opponent(&GameTreeOptions::default()).is_some());
        assert!("cmd=./pbrain-x,time=3".parse::<Player>().unwrap_err().contains("--time"));
        let refused = "stockfish".parse::<Player>().unwrap_err();
        assert!(
            refused.starts_with("expected human, engine, cmd=COMMAND, or one of the classics: tuple, "),
            "{refused}"
        );
    }
}
