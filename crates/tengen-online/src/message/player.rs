use serde::{Deserialize, Serialize};

use crate::id::AccountId;
use crate::name::UserName;

/// The kind of user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UserKind {
    /// A user without a registered name. The account ends with the session's cookie.
    Guest,
    /// A person with a registered name.
    #[default]
    Member,
    /// A program that a member runs.
    Bot,
    /// A program that the server runs.
    HouseBot,
}

impl UserKind {
    /// Whether the user is a program.
    pub const fn is_bot(self) -> bool {
        matches!(self, UserKind::Bot | UserKind::HouseBot)
    }

    fn is_member(&self) -> bool {
        *self == UserKind::Member
    }
}

/// A rating as other users see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingView {
    /// The rating, rounded.
    pub value: u16,
    /// Whether the rating is still uncertain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// A player as other users see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerInfo {
    /// The account.
    pub account: AccountId,
    /// The name.
    pub name: UserName,
    /// The kind of user.
    #[serde(default, skip_serializing_if = "UserKind::is_member")]
    pub kind: UserKind,
    /// The rating in the category of the context, at the time of the message; in a game, at its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingView>,
}
