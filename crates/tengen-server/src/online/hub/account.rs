//! Changes of accounts: of what is stored, and of what is known of a connected user.

use std::sync::Arc;

use tengen_online::account::{Account, AccountError, Action, Scopes};
use tengen_online::category::Category;
use tengen_online::game::NewGame;
use tengen_online::id::AccountId;
use tengen_online::message::{ErrorCode, Refusal};

use super::{Answer, Hub, not_written};
use crate::online::refusal::OnlineError;
use crate::online::storage::{Change, Conflict, StorageError};
use crate::online::writer::WriteError;

/// How often a change is tried again, when the account was changed elsewhere in between.
const TRIES: usize = 5;

impl Hub {
    /// An account, as it is known from a connection or else as it is stored; `None` if there is none.
    ///
    /// # Errors
    /// When the storage fails.
    pub(crate) async fn account(&self, id: AccountId) -> Result<Option<Account>, StorageError> {
        match self.users.known(id) {
            Some(account) => Ok(Some(account)),
            None => Ok(self.storage.account(id).await?.map(|stored| stored.account)),
        }
    }

    /// Changes an account as it is stored, and another password if there is one. `act` may be called several times.
    ///
    /// # Errors
    /// When there is no such account, `act` refuses, the name is taken, or the storage fails.
    pub(crate) async fn change_account<E: Into<OnlineError>>(
        &self,
        id: AccountId,
        password: Option<&str>,
        act: impl Fn(&mut Account) -> Result<(), E>,
    ) -> Result<Account, OnlineError> {
        let mut tries = 0;
        loop {
            let stored = self.storage.account(id).await?;
            let stored = stored.ok_or(OnlineError::Write(WriteError::Conflict(Conflict::Missing)))?;
            let (mut account, version) = (stored.account, stored.version);
            act(&mut account).map_err(Into::into)?;
            let put = Change::PutAccount {
                account: Box::new(account.clone()),
                version,
                password: password.map(str::to_owned),
            };
            tries += 1;
            match self.writer.write(vec![put]).await {
                Ok(()) => {
                    self.update_account(&account);
                    return Ok(account);
                }
                Err(WriteError::Conflict(Conflict::Version)) if tries < TRIES => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The ratings of a game's players have changed in the storage: users who are known receive them, and so does the game.
    pub(super) fn read_ratings(self: &Arc<Hub>, new: NewGame) {
        let Some(category) = Category::of(&new.settings) else { return };
        let hub = self.clone();
        self.runtime.spawn(async move {
            let mut views = Vec::new();
            let now = hub.now();
            for account in new.players.map(|player| player.account) {
                match hub.storage.account(account).await {
                    Ok(Some(stored)) => {
                        views.push(stored.account.ratings.get(category, now).view(now));
                        hub.announce_account(&stored.account);
                        hub.users.with(account, |user| user.account.ratings = stored.account.ratings);
                    }
                    Ok(None) => {}
                    Err(error) => tracing::error!(%error, %account, "ratings could not be read"),
                }
            }
            if let Ok(views) = views.try_into() {
                hub.show_ratings(new.game, views);
            }
        });
    }

    /// A user mutes or blocks another one, or ends it.
    pub(super) fn change_lists(
        self: &Arc<Hub>,
        answer: Answer,
        act: impl Fn(&mut Account) -> Result<(), AccountError> + Send + Sync + 'static,
    ) {
        let id = answer.connection.account;
        let hub = self.clone();
        self.runtime.spawn(async move {
            let now = hub.now();
            let changed = hub.change_account(id, None, |account| {
                account.check(Action::ChangeAccount, &Scopes::Session, now)?;
                act(account)
            });
            match changed.await {
                Ok(_) => answer.connection.session.answer(answer.n, Ok(None)),
                Err(OnlineError::Refused(_, error)) => answer.refuse(&hub, error),
                Err(OnlineError::Write(error)) => answer.refuse(&hub, not_written(&error)),
                Err(error) => answer.refuse(&hub, Refusal::new(ErrorCode::Unavailable, error.to_string())),
            }
        });
    }
}
