use std::sync::atomic::Ordering::Relaxed;

use tengen_online::Time;

use super::Postgres;
use crate::online::part::PARTS;
use crate::online::storage::{Answer, LEASE, Leases, NodeId, Owners, StorageError, integer};

/// The statement for the database's time in milliseconds.
const NOW: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

impl Postgres {
    fn lease_seconds() -> f64 {
        LEASE.as_secs_f64()
    }

    fn own(&self) -> i64 {
        self.node.load(Relaxed)
    }

    async fn end_node(&self, statement: &'static str, id: Option<i64>) -> Result<(), StorageError> {
        let mut transaction = self.writer.begin().await?;
        // The last transaction of the server ends before its row can be removed.
        let query = sqlx::query_as::<_, (i64, i64)>(statement).bind(id).bind(Self::lease_seconds());
        for (node, alive) in query.fetch_all(&mut *transaction).await? {
            sqlx::query("UPDATE part SET node = NULL, alive = $2 WHERE node = $1")
                .bind(node)
                .bind(alive)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

impl Leases for Postgres {
    fn cluster(&self) -> Answer<'_, String> {
        Box::pin(async {
            Ok(sqlx::query_scalar("SELECT name FROM cluster LIMIT 1").fetch_one(&self.readers).await?)
        })
    }

    fn now(&self) -> Answer<'_, Time> {
        Box::pin(async {
            let now: i64 = sqlx::query_scalar(NOW).fetch_one(&self.readers).await?;
            Ok(now.unsigned_abs())
        })
    }

    fn join(&self) -> Answer<'_, NodeId> {
        Box::pin(self.bounded(async {
            let query = sqlx::query_scalar::<_, i64>(
                "INSERT INTO node (expires) VALUES (clock_timestamp() + make_interval(secs => $1)) RETURNING id",
            );
            let id = query.bind(Self::lease_seconds()).fetch_one(&self.writer).await?;
            self.node.store(id, Relaxed);
            Ok(NodeId(id))
        }))
    }

    fn renew(&self) -> Answer<'_, ()> {
        Box::pin(self.bounded(async {
            let query = sqlx::query(
                "UPDATE node SET expires = clock_timestamp() + make_interval(secs => $2) WHERE id = $1",
            );
            let done = query.bind(self.own()).bind(Self::lease_seconds()).execute(&self.writer).await?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(StorageError::Fenced) }
        }))
    }

    fn remove_expired(&self) -> Answer<'_, ()> {
        Box::pin(self.bounded(self.end_node(
            "DELETE FROM node WHERE expires < clock_timestamp() AND id IS DISTINCT FROM $1 \
             RETURNING id, (extract(epoch FROM expires) * 1000 - $2 * 1000)::bigint",
            Some(self.own()),
        )))
    }

    fn owners(&self) -> Answer<'_, Owners> {
        Box::pin(self.bounded(async {
            let nodes = sqlx::query_scalar::<_, i64>("SELECT id FROM node ORDER BY id");
            let nodes = nodes.fetch_all(&self.readers).await?.into_iter().map(NodeId).collect();
            let rows =
                sqlx::query_as::<_, (i64, i64)>("SELECT number, node FROM part WHERE node IS NOT NULL");
            let mut owners = Owners { nodes, parts: [None; PARTS] };
            for (number, node) in rows.fetch_all(&self.readers).await? {
                if let Some(owner) = usize::try_from(number).ok().and_then(|part| owners.parts.get_mut(part))
                {
                    *owner = Some(NodeId(node));
                }
            }
            Ok(owners)
        }))
    }

    fn take<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, Vec<(u16, Option<Time>)>> {
        Box::pin(self.bounded(async {
            let parts: Vec<i64> = parts.iter().copied().map(i64::from).collect();
            let mut transaction = self.begin().await?;
            let query = sqlx::query_as::<_, (i64, Option<i64>)>(
                "UPDATE part SET node = $1 WHERE number = ANY($2) AND node IS NULL RETURNING number, alive",
            );
            let taken = query.bind(self.own()).bind(parts).fetch_all(&mut *transaction).await?;
            transaction.commit().await?;
            let part = |(number, alive): (i64, Option<i64>)| {
                Some((u16::try_from(number).ok()?, alive.map(i64::unsigned_abs)))
            };
            Ok(taken.into_iter().filter_map(part).collect())
        }))
    }

    fn give<'a>(&'a self, parts: &'a [u16]) -> Answer<'a, ()> {
        Box::pin(self.bounded(async {
            let parts: Vec<i64> = parts.iter().copied().map(i64::from).collect();
            let now = integer(self.now().await?);
            let query =
                sqlx::query("UPDATE part SET node = NULL, alive = $3 WHERE node = $1 AND number = ANY($2)");
            query.bind(self.own()).bind(parts).bind(now).execute(&self.writer).await?;
            Ok(())
        }))
    }

    fn leave(&self) -> Answer<'_, ()> {
        Box::pin(self.bounded(self.end_node(
            "DELETE FROM node WHERE id = $1 \
             RETURNING id, (extract(epoch FROM clock_timestamp()) * 1000 + 0 * $2)::bigint",
            Some(self.own()),
        )))
    }
}
