//! Measures: the account, the log and, if there is one, the report change together.

use std::fmt::Write as _;

use tengen_online::account::{Account, AccountError, Decision, Measure};

use crate::online::password;
use crate::online::storage::{Change, Conflict, Storage, StorageError};
use crate::online::writer::{WriteError, Writer};

/// The number of attempts at a measure, for an account that changes elsewhere at the same time.
const TRIES: usize = 5;

/// The result of a measure.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The account after the measure.
    pub account: Account,
    /// The new password, to be passed on to the user. Only its hash is stored.
    pub password: Option<String>,
}

/// The reason why a measure was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such account.
    #[error("expected an account, found none with this identifier")]
    NoAccount,
    /// The measure does not fit the account.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The storage cannot be read.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The storage cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system has no random numbers.
    #[error("expected random numbers from the system, found none")]
    NoEntropy,
}

/// Takes the measure of a decision about an account. The caller has checked the right to take it.
///
/// # Errors
/// When there is no such account, the measure does not fit it, or the storage fails. Nothing has changed then.
pub async fn decide_on(
    storage: &dyn Storage,
    writer: &Writer,
    decision: &Decision,
) -> Result<Outcome, Refused> {
    let about = decision.about;
    let password = match decision.measure {
        Measure::ResetPassword => Some(new_password()?),
        _ => None,
    };
    let hash = match &password {
        Some(password) => Some(password::hash_now(password.clone()).await.ok_or(Refused::NoEntropy)?),
        None => None,
    };
    let mut tries = 0;
    loop {
        let stored = storage.account(about).await?.ok_or(Refused::NoAccount)?;
        let mut account = stored.account;
        let role = account.role;
        account.sanctioned(&decision.measure, decision.at)?;
        let put = Box::new(account.clone());
        let mut changes = vec![
            Change::PutAccount { account: put, version: stored.version, password: hash.clone() },
            Change::LogDecision(Box::new(decision.clone())),
        ];
        if hash.is_some() || account.role > role {
            // The secret of a session from before the gain of rights may have been stolen.
            changes.push(Change::CloseOtherSessions { account: about, except: [0; 32] });
        }
        if hash.is_some() {
            // A person who had taken over the account loses all access to it.
            for credential in storage.credentials(about).await? {
                let credential = credential.credential.id();
                changes.push(Change::DropCredential { account: about, credential });
            }
        }
        tries += 1;
        match writer.write(changes).await {
            Ok(()) => return Ok(Outcome { account, password }),
            Err(WriteError::Conflict(Conflict::Version | Conflict::Missing)) if tries < TRIES => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// A random password of 16 hexadecimal digits, which are easy to pass on.
fn new_password() -> Result<String, Refused> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| Refused::NoEntropy)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
