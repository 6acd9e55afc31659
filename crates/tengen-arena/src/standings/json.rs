use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::{FaultCounts, Row, Standings};
use crate::stats::Trinomial;

#[derive(Serialize)]
struct Table<'a> {
    standings: &'a Standings,
}

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    entrant: usize,
    games: u64,
    #[serde(flatten)]
    scores: Scores,
    points: f64,
    bye_points: f64,
    elo: f64,
    margin: f64,
    faults: FaultCounts,
    against: BTreeMap<usize, Scores>,
}

#[derive(Serialize)]
struct Scores {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl From<Trinomial> for Scores {
    fn from(scores: Trinomial) -> Scores {
        Scores { wins: scores.wins(), draws: scores.draws(), losses: scores.losses() }
    }
}

/// All rows, as an array.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows();
        serializer.collect_seq(rows.iter().map(|row| line(self, &rows, row)))
    }
}

fn line<'a>(standings: &Standings, rows: &[Row], row: &'a Row) -> Line<'a> {
    // More digits would be no more than noise.
    let hundredths = |elo: f64| (elo * 100.0).round() / 100.0 + 0.0;
    let against = rows.iter().map(|other| (other.entrant, standings.between(row.entrant, other.entrant)));
    let met = against.filter(|(_, scores)| scores.total() > 0);
    Line {
        name: &row.name,
        entrant: row.entrant,
        games: row.scores.total(),
        scores: row.scores.into(),
        points: row.points(),
        bye_points: row.bye_half_points as f64 / 2.0,
        elo: hundredths(row.rating.elo),
        margin: hundredths(row.rating.margin),
        faults: row.faults,
        against: met.map(|(other, scores)| (other, Scores::from(scores))).collect(),
    }
}

/// All rows in an object.
pub(super) fn write(standings: &Standings) -> String {
    // Strings and finite numbers under keys that are texts can always be written.
    serde_json::to_string_pretty(&Table { standings }).unwrap_or_default()
}
