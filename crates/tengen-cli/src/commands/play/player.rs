//! Who sits at the board.

use std::str::FromStr;

use anyhow::Result;
use tengen_classic::{Classic, GameTreeOptions, Options};
use tengen_engine::{Engine, EngineOptions, Opponent};

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Human,
    Engine,
    Classic(Classic),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "human" => Ok(Player::Human),
            "engine" | "tengen" => Ok(Player::Engine),
            name => name.parse().map(Player::Classic).map_err(|_| {
                let classics: Vec<&str> = Classic::ALL.into_iter().map(Classic::name).collect();
                format!("expected human, engine, or one of the classics: {}", classics.join(", "))
            }),
        }
    }
}

impl Player {
    /// How the player is called in a sentence.
    pub(super) fn title(self) -> &'static str {
        match self {
            Player::Human => "you",
            Player::Engine => "the engine",
            Player::Classic(classic) => classic.name(),
        }
    }

    /// Who thinks for this player; `None` for a person, who thinks at the terminal.
    pub(super) fn opponent(self, settings: &TreeSettings) -> Result<Option<Box<dyn Opponent>>> {
        Ok(match self {
            Player::Human => None,
            Player::Engine => Some(Box::new(Engine::new(EngineOptions::default()))),
            Player::Classic(classic) => Some(classic.opponent(&Options { game_tree: settings.options()? })),
        })
    }
}

/// What can be set about *game-tree*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct TreeSettings {
    /// game-tree: plies that it searches at most, 2 to 12 [default: 6]
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// game-tree: moves that it tries in each position, 2 to 24 [default: 10]
    #[arg(long, value_name = "MOVES")]
    breadth: Option<usize>,
    /// game-tree: search as if nothing were forbidden
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
        let mut options = GameTreeOptions::default().with_forbidden_moves(!self.ignore_forbidden);
        if let Some(depth) = self.depth {
            options = options.with_depth(depth)?;
        }
        if let Some(breadth) = self.breadth {
            options = options.with_breadth(breadth)?;
        }
        Ok(options)
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
        let refused = "stockfish".parse::<Player>().unwrap_err();
        assert!(refused.starts_with("expected human, engine, or one of the classics: tuple, "), "{refused}");
    }
}
