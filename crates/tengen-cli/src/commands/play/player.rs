//! Who sits at the board.

use std::str::FromStr;

use anyhow::{Context as _, Result};
use tengen_analysis::{Classic, Opponent};
use tengen_classic::{GameTreeOptions, Options};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::Position;
use tengen_gomocup::process::{Program, ProgramOptions};

use tengen_arena::runner::game_tree_options;

use crate::commands::arena::{ControlArguments, ParticipantArgument};

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Human,
    Engine,
    Classic(Classic),
    /// An engine in a process of its own. It is named once, when the program starts, and kept to its end.
    Program(&'static ProgramOptions),
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
    Ok(Player::Program(Box::leak(Box::new(options))))
}

impl Player {
    /// How the player is called in a sentence.
    pub(super) fn title(self) -> &'static str {
        match self {
            Player::Human => "you",
            Player::Engine => "the engine",
            Player::Classic(classic) => classic.name(),
            Player::Program(options) => options.name.as_deref().unwrap_or("the program"),
        }
    }

    /// Who thinks for this player; `None` for a person, who thinks at the terminal.
    pub(super) fn opponent(self, settings: &TreeSettings) -> Result<Option<Box<dyn Opponent + Send>>> {
        Ok(match self {
            Player::Human => None,
            Player::Engine => Some(Box::new(Engine::new(EngineOptions::default()))),
            Player::Classic(classic) => Some(Options { game_tree: settings.options()? }.opponent(classic)),
            Player::Program(options) => Some(Box::new(Program::new(options.clone()))),
        })
    }
}

/// The programs among the players, started and ready for a game that begins so: what is wrong with one is known before the
/// first move.
///
/// # Errors
/// When one cannot be started, or refuses such a game.
pub(super) fn start_programs(players: [Player; 2], start: &Position) -> Result<[Option<Program>; 2]> {
    let ready = |player: Player| -> Result<Option<Program>> {
        let Player::Program(options) = player else { return Ok(None) };
        let mut program = Program::new(options.clone());
        program.prepare(start).with_context(|| format!("{} cannot play this game", player.title()))?;
        Ok(Some(program))
    };
    Ok([ready(players[0])?, ready(players[1])?])
}

/// What can be set about *game-tree*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct TreeSettings {
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

impl TreeSettings {
    /// Whether anything was set that only *game-tree* minds.
    pub(super) fn are_given(&self) -> bool {
        self.depth.is_some() || self.breadth.is_some() || self.ignore_forbidden
    }

    /// Whether *game-tree* takes what was set; if not, the error says what it would take.
    pub(super) fn check(&self) -> Result<()> {
        self.options().map(drop)
    }

    fn options(&self) -> Result<GameTreeOptions> {
        Ok(game_tree_options(self.depth, self.breadth, None, self.ignore_forbidden)?)
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
        assert!(program.opponent(&TreeSettings::default()).unwrap().is_some());
        assert!("cmd=./pbrain-x,time=3".parse::<Player>().unwrap_err().contains("--time"));
        let refused = "stockfish".parse::<Player>().unwrap_err();
        assert!(
            refused.starts_with("expected human, engine, cmd=COMMAND, or one of the classics: tuple, "),
            "{refused}"
        );
    }
}
