//! The statements for tokens and passkeys.
//!
//! This file is a module of each database.

use tengen_online::id::{AccountId, CredentialId};

use super::read::json;
use super::write::{Done, any_rows, one_row, to_json};
use super::{Connection, Pool};
use crate::online::storage::{Conflict, StorageError, StoredCredential, TokenHash};

pub(super) async fn put(connection: &mut Connection, stored: &StoredCredential) -> Done {
    // A row of another account is not replaced; the statement then changes nothing.
    let query = sqlx::query(
        "INSERT INTO credential (key, id, account, body) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (key) DO UPDATE SET body = excluded.body WHERE credential.account = excluded.account",
    )
    .bind(stored.key.to_vec())
    .bind(stored.credential.id().to_string())
    .bind(stored.account.to_string())
    .bind(to_json(&stored.credential)?);
    one_row(query.execute(connection).await, Conflict::DuplicateId)
}

pub(super) async fn delete(
    connection: &mut Connection,
    account: AccountId,
    credential: CredentialId,
) -> Done {
    let query = sqlx::query("DELETE FROM credential WHERE id = $1 AND account = $2")
        .bind(credential.to_string())
        .bind(account.to_string());
    one_row(query.execute(connection).await, Conflict::Missing)
}

pub(super) async fn delete_all(connection: &mut Connection, account: AccountId) -> Done {
    let query = sqlx::query("DELETE FROM credential WHERE account = $1").bind(account.to_string());
    any_rows(query.execute(connection).await)
}

pub(super) async fn credential(
    pool: &Pool,
    key: TokenHash,
) -> Result<Option<StoredCredential>, StorageError> {
    let row = sqlx::query_as::<_, (String, String)>("SELECT account, body FROM credential WHERE key = $1")
        .bind(key.to_vec())
        .fetch_optional(pool)
        .await?;
    row.map(|(account, body)| stored(key, &account, &body)).transpose()
}

pub(super) async fn credentials(
    pool: &Pool,
    account: AccountId,
) -> Result<Vec<StoredCredential>, StorageError> {
    let rows = sqlx::query_as::<_, (Vec<u8>, String, String)>(
        "SELECT key, account, body FROM credential WHERE account = $1 ORDER BY number",
    )
    .bind(account.to_string())
    .fetch_all(pool)
    .await?;
    let read = |(key, account, body): &(Vec<u8>, String, String)| {
        let key = key.as_slice().try_into();
        let key = key.map_err(|error| StorageError::unreadable("a hash of 32 bytes", error))?;
        stored(key, account, body)
    };
    rows.iter().map(read).collect()
}

fn stored(key: TokenHash, account: &str, body: &str) -> Result<StoredCredential, StorageError> {
    let account = account.parse();
    let account = account.map_err(|error| StorageError::unreadable("an account's identifier", error))?;
    Ok(StoredCredential { key, account, credential: json(body, "a token or passkey")? })
}
