//! The statements for tournaments: their events, and the accounts in them.
//!
//! This file is a module of each database.

use tengen_online::Time;
use tengen_online::account::erase_from_tournament;
use tengen_online::id::{AccountId, TournamentId};
use tengen_online::tournament::{Happened, TournamentEvent};

use super::read::json;
use super::write::{Done, one_row, to_json};
use super::{Connection, Pool};
use crate::online::storage::{Conflict, StorageError, StoredTournament, integer};

/// Appends events; the first ones create the tournament.
pub(super) async fn append(
    connection: &mut Connection,
    tournament: TournamentId,
    before: u32,
    events: &[TournamentEvent],
) -> Done {
    let conflict = Conflict::TournamentEvents { tournament };
    if before == 0 {
        let query = sqlx::query("INSERT INTO tournament (id) VALUES ($1)").bind(tournament.to_string());
        if let Err(conflict) = one_row(query.execute(&mut *connection).await, Conflict::DuplicateId)? {
            return Ok(Err(conflict));
        }
    }
    let stored = sqlx::query_as::<_, (i64, i64)>(
        "SELECT t.number, (SELECT count(*) FROM tournament_event e WHERE e.tournament = t.number) \
         FROM tournament t WHERE t.id = $1",
    )
    .bind(tournament.to_string())
    .fetch_optional(&mut *connection)
    .await?;
    let Some((number, count)) = stored else { return Ok(Err(Conflict::Missing)) };
    if count != i64::from(before) {
        return Ok(Err(conflict));
    }
    for (seq, event) in (before..).zip(events) {
        sqlx::query("INSERT INTO tournament_event (tournament, seq, at, body) VALUES ($1, $2, $3, $4)")
            .bind(number)
            .bind(i64::from(seq))
            .bind(integer(event.at))
            .bind(to_json(&event.event)?)
            .execute(&mut *connection)
            .await?;
        match &event.event {
            Happened::Created { creator: named, .. } | Happened::Joined(named) => {
                sqlx::query("INSERT INTO tournament_player (account, tournament) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(named.account.to_string())
                    .bind(number)
                    .execute(&mut *connection)
                    .await?;
            }
            Happened::Finished | Happened::Cancelled => {
                sqlx::query("UPDATE tournament SET ended = $2 WHERE number = $1")
                    .bind(number)
                    .bind(integer(event.at))
                    .execute(&mut *connection)
                    .await?;
            }
            _ => {}
        }
    }
    Ok(Ok(()))
}

/// Removes the name of a deleted account from its tournaments.
pub(super) async fn erase(connection: &mut Connection, account: AccountId) -> Result<(), StorageError> {
    let events = sqlx::query_as::<_, (i64, i64, String)>(
        "SELECT e.tournament, e.seq, e.body FROM tournament_player p JOIN tournament_event e USING (tournament) \
         WHERE p.account = $1",
    )
    .bind(account.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for (tournament, seq, body) in events {
        let mut event: Happened = json(&body, "an event of a tournament")?;
        if erase_from_tournament(&mut event, account) {
            sqlx::query("UPDATE tournament_event SET body = $3 WHERE tournament = $1 AND seq = $2")
                .bind(tournament)
                .bind(seq)
                .bind(to_json(&event)?)
                .execute(&mut *connection)
                .await?;
        }
    }
    sqlx::query("DELETE FROM tournament_player WHERE account = $1")
        .bind(account.to_string())
        .execute(&mut *connection)
        .await?;
    Ok(())
}

pub(super) async fn tournaments(
    pool: &Pool,
    ended_after: Time,
) -> Result<Vec<StoredTournament>, StorageError> {
    let rows = sqlx::query_as::<_, (String, i64, String)>(
        "SELECT t.id, e.at, e.body FROM tournament t JOIN tournament_event e ON e.tournament = t.number \
         WHERE t.ended IS NULL OR t.ended > $1 ORDER BY t.number, e.seq",
    )
    .bind(integer(ended_after))
    .fetch_all(pool)
    .await?;
    let mut tournaments: Vec<StoredTournament> = Vec::new();
    for (id, at, body) in rows {
        let event = event(at, &body)?;
        match tournaments.last_mut().filter(|last| last.tournament.as_str() == id) {
            Some(last) => last.events.push(event),
            None => {
                let tournament = id
                    .parse()
                    .map_err(|error| StorageError::unreadable("a tournament's identifier", error))?;
                tournaments.push(StoredTournament { tournament, events: vec![event] });
            }
        }
    }
    Ok(tournaments)
}

pub(super) async fn tournament(
    pool: &Pool,
    tournament: TournamentId,
) -> Result<Option<StoredTournament>, StorageError> {
    let rows = sqlx::query_as::<_, (i64, String)>(
        "SELECT at, body FROM tournament_event \
         WHERE tournament = (SELECT number FROM tournament WHERE id = $1) ORDER BY seq",
    )
    .bind(tournament.to_string())
    .fetch_all(pool)
    .await?;
    let events: Result<Vec<_>, StorageError> = rows.iter().map(|(at, body)| event(*at, body)).collect();
    let events = Some(events?).filter(|events| !events.is_empty());
    Ok(events.map(|events| StoredTournament { tournament, events }))
}

fn event(at: i64, body: &str) -> Result<TournamentEvent, StorageError> {
    Ok(TournamentEvent { at: at.unsigned_abs(), event: json(body, "an event of a tournament")? })
}
