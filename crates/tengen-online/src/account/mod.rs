//! Accounts: guests and members, their rights, and the moderation of what users write.
//!
//! An [`Account`] contains the data that the server stores about a user, without secrets: passwords, passkeys and tokens stay with the
//! server. Changes are functions of the account, the time and the request; the caller stores the result.

mod credential;
mod erase;
mod moderation;
mod names;
mod permission;
mod report;
mod talk;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use credential::{CredentialError, MAX_CREDENTIALS, MAX_LABEL_LENGTH};
pub use erase::{AccountExport, EXPORT_VERSION, erase_from_tournament, erase_player};
pub use moderation::{Decision, Measure};
pub use names::{NameError, NameKey, check_name};
pub use permission::{Action, Scopes};
pub use report::{MAX_OPEN_REPORTS, Report, ReportError, ReportState};
pub(crate) use talk::is_unwanted;
pub use talk::{
    Remark, TALK_BURST, TALK_INTERVAL, TALK_KEPT, TalkBudget, TalkError, may_hear, may_overhear, say,
    say_to_all,
};

pub use crate::http::{PasskeyInfo, ReportReason, Role, Sanction, Scope, TokenInfo, Warning};

use crate::category::Category;
use crate::http::OwnAccount;
use crate::id::AccountId;
use crate::lobby::Candidate;
use crate::message::{ErrorCode, MAX_REMARK_LENGTH, PlayerInfo, Refusal, UserKind};
use crate::name::UserName;
use crate::rating::Ratings;
use crate::{DAY, Time};

/// The time in milliseconds between two changes of a member's name.
pub const RENAME_PAUSE: Time = 30 * DAY;
/// The largest number of users whom one user can mute, and whom one user can block.
pub const MAX_LISTED: usize = 500;

/// The data that the server stores about a user, without secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Account {
    /// The account.
    pub id: AccountId,
    /// The name.
    pub name: UserName,
    /// The kind of user.
    pub kind: UserKind,
    /// The role of the user on this server.
    #[serde(default)]
    pub role: Role,
    /// The time at which the account was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The time of the last change of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub renamed: Option<Time>,
    /// The ratings. A storage that holds them elsewhere leaves them out and adds them when it loads the account.
    #[serde(default, skip_serializing_if = "Ratings::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::object))]
    pub ratings: Ratings,
    /// Whether the user allows free text, in both directions.
    #[serde(default)]
    pub free_text: bool,
    /// Whether watchers receive the user's rated games with a delay ([`WATCH_DELAY`](crate::game::WATCH_DELAY)).
    #[serde(default)]
    pub delays_watchers: bool,
    /// The user's progress against the engine's levels, in the form of the user's client, which alone reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub progress: String,
    /// The user's progress with puzzles, in the same way.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzles: String,
    /// Users whose texts and phrases are hidden.
    #[serde(default)]
    pub muted: BTreeSet<AccountId>,
    /// Users who are never paired with this user, and whose remarks do not reach this user.
    #[serde(default)]
    pub blocked: BTreeSet<AccountId>,
    /// The user's friends. The list is one-sided: the users on it are not notified.
    #[serde(default)]
    pub friends: BTreeSet<AccountId>,
    /// The sanction that moderators have imposed on the account.
    #[serde(default)]
    pub sanction: Sanction,
    /// A moderators' warning that the user has not confirmed to have read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<Warning>,
    /// The time at which the account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub deleted: Option<Time>,
}

/// The longest progress of a user, in bytes.
pub const MAX_PROGRESS: usize = 4_096;

/// The longest progress with puzzles of a user, in bytes.
pub const MAX_PUZZLES: usize = 16_384;

