//! A live game: position, opening protocol, clocks, offers and result.
//!
//! A [`LiveGame`] takes commands of its players ([`LiveGame::execute`]), reports of connections, and the time ([`LiveGame::tick`]). It
//! returns [events](GameEvent), which the caller makes durable, and [updates](crate::message::GameUpdate), which the caller sends
//! afterwards. Only an event changes the state: [`LiveGame::replay`] makes the same game of the same events, on this server or on another
//! one.
//!
//! The two players are [`Player::First`] and [`Player::Second`] of the opening protocol, in all colours; the clocks
//! belong to them and not to the colours.
//!
//! ```
//! use tengen_game::opening::Player;
//! use tengen_game::{Move, Point};
//! use tengen_online::game::{LiveGame, NewGame};
//! use tengen_online::id::{AccountId, GameId};
//! use tengen_online::message::{GameCommand, PlayerInfo, UserKind};
//! use tengen_online::name::UserName;
//! use tengen_online::settings::pool_settings;
//!
//! let guest = |entropy| {
//!     let account = AccountId::from_entropy(entropy);
//!     PlayerInfo { account, name: UserName::of_guest(account), kind: UserKind::Guest, rating: None }
//! };
//! let settings = pool_settings(7).ok_or("no pool")?;
//! let game = GameId::from_entropy(3);
//! let new = NewGame::new(game, settings, [guest(1), guest(2)]);
//! let (mut game, created) = LiveGame::create(new, 1_000)?;
//! let mut log = vec![created];
//!
//! let center = GameCommand::Move { ply: 0, takebacks: 0, to: Move::Place(Point::new(7, 7)) };
//! let reply = game.execute(Player::First, center, 0, 4_000);
//! assert_eq!((reply.result, reply.events.len(), game.to_act()), (Ok(()), 1, Some(Player::Second)));
//! log.extend(reply.events);
//! assert_eq!(LiveGame::replay(log)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod decide;
mod delayed;
mod error;
mod event;
mod takeback;
#[cfg(test)]
mod tests;
mod timing;
mod view;

use serde::{Deserialize, Serialize};
use tengen_game::clock::Clock;
use tengen_game::opening::{Opening, Player};
use tengen_game::{Color, Position};

pub use delayed::{DelayedGame, Released};
pub use error::{GameError, ReplayError};
pub use event::{GameEvent, Happened};

use crate::id::{AccountId, GameId, TournamentId};
use crate::message::{GameOver, GameUpdate, Offer, PlayerInfo, Presence, RatingView};
use crate::settings::GameSettings;
use crate::{MINUTE, Time};

/// The largest number of times that a player can give the opponent time in a game.
pub const MAX_GIFTS: u8 = 20;
/// The largest number of draws and takebacks that a player can offer in a game.
pub const MAX_OFFERS: u8 = 40;
/// The number of plies after which a player can offer a draw again.
pub const DRAW_OFFER_PAUSE: u16 = 10;
/// The largest network delay, in milliseconds, that is deducted from the time of a move.
pub const MAX_LAG: Time = 500;
/// The largest stock of free delay of a player, in milliseconds; each move consumes the delay for which it is not charged.
pub const LAG_STORE: Time = 1_000;
/// The milliseconds by which each move replenishes the stock of free delay.
pub const LAG_GAIN: Time = 100;
/// The delay in milliseconds with which watchers receive a rated game if one of its players requests it.
pub const WATCH_DELAY: Time = MINUTE;
/// The number of choices and moves of both players from which halving the time yields another point, so that no player gains it from an
/// opponent who resigns at once.
pub const BERSERK_PLIES: u16 = 8;

/// The data with which a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// The identifier of the game.
    pub game: GameId,
    /// The settings on which the players have agreed.
    pub settings: GameSettings,
    /// The first and the second player.
    pub players: [PlayerInfo; 2],
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// Whether the players may halve their own time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// The delay in milliseconds with which watchers receive the game.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: Time,
    /// The minimum time in milliseconds that each player has for the first action; the settings may allow more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_limit: Time,
}

fn is_zero(milliseconds: &Time) -> bool {
    *milliseconds == 0
}

impl NewGame {
    /// A game outside a tournament that everyone can watch without delay.
    pub fn new(game: GameId, settings: GameSettings, players: [PlayerInfo; 2]) -> NewGame {
        NewGame { game, settings, players, tournament: None, berserk: false, delay: 0, start_limit: 0 }
    }
}

/// A game that is being played, or has just ended.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    new: NewGame,
    created: Time,
    opening: Opening,
    position: Position,
    /// The clock with the players' time on the sides that [`clock_side`](crate::message::clock_side) returns.
    clock: Clock,
    /// The time of the last change of the clock.
    clock_at: Time,
    /// The time from which the player to act has the turn.
    turn_since: Time,
    /// The choices and moves made, without those that were taken back.
    actions: Vec<Action>,
    takebacks: u16,
    /// The states of the first and the second player.
    seats: [Seat; 2],
    result: Option<GameOver>,
    /// The ratings after the game.
    ratings: Option<[RatingView; 2]>,
    rematch: Option<GameId>,
    /// The number of events.
    events: u32,
    /// The time of the last event. Time does not run backwards in a game.
    last: Time,
}

