//! The messages about tournaments.

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;

use super::PlayerInfo;
use crate::Time;
use crate::id::{GameId, TournamentId};
use crate::settings::GameSettings;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Players play one game after the other until the time is up.
    Arena {
        /// The duration in minutes.
        minutes: u16,
    },
    /// Rounds in which players with equal points meet.
    Swiss {
        /// The number of rounds.
        rounds: u8,
    },
    /// A round robin, in which each player meets every other one.
    RoundRobin {
        /// The number of times that two players meet.
        cycles: u8,
    },
}

/// A request for a new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentRequest {
    /// The name in the creator's words.
    pub name: String,
    /// The format.
    pub format: TournamentFormat,
    /// The settings of the games.
    pub settings: GameSettings,
    /// The start.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub starts: Time,
    /// The levels of the server's programs that play in a casual arena, each against a person who would otherwise have no opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::levels))]
    pub bots: Vec<Level>,
    /// Whether programs of members may take part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub programs: bool,
    /// Whether the players of an arena may halve their own time for one more point ([`GameCommand::Berserk`](super::GameCommand::Berserk)).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// Whether lists leave the tournament out, so that only users with its link find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentStatus {
    /// The tournament accepts players and has not begun.
    Open,
    /// Games are being played.
    Running,
    /// All games have ended.
    Finished,
    /// The tournament did not take place, because there were too few players or the creator cancelled it.
    Cancelled,
}

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingView {
    /// The rank, from 1; equal players share a rank.
    pub rank: u32,
    /// The player.
    pub player: PlayerInfo,
    /// The points: 2 for a win and for a bye, 1 for a draw, 3 for a win with half of the time.
    pub points: u32,
    /// The tie-break between equal points: in a Swiss tournament the sum of the opponents' points (Buchholz), in a round robin the
    /// opponents' points times those scored against them (Sonneborn-Berger), in an arena the opponents' mean rating.
    pub tie_break: u32,
    /// The points of each game, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<u8>,
    /// Whether the player has withdrawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// A tournament with the first rows of its standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentView {
    /// The tournament.
    pub tournament: TournamentId,
    /// Name, format, settings and start.
    pub request: TournamentRequest,
    /// The user who created the tournament.
    pub creator: PlayerInfo,
    /// The state of the tournament.
    pub status: TournamentStatus,
    /// The end, which is known for arenas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub ends: Option<Time>,
    /// The current round, from 1; 0 in an arena, and before the start.
    #[serde(default)]
    pub round: u32,
    /// The number of players.
    pub players: u32,
    /// The first rows of the standings.
    pub standings: Vec<StandingView>,
    /// The receiver's own row, if the receiver takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<StandingView>,
    /// A game of the leading players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
}

/// A change of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TournamentUpdate {
    /// The state, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TournamentStatus>,
    /// The round that begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The number of players, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u32>,
    /// Rows that have changed, among the first [`MAX_STANDINGS_ROWS`](super::MAX_STANDINGS_ROWS). A row replaces the earlier row of the
    /// same player.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<StandingView>,
    /// A game of the leading players, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured: Option<GameId>,
    /// The receiver's own row, if it has changed and is not among the first rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Box<StandingView>>,
}

/// The tournaments of a server, each without the rows of its standings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TournamentList {
    /// The tournaments that accept players, the next one first.
    pub upcoming: Vec<TournamentView>,
    /// The tournaments that are running, the latest one first.
    pub running: Vec<TournamentView>,
    /// The tournaments that have ended a short time ago, the latest one first.
    pub finished: Vec<TournamentView>,
}

impl TournamentView {
    /// Applies an update to the view. The receiver's own row is updated if it is among the changed rows.
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
        // Equal players share a rank; their order is that of their accounts, so that it is the same for all receivers.
        self.standings.sort_by_key(|row| (row.rank, row.player.account));
        self.standings.truncate(super::MAX_STANDINGS_ROWS);
    }
}
