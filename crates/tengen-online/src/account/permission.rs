//! Permissions: by the kind of user, the role, sanctions, and the scopes of a token.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Role, Scope};
use crate::Time;
use crate::message::UserKind;

/// An action that needs a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Read public data.
    Read,
    /// Play casual games.
    Play,
    /// Play rated games.
    PlayRated,
    /// Seek opponents and challenge users.
    Challenge,
    /// Take part in tournaments.
    JoinTournament,
    /// Create tournaments.
    CreateTournament,
    /// Talk in games.
    Talk,
    /// Report a user.
    Report,
    /// Read the own account in full, with its export.
    ReadAccount,
    /// Change preferences, and mute or block users.
    ChangeAccount,
    /// Change the name, the password or passkeys, create tokens, or delete the account.
    Rename,
    /// Play as a program.
    PlayAsBot,
    /// Read reports and sanction users.
    Moderate,
    /// Change roles, back up and restore.
    Administer,
}

impl Scope {
    const fn allows(self, action: Action) -> bool {
        match action {
            Action::Read => true,
            Action::ReadAccount => matches!(self, Scope::Account),
            Action::Play | Action::PlayRated | Action::Talk => matches!(self, Scope::Play | Scope::Bot),
            Action::Challenge => matches!(self, Scope::Challenge | Scope::Bot),
            Action::JoinTournament => matches!(self, Scope::Tournament | Scope::Bot),
            Action::CreateTournament => matches!(self, Scope::Tournament),
            Action::PlayAsBot => matches!(self, Scope::Bot),
            // These actions need the owner's own session.
            Action::Report
            | Action::ChangeAccount
            | Action::Rename
            | Action::Moderate
            | Action::Administer => false,
        }
    }
}

/// The rights of a connection: all rights of the account, or those of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scopes {
    /// The rights of a user who has signed in.
    Session,
    /// The rights of a program's token.
    Token(Vec<Scope>),
}

impl Scopes {
    fn allow(&self, action: Action) -> bool {
        match self {
            Scopes::Session => true,
            Scopes::Token(scopes) => {
                action == Action::Read || scopes.iter().any(|scope| scope.allows(action))
            }
        }
    }
}

impl Account {
    /// Checks whether the user has the right to an action at present, over a connection with these rights.
    ///
    /// # Errors
    /// The reason of a refusal.
    pub fn check(&self, action: Action, scopes: &Scopes, now: Time) -> Result<(), AccountError> {
        if !scopes.allow(action) || !self.kind_allows(action) || self.deleted.is_some() {
            return Err(AccountError::NotAllowed(action));
        }
        let is_until = |until: Option<Time>| until.is_some_and(|until| now < until);
        let is_banned =
            is_until(self.sanction.banned) && !matches!(action, Action::Read | Action::ReadAccount);
        let is_silenced = is_until(self.sanction.silenced) && action == Action::Talk;
        let is_unrated = is_until(self.sanction.unrated) && action == Action::PlayRated;
        if is_banned || is_silenced || is_unrated { Err(AccountError::Sanctioned(action)) } else { Ok(()) }
    }

    fn kind_allows(&self, action: Action) -> bool {
        let is_guest = self.kind == UserKind::Guest;
        match action {
            Action::Read | Action::Play | Action::Challenge | Action::Talk => true,
            Action::ReadAccount | Action::ChangeAccount | Action::JoinTournament => true,
            Action::PlayRated | Action::CreateTournament | Action::Report | Action::Rename => !is_guest,
            Action::PlayAsBot => self.kind.is_bot(),
            Action::Moderate => self.role >= Role::Moderator && !is_guest,
            Action::Administer => self.role >= Role::Admin && !is_guest,
        }
    }

    /// Whether this user may sanction another one, whose role must be lower.
    pub fn may_sanction(&self, other: &Account) -> bool {
        self.role >= Role::Moderator && self.role > other.role && self.deleted.is_none()
    }
}
