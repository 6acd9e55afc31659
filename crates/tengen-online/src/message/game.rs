//! The messages of one game.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_game::clock::{Clock, ClockNumbersError, TimeControl};
use tengen_game::opening::Player;
use tengen_game::{Color, EndReason, Move};

use super::player::RatingView;
use super::snapshot::Presence;
use crate::Time;
use crate::id::GameId;

/// A command of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameCommand {
    /// Plays a move.
    Move {
        /// The number of moves and choices before this one, by which the server recognises a repetition.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::ply))]
        ply: u16,
        /// The number of takebacks before, by which the server recognises a repetition of a move that was taken back.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::ply))]
        takebacks: u16,
        /// The move. A pass is explicit: a message without this member is not a move.
        #[serde(deserialize_with = "Move::deserialize")]
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::a_move))]
        to: Move,
    },
    /// Makes a choice in the opening.
    Choose {
        /// The number of moves and choices before this one.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::ply))]
        ply: u16,
        /// The number of takebacks before.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::ply))]
        takebacks: u16,
        /// The choice in the form of [`Choice::to_text`](tengen_game::opening::Choice::to_text).
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::choice))]
        choice: String,
    },
    /// Resigns.
    Resign,
    /// Ends the game without a result, before both players have moved.
    Abort,
    /// Makes an offer. If the opponent has made the same offer, it is accepted.
    Offer(Offer),
    /// Withdraws an offer.
    Withdraw(Offer),
    /// Accepts the opponent's offer.
    Accept(Offer),
    /// Declines the opponent's offer.
    Decline(Offer),
    /// Gives the opponent some time ([`Speed::gift`](crate::settings::Speed::gift)).
    GiveTime,
    /// Claims the win because the opponent has been disconnected for long enough
    /// ([`Speed::claim_after`](crate::settings::Speed::claim_after)).
    ClaimWin,
    /// Halves the player's own main time before the player's first action, in arenas that allow it. A win then counts one more point.
    Berserk,
}

pub(super) fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// The kinds of offers between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw. A move of the opponent declines it.
    Draw,
    /// The player's last move or choice is taken back, with the opponent's later one. A move of the opponent declines it.
    Takeback,
    /// Another game, with the seats exchanged, after the end of the game.
    Rematch,
}

impl Offer {
    /// All kinds of offers.
    pub const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];
}

/// A player's remaining time: milliseconds of main time, remaining periods, and milliseconds used of the current period.
///
/// In JSON it is an array without trailing zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeLeft {
    /// The milliseconds before the periods.
    pub main: u64,
    /// The remaining periods, including the current one.
    pub periods: u64,
    /// The used milliseconds of the current period.
    pub spent: u64,
}

impl Serialize for TimeLeft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = [self.main, self.periods, self.spent];
        let length = numbers.iter().rposition(|&number| number != 0).map_or(1, |last| last + 1);
        serializer.collect_seq(&numbers[..length])
    }
}

impl<'de> Deserialize<'de> for TimeLeft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeLeft, D::Error> {
        let numbers = Vec::<u64>::deserialize(deserializer)?;
        let (1..=3) = numbers.len() else {
            return Err(D::Error::custom(format_args!("expected 1 to 3 numbers, found {}", numbers.len())));
        };
        let number = |index| numbers.get(index).copied().unwrap_or(0);
        Ok(TimeLeft { main: number(0), periods: number(1), spent: number(2) })
    }
}

/// Both players' clocks at one moment. The clocks belong to the players, whichever colours they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// The time of the reading.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The remaining times of the first and the second player.
    pub left: [TimeLeft; 2],
    /// The time at which the player to act loses by time. Before the player's first action, during which the clock stands, it is the time
    /// at which the game is aborted. `None` without a limit and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub until: Option<Time>,
    /// Whether the clock stands: before a player's first action, and after the end. Otherwise the time of the player to act runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands: bool,
    /// The time from which the opponent of the player to act can claim the win, because the player to act is absent. `None` while that
    /// player is present, before both have acted, and where absence is normal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub claim_from: Option<Time>,
}

/// The side of a [`Clock`] that has a player's time: Black's for the first player, White's for the second, whichever colours they have in
/// the game.
pub const fn clock_side(player: Player) -> Color {
    match player {
        Player::First => Color::Black,
        Player::Second => Color::White,
    }
}

