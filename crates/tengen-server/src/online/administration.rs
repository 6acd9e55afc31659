//! The administration of accounts by the operator of a server, from the command line and without a session.

use std::sync::Arc;
use std::time::SystemTime;

use tengen_online::Time;
use tengen_online::account::{Account, Decision, Measure, NameKey, Report};
use tengen_online::id::AccountId;
use tokio::runtime::Runtime;

use super::metrics::Metrics;
use super::moderation::{Outcome, Refused, decide_on};
use super::options::Database;
use super::storage::{self, Storage, StorageError};
use super::writer::Writer;

/// The reason why an administrative action failed.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// The storage cannot be opened or read.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The measure could not be taken.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// No account has this name.
    #[error("expected the name or the identifier of an account, found `{0}`, which no account has")]
    Unknown(String),
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(#[from] std::io::Error),
}

/// The accounts of a storage. Only one program at a time can use a storage of SQLite, so that the server must have ended.
pub struct Administration {
    runtime: Runtime,
    storage: Arc<dyn Storage>,
    writer: Writer,
}

impl std::fmt::Debug for Administration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Administration").finish_non_exhaustive()
    }
}

impl Administration {
    /// Opens a storage.
    ///
    /// # Errors
    /// When the storage cannot be opened, or a server uses it that does not share it.
    pub fn open(database: &Database) -> Result<Administration, AdministrationError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let storage = runtime.block_on(storage::open(database))?;
        let entered = runtime.enter();
        let (writer, _) = Writer::start(storage.clone(), Arc::<Metrics>::default());
        drop(entered);
        Ok(Administration { runtime, storage, writer })
    }

    /// The account with a name or an identifier.
    ///
    /// # Errors
    /// When there is no such account.
    pub fn account(&self, text: &str) -> Result<Account, AdministrationError> {
        self.runtime.block_on(async {
            if let Ok(name) = text.parse()
                && let Some(stored) = self.storage.account_of_name(&NameKey::of(&name)).await?
            {
                return Ok(stored.account);
            }
            let unknown = || AdministrationError::Unknown(text.to_owned());
            let id: AccountId = text.parse().map_err(|_| unknown())?;
            Ok(self.storage.account(id).await?.ok_or_else(unknown)?.account)
        })
    }

    /// Takes a measure about an account. The log names no moderator for it.
    ///
    /// # Errors
    /// When the measure does not fit the account, a server uses the database, or the storage fails.
    pub fn decide(
        &self,
        about: AccountId,
        measure: Measure,
        remark: &str,
    ) -> Result<Outcome, AdministrationError> {
        let remark = remark.to_owned();
        self.runtime.block_on(self.ensure_not_served())?;
        let decision = Decision { by: None, about, at: now(), measure, report: None, remark };
        let decided = decide_on(self.storage.as_ref(), &self.writer, &decision);
        Ok(self.runtime.block_on(decided)?)
    }

    /// Servers with PostgreSQL keep accounts in memory, and would not notice a change. SQLite locks out other programs.
    async fn ensure_not_served(&self) -> Result<(), StorageError> {
        let Some(leases) = self.storage.leases() else { return Ok(()) };
        leases.remove_expired().await?;
        if leases.owners().await?.nodes.is_empty() { Ok(()) } else { Err(StorageError::Served) }
    }

    /// Reports, the latest first: only the open ones, or all. Each comes with the accounts of its author and of the accused.
    ///
    /// # Errors
    /// When the storage fails.
    pub fn reports(&self, only_open: bool) -> Result<Vec<(Report, Account, Account)>, AdministrationError> {
        self.runtime.block_on(async {
            let mut all = Vec::new();
            for report in self.storage.reports(None, only_open, u32::MAX).await? {
                let author = self.storage.account(report.by).await?;
                let accused = self.storage.account(report.about).await?;
                if let (Some(author), Some(accused)) = (author, accused) {
                    all.push((report, author.account, accused.account));
                }
            }
            Ok(all)
        })
    }
}

impl Drop for Administration {
    /// Merges the database of SQLite into one file, as the end of a server does, so that a copy of the file contains the last decision.
    fn drop(&mut self) {
        // All decisions are stored already, so that a failure loses nothing.
        let _ = self.runtime.block_on(self.storage.finish());
    }
}

/// The time of the system's clock.
fn now() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_found_by_name_or_identifier_and_decided_about() {
        let administration = Administration::open(&Database::Memory).unwrap();
        let member = storage::testing::member(1, "Ada");
        let create = super::super::Change::CreateAccount(Box::new(member.clone()));
        administration.runtime.block_on(administration.writer.write(vec![create])).unwrap();
        for text in ["Ada", "ADA", member.id.as_str()] {
            assert_eq!(administration.account(text).unwrap().id, member.id, "{text}");
        }
        assert!(matches!(administration.account("Eve"), Err(AdministrationError::Unknown(_))));
        let banned = administration.decide(member.id, Measure::Ban { until: Time::MAX }, "spam").unwrap();
        assert_eq!((banned.account.sanction.banned, banned.password), (Some(Time::MAX), None));
        let reset = administration.decide(member.id, Measure::ResetPassword, "").unwrap();
        assert_eq!(reset.password.unwrap().len(), 16);
        let none = AccountId::from_entropy(9);
        assert!(administration.decide(none, Measure::Pardon, "").is_err());
        assert!(administration.reports(true).unwrap().is_empty());
    }
}
