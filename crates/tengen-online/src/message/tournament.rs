//! Tournaments, as they are sent.

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;

use super::PlayerInfo;
use crate::Time;
use crate::id::{GameId, TournamentId};
use crate::settings::GameSettings;

/// How a tournament pairs its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Players play one game after the other until the time is up.
    Arena {
        /// How long.
        minutes: u16,
    },
    /// Rounds in which players with equal points meet.
    Swiss {
        /// How many.
        rounds: u8,
    },
    /// All against all.
    RoundRobin {
        /// How often.
        cycles: u8,
    },
}

/// A request for a new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentRequest {
    /// The name, as the creator writes it.
    pub name: String,
    /// How players are paired.
    pub format: TournamentFormat,
    /// The settings of its games.
    pub settings: GameSettings,
    /// When it begins.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub starts: Time,
    /// The levels of the server's programs that play in a casual arena, each against a person who would have no opponent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::levels))]
    pub bots: Vec<Level>,
    /// Whether programs of members may take part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub programs: bool,
    /// Whether the players of an arena may halve their own time for another point
    /// ([`GameCommand::Berserk`](super::GameCommand::Berserk)).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// Whether no list names it, so that only those who have its link find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentStatus {
    /// Players join.
    Open,
    /// Games are being played.
    Running,
    /// All games have ended.
    Finished,
    /// It did not take place, because there were too few players or the creator cancelled it.
    Cancelled,
}

/// A player's place in the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingView {
    /// The place, from 1; equal players share a place.
    pub rank: u32,
    /// The player.
    pub player: PlayerInfo,
    /// Points: 2 for a win and for a bye, 1 for a draw, 3 for a win with half of the time.
    pub points: u32,
    /// What decides between equal points: in a Swiss tournament the sum of the opponents' points (Buchholz), in a round
    /// robin the opponents' points times those scored against them (Sonneborn-Berger), in an arena the opponents' mean
    /// rating.
    pub tie_break: u32,
    /// The points of each game, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<u8>,
    /// Whether the player has withdrawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// A tournament with the beginning of its standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentView {
    /// The tournament.
    pub tournament: TournamentId,
    /// Name, format, settings and start.
    pub request: TournamentRequest,
    /// Who created it.
    pub creator: PlayerInfo,
    /// How far it is.
    pub status: TournamentStatus,
    /// When it ends; known for arenas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub ends: Option<Time>,
    /// The round that is played, from 1; 0 in an arena, and before the start.
    #[serde(default)]
    pub round: u32,
    /// How many players there are.
    pub players: u32,
    /// The first rows of the standings.
    pub standings: Vec<StandingView>,
    /// The own row, if the receiver takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<StandingView>,
    /// A game of the leading players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
}

/// What has changed in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TournamentUpdate {
    /// How far it is, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TournamentStatus>,
    /// The round that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// How many players there are, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u32>,
    /// Rows that have changed, among the first [`MAX_STANDINGS_ROWS`](super::MAX_STANDINGS_ROWS). A row replaces the one of
    /// the same player.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<StandingView>,
    /// A game of the leading players, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
    /// The receiver's own row, if it has changed and is not among the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Box<StandingView>>,
}

/// The tournaments of a server, each without the rows of its standings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TournamentList {
    /// Those that players join, the next one first.
    pub upcoming: Vec<TournamentView>,
    /// Those that are being played, the latest one first.
    pub running: Vec<TournamentView>,
    /// Those that have ended a short time ago, the latest one first.
    pub finished: Vec<TournamentView>,
}

impl TournamentView {
    /// Brings the view up to date. The own row follows, if it is among those that have changed.
    pub fn apply(&mut self, update: &TournamentUpdate) {
        self.status = update.status.unwrap_or(self.status);
        self.round = update.round.unwrap_or(self.round);
        self.players = update.players.unwrap_or(self.players);
        self.featured = update.featured.or(self.featured);
        if let Some(you) = &update.you {
            self.you = Some((**you).clone());
        }
        for row in &update.standings {
            let account = row.player.account;
            self.standings.retain(|known| known.player.account != account);
            self.standings.push(row.clone());
            if let Some(you) = self.you.as_mut().filter(|you| you.player.account == account) {
                *you = row.clone();
            }
        }
        // Equal players share a rank; their order follows from their accounts, so that it is the same everywhere.
        self.standings.sort_by_key(|row| (row.rank, row.player.account));
        self.standings.truncate(super::MAX_STANDINGS_ROWS);
    }
}