/// Why a change of an account is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// The name cannot be used.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The name was changed a short time ago.
    #[error("expected {0} more milliseconds before another change of the name")]
    RenamedBefore(Time),
    /// The account, or its token, lacks the right.
    #[error("expected the right to {0:?}, which the user or the token does not have")]
    NotAllowed(Action),
    /// A sanction excludes the user from playing or talking.
    #[error("expected an account that may {0:?} at present, found a sanction by moderators")]
    Sanctioned(Action),
    /// The list of muted users, blocked users or friends is full.
    #[error("expected at most {MAX_LISTED} users in the list")]
    ListFull,
    /// Users cannot mute, block or befriend their own account.
    #[error("expected another user")]
    OneSelf,
    /// A text for the user is empty or too long.
    #[error("expected a text of 1 to {MAX_REMARK_LENGTH} characters, found {0}")]
    Text(usize),
    /// The progress is too long.
    #[error("expected a progress of at most {MAX_PROGRESS} bytes, found {0}")]
    Progress(usize),
    /// The progress with puzzles is too long.
    #[error("expected a progress with puzzles of at most {MAX_PUZZLES} bytes, found {0}")]
    Puzzles(usize),
    /// Only a person's account without rated games can become that of a program.
    #[error("expected a member's account without ratings; only such an account can become a program's")]
    NoBot,
}

impl AccountError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            AccountError::Name(_) => ErrorCode::Name,
            AccountError::RenamedBefore(_) => ErrorCode::TooEarly,
            AccountError::NotAllowed(_) | AccountError::Sanctioned(_) | AccountError::OneSelf => {
                ErrorCode::NotAllowed
            }
            AccountError::ListFull => ErrorCode::TooMuch,
            AccountError::Text(_) | AccountError::Progress(_) | AccountError::Puzzles(_) => {
                ErrorCode::Malformed
            }
            AccountError::NoBot => ErrorCode::NotSuitable,
        }
    }
}