impl ClockState {
    /// The clock as the library's type, with the time of each player on the player's [`clock_side`]. The time used earlier is missing. The
    /// clock runs for `to_act` from the time of the reading, unless it stands.
    ///
    /// # Errors
    /// When the numbers do not fit the control.
    pub fn clock(&self, control: TimeControl, to_act: Option<Player>) -> Result<Clock, ClockNumbersError> {
        let numbers = self.left.map(|left| [0, left.main, left.periods, left.spent]);
        let mut clock = Clock::from_numbers_with_gifts(control, numbers)?;
        if let Some(player) = to_act.filter(|_| !self.stands) {
            clock.start(clock_side(player), self.at);
        }
        Ok(clock)
    }
}

/// The cause of the end of a game.
///
/// Its text form, which is also its form in JSON, is [`EndReason::name`], `abandonment`, `abort` or `no-start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// An end by the rules.
    Played(EndReason),
    /// The loser was disconnected for too long, and the winner claimed the win.
    Abandonment,
    /// A player, or the server, ended the game before both had moved. There is no result.
    Abort,
    /// A player did not make the first move in time. There is no result.
    NoStart,
}

/// The error of a text that is not a cause of an end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the end of a game, such as `line`, `timeout` or `abort`, found `{0}`")]
pub struct ParseEndCauseError(String);

impl EndCause {
    /// The name in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            EndCause::Played(reason) => reason.name(),
            EndCause::Abandonment => "abandonment",
            EndCause::Abort => "abort",
            EndCause::NoStart => "no-start",
        }
    }

    /// Whether the game has a result, so that it counts for ratings and tournaments.
    pub const fn counts(self) -> bool {
        !matches!(self, EndCause::Abort | EndCause::NoStart)
    }
}

impl fmt::Display for EndCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EndCause {
    type Err = ParseEndCauseError;

    fn from_str(text: &str) -> Result<EndCause, ParseEndCauseError> {
        let own = [EndCause::Abandonment, EndCause::Abort, EndCause::NoStart];
        let own = own.into_iter().find(|cause| cause.name() == text);
        let played = || EndReason::from_name(text).map(EndCause::Played);
        own.or_else(played).ok_or_else(|| ParseEndCauseError(text.chars().take(40).collect()))
    }
}

impl Serialize for EndCause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EndCause {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EndCause, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameOver {
    /// The winner; `None` for a draw, and for a game without a result.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_player))]
    pub winner: Option<Player>,
    /// The cause of the end.
    pub cause: EndCause,
}

/// A change of a game since its last [`GameSnapshot`](super::GameSnapshot) or update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameUpdate {
    /// A move was played.
    Move {
        /// The number of moves and choices before the move.
        ply: u16,
        /// The move. A pass is explicit: a message without this member is not a move.
        #[serde(deserialize_with = "Move::deserialize")]
        to: Move,
        /// The clocks after the move.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// A choice was made in the opening; it may have exchanged the colours.
    Choice {
        /// The number of moves and choices before the choice.
        ply: u16,
        /// The choice as text.
        choice: String,
        /// The clocks after the choice.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// Moves or choices were taken back.
    Takeback {
        /// The number of moves and choices that remain.
        ply: u16,
        /// The clocks after the takeback.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// The game has ended.
    Over {
        /// The result.
        result: GameOver,
        /// The clocks at the end.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// A player has made an offer. Only players receive offers.
    Offered {
        /// The player who made the offer.
        by: Player,
        /// The offer.
        offer: Offer,
    },
    /// An offer is no longer open: it was withdrawn, declined, or replaced by a move.
    OfferClosed {
        /// The player who made the offer.
        by: Player,
        /// The offer.
        offer: Offer,
    },
    /// A player has received time from the opponent.
    Time {
        /// The player who received the time.
        to: Player,
        /// The clocks after the gift.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// A player plays with half of the main time.
    Berserk {
        /// The player.
        by: Player,
        /// The clocks after the change.
        #[serde(flatten)]
        clock: ClockState,
    },
    /// A player has joined the game, or has left it.
    Presence {
        /// The player.
        of: Player,
        /// The presence of the player.
        presence: Presence,
        /// The new value of [`ClockState::claim_from`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_from: Option<Time>,
    },
    /// The number of watchers has changed.
    Watchers(u32),
    /// Both players have agreed on a rematch, which begins.
    Rematch(GameId),
    /// The players' ratings after the game.
    Ratings([RatingView; 2]),
}

impl GameUpdate {
    /// Whether only the players receive this update, as with offers.
    pub const fn is_private(&self) -> bool {
        matches!(self, GameUpdate::Offered { .. } | GameUpdate::OfferClosed { .. })
    }
}
