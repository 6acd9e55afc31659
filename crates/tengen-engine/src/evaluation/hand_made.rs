//! The numbers that were set by hand. Training starts from them.

use std::sync::Arc;

use super::{Evaluation, Family, Parameters, Weights};
use crate::board::{PATTERNS, Pattern, Threat};

/// The term of a cell by the row that a stone there makes in one direction. Rough: the rows of a line share cells, so that a
/// stretched row counts too much.
const VALUE: [i16; Pattern::COUNT] = [0, 0, 1, 3, 4, 14, 12, 45, 40, 150, 250, 0, 0];

const ORDER: [i16; Pattern::COUNT] = [0, 1, 4, 14, 16, 70, 60, 300, 320, 3000, 8000, 0, 0];

/// The value that makes winning e times as likely as losing.
const SCALE: u16 = 200;

/// The parameters that were set by hand, the same for all rules.
pub fn hand_made() -> Evaluation {
    let families = Family::ALL.map(|family| weights(family == Family::RenjuBlack));
    let about = "Set by hand.".to_owned();
    Evaluation { parameters: Arc::new(Parameters { about, families }) }
}

fn weights(forbids: bool) -> Weights {
    let mut weights = Weights::zero(SCALE);
    for (number, patterns) in PATTERNS.into_iter().enumerate() {
        (weights.value[number], weights.order[number]) = value_and_order(patterns, forbids);
    }
    weights.order_other = weights.order.clone();
    weights
}

/// The term of a cell, and the ordering score of a move there.
fn value_and_order(patterns: [Pattern; 4], forbids: bool) -> (i16, i16) {
    let threat = Threat::of(patterns, forbids);
    let (bonus_value, bonus_order) = match threat {
        Threat::Quiet | Threat::OpenThree | Threat::Four => (0, 0),
        Threat::DoubleThree => (60, 600),
        Threat::FourThree => (100, 1500),
        Threat::OpenFour => (150, 3000),
        Threat::Win => (150, 0),
        Threat::Forbidden => return (0, 0),
    };
    let sum = |table: &[i16]| patterns.iter().map(|&pattern| table[pattern as usize]).sum::<i16>();
    // A double-three is more likely forbidden to Black than not.
    let discount = if threat.is_perhaps_forbidden(patterns, forbids) { 4 } else { 1 };
    ((sum(&VALUE) + bonus_value) / discount, (sum(&ORDER).min(20_000) + bonus_order) / discount)
}

/// How good the shape of a cell looks to a beginner, independent of training.
pub(crate) fn shape(patterns: [Pattern; 4], forbids: bool) -> i32 {
    i32::from(value_and_order(patterns, forbids).1)
}