impl From<AccountError> for Refusal {
    fn from(error: AccountError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

impl Account {
    fn new(id: AccountId, name: UserName, kind: UserKind, now: Time) -> Account {
        Account {
            id,
            name,
            kind,
            role: Role::User,
            created: now,
            renamed: None,
            ratings: Ratings::default(),
            free_text: false,
            delays_watchers: false,
            progress: String::new(),
            puzzles: String::new(),
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            friends: BTreeSet::new(),
            sanction: Sanction::default(),
            warning: None,
            deleted: None,
        }
    }

    /// The account that is the author of the server's own reports. It is not stored.
    pub fn of_server() -> Account {
        let id = Report::server();
        let name = "Server".parse().unwrap_or_else(|_| UserName::of_guest(id));
        Account::new(id, name, UserKind::HouseBot, 0)
    }

    /// The account of a guest.
    pub fn guest(id: AccountId, now: Time) -> Account {
        Account::new(id, UserName::of_guest(id), UserKind::Guest, now)
    }

    /// The account of a member, or of a member's program. `is_taken` returns whether another account has a name with this key.
    ///
    /// # Errors
    /// When the name cannot be used.
    pub fn member(
        id: AccountId,
        name: UserName,
        kind: UserKind,
        now: Time,
        is_taken: impl Fn(&NameKey) -> bool,
    ) -> Result<Account, NameError> {
        check_name(&name, is_taken)?;
        Ok(Account::new(id, name, kind, now))
    }

    /// Makes a guest a member, who keeps the games of this session.
    ///
    /// # Errors
    /// When the name cannot be used, or the account does not belong to a guest.
    pub fn register(
        &mut self,
        name: UserName,
        now: Time,
        is_taken: impl Fn(&NameKey) -> bool,
    ) -> Result<(), AccountError> {
        if self.kind != UserKind::Guest || self.deleted.is_some() {
            return Err(AccountError::NotAllowed(Action::Rename));
        }
        check_name(&name, is_taken)?;
        (self.name, self.kind, self.created) = (name, UserKind::Member, now);
        Ok(())
    }

    /// Makes the account that of a program. This is permanent: opponents see the kind of account, and ratings of a person must not mix with
    /// those of a program.
    ///
    /// # Errors
    /// When the account does not belong to a member, or has ratings.
    pub fn become_bot(&mut self) -> Result<(), AccountError> {
        if self.kind != UserKind::Member || self.deleted.is_some() || !self.ratings.is_empty() {
            return Err(AccountError::NoBot);
        }
        self.kind = UserKind::Bot;
        Ok(())
    }

    /// Changes the name. Another spelling of the own name is always available; `is_taken` concerns other accounts only.
    ///
    /// # Errors
    /// When the name cannot be used, was changed a short time ago, or the account belongs to a guest.
    pub fn rename(
        &mut self,
        name: UserName,
        now: Time,
        is_taken: impl Fn(&NameKey) -> bool,
    ) -> Result<(), AccountError> {
        if self.kind == UserKind::Guest || self.deleted.is_some() {
            return Err(AccountError::NotAllowed(Action::Rename));
        }
        let allowed = self.renamed.map_or(0, |renamed| renamed.saturating_add(RENAME_PAUSE));
        if now < allowed {
            return Err(AccountError::RenamedBefore(allowed - now));
        }
        check_name(&name, is_taken)?;
        (self.name, self.renamed) = (name, Some(now));
        Ok(())
    }

    /// Hides the remarks of a user, or shows them again.
    ///
    /// # Errors
    /// When `other` is the account itself, or the list is full.
    pub fn set_muted(&mut self, other: AccountId, is_muted: bool) -> Result<(), AccountError> {
        set_listed(self.id, &mut self.muted, other, is_muted)
    }

    /// Blocks a user, or ends the blocking. A blocked user is no longer a friend.
    ///
    /// # Errors
    /// When `other` is the account itself, or the list is full.
    pub fn set_blocked(&mut self, other: AccountId, is_blocked: bool) -> Result<(), AccountError> {
        set_listed(self.id, &mut self.blocked, other, is_blocked)?;
        if is_blocked {
            self.friends.remove(&other);
        }
        Ok(())
    }

    /// Adds a user to the list of friends, or removes one.
    ///
    /// # Errors
    /// When `other` is the account itself, or the list is full.
    pub fn set_friend(&mut self, other: AccountId, is_friend: bool) -> Result<(), AccountError> {
        set_listed(self.id, &mut self.friends, other, is_friend)
    }

    /// Whether one of two users blocks the other.
    pub fn avoids(&self, other: &Account) -> bool {
        self.blocked.contains(&other.id) || other.blocked.contains(&self.id)
    }

    /// The user's public data, with the rating in a category if there is one.
    pub fn info(&self, category: Option<Category>, now: Time) -> PlayerInfo {
        let is_rated = self.kind != UserKind::Guest;
        let rating = category.filter(|_| is_rated).map(|category| self.ratings.get(category, now).view(now));
        PlayerInfo { account: self.id, name: self.name.clone(), kind: self.kind, rating }
    }

    /// Stores the user's progress against the engine's levels.
    ///
    /// # Errors
    /// When it is too long; the account is unchanged then.
    pub fn set_progress(&mut self, progress: String) -> Result<(), AccountError> {
        if progress.len() > MAX_PROGRESS {
            return Err(AccountError::Progress(progress.len()));
        }
        self.progress = progress;
        Ok(())
    }

    /// Stores the user's progress with puzzles.
    ///
    /// # Errors
    /// When it is too long; the account is unchanged then.
    pub fn set_puzzles(&mut self, puzzles: String) -> Result<(), AccountError> {
        if puzzles.len() > MAX_PUZZLES {
            return Err(AccountError::Puzzles(puzzles.len()));
        }
        self.puzzles = puzzles;
        Ok(())
    }

    /// The account as its user receives it.
    pub fn own(&self, now: Time) -> OwnAccount {
        OwnAccount {
            id: self.id,
            name: self.name.clone(),
            kind: self.kind,
            role: self.role,
            created: self.created,
            renamed: self.renamed,
            ratings: self.ratings.iter().map(|(category, rating)| (category, rating.view(now))).collect(),
            free_text: self.free_text,
            delays_watchers: self.delays_watchers,
            progress: self.progress.clone(),
            puzzles: self.puzzles.clone(),
            muted: self.muted.clone(),
            blocked: self.blocked.clone(),
            friends: self.friends.clone(),
            sanction: self.sanction,
            warning: self.warning.clone(),
        }
    }

    /// The user's data for the lobby.
    pub fn candidate(&self, category: Option<Category>, now: Time) -> Candidate {
        let blocks = self.blocked.iter().copied().collect();
        Candidate { player: self.info(category, now), blocks, plays: None }
    }
}

fn set_listed(
    own: AccountId,
    list: &mut BTreeSet<AccountId>,
    other: AccountId,
    is_listed: bool,
) -> Result<(), AccountError> {
    if !is_listed {
        list.remove(&other);
        return Ok(());
    }
    if other == own {
        return Err(AccountError::OneSelf);
    }
    if list.len() >= MAX_LISTED && !list.contains(&other) {
        return Err(AccountError::ListFull);
    }
    list.insert(other);
    Ok(())
}
