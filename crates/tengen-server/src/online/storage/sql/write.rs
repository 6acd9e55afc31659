//! The statements that write.
//!
//! Nearly all groups are a single append to a game. Consecutive ones, however many they are, become one statement with one parameter in
//! JSON: a statement for each would cost more than everything else together.
//!
//! This file is a module of each database: `Pool` and the other names for parts of the driver are those of the parent module.

use std::collections::HashMap;
use std::fmt::Write as _;

use sqlx::{Acquire as _, Error};
use tengen_online::Time;
use tengen_online::account::{Account, NameKey, ReportState, erase_player};
use tengen_online::game::{GameEvent, Happened, NewGame};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{GameOver, UserKind};
use tengen_online::rating::{Ratings, changes_of_game, weight_after};

use super::read::ratings;
use super::{
    CONFLICTING_APPENDS, Connection, INSERT_EVENTS, QueryResult, Transaction, credentials, moderation,
    rating, talk, tournament,
};
use crate::online::part::part_of;
use crate::online::storage::{Change, Conflict, StorageError, event, integer};

/// The result of each group.
pub(super) type Results = Vec<Result<(), Conflict>>;

/// The result of a group within a transaction that continues.
pub(super) type Done = Result<Result<(), Conflict>, StorageError>;

pub(super) async fn commit(
    mut transaction: Transaction,
    groups: &[&[Change]],
) -> Result<Results, StorageError> {
    let mut results = vec![Ok(()); groups.len()];
    let mut appends = Appends::default();
    for (index, group) in groups.iter().enumerate() {
        if let [Change::Append { game, before, events }] = group {
            results[index] = appends.push(index, *game, *before, events)?;
            continue;
        }
        appends.write(&mut transaction, &mut results).await?;
        let mut savepoint = transaction.begin().await?;
        let mut result = Ok(());
        for change in *group {
            result = apply(&mut savepoint, change).await?;
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
        results[index] = result;
    }
    appends.write(&mut transaction, &mut results).await?;
    transaction.commit().await?;
    Ok(results)
}

/// Appends that have not been written yet.
#[derive(Default)]
pub(super) struct Appends {
    /// The group of each game's first append, and the number of events that the game has with all appends.
    games: HashMap<GameId, (usize, u32)>,
    /// The number of events that must be stored for each game, as JSON: `["GameId",12]`.
    expected: String,
    /// The events as JSON: `["GameId",12,1764000000000,{...}]`.
    rows: String,
    /// The groups, with their games.
    groups: Vec<(usize, GameId)>,
    events: u64,
}

impl Appends {
    /// Groups that consist only of appends, with the results of those that do not follow one another; `None` if there are others.
    #[allow(dead_code, reason = "not every database writes them apart")]
    pub(super) fn alone(groups: &[&[Change]]) -> Result<Option<(Appends, Results)>, StorageError> {
        let (mut appends, mut results) = (Appends::default(), Vec::with_capacity(groups.len()));
        for (index, group) in groups.iter().enumerate() {
            let [Change::Append { game, before, events }] = group else { return Ok(None) };
            results.push(appends.push(index, *game, *before, events)?);
        }
        Ok(Some((appends, results)))
    }

    /// The expected numbers of events, as the parameter of a statement.
    fn expected(&self) -> String {
        format!("[{}]", self.expected)
    }

    /// The events, as the parameter of a statement.
    fn rows(&self) -> String {
        format!("[{}]", self.rows)
    }

    /// The parameters of a statement: the expected numbers of events, and the events.
    #[allow(dead_code, reason = "not every database writes them apart")]
    pub(super) fn parameters(&self) -> [String; 2] {
        [self.expected(), self.rows()]
    }

    /// Records the conflicts of the games whose number of events differs.
    pub(super) fn note_conflicts(&self, conflicts: &[GameId], results: &mut [Result<(), Conflict>]) {
        for &(index, game) in self.groups.iter().filter(|(_, game)| conflicts.contains(game)) {
            results[index] = Err(Conflict::Events { game });
        }
    }

    fn push(
        &mut self,
        index: usize,
        game: GameId,
        before: u32,
        events: &[GameEvent],
    ) -> Result<Result<(), Conflict>, StorageError> {
        match self.games.get_mut(&game) {
            Some((_, count)) if *count != before => return Ok(Err(Conflict::Events { game })),
            Some((_, count)) => *count += events.len() as u32,
            None => {
                self.games.insert(game, (index, before + events.len() as u32));
                let comma = if self.expected.is_empty() { "" } else { "," };
                // Writing to a string does not fail.
                let _ = write!(self.expected, "{comma}[\"{game}\",{before}]");
            }
        }
        for (seq, event) in (before..).zip(events) {
            let body = to_json(&event.event)?;
            let comma = if self.rows.is_empty() { "" } else { "," };
            let _ = write!(self.rows, "{comma}[\"{game}\",{seq},{},{body}]", event.at);
            self.events += 1;
        }
        self.groups.push((index, game));
        Ok(Ok(()))
    }

    async fn write(
        &mut self,
        connection: &mut Connection,
        results: &mut [Result<(), Conflict>],
    ) -> Result<(), StorageError> {
        if self.groups.is_empty() {
            return Ok(());
        }
        let all = std::mem::take(self);
        let conflicts = sqlx::query_scalar::<_, String>(CONFLICTING_APPENDS)
            .bind(all.expected())
            .fetch_all(&mut *connection)
            .await?;
        let conflicts: Vec<GameId> = conflicts.iter().filter_map(|id| id.parse().ok()).collect();
        all.note_conflicts(&conflicts, results);
        let excluded: Vec<&str> = conflicts.iter().map(GameId::as_str).collect();
        sqlx::query(INSERT_EVENTS)
            .bind(all.rows())
            .bind(to_json(&excluded)?)
            .execute(&mut *connection)
            .await?;
        Ok(())
    }
}

async fn apply(connection: &mut Connection, change: &Change) -> Done {
    match change {
        Change::CreateAccount(account) => {
            let query =
                sqlx::query("INSERT INTO account (id, name_key, version, body) VALUES ($1, $2, 0, $3)")
                    .bind(account.id.to_string())
                    .bind(name_key(account))
                    .bind(body(account)?);
            let conflict =
                if account.kind == UserKind::Guest { Conflict::DuplicateId } else { Conflict::NameTaken };
            one_row(query.execute(connection).await, conflict)
        }
        Change::PutAccount { account, version, password } => {
            put_account(connection, account, *version, password.as_deref()).await
        }
        Change::OpenSession { token, account, created, expires } => {
            let query =
                sqlx::query("INSERT INTO session (token, account, created, expires) VALUES ($1, $2, $3, $4)")
                    .bind(token.to_vec())
                    .bind(account.to_string())
                    .bind(integer(*created))
                    .bind(integer(*expires));
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseSession(token) => {
            let query = sqlx::query("DELETE FROM session WHERE token = $1").bind(token.to_vec());
            any_rows(query.execute(connection).await)
        }
        Change::CloseOtherSessions { account, except } => {
            let query = sqlx::query("DELETE FROM session WHERE account = $1 AND token <> $2")
                .bind(account.to_string())
                .bind(except.to_vec());
            any_rows(query.execute(connection).await)
        }
        Change::OpenSeek(seek) => {
            let query = sqlx::query("INSERT INTO seek (id, body) VALUES ($1, $2)")
                .bind(seek.seek.to_string())
                .bind(to_json(seek)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseSeek(seek) => any_rows(
            sqlx::query("DELETE FROM seek WHERE id = $1").bind(seek.to_string()).execute(connection).await,
        ),
        Change::OpenChallenge(challenge) => {
            let query = sqlx::query("INSERT INTO challenge (id, body) VALUES ($1, $2)")
                .bind(challenge.challenge.to_string())
                .bind(to_json(challenge)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::CloseChallenge(challenge) => {
            let query = sqlx::query("DELETE FROM challenge WHERE id = $1").bind(challenge.to_string());
            any_rows(query.execute(connection).await)
        }
        Change::CreateGame { game, players: [first, second], event } => {
            let query = sqlx::query_scalar::<_, i64>(
                "INSERT INTO game (id, part, first, second, created) VALUES ($1, $2, $3, $4, $5) RETURNING number",
            )
            .bind(game.to_string())
            .bind(i64::from(part_of(*game)))
            .bind(first.to_string())
            .bind(second.to_string())
            .bind(integer(event.at));
            let number = match unless_taken(query.fetch_one(&mut *connection).await, Conflict::DuplicateId)? {
                Ok(number) => number,
                Err(conflict) => return Ok(Err(conflict)),
            };
            let query = sqlx::query("INSERT INTO event (game, seq, at, body) VALUES ($1, 0, $2, $3)")
                .bind(number)
                .bind(integer(event.at))
                .bind(to_json(&event.event)?);
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::Append { game, before, events } => {
            let mut append = Appends::default();
            let mut result = [append.push(0, *game, *before, events)?];
            append.write(connection, &mut result).await?;
            let [result] = result;
            Ok(result)
        }
        Change::EndGame { game, ended, result, counts } => {
            let query =
                sqlx::query("UPDATE game SET ended = $2, result = $3 WHERE id = $1 AND ended IS NULL")
                    .bind(game.game.to_string())
                    .bind(integer(*ended))
                    .bind(to_json(result)?);
            let ended_now =
                one_row(query.execute(&mut *connection).await, Conflict::Events { game: game.game })?;
            if ended_now.is_err() {
                return Ok(Err(Conflict::Events { game: game.game }));
            }
            if *counts {
                rate(connection, game, *result, *ended).await?;
            }
            Ok(Ok(()))
        }
        Change::Alive(at) => {
            let query = sqlx::query(
                "INSERT INTO alive (number, at) VALUES (0, $1) ON CONFLICT (number) DO UPDATE SET at = excluded.at",
            )
            .bind(integer(*at));
            any_rows(query.execute(connection).await)
        }
        Change::AppendTournament { tournament, before, events } => {
            tournament::append(connection, *tournament, *before, events).await
        }
        Change::PutAgreement(agreement) => rating::put_agreement(connection, agreement).await,
        Change::PutReport(report) => {
            let query = sqlx::query(
                "INSERT INTO report (id, at, author, is_open, body, about, game) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open, body = excluded.body",
            )
            .bind(report.id.to_string())
            .bind(integer(report.at))
            .bind(report.by.to_string())
            .bind(report.state == ReportState::Open)
            .bind(to_json(report)?)
            .bind(report.about.to_string())
            .bind(report.game.map(|game| game.to_string()));
            one_row(query.execute(connection).await, Conflict::DuplicateId)
        }
        Change::PutRemark(remark) => talk::put(connection, remark).await,
        Change::DropRemarks { before } => talk::delete_before(connection, *before).await,
        Change::PutCredential(stored) => credentials::put(connection, stored).await,
        Change::DropCredential { account, credential } => {
            credentials::delete(connection, *account, *credential).await
        }
        Change::LogDecision(decision) => moderation::log(connection, decision).await,
    }
}

/// The key that must be unique among names.
fn name_key(account: &Account) -> Option<String> {
    let has_name = account.kind != UserKind::Guest && account.deleted.is_none();
    has_name.then(|| NameKey::of(&account.name).to_string())
}

/// An account as JSON, without its ratings.
fn body(account: &Account) -> Result<String, StorageError> {
    to_json(&Account { ratings: Ratings::default(), ..account.clone() })
}

async fn put_account(
    connection: &mut Connection,
    account: &Account,
    version: u32,
    password: Option<&str>,
) -> Done {
    let query = sqlx::query(
        "UPDATE account SET name_key = $3, version = version + 1, password = coalesce($4, password), body = $5 \
         WHERE id = $1 AND version = $2",
    )
    .bind(account.id.to_string())
    .bind(i64::from(version))
    .bind(name_key(account))
    .bind(password.map(str::to_owned))
    .bind(body(account)?);
    let done = one_row(query.execute(&mut *connection).await, Conflict::NameTaken)?;
    match done {
        Ok(()) if account.deleted.is_some() => erase(connection, account.id).await,
        Err(Conflict::Missing) => Ok(Err(Conflict::Version)),
        done => Ok(done),
    }
}

/// Removes all other data of a deleted account, and its name in its games.
async fn erase(connection: &mut Connection, account: AccountId) -> Done {
    for statement in [
        "DELETE FROM session WHERE account = $1",
        "DELETE FROM rating WHERE account = $1",
        "DELETE FROM rating_change WHERE account = $1",
        "DELETE FROM agreement WHERE account = $1",
        "DELETE FROM remark WHERE author = $1",
        "UPDATE account SET password = NULL WHERE id = $1",
    ] {
        sqlx::query(statement).bind(account.to_string()).execute(&mut *connection).await?;
    }
    if let Err(conflict) = credentials::delete_all(&mut *connection, account).await? {
        return Ok(Err(conflict));
    }
    let created = sqlx::query_as::<_, (i64, String)>(
        "SELECT g.number, e.body FROM game g JOIN event e ON e.game = g.number AND e.seq = 0 \
         WHERE g.first = $1 OR g.second = $1",
    )
    .bind(account.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for (number, body) in created {
        let Happened::Created(mut new) = event(0, &body)?.event else { continue };
        erase_player(&mut new, account);
        sqlx::query("UPDATE event SET body = $2 WHERE game = $1 AND seq = 0")
            .bind(number)
            .bind(to_json(&Happened::Created(new))?)
            .execute(&mut *connection)
            .await?;
    }
    tournament::erase(connection, account).await?;
    Ok(Ok(()))
}

/// Changes the ratings of a game's players, if it is rated.
async fn rate(
    connection: &mut Connection,
    game: &NewGame,
    result: GameOver,
    now: Time,
) -> Result<(), StorageError> {
    if !game.settings.rated {
        return Ok(());
    }
    let first = ratings(&mut *connection, game.players[0].account).await?;
    let second = ratings(&mut *connection, game.players[1].account).await?;
    let weight = weight_after(rating::games_of_pair(connection, game, now).await?);
    let changes = changes_of_game(game, result, [&first, &second], weight, now).into_iter().flatten();
    for change in changes {
        sqlx::query(
            "INSERT INTO rating (account, category, value, deviation, body) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (account, category) DO UPDATE \
             SET value = excluded.value, deviation = excluded.deviation, body = excluded.body",
        )
        .bind(change.account.to_string())
        .bind(change.category.to_string())
        .bind(change.after.rating)
        .bind(change.after.deviation)
        .bind(to_json(&change.after)?)
        .execute(&mut *connection)
        .await?;
        sqlx::query("INSERT INTO rating_change (account, body) VALUES ($1, $2)")
            .bind(change.account.to_string())
            .bind(to_json(&change)?)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The result of a change of one row: a conflict if a unique value is in use, and missing if there is no row.
pub(super) fn one_row(result: Result<QueryResult, Error>, taken: Conflict) -> Done {
    let is_one = |done: QueryResult| if done.rows_affected() == 1 { Ok(()) } else { Err(Conflict::Missing) };
    Ok(unless_taken(result, taken)?.and_then(is_one))
}

/// The result of a statement that a unique value or a reference may prevent.
fn unless_taken<T>(result: Result<T, Error>, taken: Conflict) -> Result<Result<T, Conflict>, StorageError> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(Error::Database(error)) if error.is_unique_violation() => Ok(Err(taken)),
        Err(Error::Database(error)) if error.is_foreign_key_violation() => Ok(Err(Conflict::Missing)),
        Err(error) => Err(error.into()),
    }
}

/// The result of a change of any number of rows.
pub(super) fn any_rows(result: Result<QueryResult, Error>) -> Done {
    result?;
    Ok(Ok(()))
}

pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value)
        .map_err(|error| StorageError::unreadable("something that JSON can express", error))
}
