use serde::Serialize;

use crate::Fault;
use crate::stats::{Rating, Trinomial};

/// How often somebody lost a game by a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultCounts {
    /// Crashes.
    pub crashes: u64,
    /// Illegal moves, and answers that were none.
    pub illegal_moves: u64,
    /// Losses on time.
    pub timeouts: u64,
    /// Losses for too much memory.
    pub memory: u64,
}

impl FaultCounts {
    pub(super) fn add(&mut self, fault: Fault) {
        *match fault {
            Fault::Crash => &mut self.crashes,
            Fault::IllegalMove => &mut self.illegal_moves,
            Fault::Timeout => &mut self.timeouts,
            Fault::Memory => &mut self.memory,
        } += 1;
    }

    /// All faults together.
    pub fn total(self) -> u64 {
        self.crashes + self.illegal_moves + self.timeouts + self.memory
    }
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Who it is, by number from 0.
    pub entrant: usize,
    /// The name.
    pub name: String,
    /// Games won, drawn and lost.
    pub scores: Trinomial,
    /// Half points for rounds that were sat out; 2 stand for a game.
    pub bye_half_points: u64,
    /// Elo about the mean of all, with its 95 % margin.
    pub rating: Rating,
    /// Faults, each of which lost a game.
    pub faults: FaultCounts,
}

impl Row {
    /// Points: 1 for a win, ½ for a draw, with those for rounds that were sat out.
    pub fn points(&self) -> f64 {
        self.scores.points() + self.bye_half_points as f64 / 2.0
    }

    /// Games, with those that byes stand for.
    pub(super) fn weight(&self) -> u64 {
        self.scores.total() + self.bye_half_points / 2
    }
}
