use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::Time;
use crate::category::Category;
use crate::id::{AccountId, GameId};
use crate::message::{PlayerInfo, RatingView, UserKind};
use crate::name::UserName;

/// The role of a user on the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// No special rights.
    #[default]
    User,
    /// The right to read reports and to decide about sanctions.
    Moderator,
    /// All rights, including those over moderators.
    Admin,
}

/// A scope of a token. A token never allows more than the rights of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Reading the own account.
    Account,
    /// Playing, and talking in the own games.
    Play,
    /// Seeking opponents and challenging users.
    Challenge,
    /// Creating and joining tournaments.
    Tournament,
    /// Playing as a program; for accounts of programs only.
    Bot,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 5] =
        [Scope::Account, Scope::Play, Scope::Challenge, Scope::Tournament, Scope::Bot];
}

/// The sanctions of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sanction {
    /// The time until which the user cannot play; the maximum time for a permanent ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub banned: Option<Time>,
    /// The time until which the user's ratings are paused. The user's games are casual until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub unrated: Option<Time>,
    /// The time until which the user cannot talk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub silenced: Option<Time>,
}

/// A warning that the user has not confirmed to have read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Warning {
    /// The time of the warning.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The text in the moderator's words.
    pub text: String,
}

/// A user's own account, as the user receives it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnAccount {
    /// The account.
    pub id: AccountId,
    /// The name.
    pub name: UserName,
    /// The kind of user.
    pub kind: UserKind,
    /// The role.
    #[serde(default)]
    pub role: Role,
    /// The time at which the account was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The time of the last change of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub renamed: Option<Time>,
    /// The ratings by category.
    #[serde(default)]
    pub ratings: BTreeMap<Category, RatingView>,
    /// Whether the user allows free text, in both directions.
    #[serde(default)]
    pub free_text: bool,
    /// Whether watchers receive the user's rated games with a delay.
    #[serde(default)]
    pub delays_watchers: bool,
    /// The user's progress against the engine's levels, as the user's client has stored it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub progress: String,
    /// The user's progress with puzzles, as the user's client has stored it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzles: String,
    /// The users whose texts and phrases are hidden.
    #[serde(default)]
    pub muted: BTreeSet<AccountId>,
    /// The users whom this user has blocked.
    #[serde(default)]
    pub blocked: BTreeSet<AccountId>,
    /// The user's friends.
    #[serde(default)]
    pub friends: BTreeSet<AccountId>,
    /// The sanctions.
    #[serde(default)]
    pub sanction: Sanction,
    /// A warning that the user has not confirmed to have read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<Warning>,
}

/// A name with its password: to register, and to sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: UserName,
    /// The password.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::password))]
    pub password: String,
}

/// A new name for the user's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The name.
    pub name: UserName,
}

/// A new password for the user's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password.
    pub old: String,
    /// The new password.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::password))]
    pub new: String,
}

/// The user's preferences. A missing preference stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether the user allows free text, in both directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_text: Option<bool>,
    /// Whether watchers receive the user's rated games with a delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delays_watchers: Option<bool>,
    /// The user's progress against the engine's levels, of at most [`MAX_PROGRESS`](crate::account::MAX_PROGRESS) bytes. The server does
    /// not read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<String>,
    /// The user's progress with puzzles, of at most [`MAX_PUZZLES`](crate::account::MAX_PUZZLES) bytes. The server does not read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<String>,
}

/// The confirmation of the deletion of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password; guests have none.
    #[serde(default)]
    pub password: String,
}

/// The presence of a user, for those who have the user as a friend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// Not connected, or not shown because one of the two users blocks the other.
    #[default]
    Away,
    /// Connected.
    Here,
    /// Playing a game against the clock, which can be watched.
    Playing(GameId),
}

/// An entry of a user's list of friends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FriendView {
    /// The friend, without a rating.
    pub player: PlayerInfo,
    /// The friend's presence.
    pub whereabouts: Whereabouts,
}
