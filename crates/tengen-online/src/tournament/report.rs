//! The report of a game that has ended, for its tournament.

use tengen_game::opening::Player;

use crate::game::{BERSERK_PLIES, LiveGame};
use crate::id::GameId;
use crate::message::GameOver;

/// The end of a game, as a tournament needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameReport {
    /// The game.
    pub game: GameId,
    /// The result of the game.
    pub result: GameOver,
    /// The player who did not appear.
    pub no_show: Option<Player>,
    /// The players who have played with half of the time for long enough that a win counts one more point.
    pub berserk: [bool; 2],
}

impl GameReport {
    /// The report of a game; `None` while it is played.
    pub fn of(game: &LiveGame) -> Option<GameReport> {
        let is_long = game.ply() >= BERSERK_PLIES;
        Some(GameReport {
            game: game.id(),
            result: game.result()?,
            no_show: game.no_show(),
            berserk: Player::BOTH.map(|player| is_long && game.is_berserk(player)),
        })
    }

    /// The points of the first and the second player. A player who did not appear loses; a cancelled game counts as a draw.
    pub(super) fn points(&self) -> [u8; 2] {
        let winner = self.result.winner.or(self.no_show.map(|player| !player));
        let win = |player: Player| 2 + u8::from(self.berserk[player as usize]);
        match winner {
            Some(Player::First) => [win(Player::First), 0],
            Some(Player::Second) => [0, win(Player::Second)],
            None => [1, 1],
        }
    }
}
