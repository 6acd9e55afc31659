//! Changes of accounts, both in the storage and in the data of connected users.

use std::sync::Arc;

use tengen_online::account::{Account, AccountError, Action, Scopes};
use tengen_online::category::Category;
use tengen_online::fairness::{PAUSE, Suspicion};
use tengen_online::game::NewGame;
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, RatingView, Refusal};

use super::caller::Caller;
use super::consequence::{done, not_written};
use super::context::Context;
use super::games;
use super::peers::News;
use crate::online::refusal::OnlineError;
use crate::online::storage::{Change, Conflict, StorageError};
use crate::online::writer::WriteError;

/// The number of attempts at a change, for an account that changes elsewhere at the same time.
const TRIES: usize = 5;

/// The accounts of users. Clones share their state.
#[derive(Clone)]
pub(crate) struct Accounts {
    context: Arc<Context>,
}

impl Accounts {
    pub(super) fn new(context: Arc<Context>) -> Accounts {
        Accounts { context }
    }

    /// The account of a connected user, or else the stored account; `None` if there is none.
    ///
    /// # Errors
    /// When the storage fails.
    pub(crate) async fn get(&self, id: AccountId) -> Result<Option<Account>, StorageError> {
        match self.context.presence.known(id) {
            Some(account) => Ok(Some(account)),
            None => Ok(self.context.services.storage.account(id).await?.map(|stored| stored.account)),
        }
    }

    /// Changes a stored account, and the password if a new one is given. `act` may be called several times.
    ///
    /// # Errors
    /// When there is no such account, `act` refuses, the name is taken, or the storage fails.
    pub(crate) async fn change<E: Into<OnlineError>>(
        &self,
        id: AccountId,
        password: Option<&str>,
        act: impl Fn(&mut Account) -> Result<(), E>,
    ) -> Result<Account, OnlineError> {
        let services = &self.context.services;
        let mut tries = 0;
        loop {
            let stored = services.storage.account(id).await?;
            let stored = stored.ok_or(OnlineError::Write(WriteError::Conflict(Conflict::Missing)))?;
            let (mut account, version) = (stored.account, stored.version);
            act(&mut account).map_err(Into::into)?;
            let put = Change::PutAccount {
                account: Box::new(account.clone()),
                version,
                password: password.map(str::to_owned),
            };
            tries += 1;
            match services.writer.write(vec![put]).await {
                Ok(()) => {
                    self.update(&account);
                    return Ok(account);
                }
                Err(WriteError::Conflict(Conflict::Version)) if tries < TRIES => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes over an account that has changed in the storage. Games that have begun keep the former name of the user.
    pub(crate) fn update(&self, account: &Account) {
        self.context.presence.change(account.id, |known| *known = account.clone());
        self.context.peers.announce(News::Account(account));
    }

    /// Ends all connections of an account.
    pub(crate) fn log_out(&self, account: AccountId) {
        self.close(account, false);
    }

    /// Ends the connections of an account that were opened with a token.
    pub(crate) fn log_out_programs(&self, account: AccountId) {
        self.close(account, true);
    }

    fn close(&self, account: AccountId, only_programs: bool) {
        self.context.peers.announce(News::LoggedOut { account, only_programs });
        self.context.presence.close(account, only_programs);
    }

    /// Changes a user's own lists of other users.
    pub(super) fn change_lists(
        &self,
        caller: Caller,
        act: impl Fn(&mut Account) -> Result<(), AccountError> + Send + Sync + 'static,
    ) {
        let accounts = self.clone();
        self.context.spawn(async move {
            let now = accounts.context.now();
            let changed = accounts.change(caller.account, None, |account| {
                account.check(Action::ChangeAccount, &Scopes::Session, now)?;
                act(account)
            });
            let answer = match changed.await {
                Ok(_) => done(),
                Err(OnlineError::Refused(_, error)) => Err(error),
                Err(OnlineError::Write(error)) => Err(not_written(&error)),
                Err(error) => Err(Refusal::new(ErrorCode::Unavailable, error.to_string())),
            };
            accounts.context.answer(caller, answer);
        });
    }

    /// Reads the ratings of a game's players after a change in the storage, and sends them to the users who are in memory. Returns the
    /// ratings as the game shows them; `None` if they cannot be read.
    pub(super) async fn read_ratings(&self, new: &NewGame) -> Option<[RatingView; 2]> {
        let category = Category::of(&new.settings)?;
        let mut views = Vec::new();
        let now = self.context.now();
        for account in new.players.iter().map(|player| player.account) {
            match self.context.services.storage.account(account).await {
                Ok(Some(stored)) => {
                    views.push(stored.account.ratings.get(category, now).view(now));
                    self.context.peers.announce(News::Account(&stored.account));
                    self.context.presence.change(account, |known| known.ratings = stored.account.ratings);
                }
                Ok(None) => {}
                Err(error) => tracing::error!(%error, %account, "ratings could not be read"),
            }
        }
        views.try_into().ok()
    }

    /// Reports a suspicion to the moderators, and pauses the ratings of the account.
    pub(super) async fn suspect(&self, account: AccountId, suspicion: Suspicion, game: GameId) {
        let at = self.context.now();
        let report = games::report_of(account, suspicion, game, at);
        tracing::warn!(%account, %game, ?suspicion, "ratings of an account are paused");
        let put = vec![Change::PutReport(Box::new(report))];
        if let Err(error) = self.context.services.writer.write(put).await {
            tracing::error!(%error, %account, "the moderators could not be told of an account");
        }
        let paused = self.change(account, None, |account| {
            let until = account.sanction.unrated.unwrap_or_default().max(at + PAUSE);
            account.sanction.unrated = Some(until);
            Ok::<(), OnlineError>(())
        });
        if let Err(error) = paused.await {
            tracing::error!(%error, %account, "the ratings of an account could not be paused");
        }
    }
}
