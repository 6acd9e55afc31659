//! The shares of threats that the levels overlook in their games, against those that their table intends.

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;
use tengen_engine::{FacedKind, faced};
use tengen_game::{Color, Record};

use super::each_move;

/// The threats of one kind that a level faced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// The number of threats.
    pub threats: u64,
    /// The number of threats that were overlooked.
    pub missed: u64,
    /// The sum of the intended shares, in per mille.
    intended: u64,
}

impl Shares {
    /// The overlooked share, in per cent.
    pub fn missed_percent(&self) -> f64 {
        100.0 * self.missed as f64 / self.threats.max(1) as f64
    }

    /// The share that the table intends, in per cent.
    pub fn intended_percent(&self) -> f64 {
        0.1 * self.intended as f64 / self.threats.max(1) as f64
    }

    fn add(&mut self, other: Shares) {
        self.threats += other.threats;
        self.missed += other.missed;
        self.intended += other.intended;
    }
}

/// The perception of a level: the threats by kind, then in rows and columns or on diagonals, then near the last move or far from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Perception([[[Shares; 2]; 2]; 4]);

impl Perception {
    /// The perception of a level that played a colour in a game whose first `opening` moves were not its own.
    pub fn of(record: &Record, color: Color, level: Level, opening: usize) -> Perception {
        let mut perception = Perception::default();
        // A threat that was overlooked and is still there counts once: a level does not look again at once.
        let mut last = None;
        each_move(record, color, opening, |position, point| {
            let Some(threat) = faced(position, level, point) else { return };
            let row = Some((threat.kind, threat.line));
            if last == row {
                return;
            }
            last = row;
            let shares = &mut perception.0[threat.kind as usize][usize::from(threat.is_diagonal)]
                [usize::from(threat.is_far)];
            shares.add(Shares { threats: 1, missed: threat.is_missed.into(), intended: threat.intended });
        });
        perception
    }

    /// Adds the threats of another sum.
    pub fn add(&mut self, other: &Perception) {
        let all = self.0.iter_mut().flatten().flatten();
        all.zip(other.0.iter().flatten().flatten()).for_each(|(one, other)| one.add(*other));
    }

    /// The threats of a kind, in the chosen directions and distances; `None` for both of them.
    pub fn shares(&self, kind: FacedKind, is_diagonal: Option<bool>, is_far: Option<bool>) -> Shares {
        let mut sum = Shares::default();
        for (diagonal, distances) in self.0[kind as usize].iter().enumerate() {
            for (far, shares) in distances.iter().enumerate() {
                if is_diagonal.is_none_or(|wanted| wanted == (diagonal == 1))
                    && is_far.is_none_or(|wanted| wanted == (far == 1))
                {
                    sum.add(*shares);
                }
            }
        }
        sum
    }
}
