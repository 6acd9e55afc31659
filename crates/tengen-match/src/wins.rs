//! The wins of a person against the levels: which levels were beaten, and how many in a row.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;

use crate::PersonScore;

/// The wins of a person against the levels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wins {
    /// The numbers of the levels that the person has beaten.
    beaten: BTreeSet<u8>,
    /// The wins in a row up to the last game, and the most so far.
    row: u32,
    best_row: u32,
}

impl Wins {
    /// Counts the result of a game against a level.
    pub fn count(&mut self, level: Level, score: PersonScore) {
        match score {
            PersonScore::Win => {
                self.beaten.insert(level.number());
                self.row = self.row.saturating_add(1);
                self.best_row = self.best_row.max(self.row);
            }
            PersonScore::Draw | PersonScore::Loss => self.row = 0,
        }
    }

    /// Whether the person has beaten a level.
    pub fn has_beaten(&self, level: Level) -> bool {
        self.beaten.contains(&level.number())
    }

    /// The number of levels that the person has beaten.
    pub fn levels(&self) -> usize {
        Level::ALL.into_iter().filter(|&level| self.has_beaten(level)).count()
    }

    /// The wins in a row up to the last game, and the most so far.
    pub fn in_a_row(&self) -> (u32, u32) {
        (self.row, self.best_row)
    }

    /// Adds the wins on another device of the same person. The row is that of this device.
    pub fn merge(&mut self, other: &Wins) {
        self.beaten.extend(&other.beaten);
        self.beaten.retain(|&number| Level::new(number).is_some());
        self.best_row = self.best_row.max(other.best_row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_rows_are_counted() {
        let mut wins = Wins::default();
        for score in [PersonScore::Win, PersonScore::Win, PersonScore::Loss, PersonScore::Win] {
            wins.count(Level::EASY, score);
        }
        assert_eq!((wins.levels(), wins.in_a_row()), (1, (1, 2)));
        let mut other = Wins::default();
        other.count(Level::HARD, PersonScore::Win);
        other.count(Level::HARD, PersonScore::Draw);
        wins.merge(&other);
        assert!(wins.has_beaten(Level::HARD) && wins.has_beaten(Level::EASY));
        assert_eq!((wins.levels(), wins.in_a_row()), (2, (1, 2)));
        let text = serde_json::to_string(&wins).unwrap();
        assert_eq!(serde_json::from_str::<Wins>(&text).unwrap(), wins);
    }
}
