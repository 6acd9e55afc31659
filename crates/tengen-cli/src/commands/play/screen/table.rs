//! What a game is played with: the players, how well and how long they think.

use std::num::NonZeroU16;
use std::time::Duration;

use tengen_analysis::{Classic, SearchLimits};
use tengen_game::{BoardSize, Color, Players, Position, Record, Rule};

use super::super::Strength;
use super::super::player::{Player, TreeSettings};

/// Who plays, and at what strength.
#[derive(Clone, Debug)]
pub(in super::super) struct Table {
    /// Black's player and White's.
    pub(in super::super) players: [Player; 2],
    /// What was said about *game-tree*.
    pub(in super::super) tree: TreeSettings,
    pub(in super::super) strength: Strength,
    /// For each move of a program.
    pub(in super::super) time: Duration,
    pub(in super::super) seed: u64,
    /// For games that are begun here.
    pub(in super::super) max_moves: Option<NonZeroU16>,
}

impl Table {
    pub(super) fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        self.player(color) == Player::Human
    }

    pub(super) fn has_human(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.is_human(color))
    }

    /// How a move after so many others is searched.
    pub(super) fn limits(&self, moves: usize) -> SearchLimits {
        SearchLimits {
            time: Some(self.time),
            level: Some(self.strength.into()),
            seed: self.seed.wrapping_add(moves as u64),
            ..SearchLimits::default()
        }
    }

    /// A hint is worth nothing below full strength.
    pub(super) fn limits_of_hints(&self) -> SearchLimits {
        SearchLimits { time: Some(self.time), ..SearchLimits::default() }
    }

    /// A record without moves, with the programs' names in it.
    pub(super) fn new_record(&self, rule: Rule, size: BoardSize) -> Record {
        let mut record = Record::from_position(Position::new(rule, size).with_max_moves(self.max_moves));
        record.players = self.names();
        record
    }

    /// How the player is called in the panel.
    pub(super) fn title(&self, color: Color) -> String {
        match self.player(color) {
            Player::Engine => format!("engine, {}", self.strength.name()),
            other => other.title().to_owned(),
        }
    }

    /// How the players are called in a record.
    pub(super) fn names(&self) -> Players {
        let [black, white] = Color::BOTH.map(|color| self.name(color));
        Players { black, white }
    }

    /// A person has to say it.
    pub(super) fn name(&self, color: Color) -> String {
        match self.player(color) {
            Player::Human => String::new(),
            Player::Engine => "Tengen".to_owned(),
            other @ (Player::Classic(_) | Player::Program(_)) => other.title().to_owned(),
        }
    }
}

/// Everybody who can be chosen, in the order in which the dialog shows them.
pub(super) fn everybody() -> Vec<Player> {
    let classics = Classic::ALL.into_iter().map(Player::Classic);
    [Player::Human, Player::Engine].into_iter().chain(classics).collect()
}
