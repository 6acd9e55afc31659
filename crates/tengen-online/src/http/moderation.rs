//! The interface of moderators.

use serde::{Deserialize, Serialize};

use super::{Role, Sanction, Tally, Warning};
use crate::Time;
use crate::account::{Decision, Measure, Report};
use crate::id::{AccountId, GameId, ReportId};
use crate::message::PlayerInfo;

/// A measure about a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewDecision {
    /// The measure.
    pub measure: Measure,
    /// The report that has led to the measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportId>,
    /// A remark for other moderators.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
}

/// The closing of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// Whether the report was justified.
    pub justified: bool,
}

/// A report with the two users whom it concerns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportView {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// The user who reports.
    pub author: PlayerInfo,
    /// The user whom the report concerns.
    pub accused: PlayerInfo,
    /// The free text of the game that the report names, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talk: Vec<RemarkView>,
}

/// Free text of a game with its speaker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RemarkView {
    /// The speaker.
    pub by: PlayerInfo,
    /// The time of the remark.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The text.
    pub text: String,
}

/// An account as moderators receive it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccountView {
    /// The user, without a rating.
    pub user: PlayerInfo,
    /// The role.
    pub role: Role,
    /// The time at which the account was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The sanctions.
    pub sanction: Sanction,
    /// A warning that the user has not confirmed to have read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<Warning>,
    /// The number of games by their results.
    pub games: Tally,
    /// The reports about the user, the latest first.
    pub reports: Vec<Report>,
    /// The decisions about the user, the latest first.
    pub decisions: Vec<Decision>,
    /// The agreement of moves with the engine's choice, in the latest rated games.
    pub agreement: Vec<Agreement>,
}

/// The agreement of a player's moves in a game with the engine's choice, in positions in which the choice is not trivial. Only moderators
/// receive it, because it proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Agreement {
    /// The player.
    pub account: AccountId,
    /// The game.
    pub game: GameId,
    /// The time of the judgement.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The number of judged moves.
    pub judged: u32,
    /// The number of judged moves that agree.
    pub agreed: u32,
}

/// The account after a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Decided {
    /// The account.
    pub account: AccountView,
    /// The password, if the measure has set one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}
