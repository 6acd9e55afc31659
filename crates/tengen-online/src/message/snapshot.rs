//! The whole game, which a client receives after it connects, and the updates of this snapshot.

use serde::{Deserialize, Serialize};
use tengen_game::opening::{Choice, ChoiceError, Opening, OpeningPositionError, ParseChoiceError, Player};
use tengen_game::{Color, Move, PlayError, Position};

use super::game::is_zero;
use super::{ClockState, GameOver, GameUpdate, Offer, PlayerInfo, RatingView};
use crate::Time;
use crate::id::{GameId, TournamentId};
use crate::settings::GameSettings;

/// The presence of a player. A player is present if the game is open on at least one connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// The player is present.
    Connected,
    /// The player has been absent since this time: disconnected, or elsewhere on every connection. The clock continues.
    Disconnected(#[cfg_attr(feature = "schema", schema(inline))] Time),
}

/// The data from which a page draws a game.
///
/// [`GameSnapshot::apply`] keeps it up to date; the server and all clients then have equal snapshots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSnapshot {
    /// The game.
    pub game: GameId,
    /// The settings on which the players have agreed.
    pub settings: GameSettings,
    /// The first and the second player. Their colours follow from the opening.
    pub players: [PlayerInfo; 2],
    /// The player who receives the snapshot; `None` for a watcher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_player))]
    pub you: Option<Player>,
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// The time at which the game was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The opening as text: the board's size, the protocol and the choices made.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::opening))]
    pub opening: Opening,
    /// The moves after the opening's stones.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::moves))]
    pub moves: Vec<Move>,
    /// The number of takebacks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub takebacks: u16,
    /// The clocks.
    pub clock: ClockState,
    /// Open offers; empty for a watcher.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::offers))]
    pub offers: Vec<(Player, Offer)>,
    /// The presence of the players.
    pub presence: [Presence; 2],
    /// The number of watchers of the game.
    #[serde(default)]
    pub watchers: u32,
    /// Whether the players may halve their own time ([`GameCommand::Berserk`](super::GameCommand::Berserk)).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_berserk: bool,
    /// The players who play with half of the main time.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub berserk: [bool; 2],
    /// The delay in milliseconds with which the receiver, a watcher, receives the game. The clocks are those of that time.
    #[serde(default, skip_serializing_if = "is_live")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::duration))]
    pub delay: Time,
    /// The result; `None` while the game continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameOver>,
    /// The players' ratings after the game. The ratings before it are in [`GameSnapshot::players`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[RatingView; 2]>,
    /// The game that the players have agreed on as a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

fn is_nobody(players: &[bool; 2]) -> bool {
    *players == [false; 2]
}

fn is_live(delay: &Time) -> bool {
    *delay == 0
}

/// Why an update cannot be applied. The client needs a new snapshot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// Earlier updates are missing.
    #[error("expected an update of ply {expected}, found ply {found}")]
    Ply {
        /// The number of moves and choices in the snapshot.
        expected: u16,
        /// The number before the update.
        found: u16,
    },
    /// The move is illegal in the snapshot's position.
    #[error(transparent)]
    Move(#[from] PlayError),
    /// The text cannot be read as a choice.
    #[error(transparent)]
    ChoiceText(#[from] ParseChoiceError),
    /// The protocol does not allow the choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The stones of the opening do not form a position.
    #[error(transparent)]
    Opening(#[from] OpeningPositionError),
}

impl GameSnapshot {
    /// The number of moves and choices made.
    pub fn ply(&self) -> u16 {
        u16::try_from(self.opening.choices().len() + self.moves.len()).unwrap_or(u16::MAX)
    }

    /// The position on the board.
    ///
    /// # Errors
    /// When the snapshot does not come from a server: its opening or a move is illegal.
    pub fn position(&self) -> Result<Position, ApplyError> {
        let mut position = self.opening.position(self.settings.rule)?;
        for &played in &self.moves {
            position.play(played)?;
        }
        Ok(position)
    }

    /// The player who has a colour at the moment.
    pub fn player_of(&self, color: Color) -> Player {
        self.opening.player_of(color)
    }

    /// The colour that a player has at the moment.
    pub fn color_of(&self, player: Player) -> Color {
        if self.opening.player_of(Color::Black) == player { Color::Black } else { Color::White }
    }

    /// The player to act; `None` after the end.
    pub fn to_act(&self) -> Option<Player> {
        if self.result.is_some() {
            return None;
        }
        let side = if (self.opening.stones().len() + self.moves.len()).is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        Some(self.opening.player_to_act().unwrap_or_else(|| self.opening.player_of(side)))
    }

    /// Applies an update to the snapshot.
    ///
    /// # Errors
    /// When updates are missing, or this one belongs to another game. The snapshot is then unchanged, and the client needs a new one.
    pub fn apply(&mut self, update: &GameUpdate) -> Result<(), ApplyError> {
        let expected = self.ply();
        match update {
            GameUpdate::Move { ply, to, clock } => {
                if *ply != expected {
                    return Err(ApplyError::Ply { expected, found: *ply });
                }
                self.position()?.check(*to)?;
                self.close_offers(self.to_act());
                self.moves.push(*to);
                self.clock = *clock;
            }
            GameUpdate::Choice { ply, choice, clock } => {
                if *ply != expected {
                    return Err(ApplyError::Ply { expected, found: *ply });
                }
                let actor = self.to_act();
                self.opening.apply(Choice::parse(choice, self.settings.size)?)?;
                self.close_offers(actor);
                self.clock = *clock;
            }
            GameUpdate::Takeback { ply, clock } => {
                if *ply >= expected {
                    return Err(ApplyError::Ply { expected, found: *ply });
                }
                while self.ply() > *ply {
                    if self.moves.pop().is_none() {
                        self.opening.undo();
                    }
                }
                self.takebacks += 1;
                self.offers.clear();
                self.clock = *clock;
            }
            GameUpdate::Over { result, clock } => {
                self.result = Some(*result);
                self.clock = *clock;
                self.offers.clear();
            }
            GameUpdate::Offered { by, offer } => {
                if !self.offers.contains(&(*by, *offer)) {
                    self.offers.push((*by, *offer));
                    self.offers.sort_unstable();
                }
            }
            GameUpdate::OfferClosed { by, offer } => self.offers.retain(|open| open != &(*by, *offer)),
            GameUpdate::Time { clock, .. } => self.clock = *clock,
            GameUpdate::Berserk { by, clock } => {
                self.berserk[*by as usize] = true;
                self.clock = *clock;
            }
            GameUpdate::Presence { of, presence, claim_from } => {
                self.presence[*of as usize] = *presence;
                self.clock.claim_from = *claim_from;
            }
            GameUpdate::Watchers(watchers) => self.watchers = *watchers,
            GameUpdate::Ratings(ratings) => self.ratings = Some(*ratings),
            GameUpdate::Rematch(game) => {
                self.rematch = Some(*game);
                self.offers.clear();
            }
        }
        Ok(())
    }

    /// Closes offers after an action: a move or choice declines the opponent's offers, and withdraws the player's own request for a
    /// takeback.
    fn close_offers(&mut self, actor: Option<Player>) {
        self.offers.retain(|&(by, offer)| Some(by) == actor && offer != Offer::Takeback);
    }
}
