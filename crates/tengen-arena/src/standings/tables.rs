//! Standings as text, Markdown and JSON.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::{FaultCounts, Row, Standings};
use crate::stats::Trinomial;

/// Columns with their headings, the first of them names and so aligned left.
pub(super) struct Grid {
    headings: Vec<String>,
    /// The number of columns, from the left, that are aligned left.
    left: usize,
    rows: Vec<Vec<String>>,
}

/// All participants with counts and ratings. A kind of fault has a column if it occurred.
pub(super) fn table(rows: &[Row]) -> Grid {
    type Count = (&'static str, fn(&Row) -> u64);
    type Column<'a> = (&'a str, Box<dyn Fn(&Row) -> String>);
    let mut columns: Vec<Column<'_>> = vec![
        ("games", Box::new(|row| row.scores.total().to_string())),
        ("wins", Box::new(|row| row.scores.wins().to_string())),
        ("draws", Box::new(|row| row.scores.draws().to_string())),
        ("losses", Box::new(|row| row.scores.losses().to_string())),
        ("points", Box::new(|row| points(row.points()))),
        (
            "%",
            Box::new(|row| row.scores.mean().map_or("-".to_owned(), |mean| format!("{:.1}", 100.0 * mean))),
        ),
        ("Elo", Box::new(|row| whole(row.rating.elo))),
        ("±", Box::new(|row| whole(row.rating.margin))),
    ];
    let counts: [Count; 5] = [
        ("byes", |row| row.bye_half_points / 2),
        ("crashes", |row| row.faults.crashes),
        ("illegal", |row| row.faults.illegal_moves),
        ("timeouts", |row| row.faults.timeouts),
        ("memory", |row| row.faults.memory),
    ];
    for (heading, count) in counts {
        if rows.iter().any(|row| count(row) > 0) {
            columns.push((heading, Box::new(move |row| count(row).to_string())));
        }
    }
    let headings = ["#", "name"].into_iter().chain(columns.iter().map(|&(heading, _)| heading));
    let line = |(rank, row): (usize, &Row)| {
        let cells = columns.iter().map(|(_, cell)| cell(row));
        [rank.to_string(), row.name.clone()].into_iter().chain(cells).collect()
    };
    Grid {
        headings: headings.map(str::to_owned).collect(),
        left: 2,
        rows: (1..).zip(rows).map(line).collect(),
    }
}

/// The scores of each participant against each, as wins, draws and losses of the row.
pub(super) fn cross_table(standings: &Standings, rows: &[Row]) -> Grid {
    let ranks = (1..=rows.len()).map(|rank| rank.to_string());
    let line = |(rank, row): (usize, &Row)| {
        let cells = rows.iter().map(|other| {
            let scores = standings.between(row.participant, other.participant);
            match scores.total() {
                0 => "-".to_owned(),
                _ => format!("+{} ={} -{}", scores.wins(), scores.draws(), scores.losses()),
            }
        });
        [rank.to_string(), row.name.clone()].into_iter().chain(cells).collect()
    };
    Grid {
        headings: ["#", "name"].map(str::to_owned).into_iter().chain(ranks).collect(),
        left: 2,
        rows: (1..).zip(rows).map(line).collect(),
    }
}

/// `12` or `12.5`.
fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

/// Elo to the nearest whole, and no `-0`.
fn whole(elo: f64) -> String {
    format!("{:.0}", elo.round() + 0.0)
}

impl Grid {
    /// Columns two spaces apart, numbers aligned right. Each character counts as one column wide.
    pub(super) fn to_text(&self) -> String {
        let all = || std::iter::once(&self.headings).chain(&self.rows);
        let width = |column: usize| all().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..self.headings.len()).map(width).collect();
        let mut text = String::new();
        for row in all() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column < self.left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    /// A table in GitHub's Markdown. Names cannot break out of their cells.
    pub(super) fn to_markdown(&self) -> String {
        let escaped = |cell: &String| {
            let mut text = String::new();
            for character in cell.chars() {
                match character {
                    '\n' | '\r' => text.push(' '),
                    '\\' | '|' | '`' | '*' | '_' | '<' | '[' | ']' => text.extend(['\\', character]),
                    other => text.push(other),
                }
            }
            text
        };
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rules = (0..self.headings.len()).map(|column| if column < self.left { "---" } else { "--:" });
        let mut text = line(&self.headings);
        text.push_str(&line(&rules.map(str::to_owned).collect::<Vec<_>>()));
        for row in &self.rows {
            text.push_str(&line(&row.iter().map(escaped).collect::<Vec<_>>()));
        }
        text
    }
}

#[derive(Serialize)]
struct Table<'a> {
    standings: &'a Standings,
}

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    #[serde(rename = "entrant")]
    participant: usize,
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

/// The standings as an array of rows.
impl Serialize for Standings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.rows();
        serializer.collect_seq(rows.iter().map(|row| line(self, &rows, row)))
    }
}

fn line<'a>(standings: &Standings, rows: &[Row], row: &'a Row) -> Line<'a> {
    // More digits would be no more than noise.
    let hundredths = |elo: f64| (elo * 100.0).round() / 100.0 + 0.0;
    let against =
        rows.iter().map(|other| (other.participant, standings.between(row.participant, other.participant)));
    let met = against.filter(|(_, scores)| scores.total() > 0);
    Line {
        name: &row.name,
        participant: row.participant,
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

/// The standings as an object with all rows.
pub(super) fn to_json(standings: &Standings) -> String {
    // Strings and finite numbers under keys that are texts can always be written.
    serde_json::to_string_pretty(&Table { standings }).unwrap_or_default()
}