/// A choice or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Action {
    by: Player,
    /// The milliseconds that the action took.
    took: u32,
    /// The milliseconds that the action added to the player's clock.
    increment: Time,
}

/// The state of one player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    /// Whether the player has made a choice or a move.
    acted: bool,
    /// The remaining stock of free delay, in milliseconds.
    lag_store: Time,
    /// Open offers, in the order of [`Offer::ALL`].
    offers: [bool; 3],
    /// The ply at which the player offered a draw last.
    draw_offered: Option<u16>,
    gifts: u8,
    /// The number of draws and takebacks that the player has offered.
    offered: u8,
    /// Whether the player plays with half of the main time.
    berserk: bool,
    presence: Presence,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The events, in order. There may be events although the command was refused: the end by time, for example.
    pub events: Vec<GameEvent>,
    /// The updates to send. Watchers receive those that are not [private](GameUpdate::is_private).
    pub updates: Vec<GameUpdate>,
    /// Whether the command was carried out. A repetition of a command that was carried out is a success without events.
    pub result: Result<(), GameError>,
}

impl LiveGame {
    /// The identifier of the game.
    pub fn id(&self) -> GameId {
        self.new.game
    }

    /// The data with which the game began.
    pub fn new_game(&self) -> &NewGame {
        &self.new
    }

    /// The settings on which the players have agreed.
    pub fn settings(&self) -> &GameSettings {
        &self.new.settings
    }

    /// The time at which the game was created.
    pub fn created(&self) -> Time {
        self.created
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The opening, also after it is finished.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The public data of a player.
    pub fn player(&self, player: Player) -> &PlayerInfo {
        &self.new.players[player as usize]
    }

    /// The player with this account; `None` for other accounts.
    pub fn player_of_account(&self, account: AccountId) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.player(player).account == account)
    }

    /// The colour that a player has at the moment.
    pub fn color_of(&self, player: Player) -> Color {
        if self.opening.player_of(Color::Black) == player { Color::Black } else { Color::White }
    }

    /// The result of the game; `None` while it continues.
    pub fn result(&self) -> Option<GameOver> {
        self.result
    }

    /// Whether the ended game changes the ratings of its players: it is rated, and was decided on the board or has at least
    /// [`LEAST_RATED_PLIES`](crate::rating::LEAST_RATED_PLIES) choices and moves.
    pub fn counts_for_ratings(&self) -> bool {
        let Some(GameOver { cause, .. }) = self.result.filter(|_| self.new.settings.rated) else {
            return false;
        };
        let is_decided = self.position.outcome().is_some();
        cause.counts() && (is_decided || self.ply() >= crate::rating::LEAST_RATED_PLIES)
    }

    /// The number of choices and moves made.
    pub fn ply(&self) -> u16 {
        u16::try_from(self.actions.len()).unwrap_or(u16::MAX)
    }

    /// The number of takebacks.
    pub fn takebacks(&self) -> u16 {
        self.takebacks
    }

    /// The number of events, including the creation.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The player to act; `None` after the end.
    pub fn to_act(&self) -> Option<Player> {
        self.result.is_none().then(|| self.turn())
    }

    /// The player who had the last turn.
    fn turn(&self) -> Player {
        self.opening.player_to_act().unwrap_or_else(|| self.opening.player_of(self.position.side_to_move()))
    }

    /// The player who did not appear for the first move, if the game ended for this reason.
    pub fn no_show(&self) -> Option<Player> {
        let result = self.result?;
        (result.cause == crate::message::EndCause::NoStart).then(|| self.turn())
    }

    /// Whether both players have made a choice or a move, so that the game can no longer be aborted.
    pub fn has_started(&self) -> bool {
        self.seats.iter().all(|seat| seat.acted)
    }

    /// The presence of a player. In correspondence games it is not observed.
    pub fn presence(&self, player: Player) -> Presence {
        self.seat(player).presence
    }

    /// Whether a player has made this offer, and it is still open.
    pub fn has_offered(&self, player: Player, offer: Offer) -> bool {
        self.seat(player).offers[offer as usize]
    }

    /// Whether a player plays with half of the main time.
    pub fn is_berserk(&self, player: Player) -> bool {
        self.seat(player).berserk
    }

    /// The game that both players have agreed on as a rematch, with the seats exchanged. The caller updates the ratings in it and
    /// [creates](LiveGame::create) it. Its identifier is that of [`GameId::rematch`] on every server.
    pub fn rematch(&self) -> Option<NewGame> {
        let game = self.rematch?;
        let [first, second] = self.new.players.clone();
        let settings = self.new.settings.renewed();
        Some(NewGame { game, settings, players: [second, first], ..self.new.clone() })
    }

    fn seat(&self, player: Player) -> &Seat {
        &self.seats[player as usize]
    }

    fn seat_mut(&mut self, player: Player) -> &mut Seat {
        &mut self.seats[player as usize]
    }
}
